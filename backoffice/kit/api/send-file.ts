import { waitForSignIn } from '#backoffice/kit/api/staff-session.ts'
import type { StaffOutcome } from '#contract/client.staff.ts'
import { staffPaths } from '#contract/paths.staff.ts'
import { Fault, readOutcome } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

/** Uploads a file as form data. If the session has ended, the upload is repeated after the sign-in. */
export async function sendFile<Name extends 'startImport' | 'readRecipientFile'>(
  name: Name,
  file: File,
  fields: Record<string, string> = {},
): Promise<StaffOutcome<Name>> {
  for (;;) {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', file)
    const { path, method } = staffPaths[name]
    const response = await fetch(path, {
      method,
      headers: { 'x-backoffice': '1' },
      body: form,
    }).catch((error: unknown) => {
      throw new Fault('The back office cannot be reached', null, null, { cause: error })
    })
    const outcome = (await readOutcome(response)) as StaffOutcome<Name>
    if (!refused(outcome) || outcome.refused !== 'no-session') return outcome
    await waitForSignIn()
  }
}
