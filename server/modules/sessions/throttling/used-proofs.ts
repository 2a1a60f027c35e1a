/** Longer than a salt is good for. */
const KEPT_MS = 70_000

/**
 * A proof serves one guess. Sent again, also at the same time, it is answered as it was, without a look into the
 * database and without a count: it cannot use up what others may try, and tells nothing new. Each process remembers
 * its own, by a clock that nobody sets; so many as were wrong, which are thirty a second at most.
 */
export function spentProofs() {
  const answered = new Map<string, { answer: Promise<unknown>; at: number }>()

  return {
    once<T>(salt: string, guess: () => Promise<T>): Promise<T> {
      erase()
      const before = answered.get(salt)
      // The salt is signed for one code: the question is the same one, and so is the type of its answer.
      if (before) return before.answer as Promise<T>
      const answer = guess()
      answered.set(salt, { answer, at: performance.now() })
      const drop = () => void answered.delete(salt)
      // What is right may be asked again after a lost answer, and what was not looked at is not spent.
      answer.then((found) => (found === 'unknown' ? undefined : drop()), drop)
      return answer
    },
  }

  function erase() {
    for (const [salt, { at }] of answered) {
      if (performance.now() - at < KEPT_MS) return
      answered.delete(salt)
    }
  }
}
