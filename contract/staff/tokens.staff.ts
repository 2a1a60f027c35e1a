import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { PERMISSIONS, type Permission } from '#domain/staff/permissions.ts'

const permission = z.enum(PERMISSIONS as [Permission, ...Permission[]])

/** One year at most, so that a forgotten token expires. */
const MAX_DAYS = 366

export const tokens = staffEndpoint('tokens', {
  summary: 'List your own API tokens',
  input: z.object({}),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        permissions: z.array(z.string()),
        made_at: z.iso.datetime(),
        seen_at: z.iso.datetime().nullable(),
        ends_at: z.iso.datetime(),
        ended_at: z.iso.datetime().nullable(),
      }),
    ),
  }),
  refusals: {},
})

export const createToken = staffEndpoint('createToken', {
  summary: 'Create an API token',
  description: 'It has at most your own permissions, and is shown once.',
  input: z.object({
    name: z.string().trim().min(1).max(100),
    permissions: z.array(permission).min(1),
    days: z.int().min(1).max(MAX_DAYS),
  }),
  answer: z.object({ id: z.uuid(), token: z.string() }),
  refusals: {},
})

export const revokeToken = staffEndpoint('revokeToken', {
  summary: 'Revoke one of your own API tokens',
  input: z.object({ id: z.uuid() }),
  answer: z.object({}),
  refusals: {},
})
