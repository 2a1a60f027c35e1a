import { use } from 'react'

import { useWishlistItem } from '#storefront/product-card/use-wishlist.ts'
import { WishlistContext } from '#storefront/product-card/WishlistContext.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { IconButton } from '#ui/components/IconButton.tsx'
import css from './WishlistButton.module.css'

type WishlistButtonProps = { spliId: string; name: string; className?: string | undefined }

/** A heart, filled if the gift is on the wishlist. Requires a `WishlistProvider` above it. */
export function WishlistButton({ spliId, name, className }: WishlistButtonProps) {
  const wishlist = use(WishlistContext)
  if (!wishlist) throw new Error('WishlistProvider is missing')
  const { listed, label, toggle } = useWishlistItem({ spliId, name }, wishlist)
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
