import type { Order } from '#contract/orders/orders.shop.ts'
import { partOf } from '#domain/orders/partial-state.ts'

/** What of the order is ahead of the rest, of all that is brought; null where all of it stands alike. */
export const partOfOrder = ({ state, items }: Pick<Order, 'items' | 'state'>) =>
  partOf(
    state,
    items.flatMap(({ delivery_condition: by, state, tracking }) =>
      by === 'digital' ? [] : [state, ...tracking.map((parcel) => parcel.state)],
    ),
  )
