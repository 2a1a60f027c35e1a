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

/** The price tag of a gift with these points for a cart with these totals. */
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

/** Whether a gift fits this cart, fits it with euros, or how many points are missing. */
export function PriceTag(props: PriceTagProps) {
  return <PriceTagFor {...props} prices={usePriceContext()} />
}

const TAG_ICONS = { fits: 'check', 'fits-with-euros': 'plus', 'above-limit': 'info' } as const

type PriceContext = ReturnType<typeof usePriceContext>

/** The price context of cart and texts, read once for many tags. */
export function usePriceContext() {
  const totals = useCartTotals()
  const texts = useTexts('websitetranslationcomponents')
  const amounts = useAmounts()
  return useMemo(() => ({ totals, texts, amounts }), [totals, texts, amounts])
}

export function PriceTagFor({
  points,
  quantity = 1,
  className,
  prices: { totals, texts, amounts },
}: PriceTagProps & { prices: PriceContext }) {
  const tag = tagFor(points * quantity, totals)
  return (
    <span className={classNames(css.tag, className)} data-tag={tag.kind}>
      <Icon name={TAG_ICONS[tag.kind]} />
      <span>{tagText(tag, texts, amounts)}</span>
    </span>
  )
}

function tagText(tag: ReturnType<typeof priceTag>, texts: PageTexts, { points, euros }: Amounts) {
  switch (tag.kind) {
    case 'fits':
      return tag.left === 0 ? texts.jsx('tagFitsExactly') : texts.jsx('tagFits', { left: tag.left })
    case 'fits-with-euros':
      return texts.jsx('tagWithEuros', { euros: euros(tag.cents) })
    case 'above-limit':
      return texts.jsx('tagAbove', { points: points(tag.short) })
  }
}
