import type { Problem } from '#contract/cart-api.ts'
import type { Challenge } from '#contract/login-challenge.ts'

/** The shop says no for a reason it knows. A value, not an exception: whoever calls has to look at it. */
export type Refusal<Code extends string = string> = {
  readonly refused: Code
  /** A CMS key or a plain sentence; chosen by the code when absent. */
  readonly message?: string | undefined
  readonly field?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly problems?: Problem[] | undefined
  /** Work after which the same call is looked at. */
  readonly challenge?: Challenge | undefined
}

export function refuse<const Code extends string>(
  code: Code,
  more: Omit<Refusal, 'refused'> = {},
): Refusal<Code> {
  return { refused: code, ...more }
}

export function refused<const Code extends string = string>(
  value: unknown,
  code?: Code,
): value is Refusal<Code> {
  if (typeof value !== 'object' || value === null || !('refused' in value)) return false
  return typeof value.refused === 'string' && (code === undefined || value.refused === code)
}
