import { notifyManager } from '@tanstack/react-query'
import { useState } from 'react'

/** The last change of each queue, which the next one waits for. */
const queues = new Map<string, Promise<void>>()

type Change<Wanted> = { wanted: Wanted; pending: boolean; error: Error | null }

/**
 * Runs the changes of a queue one after the other. All components that name the same queue share it. `lastChange` is
 * the latest change of this component: pending until it has run, then with its error.
 */
export function useSerialQueue<Wanted>(
  queue: string,
  work: (wanted: Wanted) => Promise<void>,
): { lastChange: Change<Wanted> | null; submit: (wanted: Wanted) => void } {
  const [lastChange, setLastChange] = useState<Change<Wanted> | null>(null)

  async function runAfter(change: Change<Wanted>, previous: Promise<void> | undefined) {
    await previous
    const error = await work(change.wanted).then(
      () => null,
      (failed: Error) => failed,
    )
    // After the cache has notified its observers of the result. Before that the old state would flash.
    notifyManager.schedule(() =>
      setLastChange((current) =>
        current === change ? { ...change, pending: false, error } : current,
      ),
    )
  }

  function submit(wanted: Wanted) {
    const change = { wanted, pending: true, error: null }
    setLastChange(change)
    queues.set(queue, runAfter(change, queues.get(queue)))
  }

  return { lastChange, submit }
}
