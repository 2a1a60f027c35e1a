import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import type { Cart } from '#contract/cart.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { SESSION, store } from '#storefront/storage/browser-storage.ts'
import type { ConfirmationState } from '#storefront/order-flow/confirmation-state.ts'
import type { DeliveryChoice } from '#storefront/checkout/delivery/delivery-choice.ts'
import { usePageShown } from '#storefront/checkout/payment/payment-return.ts'
import type { OrderReason } from '#storefront/i18n/refusal-texts.ts'
import { saveDelivery } from '#storefront/checkout/delivery/save-delivery.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { type LoadFailure, loadFailureOf } from '#storefront/api/connection-errors.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** Why an attempt to order stopped. */
export type OrderFailure =
  | { kind: 'refused'; refusal: Refusal<OrderReason> }
  | { kind: 'address' }
  | { kind: 'method' }
  | LoadFailure

/**
 * The steps of an order, in the sequence of the specification. Nothing is final before the payment page or the
 * confirmation, so every interrupted attempt can be repeated.
 */
export function usePlaceOrder(cart: Cart, choice: DeliveryChoice) {
  const language = useLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<OrderFailure | null>(null)
  const [isPaying, setIsPaying] = useState(false)
  const isPlacing = useRef(false)
  usePageShown(() => stop(null))

  function stop(reason: OrderFailure | null) {
    isPlacing.current = false
    setBusy(false)
    setFailure(reason)
  }

  function handleRefusal(refusal: Refusal<OrderReason>) {
    setIsPaying(false)
    if (refused(refusal, 'cart-ordered')) return goToConfirmation('1')
    void queries.invalidateQueries({ queryKey: ['cart'] })
    return stop({ kind: 'refused', refusal })
  }

  function goToConfirmation(extraPayments: '0' | '1') {
    const state: ConfirmationState = { cart: cart.cart_guid }
    void navigate(`/confirmation?extra_payments=${extraPayments}`, { state })
  }

  async function placeOrder() {
    if (isPlacing.current) return
    isPlacing.current = true
    setBusy(true)
    setFailure(null)
    const saved = await saveDelivery({ ...choice, cart, language }).catch(loadFailureOf)
    if (saved.kind !== 'saved' && saved.kind !== 'refused') return stop(saved)
    if (saved.kind === 'refused') {
      const { step, refusal } = saved
      if (refused(refusal, 'cart-ordered')) return handleRefusal(refusal)
      return stop({ kind: step })
    }
    queries.setQueryData(cartQuery(language).queryKey, saved.cart)
    // The amount must equal the one on the button.
    if (saved.cart.totals.amount_due !== cart.totals.amount_due) {
      return stop({ kind: 'refused', refusal: { refused: 'amount-differs' } })
    }
    const [problem] = saved.cart.problems
    if (problem) return handleRefusal({ refused: problem.code, problems: saved.cart.problems })
    if (Number(saved.cart.totals.amount_due) > 0) {
      stop(null)
      return setIsPaying(true)
    }
    store(SESSION.paymentId, null)
    return goToConfirmation('0')
  }

  return {
    busy,
    failure,
    placeOrder,
    handleRefusal,
    dialog: { open: isPaying, close: () => setIsPaying(false) },
  }
}
