import type { Logger } from 'pino'

type Looking<Found> = {
  everyMs: number
  /** What the log says of a look that failed; the next one comes in its time. */
  failed: string
  /** Whoever works long asks now and then whether to end. */
  look: (stopped: () => boolean) => Promise<Found>
  /** Whether there may be more of what was found: then it looks again at once. */
  more?: (found: Found) => boolean
}

/** What a process looks at by itself, one look after the other; who stops it waits for the one under way. */
export function lookOften<Found>(
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
