import { z } from 'zod'

import { deskEndpoint } from '#contract/desk/desk-endpoint.ts'
import { listAnswer, listInput, several } from '#contract/desk/list-input.ts'

/** As the database writes a UUID. */
const tokenIds = several(/^[\da-f-]{36}$/).optional()

const TokenFilters = z.object({ state: z.enum(['active', 'ended']).optional() })

export const StaffToken = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  permissions: z.array(z.string()),
  made_at: z.iso.datetime(),
  seen_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  state: z.enum(['active', 'ended']),
})

export const staffTokens = deskEndpoint('staffTokens', {
  summary: 'API tokens of all staff, with their last use',
  input: z.object({
    ...listInput(['name', 'owner', 'made_at', 'seen_at', 'ends_at']),
    ids: tokenIds,
    ...TokenFilters.shape,
  }),
  answer: listAnswer(StaffToken),
  refusals: {},
})

export const endStaffTokens = deskEndpoint('endStaffTokens', {
  summary: 'End API tokens of anybody; each owner of one gets a mail',
  input: z
    .object({
      /** Those that were picked, with commas between them. */
      ids: tokenIds,
      /** All that the list finds by these. */
      found: TokenFilters.extend({
        search: z.string().trim().max(200).optional(),
        sort: z.string().max(40).optional(),
      }).optional(),
      /** So many as were shown: to no other number is it done. */
      count: z.int().min(1),
      reason: z.string().trim().min(1).max(500),
    })
    .refine(
      ({ ids, found }) => (ids === undefined) !== (found === undefined),
      'needs ids or found',
    ),
  answer: z.object({ ended: z.int() }),
  refusals: { 'changed-since': 409 },
})
