import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'

const DUE_KINDS = ['return', 'batch', 'release', 'supplier'] as const

export const dueItems = staffEndpoint('dueItems', {
  summary: 'List items that are overdue or due soon, oldest first, of the kinds that you may read',
  description: 'Batches appear 14 days before they expire, other items 7 days before they are due.',
  input: z.object({
    channel: z
      .string()
      .regex(/^\d{1,10}$/)
      .optional(),
  }),
  answer: z.object({
    /** Today in the time zone that the due days are compared with. */
    today: z.iso.date(),
    items: z.array(
      z.object({
        /**
         * A return whose refund has a legal date, a batch whose vouchers expire, a scheduled release, a supplier with
         * unanswered orders.
         */
        kind: z.enum(DUE_KINDS),
        /** Order number of a return; id of the others. */
        id: z.string(),
        name: z.string(),
        /** null for several channels or none. */
        channel: z.string().nullable(),
        due: z.iso.date(),
        /** The exact time of a release. */
        at: z.iso.datetime().nullable(),
        /** Vouchers that expire, or orders that a supplier has not answered. */
        count: z.int(),
        /** Points to refund, or points about to expire. */
        points: z.int(),
        cents: z.int(),
      }),
    ),
  }),
  refusals: {},
})
