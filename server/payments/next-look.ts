const STEPS: { youngerThanMinutes: number; seconds: number }[] = [
  { youngerThanMinutes: 2, seconds: 10 },
  { youngerThanMinutes: 30, seconds: 30 },
  { youngerThanMinutes: 24 * 60, seconds: 600 },
  { youngerThanMinutes: 40 * 24 * 60, seconds: 6 * 3600 },
]

/** When to ask the provider again: soon while somebody waits, ever less often later; null: no more. */
export function nextLook(createdAt: Date, now: Date): Date | null {
  const minutes = (now.getTime() - createdAt.getTime()) / 60_000
  const step = STEPS.find(({ youngerThanMinutes }) => minutes < youngerThanMinutes)
  return step ? new Date(now.getTime() + step.seconds * 1000) : null
}
