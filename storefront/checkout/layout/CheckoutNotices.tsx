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

/** Above the delivery: the result of a payment, problems of the cart, errors. */
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
  const words: ProblemTexts = {
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
  const over = paymentOpen && result.ended !== 'refunded'
  const ended = over ? null : endText(result, words, euros)
  const [wrong] = cart.problems
  const failed = failure ? failureText(failure, words) : null
  const before = !failure && result.refusal ? problemOfRefusal(result.refusal, words) : null
  const problem = failed ?? (wrong ? cartProblem(wrong, words) : before)
  const shown = ended && !failed ? ended : ''
  // No action of the user on this page moves the focus to the notice, so it is announced.
  useEffect(() => announce(shown), [announce, shown])
  if (!ended && !problem && !paymentOpen) return null
  return (
    <div className={css.notices}>
      {problem ? <CheckoutNotice problem={problem} /> : null}
      {ended && !failed ? (
        <CheckoutNotice problem={{ text: ended, link: null }} calm={!wentWrong(result)} />
      ) : null}
      {paymentOpen && !ended && !failed ? (
        <CheckoutNotice problem={{ text: words.mollie.text('open'), link: null }} calm />
      ) : null}
    </div>
  )
}

/** A result that the recipient did not choose counts as an error. */
const wentWrong = ({ ended }: CheckoutState) => ended === 'failed' || ended === 'expired'

function endText(
  { ended, amount }: CheckoutState,
  { mollie }: ProblemTexts,
  euros: Amounts['euros'],
) {
  if (!ended) return null
  const cents = centsFromEuros(amount ?? '') ?? 0
  return mollie.text(ended, { amount: euros(cents) })
}

function failureText(failure: OrderFailure, words: ProblemTexts): OrderProblem {
  switch (failure.kind) {
    case 'lost':
      return { text: words.delivery.text('connectionLost'), link: null }
    case 'server-down':
      return { text: words.common.text('serverDown'), link: null }
    case 'down':
      return { text: words.mollie.text('down'), link: null }
    case 'fault':
      return {
        text:
          failure.number === null
            ? words.common.text('somethingWentWrong')
            : words.delivery.text('fault', { number: failure.number }),
        link: { to: '/contact', label: words.delivery.text('goToService') },
      }
    case 'address':
      return {
        text: SAVE_FAILED,
        link: { to: '/contact', label: words.delivery.text('goToService') },
      }
    case 'method':
      return { text: METHOD_FAILED, link: null }
    case 'refused':
      return problemOfRefusal(failure.refusal, words)
  }
}
