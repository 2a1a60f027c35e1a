import type { WorkAsked } from '#domain/sessions/proof-of-work.ts'
import { proofSearch } from '#domain/sessions/proof-search.ts'

export type WorkerAnswer = 'ready' | { nonce: string }

/** Runs until it finds a nonce or is terminated. */
const AS_LONG_AS_IT_TAKES = 2 ** 31

addEventListener(
  'message',
  ({ data }: MessageEvent<{ asked: WorkAsked; encryptedCode: string }>) => {
    const nonce = proofSearch(data.asked, data.encryptedCode)(AS_LONG_AS_IT_TAKES)
    if (nonce !== null) respond({ nonce })
  },
)
respond('ready')

function respond(answer: WorkerAnswer) {
  postMessage(answer)
}
