import type { CSSProperties } from 'react'

import type { ShopLook } from '#employer-portal/components/appearance.ts'
import { pictureUrl } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'

import css from './ShopFrame.module.css'

const SIZES = '(width < 48rem) 100vw, 18rem'
const WIDEST = 800

/** A small picture of the shop that recipients see: its large image, its logo, its colours. */
export function ShopFrame({ shop, label }: { shop: ShopLook; label: string }) {
  const { heading, on_heading, active } = shop.theme
  const colours = {
    '--shop-heading': heading,
    '--shop-on-heading': on_heading,
    '--shop-active': active,
  } as CSSProperties
  return (
    <div className={css.frame} style={colours} role="img" aria-label={label}>
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
      <span className={css.foot} aria-hidden="true">
        <i />
        <i />
        <b />
      </span>
    </div>
  )
}
