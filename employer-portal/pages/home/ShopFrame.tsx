import type { ShopAppearance } from '#employer-portal/components/appearance.ts'
import { pictureUrl } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'

import css from './ShopFrame.module.css'

/** The image fills a tall frame that cuts off most of its width, so it must be three times as wide as the frame. */
const SIZES = '48rem'
const MAX_WIDTH = 1600

/** A small picture of the shop that recipients see: its logo and its large image. Hidden on narrow screens. */
export function ShopFrame({ shop, label }: { shop: ShopAppearance; label: string }) {
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
        maxWidth={MAX_WIDTH}
      />
    </div>
  )
}
