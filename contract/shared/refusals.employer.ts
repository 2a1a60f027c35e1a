import type { EmployerEndpoints } from '#contract/endpoints.employer.ts'
import type { EmployerCallName } from '#contract/paths.employer.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

/** Refusals of every call of the employer portal, with their HTTP status. */
export const EMPLOYER_COMMON_REFUSALS = {
  'invalid-input': 400,
  'no-session': 401,
  'foreign-write': 403,
  'not-found': 404,
  'too-large': 413,
  'too-many-requests': 429,
  unavailable: 503,
} as const

export type EmployerReasonOf<Name extends EmployerCallName> =
  | keyof typeof EMPLOYER_COMMON_REFUSALS
  | { [One in Name]: keyof EmployerEndpoints[One]['refusals'] & string }[Name]
export type EmployerReason = EmployerReasonOf<EmployerCallName>

export function refuseEmployer<const Code extends EmployerReason>(
  code: Code,
  more: Omit<Refusal<Code>, 'refused'> = {},
): Refusal<Code> {
  return { refused: code, ...more }
}

/** Messages for client developers. The portal selects its texts by refusal code. */
export const EMPLOYER_REFUSAL_MESSAGES: Record<EmployerReason, string> = {
  'invalid-input': 'The input is invalid.',
  'no-session': 'Sign in first.',
  'foreign-write':
    'Write calls need the header X-Employer: 1 and the origin of the employer portal.',
  'not-found': 'Not found, or it belongs to another employer.',
  'too-large': 'The request is too large.',
  'too-many-requests': 'Too many requests. Try again in a moment.',
  unavailable: 'The service is temporarily unavailable.',
  'too-many-attempts': 'Too many attempts. Solve the challenge first.',
  'second-factor':
    'The account has a second factor. Send the password again with the code of the app.',
  'wrong-sign-in': 'The email address, password or code is wrong.',
  'invitation-over': 'This invitation has been used or replaced, or it has expired.',
  'wrong-password': 'The current password is wrong.',
  'weak-password':
    'This password is easy to guess. Choose a longer one without common words, names or the email address of its owner.',
  'wrong-code': 'The code is wrong or has already been used.',
  'wrong-passkey': 'This passkey was not created here, or has already been added.',
  'factor-is-set': 'An authenticator app is already active. Remove it first.',
  'no-factor': 'No authenticator app is active.',
  'over-budget': 'The budget of the campaign is too low.',
  'over-limit': 'This is more than an employer can add. Ask the shop to add this person.',
  'has-one-already': 'This person already has a voucher in this campaign.',
  'batch-undone': 'This batch was withdrawn.',
  'waits-for-second': 'This batch is still waiting for approval by the shop.',
  'batch-over': 'This batch has ended.',
  'being-made': 'The vouchers are still being created. Try again when they are ready.',
  'codes-under-way': 'The codes are being downloaded. Try again when the download has ended.',
  'changed-since': 'Someone changed this after you read it. Read it again.',
  'no-longer-possible': 'The requested action is no longer possible.',
  'reminded-lately':
    'A reminder was requested recently. Try again when the waiting period is over.',
}
