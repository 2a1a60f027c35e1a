type PollInterval = { youngerThanMinutes: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const OPEN_PAYMENT_INTERVALS: PollInterval[] = [
  { youngerThanMinutes: 2, seconds: 10 },
  { youngerThanMinutes: 30, seconds: 30 },
  { youngerThanMinutes: 24 * 60, seconds: 10 * MINUTE },
  { youngerThanMinutes: 40 * 24 * 60, seconds: 6 * HOUR },
]

/** A refund is polled until the provider reports its end. */
const REFUND_INTERVALS: PollInterval[] = [
  { youngerThanMinutes: 60, seconds: 5 * MINUTE },
  { youngerThanMinutes: 24 * 60, seconds: HOUR },
  { youngerThanMinutes: 7 * 24 * 60, seconds: 6 * HOUR },
  { youngerThanMinutes: Infinity, seconds: DAY },
]

/** Chargebacks can follow months later. Polling finds those whose webhook was lost. */
const PAID_PAYMENT_INTERVALS: PollInterval[] = [
  { youngerThanMinutes: 14 * 24 * 60, seconds: DAY },
  { youngerThanMinutes: 200 * 24 * 60, seconds: 7 * DAY },
]

/** The next poll of an open payment: soon at first, then less and less often. */
export const nextPoll = (createdAt: Date, now: Date) =>
  nextPollBy(OPEN_PAYMENT_INTERVALS, createdAt, now)

/** The next poll of a received payment; `refundSince`: the oldest pending refund. */
export function nextMoneyPoll(createdAt: Date, refundSince: Date | null, now: Date): Date | null {
  return earliest(
    nextPollBy(PAID_PAYMENT_INTERVALS, createdAt, now),
    refundSince && nextPollBy(REFUND_INTERVALS, refundSince, now),
  )
}

export function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

/** null: no further poll. */
function nextPollBy(intervals: PollInterval[], since: Date, now: Date): Date | null {
  const minutes = (now.getTime() - since.getTime()) / 60_000
  const interval = intervals.find(({ youngerThanMinutes }) => minutes < youngerThanMinutes)
  return interval ? new Date(now.getTime() + interval.seconds * 1000) : null
}
