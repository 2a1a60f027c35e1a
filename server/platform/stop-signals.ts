const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
/** A terminal tells the whole process group, and npm passes on what it was told: one wish, heard twice or thrice. */
const SAME_WISH_MS = 1000
/** The whole of stopping has to fit into the ten seconds that most leave it, after the grace that was asked for. */
export const SHUTDOWN_TIMEOUT_SECONDS = 8
/** What is left to tell the database that it is no longer needed, without waiting for its end. */
const LAST_WORDS_MS = 1800

type Stopping = {
  say: (line: string) => void
  complain: (line: string) => void
  /** Lets what is under way end, and ends all that was started. */
  stop: () => Promise<void>
  /** Waits for nothing, but leaves nothing running. */
  letGo: () => Promise<void>
  /** Of an end in order: a shop has done what it was for, a command has not. */
  exitCode?: number
  /** How much longer an end in order takes by its own wish, as far as that is known. */
  graceMs?: () => number
  /** How long an end in order may take beyond that. */
  stopMs?: () => number
}

/** A first signal lets what is under way end; a later one, or `stopMs` beyond its grace, does not wait any longer. */
export function stopOnSignal({
  say,
  complain,
  stop,
  letGo,
  exitCode = 0,
  graceMs = () => 0,
  stopMs = () => SHUTDOWN_TIMEOUT_SECONDS * 1000,
}: Stopping): AbortSignal {
  const asked = new AbortController()
  let since = 0
  /** Whoever hammers on the key is heard once: two who let go would stand in each other's way. */
  let last = false

  const end = () => {
    if (asked.signal.aborted) return
    asked.abort()
    since = performance.now()
    say('Stopping …')
    setTimeout(endAtOnce, stopMs() + graceMs()).unref()
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        complain(`It did not stop in order: ${String(error)}`)
        endAtOnce()
      },
    )
  }
  const endAtOnce = () => {
    if (last) return
    last = true
    setTimeout(() => process.exit(1), LAST_WORDS_MS).unref()
    void letGo()
      .catch(() => {})
      .then(() => process.exit(1))
  }
  const onSignal = () => {
    if (!asked.signal.aborted) end()
    else if (performance.now() - since > SAME_WISH_MS) endAtOnce()
  }
  for (const signal of SIGNALS) {
    // Whoever prepared this process has listened until now, in the same breath.
    process.removeAllListeners(signal)
    process.on(signal, onSignal)
  }
  // As scripts/start.mjs tells it: not a signal, and never an impatient one.
  const prepared: NodeJS.EventEmitter = process
  prepared.removeAllListeners('parent-gone')
  prepared.on('parent-gone', end)
  return asked.signal
}
