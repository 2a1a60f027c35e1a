import type { Order } from '#contract/orders/orders.shop.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './UnavailableGifts.module.css'

/** The unavailable gifts of an order, with links to their replacement offers. */
export function UnavailableGifts({ order }: { order: Order }) {
  const texts = useTexts('confirmationpagecomponents').block('chooseAgain')
  const open = order.choices.filter(({ token }) => token !== null)
  return open.map(({ shopping_cart_item, name, token }) => (
    <section key={shopping_cart_item} className={css.unavailable} aria-label={texts.text('title')}>
      <p>
        <Icon name="info" />
        <span>{texts.jsx('orderNotice', { name })}</span>
      </p>
      <ShopLink to={`/choose-again#${token}`} className={buttonClass()}>
        {texts.jsx('title')}
      </ShopLink>
    </section>
  ))
}
