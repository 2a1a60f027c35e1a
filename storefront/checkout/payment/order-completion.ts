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
  type CompletionAsk,
  completeOrder,
  type NextCart,
} from '#storefront/checkout/payment/complete-order.ts'
import { eraseDeliveryChoice } from '#storefront/checkout/delivery/delivery-choice.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { travel } from '#storefront/router/history.ts'
import { cartQuery, orderQuery } from '#storefront/api/queries.ts'
import { rememberNextCart, token } from '#storefront/session/holder-session.ts'
import { type LoadFailure, failureOf } from '#storefront/api/connection-errors.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

const POLL_INTERVAL_MS = 2000
/** A lost connection recovers, but a fault that repeats this often needs the user. */
const FAULTS_IN_A_ROW = 3

/** Places the order, waits for the bank if needed, and leads back if the order is impossible. */
export function useOrderCompletion(): {
  completion: Completion | undefined
  failure: LoadFailure | null
  /** Set when the automatic retries have stopped. */
  retry: (() => void) | null
} {
  const { state, search } = useLocation()
  const language = useLanguage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [{ ordered, cart, byCard }] = useState(() => askedBy(state, search))
  // The page's boundary shows it and the browser logs it. No request is sent.
  if (cart === null || token() === null) throw new Error('There is no basket to order')

  const queryKey = keyOf({ cart, byCard })
  const faults = useRef(0)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const answer = await complete(queries, { ordered, cart, byCard, language }).catch(
        (failed: unknown) => {
          faults.current = failureOf(failed).kind === 'fault' ? faults.current + 1 : 0
          throw failed
        },
      )
      faults.current = 0
      return answer
    },
    staleTime: Infinity,
    // Only while this page is open: after going back the holder may no longer want to order.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
    // A lost connection or the payment provider may recover, so the page retries automatically.
    refetchInterval: ({ state }) =>
      state.status === 'error'
        ? faults.current < FAULTS_IN_A_ROW && POLL_INTERVAL_MS
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
      return leadBack(data, navigate)
    }
    // State for a reload of this page: this order's cart, not the next one.
    const state: ConfirmationState = { cart, order: data.orderNumber }
    if (location.pathname === '/confirmation') travel.keep(state)
    // `queryKey` stands for `cart` and `byCard`. It is a new array in every render, so it is not a dependency.
  }, [data, cart, byCard, navigate, queries])

  const stopped = error !== null && !isFetching && faults.current >= FAULTS_IN_A_ROW
  const failure = error && failureOf(error)
  return {
    completion: data,
    // The page retries faults automatically first. The user sees the error only together with the retry button.
    failure: failure?.kind === 'fault' && !stopped ? null : failure,
    retry: stopped ? () => void refetch() : null,
  }
}

function askedBy(state: unknown, search: string) {
  const ordered = confirmationState(state).cart ?? null
  const byCard = new URLSearchParams(search).get('extra_payments') === '1'
  return { ordered, cart: ordered ?? stored(SESSION.cartGuid), byCard }
}

const keyOf = ({ cart, byCard }: { cart: string | null; byCard: boolean }) => [
  'completion',
  cart,
  byCard,
]

async function complete(
  queries: QueryClient,
  asked: Omit<CompletionAsk, 'paymentId' | 'readCart'>,
) {
  const answer = await completeOrder({
    ...asked,
    paymentId: stored(SESSION.paymentId),
    // A page that was opened directly has the cart in its cache already and does not fetch it again.
    readCart: () => queries.fetchQuery({ ...cartQuery(asked.language), retry: false }),
  })
  // Once per response, not per render: a later cart must not be mistaken for this one.
  if (answer.kind === 'ordered') closeOrderedCart(answer, queries)
  return answer
}

/**
 * For a page that is opened directly: loads an order that was placed before. Orders and payments are handled by the
 * page.
 */
export async function prepareConfirmation(queries: QueryClient) {
  const { state, search } = travel.now().place
  const language = currentLanguage()
  const { ordered, cart, byCard } = askedBy(state, search)
  let number = confirmationState(state).order
  if (ordered === null && cart !== null && stored(SESSION.paymentId) === null) {
    const queryFn = () => complete(queries, { ordered, cart, byCard, language })
    const answer = await queries.fetchQuery({
      queryKey: keyOf({ cart, byCard }),
      queryFn,
      retry: false,
    })
    if (answer.kind === 'ordered') number = answer.orderNumber
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

type LedBack = Exclude<Completion, { kind: 'waiting' | 'ordered' }>

/** Where to continue: at the return address of the payment with its reason, or in the cart. */
function leadBack(completion: LedBack, navigate: ReturnType<typeof useNavigate>) {
  if (completion.kind === 'nothing') return void navigate('/checkout', { replace: true })
  if (completion.kind === 'refused') {
    const state: CheckoutState = { refusal: completion.refusal }
    return void navigate('/checkout', { replace: true, state })
  }
  const { end, amount, cancelUrl } = completion
  const state: CheckoutState = { ended: end, amount }
  return void navigate(pathWithin(cancelUrl), { replace: true, state })
}

/** Only paths within this shop. The reason is part of the page's history entry. */
function pathWithin(url: string): string {
  try {
    const { origin, pathname, search } = new URL(url)
    return origin === location.origin ? pathname + search : '/checkout'
  } catch {
    return '/checkout'
  }
}
