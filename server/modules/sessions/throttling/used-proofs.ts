/** Longer than a salt is valid. */
const STORED_MS = 70_000

/**
 * A proof is good for one guess. A repeat, even a concurrent one, gets the same response without a lookup or a count:
 * it cannot use up the limit for others and reveals nothing new. Each process remembers its own proofs, by a
 * monotonic clock; only wrong ones, at most thirty a second.
 */
export function usedProofs() {
  const answered = new Map<string, { answer: Promise<unknown>; at: number }>()

  return {
    once<T>(salt: string, guess: () => Promise<T>): Promise<T> {
      erase()
      const before = answered.get(salt)
      // The salt is signed for one code, so the request is the same, and so is the type of its result.
      if (before) return before.answer as Promise<T>
      const answer = guess()
      answered.set(salt, { answer, at: performance.now() })
      const drop = () => void answered.delete(salt)
      // A correct attempt may be repeated after a lost response, and an attempt without a lookup did not use its
      // proof.
      answer.then((found) => (found === 'unknown' ? undefined : drop()), drop)
      return answer
    },
  }

  function erase() {
    for (const [salt, { at }] of answered) {
      if (performance.now() - at < STORED_MS) return
      answered.delete(salt)
    }
  }
}
