import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'

/** Variants that are not archived. */
export const currentVariants = ({ articles }: Gift) => articles.filter(({ retired }) => !retired)

/** Channels in which recipients can see the gift. */
export function visibleChannels(gift: Gift): string[] {
  const skus = currentVariants(gift).map(({ sku }) => sku)
  return [
    ...new Set(
      gift.offers
        .filter(({ active, sku }) => active && skus.includes(sku))
        .map(({ channel }) => channel),
    ),
  ]
}

type GiftState = 'archived' | 'hidden' | 'sold-out' | 'visible'

/** What a recipient finds: a sold-out gift is visible, but cannot be ordered. */
export function giftState(gift: Gift): GiftState {
  const variants = currentVariants(gift)
  if (variants.length === 0) return 'archived'
  if (visibleChannels(gift).length === 0) return 'hidden'
  return variants.every(({ shelf }) => shelf !== null && shelf.on_hand - shelf.reserved <= 0)
    ? 'sold-out'
    : 'visible'
}
