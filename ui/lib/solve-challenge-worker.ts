import type { WorkChallenge } from '#domain/sessions/proof-of-work.ts'
import { proofSearch } from '#domain/sessions/proof-search.ts'

export type WorkerAnswer = 'ready' | { nonce: string }

/** Runs until it finds a nonce or is terminated. */
const UNLIMITED_TRIES = 2 ** 31

addEventListener(
  'message',
  ({ data }: MessageEvent<{ challenge: WorkChallenge; encryptedCode: string }>) => {
    const nonce = proofSearch(data.challenge, data.encryptedCode)(UNLIMITED_TRIES)
    if (nonce !== null) respond({ nonce })
  },
)
respond('ready')

function respond(answer: WorkerAnswer) {
  postMessage(answer)
}
