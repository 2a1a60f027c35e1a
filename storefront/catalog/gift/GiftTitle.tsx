import { PriceTag } from '#storefront/product-card/PriceTag.tsx'
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
  /** The selected quantity. Its effect on this cart is shown at the add button. */
  quantity: number | null
}

/** The total of the selected quantity, and the points left after it. */
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
