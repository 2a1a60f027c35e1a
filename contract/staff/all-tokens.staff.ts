import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import {
  filterInput,
  isPickedOrFound,
  listAnswer,
  listInput,
  pickedOrFound,
  commaSeparated,
} from '#contract/shared/list-input.ts'

/** A UUID in lower case, as PostgreSQL returns it. */
const TOKEN_ID = /^[\da-f-]{36}$/

const TokenFilters = z.object(filterInput('staffTokens'))

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

export const staffTokens = staffEndpoint('staffTokens', {
  summary: 'List the API tokens of all staff with their last use',
  input: z.object({
    ...listInput(['name', 'owner', 'made_at', 'seen_at', 'ends_at']),
    ids: commaSeparated(TOKEN_ID).optional(),
    ...TokenFilters.shape,
  }),
  answer: listAnswer(StaffToken),
  refusals: {},
})

export const revokeStaffTokens = staffEndpoint('revokeStaffTokens', {
  summary: 'Revoke API tokens of any user',
  description: 'The owners of the tokens are notified by email.',
  input: z
    .object({
      ...pickedOrFound(TOKEN_ID, TokenFilters.shape),
      reason: z.string().trim().min(1).max(500),
    })
    .refine(isPickedOrFound, 'needs ids or found'),
  answer: z.object({ ended: z.int() }),
  refusals: { 'changed-since': 409 },
})
