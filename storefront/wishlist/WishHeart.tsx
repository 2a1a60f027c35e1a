import { useWish } from '#storefront/wishlist/use-wish.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/IconButton.tsx'
import css from './WishHeart.module.css'

type WishHeartProps = { spliId: string; name: string; className?: string | undefined }

/** Filled when the gift is on the wishlist; it stands on pictures as well as on paper. */
export function WishHeart({ spliId, name, className }: WishHeartProps) {
  const { listed, label, toggle } = useWish({ spliId, name })
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
