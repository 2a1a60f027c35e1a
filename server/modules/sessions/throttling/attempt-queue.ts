type Waiting = { go: (gotIt: boolean) => void; timer: NodeJS.Timeout }
type Queue = { busy: number; worked: Waiting[]; others: Waiting[] }

/**
 * Limits concurrent tries per name. Waiting tries with a proof of work go first. A try waits until its deadline at
 * most, and the number of waiting tries of each kind is limited.
 */
export function attemptQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const queues = new Map<string, Queue>()
  return {
    /** Returns whether a place was free. The caller must then release it. */
    async take(name: string, attempt: { worked: boolean; until: number }): Promise<boolean> {
      const queue = queues.get(name) ?? { busy: 0, worked: [], others: [] }
      queues.set(name, queue)
      if (queue.busy < atOnce) {
        queue.busy += 1
        return true
      }
      const waiting = attempt.worked ? queue.worked : queue.others
      if (waiting.length >= mostWaiting) return false
      return new Promise((go) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(one), 1)
          go(false)
        }
        const one = { go, timer: setTimeout(giveUp, attempt.until - performance.now()) }
        waiting.push(one)
      })
    },

    leave(name: string) {
      const queue = queues.get(name)
      if (!queue) return
      const next = queue.worked.shift() ?? queue.others.shift()
      if (next) {
        clearTimeout(next.timer)
        next.go(true)
        return
      }
      queue.busy -= 1
      if (queue.busy === 0) queues.delete(name)
    },
  }
}
