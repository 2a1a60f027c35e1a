import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from '#storefront/router/router.tsx'

import { LOCAL, SESSION, store, stored } from '#storefront/storage/browser-storage.ts'
import type { CheckoutState } from '#storefront/checkout/layout/checkout-state.ts'
import {
  type ConfirmationState,
  confirmationState,
} from '#storefront/order-flow/confirmation-state.ts'
import {
  type Completion,
  type CompletionRequest,
  completeOrder,
  type NextCart,
} from '#storefront/checkout/payment/complete-order.ts'
import { eraseDeliveryChoice } from '#storefront/checkout/delivery/delivery-choice.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { shopHistory } from '#storefront/router/history.ts'
import { cartQuery, orderQuery } from '#storefront/api/queries.ts'
import { rememberNextCart, token } from '#storefront/session/holder-session.ts'
import { type LoadFailure, loadFailureOf } from '#storefront/api/connection-errors.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

const POLL_INTERVAL_MS = 2000
/** A lost connection recovers, but a fault that repeats this often needs the user. */
const MAX_FAULTS = 3

/** Places the order, waits for the bank if needed, and leads back if the order is impossible. */
export function useOrderCompletion(): {
  completion: Completion | undefined
  failure: LoadFailure | null
  /** Not null once the automatic retries have stopped. */
  retry: (() => void) | null
} {
  const { state, search } = useLocation()
  const language = useLanguage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [{ ordered, cart, byCard }] = useState(() => requestFrom(state, search))
  // The page's error boundary shows this error. No request is sent.
  if (cart === null || token() === null) throw new Error('There is no basket to order')

  const queryKey = completionKey({ cart, byCard })
  const faults = useRef(0)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const completion = await complete(queries, { ordered, cart, byCard, language }).catch(
        (failed: unknown) => {
          faults.current = loadFailureOf(failed).kind === 'fault' ? faults.current + 1 : 0
          throw failed
        },
      )
      faults.current = 0
      return completion
    },
    staleTime: Infinity,
    // Only while this page is open: after going back the holder may no longer want to order.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
    // A lost connection or the payment provider may recover, so the page retries automatically.
    refetchInterval: ({ state }) =>
      state.status === 'error'
        ? faults.current < MAX_FAULTS && POLL_INTERVAL_MS
        : state.data?.kind === 'waiting' && POLL_INTERVAL_MS,
    refetchIntervalInBackground: true,
  })

  useEffect(() => {
    if (!data) return
    if (data.kind === 'waiting') return store(SESSION.paymentId, data.paymentId)
    if (data.kind !== 'ordered') {
      store(SESSION.paymentId, null)
      void queries.invalidateQueries({ queryKey: ['cart'] })
      // The next attempt starts fresh.
      queries.removeQueries({ queryKey })
      return navigateBack(data, navigate)
    }
    // State for a reload of this page: this order's cart, not the next one.
    const state: ConfirmationState = { cart, order: data.orderNumber }
    if (location.pathname === '/confirmation') shopHistory.keep(state)
    // `queryKey` stands for `cart` and `byCard`. It is a new array in every render, so it is not a dependency.
  }, [data, cart, byCard, navigate, queries])

  const stopped = error !== null && !isFetching && faults.current >= MAX_FAULTS
  const failure = error && loadFailureOf(error)
  return {
    completion: data,
    // The page retries faults automatically first. The user sees the error only together with the retry button.
    failure: failure?.kind === 'fault' && !stopped ? null : failure,
    retry: stopped ? () => void refetch() : null,
  }
}

function requestFrom(state: unknown, search: string) {
  const ordered = confirmationState(state).cart ?? null
  const byCard = new URLSearchParams(search).get('extra_payments') === '1'
  return { ordered, cart: ordered ?? stored(SESSION.cartGuid), byCard }
}

const completionKey = ({ cart, byCard }: { cart: string | null; byCard: boolean }) => [
  'completion',
  cart,
  byCard,
]

async function complete(
  queries: QueryClient,
  request: Omit<CompletionRequest, 'paymentId' | 'readCart'>,
) {
  const completion = await completeOrder({
    ...request,
    paymentId: stored(SESSION.paymentId),
    // A page that was opened directly has the cart in its cache already and does not fetch it again.
    readCart: () => queries.fetchQuery({ ...cartQuery(request.language), retry: false }),
  })
  // Here and not in the component: it runs once per response and so never closes a later cart.
  if (completion.kind === 'ordered') closeOrderedCart(completion, queries)
  return completion
}

/**
 * For a page that is opened directly: loads an order that was placed before. Orders and payments are handled by the
 * page.
 */
export async function prepareConfirmation(queries: QueryClient) {
  const { state, search } = shopHistory.now().place
  const language = currentLanguage()
  const { ordered, cart, byCard } = requestFrom(state, search)
  let number = confirmationState(state).order
  if (ordered === null && cart !== null && stored(SESSION.paymentId) === null) {
    const queryFn = () => complete(queries, { ordered, cart, byCard, language })
    const completion = await queries.fetchQuery({
      queryKey: completionKey({ cart, byCard }),
      queryFn,
      retry: false,
    })
    if (completion.kind === 'ordered') number = completion.orderNumber
  }
  if (number !== undefined) await queries.prefetchQuery(orderQuery(number))
}

/** Removes the ordered cart from the browser and stores the next one. */
function closeOrderedCart({ next }: { next: NextCart }, queries: QueryClient) {
  store(SESSION.paymentId, null)
  store(LOCAL.totalOrderPoints, null)
  eraseDeliveryChoice()
  rememberNextCart(next)
  void queries.invalidateQueries({ queryKey: ['cart'] })
  void queries.invalidateQueries({ queryKey: ['orders'] })
}

type Unordered = Exclude<Completion, { kind: 'waiting' | 'ordered' }>

/** Navigates to the return address of the payment with its result, or to the checkout. */
function navigateBack(completion: Unordered, navigate: ReturnType<typeof useNavigate>) {
  if (completion.kind === 'nothing') return void navigate('/checkout', { replace: true })
  if (completion.kind === 'refused') {
    const state: CheckoutState = { refusal: completion.refusal }
    return void navigate('/checkout', { replace: true, state })
  }
  const { end, amount, cancelUrl } = completion
  const state: CheckoutState = { ended: end, amount }
  return void navigate(pathWithin(cancelUrl), { replace: true, state })
}

/** The path of an address within this shop. Any other address leads to the checkout. */
function pathWithin(url: string): string {
  try {
    const { origin, pathname, search } = new URL(url)
    return origin === location.origin ? pathname + search : '/checkout'
  } catch {
    return '/checkout'
  }
}
