import { useLocation } from '#storefront/router/router.tsx'

import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './PointsBadge.module.css'

/** The available points, always in view on large screens. An order that may not be split uses them all. */
export function PointsBadge() {
  const words = useTexts('websitetranslationcomponents')
  const { pathname } = useLocation()
  const { points, splitShipment } = useHeaderCart()
  const shown = pathname === '/confirmation' && !splitShipment ? 0 : points
  return (
    <p className={css.badge} data-points-badge>
      <strong>{shown}</strong>
      <span>{words.say(shown === 1 ? 'point' : 'points')}</span>
    </p>
  )
}
