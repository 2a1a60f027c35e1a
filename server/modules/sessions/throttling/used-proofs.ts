/** Longer than a salt is valid. */
const STORED_MS = 70_000

/**
 * A proof is valid for one guess. A repeat, even a concurrent one, gets the same response without a lookup or a count:
 * it cannot use up the limit for others and reveals nothing new. Each process stores the proofs of wrong guesses, at
 * most thirty a second.
 */
export function usedProofs() {
  const guesses = new Map<string, { result: Promise<unknown>; at: number }>()

  return {
    once<T>(salt: string, guess: () => Promise<T>): Promise<T> {
      eraseOld()
      const earlier = guesses.get(salt)
      // The salt is signed for one code, so the request is the same, and so is the type of its result.
      if (earlier) return earlier.result as Promise<T>
      const result = guess()
      guesses.set(salt, { result, at: performance.now() })
      const forget = () => void guesses.delete(salt)
      // A correct attempt may be repeated after a lost response, and an attempt without a lookup did not use its
      // proof.
      result.then((found) => (found === 'unknown' ? undefined : forget()), forget)
      return result
    },
  }

  function eraseOld() {
    for (const [salt, { at }] of guesses) {
      if (performance.now() - at < STORED_MS) return
      guesses.delete(salt)
    }
  }
}
