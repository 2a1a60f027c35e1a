import { useLocation } from '#storefront/router/router.tsx'

import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './PointsBadge.module.css'

/** The available points, always visible on large screens. None are left after an order that may not be split. */
export function PointsBadge() {
  const texts = useTexts('websitetranslationcomponents')
  const { pathname } = useLocation()
  const { points, splitShipment } = useHeaderCart()
  const shownPoints = pathname === '/confirmation' && !splitShipment ? 0 : points
  return (
    <p className={css.badge} data-points-badge>
      <strong>{shownPoints}</strong>
      <span>{texts.jsx(shownPoints === 1 ? 'point' : 'points')}</span>
    </p>
  )
}
