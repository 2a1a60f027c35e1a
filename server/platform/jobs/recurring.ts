import type { Logger } from 'pino'

/** Work that a process looks for by itself, one look at a time. */
export type Recurring<Found = unknown> = {
  everyMs: number
  /** The first look is at the start, not after the first interval. */
  atStart?: boolean
  /** The log message of a failed look. */
  failed: string
  /** A long look ends between its steps when the signal is aborted. */
  look(signal: AbortSignal): Promise<Found>
  /** Whether there may be more to find. Then the next look starts at once. */
  more?(found: Found): boolean
  /** The wait after so many failures in a row. Without it the next look is on schedule. */
  waitAfter?(error: unknown, failures: number): number
  /** What a look has started without waiting for it. */
  ended?(): Promise<unknown>
}

/** Looks at each at its interval. `stop` waits for the current looks. */
export function repeat(log: Pick<Logger, 'warn'>, all: readonly Recurring[]) {
  const stopping = new AbortController()
  const started = all.map((one) => repeatOne(log, one, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(started.map((one) => one.stop()))
    },
  }
}

function repeatOne(log: Pick<Logger, 'warn'>, recurring: Recurring, signal: AbortSignal) {
  const { everyMs, atStart = false, failed } = recurring
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  const once = async () => {
    try {
      const found = await recurring.look(signal)
      failures = 0
      return recurring.more?.(found) ? 0 : everyMs
    } catch (error) {
      failures += 1
      log.warn({ err: error, failures }, failed)
      return recurring.waitAfter?.(error, failures) ?? everyMs
    }
  }
  function again(ms: number) {
    if (signal.aborted) return
    timer = setTimeout(() => {
      looking = once().then(again)
    }, ms)
    timer.unref()
  }
  again(atStart ? 0 : everyMs)

  return {
    async stop() {
      clearTimeout(timer)
      await looking
      await recurring.ended?.()
    },
  }
}
