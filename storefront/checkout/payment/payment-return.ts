import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import type { Cart } from '#contract/cart.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { SESSION, store } from '#storefront/storage/browser-storage.ts'
import type { CheckoutState } from '#storefront/checkout/layout/checkout-state.ts'
import { call, Refused } from '#storefront/api/shop-client.ts'
import { useStored } from '#storefront/storage/use-stored.ts'

export const paymentKey = (id: string) => ['payment', id]

type TemporaryReason = 'service-down' | 'unavailable' | 'too-many-requests'

/** Temporary refusals: the same request may succeed later. */
export const isTemporary = (refusal: Refusal): refusal is Refusal<TemporaryReason> =>
  ['service-down', 'unavailable', 'too-many-requests'].includes(refusal.refused)

/** The status of the payment. Null if it is not this holder's. */
export async function fetchPaymentStatus(paymentId: string) {
  const answer = await call('paymentStatus', { paymentId })
  if (!refused(answer)) return answer.payment
  // A temporary refusal gives no information about the payment.
  if (isTemporary(answer)) throw new Refused(answer)
  return null
}

/**
 * A holder on the checkout with a known payment has returned from it: by its cancel button, the browser's back
 * button, or a second tab. Returns whether the payment is still open. A failed end is shown here, a paid one
 * continues to its order. While the page is leaving for the payment, nothing is checked.
 */
export function usePaymentReturn(
  cart: Cart,
  isLeaving: boolean,
): { open: boolean; refresh: () => void } {
  const storedId = useStored(SESSION.paymentId)
  const id = storedId ?? cart.open_payment?.id ?? null
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: payment } = useQuery({
    queryKey: paymentKey(id ?? ''),
    enabled: id !== null && !isLeaving,
    staleTime: 0,
    queryFn: () => fetchPaymentStatus(id ?? ''),
  })

  useEffect(() => {
    if (id === null || payment === undefined) return
    if (payment === null) return store(SESSION.paymentId, null)
    const { status, refunded, amount } = payment
    if (status === 'open') return
    const refetchCart = () => void queries.invalidateQueries({ queryKey: ['cart'] })
    if (refunded || status === 'canceled' || status === 'failed' || status === 'expired') {
      if (storedId === null) return
      store(SESSION.paymentId, null)
      refetchCart()
      const state: CheckoutState = refunded
        ? { ended: 'refunded', amount }
        : { ended: endOf(status) }
      return void navigate('/checkout', { replace: true, state })
    }
    store(SESSION.paymentId, id)
    void navigate('/confirmation?extra_payments=1', { replace: true })
  }, [id, storedId, payment, navigate, queries])

  return {
    open: id !== null && payment?.status === 'open',
    refresh: () => {
      if (id !== null) void queries.invalidateQueries({ queryKey: paymentKey(id) })
      void queries.invalidateQueries({ queryKey: ['cart'] })
    },
  }
}

const endOf = (status: string) =>
  status === 'canceled' || status === 'expired' ? status : ('failed' as const)

/** Called when the browser restores a page from its history, because its data may be outdated. */
export function usePageShown(onShown: () => void): void {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) onShown()
    }
    globalThis.addEventListener('pageshow', onPageShow)
    globalThis.addEventListener('popstate', onShown)
    return () => {
      globalThis.removeEventListener('pageshow', onPageShow)
      globalThis.removeEventListener('popstate', onShown)
    }
  })
}
