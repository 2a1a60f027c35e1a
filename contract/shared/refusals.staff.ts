import type { StaffCallName } from '#contract/paths.staff.ts'
import type { StaffEndpoints } from '#contract/endpoints.staff.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

/** Refusals of every call of the back office, with their HTTP status. */
export const STAFF_COMMON_REFUSALS = {
  'invalid-input': 400,
  'no-session': 401,
  'not-allowed': 403,
  /** The call needs a sign-in of the last 10 minutes: sign in again and repeat it. */
  'needs-recent-sign-in': 403,
  /** The role needs two-factor authentication and this sign-in had none: set it up, or sign in with it. */
  'needs-second-factor': 403,
  /** A write without the header `X-Backoffice`, or from another origin. */
  'foreign-write': 403,
  'not-found': 404,
  'too-large': 413,
  'too-many-requests': 429,
  unavailable: 503,
} as const

export type StaffCommonRefusal = keyof typeof STAFF_COMMON_REFUSALS

export type StaffReasonOf<Name extends StaffCallName> =
  | StaffCommonRefusal
  | { [One in Name]: keyof StaffEndpoints[One]['refusals'] & string }[Name]

export type StaffReason = StaffReasonOf<StaffCallName>
export type StaffRefusal<Code extends string = StaffReason> = Refusal<Code>

export function refuseStaff<const Code extends StaffReason>(
  code: Code,
  more: Omit<StaffRefusal, 'refused'> = {},
): StaffRefusal<Code> {
  return { refused: code, ...more }
}
