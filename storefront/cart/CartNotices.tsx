import type { ReactNode } from 'react'

import type { Cart, CartItem } from '#contract/cart.shop.ts'
import { centsFromEuros } from '#domain/vouchers/points.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon, type IconName } from '#ui/components/Icon.tsx'
import css from './CartNotices.module.css'

/** Notices above the gifts: why they are in the cart again, an open payment, a removed gift. */
export function CartNotices({
  sentBack,
  openPayment,
  removed,
  onRestore,
}: {
  sentBack: boolean
  openPayment: Cart['open_payment']
  removed: CartItem | null
  onRestore: (item: CartItem) => void
}) {
  const texts = useTexts('basketcomponents')
  const { euros } = useAmounts()
  return (
    <>
      {sentBack ? <Notice icon="info">{texts.jsx('sentBack')}</Notice> : null}
      {openPayment ? (
        <Notice icon="clock">
          {texts.jsx('openPayment', { amount: euros(centsFromEuros(openPayment.amount) ?? 0) })}{' '}
          <ShopLink to="/checkout">{texts.jsx('toOpenPayment')}</ShopLink>
        </Notice>
      ) : null}
      {removed ? (
        <Notice icon="check">
          {texts.jsx('removed', { name: fullName(removed) })}{' '}
          <Button variant="plain" onClick={() => onRestore(removed)}>
            {texts.jsx('putBack')}
          </Button>
        </Notice>
      ) : null}
    </>
  )
}

function Notice({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className={css.notice}>
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  )
}
