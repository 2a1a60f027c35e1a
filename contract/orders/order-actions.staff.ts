import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, isPickedOrFound, pickedOrFound } from '#contract/shared/list-input.ts'

/** The most orders of one bulk action. To reach more recipients, a mailing is the right tool. */
export const MOST_ORDERS_AT_ONCE = 500

export const actOnOrders = staffEndpoint('actOnOrders', {
  summary: 'Add a note to several orders, or send their latest confirmation again',
  input: z
    .object({
      action: z.enum(['note', 'resend']),
      body: z.string().trim().max(4000).default(''),
      ...pickedOrFound(/^\d{1,18}$/, filterInput('staffOrders')),
      /** The number of orders that the user saw. With any other number nothing is changed. */
      count: z.int().min(1).max(MOST_ORDERS_AT_ONCE),
    })
    .refine(isPickedOrFound, 'needs ids or found')
    .refine(({ action, body }) => action !== 'note' || body !== '', {
      path: ['body'],
      message: 'is required for a note',
    }),
  answer: z.object({
    /** Number of orders affected. Recently sent mails are not sent again. */
    done: z.int(),
  }),
  refusals: { 'changed-since': 409 },
})
