import { untilSignedIn } from '#backoffice/kit/api/staff-session.ts'
import type { DeskOutcome } from '#contract/client.staff.ts'
import { deskPaths } from '#contract/paths.staff.ts'
import { Fault, readOutcome } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

/** A file goes as browsers send files. Should the session have ended, it is sent once they are in again. */
export async function sendFile<Name extends 'beginImport' | 'readPeopleFile'>(
  name: Name,
  file: File,
  fields: Record<string, string> = {},
): Promise<DeskOutcome<Name>> {
  for (;;) {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', file)
    const { path, method } = deskPaths[name]
    const response = await fetch(path, { method, headers: { 'x-desk': '1' }, body: form }).catch(
      (error: unknown) => {
        throw new Fault('The desk cannot be reached', null, null, { cause: error })
      },
    )
    const outcome = (await readOutcome(response)) as DeskOutcome<Name>
    if (!refused(outcome) || outcome.refused !== 'no-session') return outcome
    await untilSignedIn()
  }
}
