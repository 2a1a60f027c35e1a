/**
 * At most `limit` callers at a time per name. A released slot goes to the caller that has waited longest, so no
 * other can take it in between.
 */
export function semaphore(limit: number) {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()
  return {
    /** Returns whether it had to wait. */
    async acquire(name: string): Promise<boolean> {
      const count = running.get(name) ?? 0
      if (count < limit) {
        running.set(name, count + 1)
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
      const count = (running.get(name) ?? 1) - 1
      if (count > 0) running.set(name, count)
      else running.delete(name)
    },

    waiting: (name: string) => waiting.get(name)?.length ?? 0,
  }
}
