const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** After this many mails about changes of one order, later ones wait until it can no longer be changed. */
const MAX_EARLY_MAILS = 4

/** After this many mails in a day, the mails that a holder causes are sent one per hour. */
const MAX_PER_DAY = 10
export const RATE_WINDOW_MS = 24 * HOUR_MS

type Change = {
  atMs: number
  /** Mails about earlier changes of the same order that were sent, or are being sent. */
  before: number
  /** When the order can no longer be changed. */
  changeableUntilMs: number
}

/**
 * When a mail about a change is sent: the first at once, then with delays of one, two and four minutes. All later
 * ones are sent when no more changes are possible.
 */
export function changeMailDue({ atMs, before, changeableUntilMs }: Change): number {
  if (before === 0) return atMs
  if (before >= MAX_EARLY_MAILS) return Math.max(atMs, changeableUntilMs)
  return atMs + 2 ** (before - 1) * MINUTE_MS
}

/**
 * When the next mail caused by a holder is sent; null: at once. After ten mails in a day, mails are one hour apart,
 * and none is lost.
 */
export const holderMailDue = ({ sent, lastMs }: { sent: number; lastMs: number }): number | null =>
  sent < MAX_PER_DAY ? null : lastMs + HOUR_MS
