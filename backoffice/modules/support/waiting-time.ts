import { LATE_MS } from '#domain/support/inbox-folders.ts'

const HOUR_MS = 3_600_000

/** The waiting time in whole hours, from two days on in whole days. */
export function waitingTime(milliseconds: number): { unit: 'hours' | 'days'; count: number } {
  const hours = Math.floor(milliseconds / HOUR_MS)
  return hours < 48
    ? { unit: 'hours', count: hours }
    : { unit: 'days', count: Math.floor(hours / 24) }
}

export type Waiting = { state: string; since: string; snoozed_until: string | null }

/** Open, not snoozed, and without a reply for too long. */
export const isLate = ({ state, since, snoozed_until }: Waiting, now: number): boolean =>
  state === 'open' &&
  (snoozed_until === null || Date.parse(snoozed_until) <= now) &&
  now - Date.parse(since) > LATE_MS
