import type { Order } from '#contract/orders/orders.shop.ts'
import { hasPicture } from '#ui/lib/image-address.ts'

/** What was chosen, the dearest first. Two sizes of one gift look alike. */
export function chosenGifts({ items }: Order): Order['items'] {
  const seen = items.filter(({ media, state }) => hasPicture(media) && state !== 'cancelled')
  const first = new Map<string, Order['items'][number]>()
  for (const item of seen.toSorted((a, b) => b.points - a.points)) {
    if (!first.has(item.media)) first.set(item.media, item)
  }
  return [...first.values()]
}
