import { PriceTag } from '#storefront/basket/PriceTag.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import css from './GiftTitle.module.css'

export function GiftTitle({
  gift,
}: {
  gift: { brand: string; name: string; lang?: string | undefined }
}) {
  return (
    <div className={css.title}>
      <p className={css.brand}>{gift.brand}</p>
      <h1 className={css.name} lang={gift.lang}>
        {gift.name}
      </h1>
    </div>
  )
}

type GiftPointsProps = {
  points: number
  /** How many of it are thought of; what that means for this cart is said where it can be had. */
  quantity: number | null
}

/** What is thought of costs together, and what that leaves. */
export function GiftPoints({ points: each, quantity }: GiftPointsProps) {
  const { points } = useAmounts()
  const many = quantity !== null && quantity > 1
  return (
    <div className={css.price}>
      <p className={css.points}>
        {points(each * (quantity ?? 1))}
        {many ? (
          <span className={css.each}>
            {' '}
            {quantity} × {each}
          </span>
        ) : null}
      </p>
      {quantity === null ? null : (
        <PriceTag points={each} quantity={quantity} className={css.tag} />
      )}
    </div>
  )
}
