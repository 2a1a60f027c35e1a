import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate } from '#storefront/router/router.tsx'

import type { Cart } from '#contract/cart.shop.ts'
import { SESSION } from '#storefront/storage/browser-storage.ts'
import type { ConfirmationState } from '#storefront/order-flow/confirmation-state.ts'
import { PageLoading } from '#storefront/page/PageLoading.tsx'
import { cartQuery } from '#storefront/api/queries.ts'
import { ask } from '#storefront/api/shop-client.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useStored } from '#storefront/storage/use-stored.ts'

/** While a payment is open, the shop's own state is polled, not the payment provider. */
const POLL_INTERVAL_MS = 2500

/**
 * The basket of a checkout step. It may become an order while the page is open, after a payment or in another tab.
 * The shop's current cart is then the next, empty one. The holder is led to the order and never sees an empty basket.
 */
export function CheckoutCart({ children }: { children: (cart: Cart) => ReactNode }) {
  const { data: cart } = useSuspenseQuery({
    ...cartQuery(useLanguage()),
    refetchInterval: ({ state }) => (state.data?.open_payment ? POLL_INTERVAL_MS : false),
  })
  const paymentId = useStored(SESSION.paymentId)
  const [opened, setOpened] = useState(cart.cart_guid)
  const [payable, setPayable] = useState(false)
  const next = cart.cart_guid !== opened
  const { data: ordered, isError } = useQuery({
    queryKey: ['ordered', opened],
    queryFn: async () => (await ask('readCart', { cart_guid: opened })).response.order_number,
    enabled: next,
  })

  useEffect(() => {
    if (!next) setPayable(cart.open_payment !== null)
    else if (ordered === null || isError) setOpened(cart.cart_guid)
  }, [next, ordered, isError, cart])

  const byCard = payable || paymentId !== null ? '1' : '0'
  if (next && ordered) {
    const state: ConfirmationState = { cart: opened }
    return <Navigate to={`/confirmation?extra_payments=${byCard}`} state={state} replace />
  }
  return next ? <PageLoading /> : children(cart)
}
