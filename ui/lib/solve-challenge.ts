import type { WorkAsked } from '#domain/sessions/proof-of-work.ts'
import { proofSearch } from '#domain/sessions/proof-search.ts'
import type { WorkerAnswer } from './solve-challenge-worker.ts'
// oxlint-disable-next-line import/default -- the build makes it the address of the file
import workerAddress from './solve-challenge-worker.ts?worker&url'
import { trustedPolicy } from './trusted-types.ts'

/** A worker that has not loaded by then may never load: it is three kilobytes. */
const WORKER_COMES_MS = 3000
/** In between the page can react to input. */
const SLICE_MS = 10

/** Finds the nonce, in a worker if possible, otherwise in short slices on the main thread. */
export async function solveChallenge(asked: WorkAsked, encryptedCode: string): Promise<string> {
  return (await inWorker(asked, encryptedCode)) ?? inSlices(asked, encryptedCode)
}

function inWorker(asked: WorkAsked, encryptedCode: string): Promise<string | null> {
  return new Promise((resolve) => {
    let worker: Worker
    try {
      worker = new Worker(ownWorker())
    } catch {
      return resolve(null)
    }
    const end = (nonce: string | null) => {
      clearTimeout(waiting)
      worker.terminate()
      resolve(nonce)
    }
    const waiting = setTimeout(end, WORKER_COMES_MS, null)
    worker.addEventListener('error', () => end(null))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data === 'ready') {
        clearTimeout(waiting)
        worker.postMessage({ asked, encryptedCode }, [])
      } else end(data.nonce)
    })
  })
}

let policy: ReturnType<typeof trustedPolicy>

/** The only worker address that the content security policy allows. */
function ownWorker(): string {
  policy ??= trustedPolicy('giftpoint-worker', { createScriptURL: () => workerAddress })
  return policy?.createScriptURL('') ?? workerAddress
}

async function inSlices(asked: WorkAsked, encryptedCode: string): Promise<string> {
  const search = proofSearch(asked, encryptedCode)
  let tries = 500
  for (;;) {
    const startedAt = performance.now()
    const nonce = search(tries)
    if (nonce !== null) return nonce
    const tookMs = Math.max(1, performance.now() - startedAt)
    tries = Math.ceil((tries * SLICE_MS) / tookMs)
    await new Promise((resume) => setTimeout(resume))
  }
}
