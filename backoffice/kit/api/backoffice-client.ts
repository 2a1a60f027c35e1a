import { notifyMissingTwoFactor, waitForSignIn } from '#backoffice/kit/api/staff-session.ts'
import { retryWithProof } from '#backoffice/kit/api/retry-with-proof.ts'
import {
  type StaffResponse,
  type StaffInput,
  type StaffOutcome,
  sendStaffCall,
} from '#contract/client.staff.ts'
import type { StaffCallName } from '#contract/paths.staff.ts'
import { Fault, type Fetch } from '#contract/shared/http-call.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

/** A refused read. It is thrown so that the page can show the reason. */
export class StaffRefusalError extends Error {
  override name = 'StaffRefusalError'
  constructor(readonly refusal: Refusal<string>) {
    super(refusal.message ?? refusal.refused)
  }
}

/** After this time without user input, automatic reads no longer extend the session. */
const UNATTENDED_MS = 60_000
let lastTouched = Date.now()

/** Records when the user last touched the page. Called once, when the back office starts. */
export function trackActivity(): void {
  for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
    const recordTouch = () => (lastTouched = Date.now())
    window.addEventListener(event, recordTouch, { capture: true, passive: true })
  }
}

const sendRequest = (url: string, { headers, ...init }: Parameters<Fetch>[1]) =>
  fetch(url, {
    ...init,
    headers:
      Date.now() - lastTouched > UNATTENDED_MS
        ? { ...headers, 'x-backoffice-unattended': '1' }
        : headers,
  }).catch((error: unknown) => {
    throw new Fault('The back office cannot be reached', null, null, { cause: error })
  })

/** Does not handle a missing session: the caller gets the response as it is. */
export const callOnce = <Name extends StaffCallName>(
  name: Name,
  input: StaffInput<Name>,
  idempotencyKey?: string,
) => sendStaffCall(sendRequest, name, input, idempotencyKey)

/**
 * A call that needs a session. If the session has ended, or the call needs a recent sign-in, it is sent again after
 * the user signs in.
 */
export async function callBackoffice<Name extends StaffCallName>(
  name: Name,
  input: StaffInput<Name>,
  idempotencyKey?: string,
): Promise<StaffOutcome<Name>> {
  for (;;) {
    const outcome = await retryWithProof(input, (proof) =>
      callOnce(name, { ...input, ...proof }, idempotencyKey),
    )
    if (!refused(outcome)) return outcome
    if (outcome.refused === 'needs-recent-sign-in') {
      if (!(await waitForSignIn('recent'))) return outcome
    } else if (outcome.refused === 'no-session') {
      // A sign-in in another tab replaces the cookie; the call may have sent the old one.
      if (await hasSession()) continue
      await waitForSignIn()
    } else {
      if (outcome.refused === 'needs-second-factor') notifyMissingTwoFactor()
      return outcome
    }
  }
}

const hasSession = async () => !refused(await callOnce('whoAmI', {}))

/** Reads data: returns the answer, or throws a StaffRefusalError. */
export async function fetchBackoffice<Name extends StaffCallName>(
  name: Name,
  input: StaffInput<Name>,
): Promise<StaffResponse<Name>> {
  const outcome = await callBackoffice(name, input)
  if (refused(outcome)) throw new StaffRefusalError(outcome)
  return outcome
}
