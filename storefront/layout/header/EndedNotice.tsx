import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './EndedNotice.module.css'

/** On every page once the points have expired: what has ended, and what the recipient can still do. */
export function EndedNotice() {
  const words = useTexts('headercomponents')
  const common = useTexts('websitetranslationcomponents')
  const { ended } = useHeaderCart()
  if (!ended || !words.has('endedTitle')) return null
  return (
    <div className={css.ground} role="status" data-ended-notice>
      <div className={css.notice}>
        <Icon name="warning" />
        <p className={css.text}>
          <strong>{words.say('endedTitle')}.</strong> {words.say('endedText')}
        </p>
        <p className={css.ways}>
          <ShopLink to="/orders">{words.say('ordersLabel')}</ShopLink>
          <ShopLink to="/contact">{common.say('askUs')}</ShopLink>
        </p>
      </div>
    </div>
  )
}
