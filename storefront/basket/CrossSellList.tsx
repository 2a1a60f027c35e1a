import { useId } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import type { CrossSell } from '#contract/catalog/catalog.shop.ts'
import { PriceTagIn, usePriceMeaning } from '#storefront/basket/PriceTag.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './CrossSellList.module.css'

type CrossSellListProps = {
  gifts: CrossSell[]
  /** Of the cart without the pick: another pick replaces it. */
  totals: Cart['totals']
  picked: CrossSell | null
  /** null takes the pick back. */
  onPick: (gift: CrossSell | null) => void
  words: PageTexts
}

/** What goes well with the gift: one of them may come along. */
export function CrossSellList({ gifts, totals, picked, onPick, words }: CrossSellListProps) {
  const id = useId()
  const means = { ...usePriceMeaning(), totals }
  const { points } = useAmounts()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {words.say('crossSellTitle')}
      </h3>
      <ul className={css.gifts}>
        {gifts.map((gift) => {
          const isPicked = gift.spli_id === picked?.spli_id
          const act = words.text(isPicked ? 'removeButton' : 'addButton')
          return (
            <li key={gift.spli_id} className={css.gift} data-picked={isPicked || undefined}>
              <Picture
                file={gift.media}
                alt=""
                sizes="(width < 40rem) 30vw, 220px"
                className={css.picture}
                instead={gift.brand}
              />
              <span className={css.words}>
                <span className={css.brand}>{gift.brand}</span>
                <span className={css.name}>{gift.name}</span>
                <span className={css.points}>{points(gift.points)}</span>
                <PriceTagIn points={gift.points} means={means} />
              </span>
              <Button
                look="plain"
                className={css.act}
                aria-label={`${act}: ${gift.name}`}
                onClick={() => onPick(isPicked ? null : gift)}
              >
                <Icon name={isPicked ? 'check' : 'plus'} />
                {act}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
