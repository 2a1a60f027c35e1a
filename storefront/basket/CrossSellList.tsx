import { useId } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import type { CrossSell } from '#contract/catalog/catalog.shop.ts'
import { ProductCard, useCardContext } from '#storefront/product-card/ProductCard.tsx'
import { isAffordable } from '#storefront/product-card/PriceTag.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './CrossSellList.module.css'

type CrossSellListProps = {
  gifts: CrossSell[]
  /** Totals without the current pick, which another pick replaces. */
  totals: Cart['totals']
  picked: CrossSell | null
  /** null removes the pick. */
  onPick: (gift: CrossSell | null) => void
  texts: PageTexts
}

/** Related gifts that can still be ordered. One of them can be added. */
export function CrossSellList({ gifts, totals, picked, onPick, texts }: CrossSellListProps) {
  const id = useId()
  const context = useCardContext()
  const affordable = gifts.filter(({ points }) => isAffordable(points, totals))
  if (affordable.length === 0) return null
  const shared = { ...context, prices: { ...context.prices, totals } }
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {texts.jsx('crossSellTitle')}
      </h3>
      <ul className={css.gifts}>
        {affordable.map((gift) => {
          const isPicked = gift.spli_id === picked?.spli_id
          const actionText = texts.text(isPicked ? 'removeButton' : 'addButton')
          return (
            <li key={gift.spli_id} className={css.gift} data-picked={isPicked || undefined}>
              <ProductCard
                gift={gift}
                size="small"
                heading="h4"
                sizes="(width < 40rem) 30vw, 220px"
                linked={false}
                shared={shared}
              >
                <Button
                  variant="plain"
                  className={css.act}
                  aria-label={`${actionText}: ${gift.name}`}
                  onClick={() => onPick(isPicked ? null : gift)}
                >
                  <Icon name={isPicked ? 'check' : 'plus'} />
                  {actionText}
                </Button>
              </ProductCard>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
