import { setTimeout as pause } from 'node:timers/promises'

const TURN_MS = 20
const TURNS_A_SECOND = 50

/**
 * Whether it holds within so many seconds. Counts turns, not time: a busy machine delays the check as much as the
 * checked code, so only code that waits is late.
 */
export async function withinSeconds(
  seconds: number,
  condition: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (let turn = 0; turn < seconds * TURNS_A_SECOND; turn += 1) {
    if (await condition()) return true
    await pause(TURN_MS)
  }
  return condition()
}

export const withinASecond = (condition: () => boolean | Promise<boolean>) =>
  withinSeconds(1, condition)

/** Whether a promise settles within so many seconds. */
export function settlesWithin(seconds: number, awaited: Promise<unknown>): Promise<boolean> {
  let isSettled = false
  const settle = () => void (isSettled = true)
  awaited.then(settle, settle)
  return withinSeconds(seconds, () => isSettled)
}
