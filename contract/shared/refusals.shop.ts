import type { Problem } from '#contract/cart.shop.ts'
import type { RefusalCodeOf } from '#contract/shared/endpoint.shop.ts'
import type { Endpoints } from '#contract/endpoints.shop.ts'
import type { Conflict } from '#contract/content/release-change.ts'
import type { Challenge } from '#contract/sessions/login-challenge.ts'
import type { CallName } from '#contract/paths.shop.ts'

/** Refusals of every call, with their HTTP status. */
export const COMMON_REFUSALS = {
  'invalid-input': 400,
  'no-session': 401,
  /** A preview session is read-only. */
  preview: 403,
  'not-found': 404,
  'too-large': 413,
  'too-many-requests': 429,
  unavailable: 503,
} as const

export type CommonRefusal = keyof typeof COMMON_REFUSALS

/** Refusal codes of these calls: their own and the common ones. */
export type ReasonOf<Name extends CallName> =
  | CommonRefusal
  | { [One in Name]: RefusalCodeOf<Endpoints[One]> }[Name]

/** All refusal codes of all calls. */
export type RefusalCode = ReasonOf<CallName>

export type Change = { what: string; before: string; after: string }

/** A refusal is a value, not an exception, so that the caller must handle it. */
export type Refusal<Code extends string = RefusalCode> = {
  readonly refused: Code
  /** A text key or a sentence. Default: the message of the code. */
  readonly message?: string | undefined
  readonly field?: string | undefined
  /** The index of the refused item, if the call had several. */
  readonly place?: number | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly problems?: Problem[] | undefined
  /** A challenge. The call is accepted with its solution. */
  readonly challenge?: Challenge | undefined
  /** Back office: later changes of other users. */
  readonly conflicts?: Conflict[] | undefined
  /** Back office: each changed value, as shown and as it is now. */
  readonly changes?: Change[] | undefined
  /** Back office: the complete current state, after a conflict. */
  readonly stands?: unknown
}

export function refuse<const Code extends RefusalCode>(
  code: Code,
  more: Omit<Refusal, 'refused'> = {},
): Refusal<Code> {
  return { refused: code, ...more }
}

/** The refusal codes that a value can have. */
type ReasonIn<Value> = Value extends { readonly refused: infer Code extends string } ? Code : never

/** Whether a value is a refusal, with this code if one is given. Codes that the call never returns do not compile. */
export function refused(value: unknown): value is Refusal<string>
export function refused<Value, const Code extends ReasonIn<Value>>(
  value: Value,
  code: Code,
): value is Value & Refusal<Code>
export function refused(value: unknown, code?: string): boolean {
  if (typeof value !== 'object' || value === null || !('refused' in value)) return false
  return typeof value.refused === 'string' && (code === undefined || value.refused === code)
}
