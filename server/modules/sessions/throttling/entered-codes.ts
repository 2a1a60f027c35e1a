const STORED_MS = 10_000

/**
 * Wrong codes that were counted just now. The page asks for another reading of such a code (a zero for an o) at once,
 * and both are one typing error: each code excuses one other, from the same line. Each process remembers its own;
 * where another one answers, the reading counts.
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
