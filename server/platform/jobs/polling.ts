import type { Logger } from 'pino'

type Looking<Found> = {
  everyMs: number
  /** The log message of a failed poll. The next poll runs on schedule. */
  failed: string
  /** A long poll calls `stopped` between its steps and ends when that is true. */
  look: (stopped: () => boolean) => Promise<Found>
  /** Whether there may be more to find. Then the next poll starts at once. */
  more?: (found: Found) => boolean
}

/** Polls at an interval, one poll at a time. `stop` waits for the current poll. */
export function pollRegularly<Found>(
  log: Pick<Logger, 'warn'>,
  { everyMs, failed, look, more = () => false }: Looking<Found>,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  const once = async () => {
    try {
      return more(await look(() => stopped)) ? 0 : everyMs
    } catch (error) {
      log.warn({ err: error }, failed)
      return everyMs
    }
  }
  function again(ms: number) {
    if (stopped) return
    timer = setTimeout(() => {
      looking = once().then(again)
    }, ms)
    timer.unref()
  }
  again(everyMs)

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
