import type { Order } from '#contract/orders/orders.shop.ts'
import { hasPicture } from '#ui/lib/image-address.ts'

/** The ordered gifts, the most expensive first. Two sizes of one gift share a picture and appear once. */
export function chosenGifts({ items }: Order): Order['items'] {
  const seen = items.filter(({ media, state }) => hasPicture(media) && state !== 'cancelled')
  const first = new Map<string, Order['items'][number]>()
  for (const item of seen.toSorted((a, b) => b.points - a.points)) {
    if (!first.has(item.media)) first.set(item.media, item)
  }
  return [...first.values()]
}
