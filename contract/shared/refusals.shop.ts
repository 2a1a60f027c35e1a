import type { Problem } from '#contract/cart.shop.ts'
import type { RefusalCodeOf } from '#contract/shared/endpoint.shop.ts'
import type { Endpoints } from '#contract/endpoints.shop.ts'
import type { Conflict } from '#contract/content/release-change.ts'
import type { Challenge } from '#contract/sessions/login-challenge.ts'
import type { CallName } from '#contract/paths.shop.ts'

/** What every call may be refused for, whatever it is about, with the status it travels under. */
export const COMMON_REFUSALS = {
  'invalid-input': 400,
  'no-session': 401,
  /** Whoever looks at the shop from the back office reads, and never writes. */
  preview: 403,
  'not-found': 404,
  'too-large': 413,
  'too-many-requests': 429,
  unavailable: 503,
} as const

export type CommonRefusal = keyof typeof COMMON_REFUSALS

/** Why these calls may be refused: for the reasons that their definitions list, and for those of every call. */
export type ReasonOf<Name extends CallName> =
  | CommonRefusal
  | { [One in Name]: RefusalCodeOf<Endpoints[One]> }[Name]

/** Every reason for which the shop says no, as the definitions of its calls list them. */
export type RefusalCode = ReasonOf<CallName>

export type Change = { what: string; before: string; after: string }

/** The shop says no for a reason it knows. A value, not an exception: whoever calls has to look at it. */
export type Refusal<Code extends string = RefusalCode> = {
  readonly refused: Code
  /** A CMS key or a plain sentence; chosen by the code when absent. */
  readonly message?: string | undefined
  readonly field?: string | undefined
  /** Which of several that were sent, counted from 0. */
  readonly place?: number | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly problems?: Problem[] | undefined
  /** Work after which the same call is looked at. */
  readonly challenge?: Challenge | undefined
  /** At the back office: what somebody else wrote since. */
  readonly conflicts?: Conflict[] | undefined
  /** At the back office: how something stood when it was shown, and how it stands. */
  readonly changes?: Change[] | undefined
  /** At the back office: all of it as it stands now, for whoever was late. */
  readonly stands?: unknown
}

export function refuse<const Code extends RefusalCode>(
  code: Code,
  more: Omit<Refusal, 'refused'> = {},
): Refusal<Code> {
  return { refused: code, ...more }
}

/** The reasons that a value may be refused for. */
type ReasonIn<Value> = Value extends { readonly refused: infer Code extends string } ? Code : never

/** Only what the call may be refused for can be asked about. */
export function refused(value: unknown): value is Refusal<string>
export function refused<Value, const Code extends ReasonIn<Value>>(
  value: Value,
  code: Code,
): value is Value & Refusal<Code>
export function refused(value: unknown, code?: string): boolean {
  if (typeof value !== 'object' || value === null || !('refused' in value)) return false
  return typeof value.refused === 'string' && (code === undefined || value.refused === code)
}
