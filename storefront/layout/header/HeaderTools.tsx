import type { CSSProperties } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '#storefront/router/router.tsx'

import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { wishlistQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Icon } from '#ui/components/Icon.tsx'
import css from './HeaderTools.module.css'

/** The recipient's points, wishlist and cart. */
export function HeaderTools() {
  const texts = useTexts('headercomponents')
  const language = useLanguage()
  const { data: wishlist } = useQuery(wishlistQuery(language))
  const { pathname } = useLocation()
  const { points, left, giftCount } = useHeaderCart()
  return (
    <div className={css.tools}>
      <Points points={points} left={left} />
      <ShopLink to="/orders" className={classNames(css.tool, css.orders)}>
        <Icon name="parcel" />
        <span className="visually-hidden">{texts.jsx('ordersLabel')}</span>
      </ShopLink>
      <ShopLink to="/wishlist" className={css.tool}>
        <Icon name="heart" />
        <span className="visually-hidden">{texts.jsx('wishlistLabel')}</span>
        <Count count={wishlist?.wishlistsitems.length ?? 0} />
      </ShopLink>
      {pathname === '/confirmation' ? null : (
        <ShopLink to="/cart" className={css.tool} data-basket>
          <Icon name="basket" />
          <span className="visually-hidden">{texts.jsx('basketLabel')}</span>
          <Count count={giftCount} />
        </ShopLink>
      )}
    </div>
  )
}

function Points({ points, left }: { points: number; left: number | null }) {
  const texts = useTexts('headercomponents')
  const common = useTexts('websitetranslationcomponents')
  const share = points === 0 ? 0 : ((left ?? points) / points) * 100
  return (
    <p className={css.points}>
      <span className={css.ring} style={{ '--left': share } as CSSProperties} aria-hidden="true" />
      <span>
        {points === 1 ? <>1 {common.jsx('point')}</> : texts.jsx('pointsLabel', { points })}
        {left === null ? null : (
          <small>
            <span className="visually-hidden">, </span>
            {texts.jsx('pointsLeftLabel', { left, points })}
          </small>
        )}
      </span>
    </p>
  )
}

/** An empty basket shows no number. */
function Count({ count }: { count: number }) {
  return count === 0 ? null : (
    // A new element for another count, so that the change is animated.
    <span key={count} className={css.count}>
      {count}
    </span>
  )
}
