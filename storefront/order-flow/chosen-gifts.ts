import type { Order } from '#contract/orders/orders.shop.ts'
import { hasPicture } from '#ui/lib/image-address.ts'

/** The ordered gifts, the most expensive first. Two sizes of one gift share a picture and appear once. */
export function chosenGifts({ items }: Order): Order['items'] {
  const visible = items.filter(({ media, state }) => hasPicture(media) && state !== 'cancelled')
  const byPicture = new Map<string, Order['items'][number]>()
  for (const item of visible.toSorted((a, b) => b.points - a.points)) {
    if (!byPicture.has(item.media)) byPicture.set(item.media, item)
  }
  return [...byPicture.values()]
}
