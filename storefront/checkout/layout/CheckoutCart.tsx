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
  const [openedCart, setOpenedCart] = useState(cart.cart_guid)
  const [hadOpenPayment, setHadOpenPayment] = useState(false)
  const isReplaced = cart.cart_guid !== openedCart
  const { data: orderNumber, isError } = useQuery({
    queryKey: ['ordered', openedCart],
    queryFn: async () => (await ask('readCart', { cart_guid: openedCart })).response.order_number,
    enabled: isReplaced,
  })

  useEffect(() => {
    if (!isReplaced) setHadOpenPayment(cart.open_payment !== null)
    else if (orderNumber === null || isError) setOpenedCart(cart.cart_guid)
  }, [isReplaced, orderNumber, isError, cart])

  const byCard = hadOpenPayment || paymentId !== null ? '1' : '0'
  if (isReplaced && orderNumber) {
    const state: ConfirmationState = { cart: openedCart }
    return <Navigate to={`/confirmation?extra_payments=${byCard}`} state={state} replace />
  }
  return isReplaced ? <PageLoading /> : children(cart)
}
