import type { Order } from '#contract/orders/orders.shop.ts'
import type { Language } from '#domain/language.ts'
import {
  type DeliveryTexts,
  deliveryOfGift,
} from '#storefront/checkout/delivery/delivery-labels.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

export type Parcel = DeliveryTexts & { items: Order['items'] }

/** Method and place in one short line per gift. The complete address is shown at the parcel. */
export const shortMethod = ({ title, lines }: DeliveryTexts) =>
  [title, ...(lines.length > 1 ? lines.slice(0, -1) : lines)]
    .filter((part) => part !== '')
    .join(', ')

/** Gifts with the same method and address appear as one parcel. */
export function parcelsOf(order: Order, texts: PageTexts, language: Language): Parcel[] {
  const parcels = new Map<string, Parcel>()
  for (const item of order.items) {
    const delivery = deliveryOfGift(item.delivery_condition, order, texts, language)
    const key = [delivery.title, delivery.when, ...delivery.lines].join('\n')
    const parcel = parcels.get(key)
    if (parcel) parcel.items.push(item)
    else parcels.set(key, { ...delivery, items: [item] })
  }
  return [...parcels.values()]
}
