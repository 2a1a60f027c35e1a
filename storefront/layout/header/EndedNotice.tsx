import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './EndedNotice.module.css'

/** On every page once the points have expired, with links to the orders and to customer service. */
export function EndedNotice() {
  const texts = useTexts('headercomponents')
  const common = useTexts('websitetranslationcomponents')
  const { ended } = useHeaderCart()
  if (!ended || !texts.has('endedTitle')) return null
  return (
    <div className={css.ground} role="status" data-ended-notice>
      <div className={css.notice}>
        <Icon name="warning" />
        <p className={css.text}>
          <strong>{texts.jsx('endedTitle')}.</strong> {texts.jsx('endedText')}
        </p>
        <p className={css.links}>
          <ShopLink to="/orders">{texts.jsx('ordersLabel')}</ShopLink>
          <ShopLink to="/contact">{common.jsx('askUs')}</ShopLink>
        </p>
      </div>
    </div>
  )
}
