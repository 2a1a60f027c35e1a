import { notifyManager } from '@tanstack/react-query'
import { useState } from 'react'

/** The last change of each queue, which the next one waits for. */
const queues = new Map<string, Promise<void>>()

type Change<Wanted> = { wanted: Wanted; pending: boolean; error: Error | null }

/**
 * Runs the changes of a queue one after the other. All components that name the same queue share it. `last` is the
 * latest change of this component: pending until it has run, then with its error.
 */
export function useSerialQueue<Wanted>(
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
    // After the cache has notified its observers of the result. Before that the old state would flash.
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
