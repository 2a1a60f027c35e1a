import type { Order, OrderForm } from '#backoffice/modules/orders/order/order-detail.ts'
import type { Permission } from '#domain/staff/permissions.ts'

export type OrderAction =
  | { kind: OrderForm }
  /** Calculates the refund that a withdrawal was promised. */
  | { kind: 'withdrawal'; number: string }
  | { kind: 'track'; link: string; code: string }
  | { kind: 'task'; id: string }

export const isOpenWithdrawal = (order: Order, { credited }: Order['withdrawals'][number]) =>
  !credited && order.state !== 'cancelled'

/** Whether a replacement can be offered for a gift of the order. */
export const hasReplaceableGift = ({ state, lines }: Order) =>
  state !== 'placed' &&
  state !== 'cancelled' &&
  lines.some(({ left, fallen }) => left > 0 && !fallen)

/**
 * What can be done with an order, with the action that its state calls for first. A problem comes before a return, and
 * a return before the usual action of the state.
 */
export function orderActions(
  order: Order,
  may: (permission: Permission) => boolean,
): OrderAction[] {
  const { state, task, parcels, lines } = order
  const openWithdrawals = order.withdrawals.filter((withdrawal) =>
    isOpenWithdrawal(order, withdrawal),
  )
  // A withdrawal that waits is handled here, by its return or its refund.
  const problem = task.find(({ kind }) => kind !== 'withdrawal-waits')
  const trackedParcel = parcels.find((parcel) => parcel.state === 'sent' && parcel.link !== null)
  const mayRefund = may('credit.book')
  const actions: (OrderAction | null)[] = [
    problem && may('task.read') ? { kind: 'task', id: problem.id } : null,
    openWithdrawals.length > 0 && may('order.write') ? { kind: 'return' } : null,
    order.changeable_until && may('order.write') ? { kind: 'address' } : null,
    trackedParcel?.link
      ? { kind: 'track', link: trackedParcel.link, code: trackedParcel.code }
      : null,
    mayRefund && lines.some(({ left }) => left > 0) ? { kind: 'refund' } : null,
    ...openWithdrawals.map(({ number }) =>
      mayRefund ? { kind: 'withdrawal' as const, number } : null,
    ),
    mayRefund && hasReplaceableGift(order) ? { kind: 'replace' } : null,
    state === 'placed' && may('order.cancel') ? { kind: 'cancel' } : null,
  ]
  return actions.filter((action) => action !== null)
}
