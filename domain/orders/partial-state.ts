import type { OrderState } from '#domain/orders/order-state.ts'
import type { ParcelState } from '#domain/fulfilment/parcel-state.ts'

export const PARTS = ['partly-sent', 'partly-delivered'] as const
export type Part = (typeof PARTS)[number]

/**
 * An order has the state of its slowest part. This returns whether other parts were already sent or delivered. `parts`
 * are the states of its lines and parcels.
 */
export function partOf(
  orderState: OrderState,
  parts: readonly (OrderState | ParcelState)[],
): Part | null {
  const hasArrived = parts.includes('delivered')
  if (orderState === 'shipped') return hasArrived ? 'partly-delivered' : null
  if (orderState !== 'released') return null
  return hasArrived || parts.includes('shipped') || parts.includes('sent') ? 'partly-sent' : null
}
