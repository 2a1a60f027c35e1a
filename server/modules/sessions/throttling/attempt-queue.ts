type Waiting = { go: (gotIt: boolean) => void; timer: NodeJS.Timeout }
type Line = { busy: number; worked: Waiting[]; others: Waiting[] }

/**
 * Limits concurrent tries per name. Waiting tries with a proof of work go first. A try waits until its deadline at
 * most, and the number of waiting tries of each kind is limited.
 */
export function attemptQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const lines = new Map<string, Line>()
  return {
    /** Returns whether a place was free. The caller must then release it. */
    async take(name: string, asker: { worked: boolean; until: number }): Promise<boolean> {
      const line = lines.get(name) ?? { busy: 0, worked: [], others: [] }
      lines.set(name, line)
      if (line.busy < atOnce) {
        line.busy += 1
        return true
      }
      const waiting = asker.worked ? line.worked : line.others
      if (waiting.length >= mostWaiting) return false
      return new Promise((go) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(one), 1)
          go(false)
        }
        const one = { go, timer: setTimeout(giveUp, asker.until - performance.now()) }
        waiting.push(one)
      })
    },

    leave(name: string) {
      const line = lines.get(name)
      if (!line) return
      const next = line.worked.shift() ?? line.others.shift()
      if (next) {
        clearTimeout(next.timer)
        next.go(true)
        return
      }
      line.busy -= 1
      if (line.busy === 0) lines.delete(name)
    },
  }
}
