import { waitForSignIn } from '#backoffice/kit/api/staff-session.ts'
import type { StaffOutcome } from '#contract/client.staff.ts'
import { staffPaths } from '#contract/paths.staff.ts'
import { Fault, readOutcome } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

/**
 * Uploads an image as multipart form data, with progress. If the session has ended, the upload waits for the next
 * sign-in.
 */
export async function sendPicture(
  file: File,
  onProgress: (percent: number) => void,
): Promise<StaffOutcome<'addPicture'>> {
  for (;;) {
    const outcome = (await readOutcome(await post(file, onProgress))) as StaffOutcome<'addPicture'>
    if (!refused(outcome) || outcome.refused !== 'no-session') return outcome
    await waitForSignIn()
  }
}

/** `fetch` reports no upload progress, so `XMLHttpRequest` is used. */
function post(file: File, onProgress: (percent: number) => void): Promise<Response> {
  const form = new FormData()
  form.set('file', file)
  const request = new XMLHttpRequest()
  request.open(staffPaths.addPicture.method, staffPaths.addPicture.path)
  request.setRequestHeader('x-backoffice', '1')
  request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
    if (lengthComputable && total > 0) onProgress(Math.round((loaded / total) * 100))
  })
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () =>
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: Object.fromEntries(
            ['content-type', 'x-request-id'].flatMap((name) => {
              const value = request.getResponseHeader(name)
              return value === null ? [] : [[name, value]]
            }),
          ),
        }),
      ),
    )
    for (const event of ['error', 'abort', 'timeout'])
      request.addEventListener(event, () =>
        reject(new Fault('The back office cannot be reached', null, null)),
      )
    request.send(form)
  })
}
