import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'

/** Variants that are not archived. */
export const liveArticles = ({ articles }: Gift) => articles.filter(({ retired }) => !retired)

/** Channels in which recipients can see the gift. */
export function visibleChannels(gift: Gift): string[] {
  const live = liveArticles(gift).map(({ sku }) => sku)
  return [
    ...new Set(
      gift.offers
        .filter(({ active, sku }) => active && live.includes(sku))
        .map(({ channel }) => channel),
    ),
  ]
}

type GiftState = 'archived' | 'hidden' | 'out' | 'visible'

/** What a recipient finds: a sold-out gift is visible, but cannot be ordered. */
export function giftState(gift: Gift): GiftState {
  const live = liveArticles(gift)
  if (live.length === 0) return 'archived'
  if (visibleChannels(gift).length === 0) return 'hidden'
  return live.every(({ shelf }) => shelf !== null && shelf.on_hand - shelf.reserved <= 0)
    ? 'out'
    : 'visible'
}
