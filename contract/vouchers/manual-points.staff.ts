import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { MOST_GRANTED_POINTS } from '#domain/approvals/staff-limits.ts'

const id = z.string().regex(/^\d{1,15}$/)
const reason = z.string().trim().min(1).max(500)

export const grantPoints = staffEndpoint('grantPoints', {
  summary: 'Add points to a voucher with a reason',
  description: 'An amount above the limit of your role needs approval.',
  input: z.object({
    id,
    points: z.int().min(1).max(MOST_GRANTED_POINTS),
    reason,
    /** Idempotency key of the client: the same key grants points only once. */
    key: z.uuid(),
    /** The total points granted to the voucher, as the caller last read it. */
    granted: z.int().min(0),
  }),
  answer: z.object({
    available: z.int(),
    granted: z.int(),
    /** If it waits for approval; then nothing was granted yet. */
    approval: z.string().nullable(),
  }),
  refusals: {
    'changed-since': 409,
    'done-already': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
  },
})

export const withdrawPoints = staffEndpoint('withdrawPoints', {
  summary: 'Withdraw manually added points that have not been spent',
  input: z.object({ id, grant: id, reason }),
  answer: z.object({ available: z.int(), granted: z.int() }),
  refusals: { 'done-already': 409, 'points-are-spent': 409 },
})
