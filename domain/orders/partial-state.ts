import type { OrderState } from '#domain/orders/order-state.ts'
import type { ParcelState } from '#domain/fulfilment/parcel-state.ts'

export const PARTS = ['partly-sent', 'partly-delivered'] as const
export type Part = (typeof PARTS)[number]

/**
 * An order has the state of its slowest part. This returns the progress beyond it: parts sent or delivered. `parts`:
 * each delivered gift, and each parcel.
 */
export function partOf(
  orderState: OrderState,
  parts: readonly (OrderState | ParcelState)[],
): Part | null {
  const hasCome = parts.includes('delivered')
  if (orderState === 'shipped') return hasCome ? 'partly-delivered' : null
  if (orderState !== 'released') return null
  return hasCome || parts.includes('shipped') || parts.includes('sent') ? 'partly-sent' : null
}
