const STORED_MS = 10_000

/**
 * Wrong codes that were counted just now. The page immediately tries another spelling of such a code (a zero for an
 * o), and both are one typing error: each wrong code excuses one other spelling from the same network. Each process
 * has its own list; in another process the second spelling counts as well.
 */
export function enteredCodes() {
  const countedAt = new Map<string, number>()
  const keyOf = (network: string, code: string) => `${network} ${code}`

  return {
    add(network: string, code: string) {
      for (const [key, at] of countedAt) {
        if (performance.now() - at < STORED_MS) break
        countedAt.delete(key)
      }
      countedAt.set(keyOf(network, code), performance.now())
    },

    /** Whether the code was counted; true only once. */
    remove(network: string, code: string): boolean {
      const at = countedAt.get(keyOf(network, code))
      return countedAt.delete(keyOf(network, code)) && performance.now() - (at ?? 0) < STORED_MS
    },
  }
}
