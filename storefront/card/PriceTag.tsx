import { useMemo } from 'react'

import { priceTag } from '#domain/cart/cart-rules.ts'
import { useCartTotals } from '#storefront/card/use-cart-totals.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import { Icon } from '#ui/components/Icon.tsx'
import css from './PriceTag.module.css'

type PriceTagProps = {
  points: number
  quantity?: number
  /** In lists, shows only exact fits and gifts that do not fit. */
  unlessFits?: boolean
  className?: string | undefined
}

/** What so many more of a gift mean for this cart: fits, fits with euros, or how far above the limit. */
export function PriceTag(props: PriceTagProps) {
  return <PriceTagIn {...props} means={usePriceMeaning()} />
}

type PriceMeaning = ReturnType<typeof usePriceMeaning>

/** The price context of cart and texts, read once for many tags. */
export function usePriceMeaning() {
  const totals = useCartTotals()
  const words = useTexts('websitetranslationcomponents')
  const { euros } = useAmounts()
  return useMemo(() => ({ totals, words, euros }), [totals, words, euros])
}

export function PriceTagIn({
  points,
  quantity = 1,
  unlessFits = false,
  className,
  means: { totals, words, euros },
}: PriceTagProps & { means: PriceMeaning }) {
  const tag = priceTag({
    giftPoints: points * quantity,
    orderPoints: totals.order_total_points,
    available: totals.voucher_points,
    limit: totals.order_limit,
  })
  if (unlessFits && tag.kind === 'fits' && tag.left > 0) return null
  return (
    <span className={classNames(css.tag, className)} data-tag={tag.kind}>
      <Icon name={tag.kind === 'above-limit' ? 'info' : tag.kind === 'fits' ? 'check' : 'plus'} />
      <span>{meaning(tag, words, euros)}</span>
    </span>
  )
}

function meaning(
  tag: ReturnType<typeof priceTag>,
  words: PageTexts,
  euros: (cents: number) => string,
) {
  switch (tag.kind) {
    case 'fits':
      return tag.left === 0 ? words.say('tagFitsExactly') : words.say('tagFits', { left: tag.left })
    case 'fits-with-euros':
      return words.say('tagWithEuros', { euros: euros(tag.cents) })
    case 'above-limit':
      return words.say('tagAbove', { points: tag.points })
  }
}
