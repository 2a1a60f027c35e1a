const STORED_MS = 10_000

/**
 * Wrong codes that were counted just now. The page immediately tries another reading of such a code (a zero for an
 * o), and both are one typing error: each wrong code excuses one other reading from the same network. Each process
 * has its own list; if another process answers, the reading counts.
 */
export function enteredCodes() {
  const kept = new Map<string, number>()
  const keyOf = (network: string, code: string) => `${network} ${code}`

  return {
    keep(network: string, code: string) {
      for (const [key, at] of kept) {
        if (performance.now() - at < STORED_MS) break
        kept.delete(key)
      }
      kept.set(keyOf(network, code), performance.now())
    },

    take(network: string, code: string): boolean {
      const at = kept.get(keyOf(network, code))
      return kept.delete(keyOf(network, code)) && performance.now() - (at ?? 0) < STORED_MS
    },
  }
}
