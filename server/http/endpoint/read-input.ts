import type { FastifyRequest } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'

/** Query, body and path parameters as one object; undefined if the body is not an object. */
export function rawInput(request: FastifyRequest): Record<string, unknown> | undefined {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return undefined
  return { ...(request.query as object), ...body, ...(request.params as object) }
}

/** The field's path with dots and without list indexes, for example `changes.after.value`. */
export function invalidInput(issues: { path: PropertyKey[]; message: string; code?: string }[]) {
  const issue = issues[0]
  const field = issue?.path.filter((part) => typeof part === 'string').join('.') ?? ''
  const reason = issue?.message ?? 'cannot be used'
  return refuse('invalid-input', {
    message: field === '' ? `The input ${reason}.` : `${field}: ${reason}`,
    field: field === '' ? undefined : field,
  })
}
