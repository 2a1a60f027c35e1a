import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { PERMISSIONS, type Permission } from '#domain/staff/permissions.ts'

const permission = z.enum(PERMISSIONS as [Permission, ...Permission[]])

/** One year at most, so that a forgotten token expires. */
const MOST_DAYS = 366

export const tokens = staffEndpoint('tokens', {
  summary: 'One’s tokens for programs',
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
  summary: 'A token for a program: never wider than who makes it, and shown once',
  input: z.object({
    name: z.string().trim().min(1).max(100),
    permissions: z.array(permission).min(1),
    days: z.int().min(1).max(MOST_DAYS),
  }),
  answer: z.object({ id: z.uuid(), token: z.string() }),
  refusals: {},
})

export const endToken = staffEndpoint('endToken', {
  summary: 'The end of a token',
  input: z.object({ id: z.uuid() }),
  answer: z.object({}),
  refusals: {},
})
