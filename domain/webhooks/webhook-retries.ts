const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Delays between the nine tries of one event, which take four days. */
const RETRY_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  DAY,
  2 * DAY,
]

/** Delays for all events of one webhook while its deliveries fail. */
const ENDPOINT_PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE]

/** When to try an event again after this many tries; null if no try is left. */
export function nextTry(tries: number, now: Date): Date | null {
  const delay = RETRY_DELAYS[tries - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}

/**
 * The pause of a webhook after this many consecutive failures. During an outage only one event is tried, and the others
 * wait.
 */
export function endpointPausedUntil(
  failures: number,
  now: Date,
  retryAfterSeconds: number | null,
): Date {
  const pause = ENDPOINT_PAUSES[Math.min(failures, ENDPOINT_PAUSES.length) - 1] ?? 0
  const requestedMs = Math.min((retryAfterSeconds ?? 0) * SECOND, HOUR)
  return new Date(now.getTime() + Math.max(pause, requestedMs))
}

/** Without a delivery for this long, a task is created. */
export const TASK_AFTER_MS = 12 * HOUR
/** Without a delivery for this long, the webhook is disabled. */
export const DISABLE_AFTER_MS = 7 * DAY
