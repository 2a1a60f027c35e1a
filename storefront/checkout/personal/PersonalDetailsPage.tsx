import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '#storefront/router/router.tsx'

import type { Answer } from '#contract/client.shop.ts'
import type { Cart, PersonalData } from '#contract/cart.shop.ts'
import { type PersonalForm as FormShape, personalForm } from '#domain/checkout/personal-form.ts'
import { isYes } from '#domain/text/wire-boolean.ts'
import { BasketLine } from '#storefront/checkout/layout/BasketLine.tsx'
import { CartTotals } from '#storefront/checkout/layout/CartTotals.tsx'
import { CheckoutBanner } from '#storefront/checkout/layout/CheckoutBanner.tsx'
import { CheckoutCart } from '#storefront/checkout/layout/CheckoutCart.tsx'
import { GiftLines } from '#storefront/checkout/delivery/GiftLines.tsx'
import { PersonalForm } from '#storefront/checkout/personal/PersonalForm.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { countriesQuery, earlierDetailsQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useIsNarrow } from '#storefront/hooks/use-narrow.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './PersonalDetailsPage.module.css'

type DetailsProps = {
  cart: Cart
  countries: Answer<'countries'>['response']
  earlier: PersonalData | null
}

export default function PersonalDetailsPage() {
  const language = useLanguage()
  const texts = useTexts('personaldatacomponents')
  const { data: countries } = useSuspenseQuery(countriesQuery(language))
  const { data: earlier } = useSuspenseQuery(earlierDetailsQuery)
  usePageTitle(texts.text('title'))

  return (
    <CheckoutCart>
      {(cart) => {
        // An empty cart is a problem, too.
        if (cart.problems.length === 0)
          return <DetailsContent cart={cart} countries={countries} earlier={earlier} />
        return <Navigate to="/cart" replace state={{ sentBack: true }} />
      }}
    </CheckoutCart>
  )
}

function DetailsContent({ cart, countries, earlier }: DetailsProps) {
  const texts = useTexts('personaldatacomponents')
  const form = formOf(cart)
  return (
    <>
      <CheckoutBanner title={texts.jsx('title')} back="/cart" />
      <div className={css.page}>
        <BasketLine cart={cart} />
        <div className={css.columns}>
          <div>
            <Destination cart={cart} form={form} />
            {/* The fields depend on the cart, so another cart gets a new form. */}
            <PersonalForm
              key={`${cart.cart_guid} ${form.variant}`}
              cart={cart}
              earlier={earlier}
              form={form}
              countries={countries}
            />
          </div>
          {useIsNarrow() ? null : <CartAside cart={cart} />}
        </div>
      </div>
    </>
  )
}

function formOf(cart: Cart): FormShape {
  return personalForm({
    homeDeliveryAllowed: isYes(cart.home_delivery_allowed),
    conditions: cart.shopping_cart_items.flatMap(
      ({ delivery_condition: condition }) => condition ?? [],
    ),
  })
}

/** The destination when the form has no address fields. */
function Destination({ cart, form }: { cart: Cart; form: FormShape }) {
  const texts = useTexts('personaldatacomponents')
  const { company } = cart.organization_address
  const toCompany = !form.address && form.variant !== 'digital'
  if (!toCompany && !form.consent) return null
  return (
    <div className={css.destination}>
      {toCompany ? <p>{texts.jsx('companyDelivery', { company })}</p> : null}
      {form.consent ? <p>{texts.jsx('digitalDelivery')}</p> : null}
    </div>
  )
}

function CartAside({ cart }: { cart: Cart }) {
  const texts = useTexts('checkoutstepscomponents')
  return (
    <aside className={css.aside} aria-labelledby="cart-totals">
      <h2 className={css.asideTitle} id="cart-totals">
        {texts.jsx('totalsTitle')}
      </h2>
      <GiftLines cart={cart} />
      <CartTotals totals={cart.totals} />
      <p className={css.edit}>
        <ShopLink to="/cart">{texts.jsx('editCart')}</ShopLink>
      </p>
    </aside>
  )
}
