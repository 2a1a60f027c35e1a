const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Between the tries of one event: nine tries within four days. */
const BETWEEN_TRIES = [
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
const BETWEEN_LOOKS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE]

/** When an event that was tried so often is tried again; null: not any more. */
export function nextTry(tries: number, now: Date): Date | null {
  const pause = BETWEEN_TRIES[tries - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}

/**
 * Until when a webhook is left alone that has failed so often in a row: an outage is looked at with one event at a time, and
 * not with all that wait for its end.
 */
export function endpointPausedUntil(
  failures: number,
  now: Date,
  askedSeconds: number | null,
): Date {
  const pause = BETWEEN_LOOKS[Math.min(failures, BETWEEN_LOOKS.length) - 1] ?? 0
  const asked = Math.min((askedSeconds ?? 0) * SECOND, HOUR)
  return new Date(now.getTime() + Math.max(pause, asked))
}

/** Nothing arrived for so long: a person is needed. */
export const SILENT_MS = 12 * HOUR
/** And for so long: it is not asked any more. */
export const DEAD_MS = 7 * DAY
