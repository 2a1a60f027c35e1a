import { useEffect } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { centsFromEuros } from '#domain/vouchers/points.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { type CheckoutState, checkoutState } from '#storefront/checkout/layout/checkout-state.ts'
import { CheckoutNotice } from '#storefront/checkout/layout/CheckoutNotice.tsx'
import {
  cartProblem,
  type OrderProblem,
  problemOfRefusal,
  type ProblemTexts,
} from '#storefront/checkout/layout/order-error.ts'
import type { OrderFailure } from '#storefront/checkout/payment/use-place-order.ts'
import { type Amounts, useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import css from './CheckoutNotices.module.css'

const SAVE_FAILED =
  'Jouw bestelling kan niet goed worden afgerond. Neem contact op met de klantenservice.'
const METHOD_FAILED = 'Unable to add Delivery method.'

/** The notices above the delivery: the result of a payment, problems of the cart, errors. */
export function CheckoutNotices({
  cart,
  state,
  failure,
  paymentOpen,
}: {
  cart: Cart
  state: unknown
  failure: OrderFailure | null
  paymentOpen: boolean
}) {
  const { points, euros } = useAmounts()
  const texts: ProblemTexts = {
    delivery: useTexts('deliverydatacomponents'),
    basket: useTexts('basketcomponents'),
    mollie: useTexts('molliecomponents'),
    common: useTexts('websitetranslationcomponents'),
    giftOf(spliId) {
      const gift = cart.shopping_cart_items.find(({ spli_id }) => spli_id === spliId)
      return gift && { name: fullName(gift), points: points(gift.points) }
    },
  }
  const announce = useAnnounce()
  const result = checkoutState(state)
  // The page remembers the result of the previous payment. A refund is shown in any case.
  const isOutdated = paymentOpen && result.ended !== 'refunded'
  const resultNotice = isOutdated ? null : resultText(result, texts, euros)
  const [cartIssue] = cart.problems
  const failureProblem = failure ? failureText(failure, texts) : null
  const previous = !failure && result.refusal ? problemOfRefusal(result.refusal, texts) : null
  const problem = failureProblem ?? (cartIssue ? cartProblem(cartIssue, texts) : previous)
  const announcement = resultNotice && !failureProblem ? resultNotice : ''
  // No action of the user on this page moves the focus to the notice, so it is announced.
  useEffect(() => announce(announcement), [announce, announcement])
  if (!resultNotice && !problem && !paymentOpen) return null
  return (
    <div className={css.notices}>
      {problem ? <CheckoutNotice problem={problem} /> : null}
      {resultNotice && !failureProblem ? (
        <CheckoutNotice problem={{ text: resultNotice, link: null }} calm={!isError(result)} />
      ) : null}
      {paymentOpen && !resultNotice && !failureProblem ? (
        <CheckoutNotice problem={{ text: texts.mollie.text('open'), link: null }} calm />
      ) : null}
    </div>
  )
}

/** A payment that the recipient did not cancel counts as an error. */
const isError = ({ ended }: CheckoutState) => ended === 'failed' || ended === 'expired'

function resultText(
  { ended, amount }: CheckoutState,
  { mollie }: ProblemTexts,
  euros: Amounts['euros'],
) {
  if (!ended) return null
  const cents = centsFromEuros(amount ?? '') ?? 0
  return mollie.text(ended, { amount: euros(cents) })
}

function failureText(failure: OrderFailure, texts: ProblemTexts): OrderProblem {
  switch (failure.kind) {
    case 'lost':
      return { text: texts.delivery.text('connectionLost'), link: null }
    case 'server-down':
      return { text: texts.common.text('serverDown'), link: null }
    case 'down':
      return { text: texts.mollie.text('down'), link: null }
    case 'fault':
      return {
        text:
          failure.number === null
            ? texts.common.text('somethingWentWrong')
            : texts.delivery.text('fault', { number: failure.number }),
        link: { to: '/contact', label: texts.delivery.text('goToService') },
      }
    case 'address':
      return {
        text: SAVE_FAILED,
        link: { to: '/contact', label: texts.delivery.text('goToService') },
      }
    case 'method':
      return { text: METHOD_FAILED, link: null }
    case 'refused':
      return problemOfRefusal(failure.refusal, texts)
  }
}
