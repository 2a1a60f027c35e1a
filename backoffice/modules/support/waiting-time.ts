const HOUR_MS = 3_600_000

/** The waiting time in whole hours, from two days on in whole days. */
export function waitingTime(milliseconds: number): { unit: 'hours' | 'days'; count: number } {
  const hours = Math.floor(milliseconds / HOUR_MS)
  return hours < 48
    ? { unit: 'hours', count: hours }
    : { unit: 'days', count: Math.floor(hours / 24) }
}
