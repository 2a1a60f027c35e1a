import type { ShopLook } from '#employer-portal/components/appearance.ts'
import { pictureUrl } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'

import css from './ShopFrame.module.css'

const SIZES = '16rem'
const WIDEST = 800

/** A small picture of the shop that recipients see: its logo and its large image. Narrow screens do without it. */
export function ShopFrame({ shop, label }: { shop: ShopLook; label: string }) {
  return (
    <div className={css.frame} role="img" aria-label={label}>
      {shop.logo === '' ? null : (
        <span className={css.head}>
          <img src={pictureUrl(shop.logo, shop.logo.endsWith('.svg') ? undefined : 320)} alt="" />
        </span>
      )}
      <Picture
        className={css.hero}
        file={shop.hero}
        alt=""
        sizes={SIZES}
        ratio="auto"
        widest={WIDEST}
      />
    </div>
  )
}
