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

const BEFORE = {
  '/cart': 'checkout_step_1',
  '/personal-details': 'checkout_step_2',
} as const

/** The low header of a step, so that the form starts high: back link, title, the holder's points. */
export function CheckoutBanner({
  title,
  back,
}: {
  title: ReactNode
  /** The previous step, if one can go back. */
  back?: keyof typeof BEFORE
}) {
  const words = useTexts('basketcomponents')
  const { points } = useAmounts()
  const { data: cart } = useQuery(cartQuery(useLanguage()))
  const session = useSession()
  // The session has the points of the login. A failed payment may have returned some since.
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
              <span className={css.whose}>{words.say('voucherPoints')}: </span>
              <strong>{points(available)}</strong>
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

function BackLink({ to }: { to: keyof typeof BEFORE }) {
  const words = useTexts('checkoutstepscomponents')
  const frame = useTexts('headercomponents')
  return (
    <ShopLink to={to} className={css.back}>
      <Icon name="arrow-left" />
      <span className="visually-hidden">{frame.say('backLabel')}: </span>
      <span className={css.step}>{words.say(BEFORE[to])}</span>
    </ShopLink>
  )
}
