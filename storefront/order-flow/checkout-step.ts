import { useEffect, useSyncExternalStore } from 'react'

/** Where one is on the way to the order; the fourth step is the payment provider's page. */
export type CheckoutStep = 1 | 2 | 3 | 4 | 5

const STEPS: Readonly<Record<string, CheckoutStep>> = {
  '/personal-details': 2,
  '/checkout': 3,
  '/confirmation': 5,
}

let waiting = false
const listeners = new Set<() => void>()

function tell(now: boolean) {
  waiting = now
  for (const listener of listeners) listener()
}

/** While the bank has not spoken the last page still belongs to the step before it. */
export function useWaitingForBank(now: boolean): void {
  useEffect(() => {
    tell(now)
    return () => tell(false)
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
