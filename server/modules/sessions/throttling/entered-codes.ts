const STORED_MS = 10_000

/**
 * Wrong codes that were counted just now. The page immediately tries another reading of such a code (a zero for an
 * o), and both are one typing error: each wrong code excuses one other reading from the same network. Each process
 * has its own list; if another process answers, the reading counts.
 */
export function typedCodes() {
  const kept = new Map<string, number>()
  const keyOf = (line: string, code: string) => `${line} ${code}`

  return {
    keep(line: string, code: string) {
      for (const [key, at] of kept) {
        if (performance.now() - at < STORED_MS) break
        kept.delete(key)
      }
      kept.set(keyOf(line, code), performance.now())
    },

    take(line: string, code: string): boolean {
      const at = kept.get(keyOf(line, code))
      return kept.delete(keyOf(line, code)) && performance.now() - (at ?? 0) < STORED_MS
    },
  }
}
