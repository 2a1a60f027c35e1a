import { useEffect, useSyncExternalStore } from 'react'

/** The steps of the checkout. The fourth is the payment provider's page. */
export type CheckoutStep = 1 | 2 | 3 | 4 | 5

const STEPS: Readonly<Record<string, CheckoutStep>> = {
  '/personal-details': 2,
  '/checkout': 3,
  '/confirmation': 5,
}

let waiting = false
const listeners = new Set<() => void>()

function setWaiting(now: boolean) {
  waiting = now
  for (const listener of listeners) listener()
}

/** Until the payment has a result, the last page belongs to the previous step. */
export function useWaitingForBank(now: boolean): void {
  useEffect(() => {
    setWaiting(now)
    return () => setWaiting(false)
  }, [now])
}

export function useCheckoutStep(pathname: string): CheckoutStep {
  const waits = useSyncExternalStore(subscribe, () => waiting)
  return waits ? 4 : (STEPS[pathname] ?? 1)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
