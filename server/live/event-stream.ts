import { PassThrough } from 'node:stream'

import type { LiveEvent } from '#contract/live/live-event.ts'

/** Who reads so slowly comes again when there is time. */
const MOST_WAITING = 1_000_000

/** An answer that does not end: server-sent events. */
export class EventStream {
  readonly body = new PassThrough()

  constructor() {
    // A lost connection is not an error.
    this.body.on('error', () => {})
    this.body.write('retry: 1000\n\n')
  }

  get open() {
    return !this.body.writableEnded && !this.body.destroyed
  }

  tell(event: LiveEvent) {
    this.#write(
      `event: ${event.event}\ndata: ${JSON.stringify('data' in event ? event.data : {})}\n\n`,
    )
  }

  /** Keeps the line from being taken for a dead one. */
  beat() {
    this.#write(': \n\n')
  }

  end() {
    this.body.end()
  }

  #write(text: string) {
    if (!this.open) return
    if (this.body.writableLength + this.body.readableLength > MOST_WAITING) this.body.destroy()
    else this.body.write(text)
  }
}
