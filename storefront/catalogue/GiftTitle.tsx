import { PriceTag } from '#storefront/catalogue/PriceTag.tsx'
import { useAmounts } from '#storefront/use-amounts.ts'
import css from './GiftTitle.module.css'

type GiftTitleProps = {
  gift: { brand: string; name: string; lang?: string | undefined; points: number }
  /** Whether it is said what one more of it means for this cart. */
  priced: boolean
}

export function GiftTitle({ gift, priced }: GiftTitleProps) {
  const { points } = useAmounts()
  return (
    <div>
      <p className={css.brand}>{gift.brand}</p>
      <h1 className={css.name} lang={gift.lang}>
        {gift.name}
      </h1>
      <p className={css.points}>
        {points(gift.points)}
        {priced ? <PriceTag points={gift.points} className={css.tag} /> : null}
      </p>
    </div>
  )
}
