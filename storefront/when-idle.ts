/** Calls when the browser has nothing better to do, after half a second in any case. Returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: 500 })
  return () => cancelIdleCallback(asked)
}
