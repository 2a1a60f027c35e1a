import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { cartQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './CheckoutBanner.module.css'

const STEP_TEXTS = {
  '/cart': 'checkout_step_1',
  '/personal-details': 'checkout_step_2',
} as const

/** The header of a step: back link, title, the holder's points. It is low, so that the form starts high. */
export function CheckoutBanner({
  title,
  back,
}: {
  title: ReactNode
  /** The previous step, if one can go back. */
  back?: keyof typeof STEP_TEXTS
}) {
  const texts = useTexts('basketcomponents')
  const { points } = useAmounts()
  const { data: cart } = useQuery(cartQuery(useLanguage()))
  const session = useSession()
  // The session has the points at the time of the login. A failed payment may have returned some since.
  const available = cart?.totals.voucher_points ?? session?.shoppingcart.available_points
  return (
    <div className={css.banner}>
      <div className={css.words}>
        {back ? <BackLink to={back} /> : null}
        <h1 className={css.title}>{title}</h1>
        {available === undefined ? null : (
          <p className={css.points}>
            <Icon name="gift" />
            <span>
              <span className={css.label}>{texts.jsx('voucherPoints')}: </span>
              <strong>{points(available)}</strong>
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

function BackLink({ to }: { to: keyof typeof STEP_TEXTS }) {
  const texts = useTexts('checkoutstepscomponents')
  const header = useTexts('headercomponents')
  return (
    <ShopLink to={to} className={css.back}>
      <Icon name="arrow-left" />
      <span className="visually-hidden">{header.jsx('backLabel')}: </span>
      <span className={css.step}>{texts.jsx(STEP_TEXTS[to])}</span>
    </ShopLink>
  )
}
