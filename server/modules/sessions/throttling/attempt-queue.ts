type Waiting = { resolve: (isAdmitted: boolean) => void; timer: NodeJS.Timeout }
type Queue = { running: number; withProof: Waiting[]; withoutProof: Waiting[] }

/**
 * Limits concurrent attempts per name. Waiting attempts with a proof of work are admitted first. An attempt waits until
 * its deadline, and the number of waiting attempts with and without proof is limited.
 */
export function attemptQueue({
  maxRunning,
  maxWaiting,
}: {
  maxRunning: number
  maxWaiting: number
}) {
  const queues = new Map<string, Queue>()
  return {
    /** Returns whether the attempt is admitted. The caller must then call `release`. */
    async acquire(
      name: string,
      attempt: { hasProof: boolean; deadline: number },
    ): Promise<boolean> {
      const queue = queues.get(name) ?? { running: 0, withProof: [], withoutProof: [] }
      queues.set(name, queue)
      if (queue.running < maxRunning) {
        queue.running += 1
        return true
      }
      const waiting = attempt.hasProof ? queue.withProof : queue.withoutProof
      if (waiting.length >= maxWaiting) return false
      return new Promise((resolve) => {
        const timeOut = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          resolve(false)
        }
        const timer = setTimeout(timeOut, attempt.deadline - performance.now())
        const entry = { resolve, timer }
        waiting.push(entry)
      })
    },

    /** Admits the next waiting attempt. */
    release(name: string) {
      const queue = queues.get(name)
      if (!queue) return
      const next = queue.withProof.shift() ?? queue.withoutProof.shift()
      if (next) {
        clearTimeout(next.timer)
        next.resolve(true)
        return
      }
      queue.running -= 1
      if (queue.running === 0) queues.delete(name)
    },
  }
}
