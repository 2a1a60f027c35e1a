import { use } from 'react'

import { useWishlistItem } from '#storefront/product-card/use-wishlist.ts'
import { WishlistContext } from '#storefront/product-card/WishlistContext.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { IconButton } from '#ui/components/IconButton.tsx'
import css from './WishlistButton.module.css'

type WishlistButtonProps = { spliId: string; name: string; className?: string | undefined }

/** Filled if the gift is on the wishlist. Works on pictures and plain backgrounds. Requires `Wishes` above it. */
export function WishlistButton({ spliId, name, className }: WishlistButtonProps) {
  const wishing = use(WishlistContext)
  if (!wishing) throw new Error('Wishes is missing')
  const { listed, label, toggle } = useWishlistItem({ spliId, name }, wishing)
  return (
    <IconButton
      icon="heart"
      label={label}
      filled={listed}
      aria-pressed={listed}
      className={classNames(css.heart, className)}
      onClick={toggle}
    />
  )
}
