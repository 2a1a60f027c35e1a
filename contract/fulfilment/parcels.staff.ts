import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { PARCEL_STATES, PARCEL_VIEWS } from '#domain/fulfilment/parcel-state.ts'

const number = z.string().regex(/^\d{1,18}$/)
const at = z.iso.datetime()

export const parcels = staffEndpoint('parcels', {
  summary: 'List parcels, newest first',
  input: z.object({
    ...listInput(['sent_at']),
    ...filterInput('parcels'),
  }),
  answer: listAnswer(
    z.object({
      /** Order and parcel code together, because a code alone may not be unique. */
      id: z.string(),
      order: z.string(),
      channel: z.string(),
      code: z.string(),
      link: z.string().nullable(),
      carrier: z.string(),
      /** Masked without permission for personal data. */
      recipient: z.string(),
      state: z.enum(PARCEL_VIEWS),
      sent_at: at,
      /** When it got this state. */
      state_at: at,
      /** Days since it was sent. */
      days: z.int(),
      gifts: z.string(),
      /** The image of the first gift; empty if the contents are unknown. */
      picture: z.string(),
    }),
  ),
  refusals: {},
})

export const markParcel = staffEndpoint('markParcel', {
  summary: 'Set the state of a parcel',
  description: 'Lost, refused, delivered, or on its way if it was marked by mistake.',
  input: z.object({
    number,
    code: z.string().min(1).max(200),
    state: z.enum(PARCEL_STATES),
    reason: z.string().trim().min(1).max(500),
  }),
  answer: z.object({}),
  refusals: {
    'changed-since': 409,
    'has-arrived': 409,
    'chosen-instead': 409,
    'given-back': 409,
    'sent-again': 409,
  },
})
