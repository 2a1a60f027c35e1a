/**
 * At most `limit` callers at a time per name. A released place goes to the caller who has waited longest, so nobody
 * else can take it in between.
 */
export function semaphore(limit: number) {
  const busy = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  return {
    /** Returns whether it had to wait. */
    async acquire(name: string): Promise<boolean> {
      const count = busy.get(name) ?? 0
      if (count < limit) {
        busy.set(name, count + 1)
        return false
      }
      await new Promise<void>((resolve) => {
        const queue = waiting.get(name)
        if (queue) queue.push(resolve)
        else waiting.set(name, [resolve])
      })
      return true
    },

    release(name: string) {
      const queue = waiting.get(name)
      const next = queue?.shift()
      if (next) return next()
      waiting.delete(name)
      const count = (busy.get(name) ?? 1) - 1
      if (count > 0) busy.set(name, count)
      else busy.delete(name)
    },

    waiting: (name: string) => waiting.get(name)?.length ?? 0,
  }
}
