import { useMemo } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { priceTag } from '#domain/cart/cart-rules.ts'
import { useCartTotals } from '#storefront/product-card/use-cart-totals.ts'
import { type Amounts, useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Icon } from '#ui/components/Icon.tsx'
import css from './PriceTag.module.css'

type PriceTagProps = {
  points: number
  quantity?: number
  className?: string | undefined
}

/** The effect of a gift with these points on a cart with these totals. */
const tagFor = (giftPoints: number, totals: Cart['totals']) =>
  priceTag({
    giftPoints,
    orderPoints: totals.order_total_points,
    available: totals.voucher_points,
    limit: totals.order_limit,
  })

/** Whether a cart with these totals can be ordered after such gifts are added. */
export const isAffordable = (giftPoints: number, totals: Cart['totals']) =>
  tagFor(giftPoints, totals).kind !== 'above-limit'

/** The effect of a gift on this cart: fits, fits with euros, or how many points are missing. */
export function PriceTag(props: PriceTagProps) {
  return <PriceTagIn {...props} means={usePriceMeaning()} />
}

type PriceMeaning = ReturnType<typeof usePriceMeaning>

/** The price context of cart and texts, read once for many tags. */
export function usePriceMeaning() {
  const totals = useCartTotals()
  const words = useTexts('websitetranslationcomponents')
  const amounts = useAmounts()
  return useMemo(() => ({ totals, words, amounts }), [totals, words, amounts])
}

export function PriceTagIn({
  points,
  quantity = 1,
  className,
  means: { totals, words, amounts },
}: PriceTagProps & { means: PriceMeaning }) {
  const tag = tagFor(points * quantity, totals)
  return (
    <span className={classNames(css.tag, className)} data-tag={tag.kind}>
      <Icon name={tag.kind === 'above-limit' ? 'info' : tag.kind === 'fits' ? 'check' : 'plus'} />
      <span>{meaning(tag, words, amounts)}</span>
    </span>
  )
}

function meaning(tag: ReturnType<typeof priceTag>, words: PageTexts, { points, euros }: Amounts) {
  switch (tag.kind) {
    case 'fits':
      return tag.left === 0 ? words.say('tagFitsExactly') : words.say('tagFits', { left: tag.left })
    case 'fits-with-euros':
      return words.say('tagWithEuros', { euros: euros(tag.cents) })
    case 'above-limit':
      return words.say('tagAbove', { points: points(tag.short) })
  }
}
