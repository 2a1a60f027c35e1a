import type { FastifyRequest } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'

/** The query, the body and the parameters of the path as one object; undefined where the body is none. */
export function rawInput(request: FastifyRequest): Record<string, unknown> | undefined {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return undefined
  return { ...(request.query as object), ...body, ...(request.params as object) }
}

/** The names of a wire field's parents are left out: the form knows its fields by the last name. */
export function invalidInput(issues: { path: PropertyKey[]; message: string; code?: string }[]) {
  const issue = issues[0]
  const field = issue?.path.filter((part) => typeof part === 'string').join('.') ?? ''
  const reason = issue?.message ?? 'cannot be used'
  return refuse('invalid-input', {
    message: field === '' ? `The input ${reason}.` : `${field}: ${reason}`,
    field: field === '' ? undefined : field,
  })
}
