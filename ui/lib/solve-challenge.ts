import type { WorkChallenge } from '#domain/sessions/proof-of-work.ts'
import { proofSearch } from '#domain/sessions/proof-search.ts'
import type { WorkerAnswer } from './solve-challenge-worker.ts'
// oxlint-disable-next-line import/default -- the build makes it the address of the file
import workerAddress from './solve-challenge-worker.ts?worker&url'
import { trustedPolicy } from './trusted-types.ts'

/** A worker that has not started by then may never start, because its file has only three kilobytes. */
const WORKER_TIMEOUT_MS = 3000
/** Between two slices the page can react to input. */
const SLICE_MS = 10

/** Finds the nonce, in a worker if possible, otherwise in short slices on the main thread. */
export async function solveChallenge(
  challenge: WorkChallenge,
  encryptedCode: string,
): Promise<string> {
  return (await solveInWorker(challenge, encryptedCode)) ?? solveInSlices(challenge, encryptedCode)
}

function solveInWorker(challenge: WorkChallenge, encryptedCode: string): Promise<string | null> {
  return new Promise((resolve) => {
    let worker: Worker
    try {
      worker = new Worker(trustedWorkerAddress())
    } catch {
      return resolve(null)
    }
    const finish = (nonce: string | null) => {
      clearTimeout(timeout)
      worker.terminate()
      resolve(nonce)
    }
    const timeout = setTimeout(finish, WORKER_TIMEOUT_MS, null)
    worker.addEventListener('error', () => finish(null))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data === 'ready') {
        clearTimeout(timeout)
        worker.postMessage({ challenge, encryptedCode }, [])
      } else finish(data.nonce)
    })
  })
}

let policy: ReturnType<typeof trustedPolicy>

/** The only worker address that the content security policy allows. */
function trustedWorkerAddress(): string {
  policy ??= trustedPolicy('giftpoint-worker', { createScriptURL: () => workerAddress })
  return policy?.createScriptURL('') ?? workerAddress
}

async function solveInSlices(challenge: WorkChallenge, encryptedCode: string): Promise<string> {
  const search = proofSearch(challenge, encryptedCode)
  let tries = 500
  for (;;) {
    const startedAt = performance.now()
    const nonce = search(tries)
    if (nonce !== null) return nonce
    const tookMs = Math.max(1, performance.now() - startedAt)
    tries = Math.ceil((tries * SLICE_MS) / tookMs)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
