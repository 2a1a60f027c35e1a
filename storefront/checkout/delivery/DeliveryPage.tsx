import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from '#storefront/router/router.tsx'

import type { Cart } from '#contract/cart.shop.ts'
import { SESSION, stored } from '#storefront/storage/browser-storage.ts'
import { settlement } from '#domain/vouchers/points.ts'
import { ActionBar } from '#storefront/checkout/layout/ActionBar.tsx'
import { BasketLine } from '#storefront/checkout/layout/BasketLine.tsx'
import { CheckoutBanner } from '#storefront/checkout/layout/CheckoutBanner.tsx'
import { CheckoutCart } from '#storefront/checkout/layout/CheckoutCart.tsx'
import { CheckoutNotices } from '#storefront/checkout/layout/CheckoutNotices.tsx'
import { useDeliveryChoice } from '#storefront/checkout/delivery/delivery-choice.ts'
import { needsCarrier, hasPersonalData } from '#storefront/order-flow/carrier-request.ts'
import { prepareOffers, useDeliveryOffers } from '#storefront/checkout/delivery/delivery-offers.ts'
import { DeliverySection } from '#storefront/checkout/delivery/DeliverySection.tsx'
import { hasExpired } from '#storefront/checkout/layout/order-error.ts'
import { OrderConsent } from '#storefront/checkout/payment/OrderConsent.tsx'
import { useOrderConsent } from '#storefront/checkout/payment/order-consent.ts'
import { usePlaceOrder } from '#storefront/checkout/payment/use-place-order.ts'
import { OrderReview } from '#storefront/checkout/payment/OrderReview.tsx'
import { usePageShown, usePaymentReturn } from '#storefront/checkout/payment/payment-return.ts'
import { needsMethod, reviewDeliveries } from '#storefront/checkout/delivery/review-deliveries.ts'
import { orderButton } from '#domain/checkout/order-button.ts'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { type PageTexts, useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import css from './DeliveryPage.module.css'

export { prepareOffers as prepare }

const loadPayment = () => import('#storefront/checkout/payment/PaymentDialog.tsx')
const PaymentDialog = lazy(async () => ({ default: (await loadPayment()).PaymentDialog }))

/** Step 3: delivery method, review and order. */
export default function DeliveryPage() {
  return (
    <CheckoutCart>
      {(cart) => {
        if (cart.shopping_cart_items.length === 0)
          return <Navigate to={pathAfterEmptyCart()} replace />
        if (!hasPersonalData(cart)) return <Navigate to="/personal-details" replace />
        return <Delivery cart={cart} />
      }}
    </CheckoutCart>
  )
}

/** On return from a payment an empty basket may have become an order, so the confirmation page looks for it. */
const pathAfterEmptyCart = () =>
  stored(SESSION.paymentId) === null ? '/cart' : '/confirmation?extra_payments=1'

type Choice = ReturnType<typeof useDeliveryChoice>
type Offers = ReturnType<typeof useDeliveryOffers>['offers']
type Issues = { method?: string; consent?: string }

/** Missing input is reported after the first attempt, and the focus moves to the first error. */
function useOrderForm(
  cart: Cart,
  choice: Choice,
  offers: Offers,
  ordering: ReturnType<typeof usePlaceOrder>,
) {
  const texts = useTexts('deliverydatacomponents')
  const { consent, setConsent } = useOrderConsent(cart.cart_guid)
  const [isChecked, setIsChecked] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const ref = useRef<HTMLFormElement>(null)
  const issues: Issues = {}
  const isMethodMissing = needsCarrier(cart) && !choice.method && needsMethod(choice.kind, offers)
  if (isChecked && isMethodMissing && offers) issues.method = texts.text('deliveryRequired')
  if (isChecked && !consent) issues.consent = texts.text('consentErrorMessage')
  // Only after the page shows the errors.
  useEffect(() => {
    if (attempts === 0) return
    const firstIssue = ref.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-notice], [data-unknown]',
    )
    firstIssue?.focus()
  }, [attempts, ordering.failure])
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    setAttempts((attempts) => attempts + 1)
    if (isMethodMissing || !consent) return
    void ordering.placeOrder()
  }
  return {
    ref,
    submit,
    issues,
    needsOffers: isChecked && isMethodMissing && !offers,
    consent,
    setConsent,
  }
}

/** The amount due by card, in cents. */
function useDueCents(cart: Cart) {
  const { order_total_points: order, voucher_points: available, order_limit: limit } = cart.totals
  const result = settlement(order, available, limit)
  const dueCents = result.kind === 'due' ? result.cents : 0
  const needsPayment = dueCents > 0
  useEffect(() => {
    // Loaded in advance. If this fails, it is loaded again on use, and fails there.
    if (needsPayment) loadPayment().catch(() => {})
  }, [needsPayment])
  return dueCents
}

function Delivery({ cart }: { cart: Cart }) {
  const texts = useTexts('deliverydatacomponents')
  const language = useLanguage()
  usePageTitle(texts.text('title'))
  const { offers, failed, retry } = useDeliveryOffers(cart)
  const choice = useDeliveryChoice(cart, offers)
  const ordering = usePlaceOrder(cart, choice)
  const payment = usePaymentReturn(cart, ordering.dialog.open)
  usePageShown(payment.refresh)
  const { state } = useLocation()
  const form = useOrderForm(cart, choice, offers, ordering)
  const dueCents = useDueCents(cart)
  return (
    <>
      <CheckoutBanner title={texts.jsx('title')} back="/personal-details" />
      <div className={css.page}>
        <BasketLine cart={cart} />
        <form ref={form.ref} className={css.columns} onSubmit={form.submit} noValidate>
          <CheckoutNotices
            cart={cart}
            state={state}
            failure={ordering.failure}
            paymentOpen={payment.open && !ordering.dialog.open}
          />
          <div id="delivery" className={css.delivery}>
            <DeliverySection
              cart={cart}
              texts={texts}
              choice={choice}
              offers={offers}
              failed={failed}
              needsOffers={form.needsOffers}
              onRetry={retry}
              issue={form.issues.method}
            />
          </div>
          <div className={css.side}>
            <Review cart={cart} texts={texts} choice={choice} offers={offers} form={form} />
            <ActionBar totals={cart.totals}>
              <Button type="submit" wide busy={ordering.busy} disabled={hasExpired(cart.problems)}>
                {orderButton({ dueCents, language, editorText: texts.text('submitButton') })}
              </Button>
            </ActionBar>
          </div>
        </form>
        <Suspense fallback={null}>
          {ordering.dialog.open ? (
            <PaymentDialog
              cart={cart}
              open
              onClose={ordering.dialog.close}
              onRefused={ordering.handleRefusal}
            />
          ) : null}
        </Suspense>
      </div>
    </>
  )
}

type ReviewProps = {
  cart: Cart
  texts: PageTexts
  choice: Choice
  offers: Offers
  form: ReturnType<typeof useOrderForm>
}

function Review({ cart, texts, choice, offers, form }: ReviewProps) {
  const language = useLanguage()
  return (
    <section className={css.review} aria-labelledby="review-title">
      <h2 id="review-title" className={css.reviewTitle}>
        {texts.jsx('reviewTitle')}
      </h2>
      <OrderReview
        cart={cart}
        texts={texts}
        deliveries={reviewDeliveries(cart, choice, offers, texts, language)}
      />
      <OrderConsent
        texts={texts}
        checked={form.consent}
        onChange={form.setConsent}
        issue={form.issues.consent}
      />
    </section>
  )
}
