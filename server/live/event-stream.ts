import { PassThrough } from 'node:stream'

import type { LiveEvent } from '#contract/live/live-event.ts'
import { RawResponse } from '#server/http/raw-response.ts'

/** A client that reads too slowly is disconnected and reconnects. */
const MAX_BUFFERED_BYTES = 1_000_000

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Prevents proxies from buffering the stream.
  'x-accel-buffering': 'no',
}

/** A response that stays open: server-sent events. */
export class EventStream extends RawResponse {
  readonly #stream: PassThrough

  constructor() {
    const stream = new PassThrough()
    super(HEADERS, stream)
    this.#stream = stream
    // A lost connection is not an error.
    stream.on('error', () => {})
    stream.write('retry: 1000\n\n')
  }

  get open() {
    return !this.#stream.writableEnded && !this.#stream.destroyed
  }

  notify(event: LiveEvent) {
    this.#write(
      `event: ${event.event}\ndata: ${JSON.stringify('data' in event ? event.data : {})}\n\n`,
    )
  }

  /** Keeps proxies from closing the connection as idle. */
  heartbeat() {
    this.#write(': \n\n')
  }

  onClose(work: () => void) {
    this.#stream.on('close', work)
  }

  end() {
    this.#stream.end()
  }

  #write(text: string) {
    if (!this.open) return
    if (this.#stream.writableLength + this.#stream.readableLength > MAX_BUFFERED_BYTES)
      this.#stream.destroy()
    else this.#stream.write(text)
  }
}
