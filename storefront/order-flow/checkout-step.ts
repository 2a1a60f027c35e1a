import { useEffect, useSyncExternalStore } from 'react'

/** The steps of the checkout. The fourth is the payment provider's page. */
export type CheckoutStep = 1 | 2 | 3 | 4 | 5

const STEPS: Readonly<Record<string, CheckoutStep>> = {
  '/personal-details': 2,
  '/checkout': 3,
  '/confirmation': 5,
}

let isWaiting = false
const listeners = new Set<() => void>()

function setIsWaiting(value: boolean) {
  isWaiting = value
  for (const listener of listeners) listener()
}

/** While the bank has no result, the confirmation page counts as step 4. */
export function useWaitingForBank(value: boolean): void {
  useEffect(() => {
    setIsWaiting(value)
    return () => setIsWaiting(false)
  }, [value])
}

export function useCheckoutStep(pathname: string): CheckoutStep {
  const waitsForBank = useSyncExternalStore(subscribe, () => isWaiting)
  return waitsForBank ? 4 : (STEPS[pathname] ?? 1)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
