const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
/**
 * A terminal signals the whole process group, and npm forwards its signal, so one request arrives two or three times.
 */
const SAME_REQUEST_MS = 1000
/** After the requested grace time, stopping must fit into the ten seconds that most supervisors allow. */
export const SHUTDOWN_TIMEOUT_SECONDS = 8
/** The time left to send the database its stop command, without waiting for its end. */
const FLUSH_MS = 1800

type StopOptions = {
  say: (line: string) => void
  complain: (line: string) => void
  /** Lets current work finish, then stops everything. */
  stop: () => Promise<void>
  /** Stops everything without waiting. */
  release: () => Promise<void>
  /** The exit code of an orderly stop: 0 for a shop, not for a command that was interrupted. */
  exitCode?: number
  /** The expected extra time of an orderly stop, as far as it is known. */
  graceMs?: () => number
  /** The longest duration of an orderly stop after the grace time. */
  stopMs?: () => number
}

/** The first signal lets current work finish. A later one, or `stopMs` beyond the grace time, ends it at once. */
export function stopOnSignal({
  say,
  complain,
  stop,
  release,
  exitCode = 0,
  graceMs = () => 0,
  stopMs = () => SHUTDOWN_TIMEOUT_SECONDS * 1000,
}: StopOptions): AbortSignal {
  const stopping = new AbortController()
  let requestedAt = 0
  /** Repeated signals count once, because two forced stops would interfere with each other. */
  let isForced = false

  const stopInOrder = () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    requestedAt = performance.now()
    say('Stopping …')
    setTimeout(forceStop, stopMs() + graceMs()).unref()
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        complain(`Stop failed: ${String(error)}`)
        forceStop()
      },
    )
  }
  const forceStop = () => {
    if (isForced) return
    isForced = true
    setTimeout(() => process.exit(1), FLUSH_MS).unref()
    void release()
      .catch(() => {})
      .then(() => process.exit(1))
  }
  const onSignal = () => {
    if (!stopping.signal.aborted) stopInOrder()
    else if (performance.now() - requestedAt > SAME_REQUEST_MS) forceStop()
  }
  for (const signal of SIGNALS) {
    // Replaces the launcher's handler in the same tick, so no signal is lost.
    process.removeAllListeners(signal)
    process.on(signal, onSignal)
  }
  // An event from scripts/start.mjs. It is not a signal and never forces the stop.
  const prepared: NodeJS.EventEmitter = process
  prepared.removeAllListeners('parent-gone')
  prepared.on('parent-gone', stopInOrder)
  return stopping.signal
}
