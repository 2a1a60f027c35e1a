import type { Order } from '#contract/orders/orders.shop.ts'
import { partOf } from '#domain/orders/partial-state.ts'

/** The state of the most advanced physical gift, if the others are behind it. Null if all have the same state. */
export const partialOrderState = ({ state, items }: Pick<Order, 'items' | 'state'>) =>
  partOf(
    state,
    items.flatMap(({ delivery_condition: condition, state, tracking }) =>
      condition === 'digital' ? [] : [state, ...tracking.map((parcel) => parcel.state)],
    ),
  )
