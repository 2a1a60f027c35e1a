import { PriceTag } from '#storefront/basket/PriceTag.tsx'
import { useAmounts } from '#storefront/use-amounts.ts'
import css from './GiftTitle.module.css'

type GiftTitleProps = {
  gift: { brand: string; name: string; lang?: string | undefined; points: number }
  /** How many of it are thought of; what that means for this cart is said where it can be had. */
  quantity: number | null
}

export function GiftTitle({ gift, quantity }: GiftTitleProps) {
  const { points } = useAmounts()
  return (
    <div>
      <p className={css.brand}>{gift.brand}</p>
      <h1 className={css.name} lang={gift.lang}>
        {gift.name}
      </h1>
      <p className={css.points}>
        {points(gift.points)}
        {quantity === null ? null : (
          <PriceTag points={gift.points} quantity={quantity} className={css.tag} />
        )}
      </p>
    </div>
  )
}
