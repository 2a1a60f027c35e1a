type Step = { youngerThanMinutes: number; seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const OPEN: Step[] = [
  { youngerThanMinutes: 2, seconds: 10 },
  { youngerThanMinutes: 30, seconds: 30 },
  { youngerThanMinutes: 24 * 60, seconds: 10 * MINUTE },
  { youngerThanMinutes: 40 * 24 * 60, seconds: 6 * HOUR },
]

/** Polled until the provider reports the end, however long that takes. */
const REFUND: Step[] = [
  { youngerThanMinutes: 60, seconds: 5 * MINUTE },
  { youngerThanMinutes: 24 * 60, seconds: HOUR },
  { youngerThanMinutes: 7 * 24 * 60, seconds: 6 * HOUR },
  { youngerThanMinutes: Infinity, seconds: DAY },
]

/** Chargebacks can follow months later. Webhooks have no deadline; polling finds the ones that were lost. */
const PAID: Step[] = [
  { youngerThanMinutes: 14 * 24 * 60, seconds: DAY },
  { youngerThanMinutes: 200 * 24 * 60, seconds: 7 * DAY },
]

/** The next poll of an open payment: soon at first, then less and less often. */
export const nextPoll = (createdAt: Date, now: Date) => nextIn(OPEN, createdAt, now)

/** The next poll of a received payment; `refundSince`: the oldest pending refund. */
export function nextMoneyPoll(createdAt: Date, refundSince: Date | null, now: Date): Date | null {
  return earliest(nextIn(PAID, createdAt, now), refundSince && nextIn(REFUND, refundSince, now))
}

export function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

/** null: no further poll. */
function nextIn(steps: Step[], since: Date, now: Date): Date | null {
  const minutes = (now.getTime() - since.getTime()) / 60_000
  const step = steps.find(({ youngerThanMinutes }) => minutes < youngerThanMinutes)
  return step ? new Date(now.getTime() + step.seconds * 1000) : null
}
