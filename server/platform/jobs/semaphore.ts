/**
 * At most `limit` at a time per name. A released place goes straight to the longest waiting caller and is never free
 * in between.
 */
export function places(limit: number) {
  const busy = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  return {
    /** Returns whether it had to wait. */
    async take(name: string): Promise<boolean> {
      const count = busy.get(name) ?? 0
      if (count < limit) {
        busy.set(name, count + 1)
        return false
      }
      await new Promise<void>((go) => {
        const line = waiting.get(name)
        if (line) line.push(go)
        else waiting.set(name, [go])
      })
      return true
    },

    leave(name: string) {
      const line = waiting.get(name)
      const next = line?.shift()
      if (next) return next()
      waiting.delete(name)
      const count = (busy.get(name) ?? 1) - 1
      if (count > 0) busy.set(name, count)
      else busy.delete(name)
    },

    waiting: (name: string) => waiting.get(name)?.length ?? 0,
  }
}
