import { setImmediate as afterOthers } from 'node:timers/promises'

import { places } from '#server/ground/places.ts'

/** More than a page asks for by the six ways of a browser is nobody's who looks at it. */
const AT_ONCE = 4
const MOST_WAITING = 120

/**
 * What holders read, or who asks without a token, so many answers at once for each: whoever asks for a hundred searches waits behind himself, not
 * the others behind him. A search is reckoned without a pause, so between two of one holder everybody else is heard.
 */
export function readTurns() {
  const turns = places(AT_ONCE)
  return {
    /** null when so much waits already that nobody can be waiting for it. */
    async take<T>(who: number | string, read: () => T | Promise<T>): Promise<T | null> {
      const name = String(who)
      if (turns.waiting(name) >= MOST_WAITING) return null
      if (await turns.take(name)) await afterOthers()
      try {
        return await read()
      } finally {
        turns.leave(name)
      }
    },
  }
}

export type ReadTurns = ReturnType<typeof readTurns>
