import { setTimeout as pause } from 'node:timers/promises'

const TURN_MS = 20
const TURNS_A_SECOND = 50

/**
 * Whether it holds within so many seconds. Turns are counted, not a clock: where others take the processor, whoever looks is
 * held up as long as what is looked at, and only what waits by itself is too late.
 */
export async function withinSeconds(
  seconds: number,
  holds: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (let turn = 0; turn < seconds * TURNS_A_SECOND; turn += 1) {
    if (await holds()) return true
    await pause(TURN_MS)
  }
  return holds()
}

export const withinASecond = (holds: () => boolean | Promise<boolean>) => withinSeconds(1, holds)

/** The same of what is awaited: whether it has come by then, well or badly. */
export function comesWithin(seconds: number, awaited: Promise<unknown>): Promise<boolean> {
  let come = false
  const comes = () => void (come = true)
  awaited.then(comes, comes)
  return withinSeconds(seconds, () => come)
}
