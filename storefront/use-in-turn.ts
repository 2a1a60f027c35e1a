import { notifyManager } from '@tanstack/react-query'
import { useState } from 'react'

/** Until when the next change has to wait, by queue. */
const queues = new Map<string, Promise<void>>()

type Change<Wanted> = { wanted: Wanted; pending: boolean; error: Error | null }

/**
 * Carries out changes one after the other, those of all places that name the same queue. The last one that was asked
 * for here is what shows until it has been carried out, and its error what shows then.
 */
export function useInTurn<Wanted>(
  queue: string,
  work: (wanted: Wanted) => Promise<void>,
): { last: Change<Wanted> | null; ask: (wanted: Wanted) => void } {
  const [last, setLast] = useState<Change<Wanted> | null>(null)

  async function carryOut(change: Change<Wanted>, before: Promise<void> | undefined) {
    await before
    const error = await work(change.wanted).then(
      () => null,
      (failed: Error) => failed,
    )
    // After what the work has put into the cache has been drawn: else the state before it would show once more.
    notifyManager.schedule(() =>
      setLast((now) => (now === change ? { ...change, pending: false, error } : now)),
    )
  }

  function ask(wanted: Wanted) {
    const change = { wanted, pending: true, error: null }
    setLast(change)
    queues.set(queue, carryOut(change, queues.get(queue)))
  }

  return { last, ask }
}
