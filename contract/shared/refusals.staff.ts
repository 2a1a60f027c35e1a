import type { DeskCallName } from '#contract/paths.staff.ts'
import type { DeskEndpoints } from '#contract/endpoints.staff.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

/** What every call of the desk may be refused for, with the status it travels under. */
export const DESK_COMMON_REFUSALS = {
  'invalid-input': 400,
  'no-session': 401,
  'not-allowed': 403,
  /** The call needs a sign-in of the last 10 minutes: sign in again and repeat it. */
  'needs-recent-sign-in': 403,
  /** The role needs a second factor and this sign-in had none: set one up, or sign in with the one there is. */
  'needs-second-factor': 403,
  /** A write without the header that only the desk's own pages and programs send, or from elsewhere. */
  'foreign-write': 403,
  'not-found': 404,
  'too-large': 413,
  'too-many-requests': 429,
  unavailable: 503,
} as const

export type DeskCommonRefusal = keyof typeof DESK_COMMON_REFUSALS

export type DeskReasonOf<Name extends DeskCallName> =
  | DeskCommonRefusal
  | { [One in Name]: keyof DeskEndpoints[One]['refusals'] & string }[Name]

export type DeskReason = DeskReasonOf<DeskCallName>
export type DeskRefusal<Code extends string = DeskReason> = Refusal<Code>

export function refuseDesk<const Code extends DeskReason>(
  code: Code,
  more: Omit<DeskRefusal, 'refused'> = {},
): DeskRefusal<Code> {
  return { refused: code, ...more }
}
