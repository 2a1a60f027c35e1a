import type { Order, Withdrawal } from '#contract/orders/orders.shop.ts'
import { isUndoable } from '#domain/orders/undo-window.ts'
import { vatCentsOf } from '#domain/finance/vat-amounts.ts'
import { withdrawable } from '#domain/refunds/withdrawal.ts'
import { linkToken } from '#server/platform/crypto/link-token.ts'
import { amountOwed } from '#server/modules/orders/amount-owed.ts'
import { deliveryChoice, personalData } from '#server/modules/cart/cart-response.ts'
import type {
  DigitalItem,
  OrderLine,
  OrderRow,
  WithdrawalRow,
} from '#server/modules/orders/order.sql.ts'
import { linesPossiblyInParcel } from '#server/modules/orders/lines/unreported-lines.ts'

/** Whether the recipient can still change or cancel the order. */
export function isOrderUndoable({ state, changeableUntil }: OrderRow, now: Date): boolean {
  return isUndoable({ state, undoUntilMs: changeableUntil.getTime(), nowMs: now.getTime() })
}

/** Lines that can be withdrawn, once the order can no longer be cancelled. */
export function withdrawableUnits(order: OrderRow, now: Date) {
  if (isOrderUndoable(order, now)) return { units: new Map<number, number>(), untilMs: null }
  const { placedAt, deliveredAt, timeZone, consented, lines } = order
  return withdrawable(
    {
      placedAtMs: placedAt.getTime(),
      deliveredAtMs: deliveredAt?.getTime() ?? null,
      zone: timeZone,
      consented,
      lines: lines.map((line) => ({
        ...line,
        condition: line.deliveryCondition,
        withdrawn: countNotWithdrawable(line, consented),
      })),
    },
    now.getTime(),
  )
}

/**
 * Units that cannot be withdrawn (again). A line being replaced counts in full, because a refund can be chosen at once.
 * With consent to immediate delivery, codes that were handed out count, too.
 */
function countNotWithdrawable(
  { isBeingReplaced, quantity, withdrawn, credited, digitalItems }: OrderLine,
  consented: boolean,
): number {
  if (isBeingReplaced) return quantity
  const returned = withdrawn + credited
  if (!consented || digitalItems.length === 0) return returned
  return Math.max(returned, quantity - countItems(digitalItems, 'waiting'))
}

export const countItems = (items: readonly DigitalItem[], state: DigitalItem['state']) =>
  items.filter((item) => item.state === state).length

/** A carrier can be chosen only for gifts that our warehouse sends to the recipient. */
export function canChooseDelivery({ delivery, lines }: OrderRow): boolean {
  if (delivery.kind !== 'home' && delivery.kind !== 'pickup') return false
  return lines.some((line) => line.deliveryCondition === 'monta' && line.state !== 'cancelled')
}

/** The links to replacement pages contain tokens that are derived with `peppers`. */
export function wireOrder(row: OrderRow, now: Date, peppers: string): Order {
  const canUndo = isOrderUndoable(row, now)
  const { units, untilMs } = withdrawableUnits(row, now)
  return {
    order_number: row.number,
    state: row.state,
    placed_at: row.placedAt.toISOString(),
    time_zone: row.timeZone,
    undo_until: canUndo ? row.changeableUntil.toISOString() : null,
    can: {
      change_address: canUndo,
      change_delivery: canUndo && canChooseDelivery(row),
      change_gifts: canUndo,
      cancel: canUndo,
      withdraw: units.size > 0,
    },
    withdraw_until: untilMs === null ? null : new Date(untilMs).toISOString(),
    items: row.lines.map((line) => wireLine(line, row, units)),
    delivery: deliveryChoice(row.delivery),
    personal_data: personalData(row.person, row.delivery),
    total_points: row.totalPoints,
    points_paid: row.pointsPaid,
    cents_paid: row.centsPaid,
    vat_cents: vatCentsOf(row.centsPaid, row.lines),
    credit_left: { ...amountOwed(row), first: row.creditFirst },
    points_refunded: row.pointsRefunded,
    cents_refunded: row.centsRefunded,
    payment_method: row.centsPaid > 0 ? 'MOL' : 'FC',
    events: row.events.map(withIsoDate),
    mails: row.mails.map(withIsoDate),
    refunds: row.refunds.map(withIsoDate),
    withdrawals: row.withdrawals.map((withdrawal) => wireWithdrawal(withdrawal, row)),
    choices: row.replacementOffers.map(({ id, line, former, until, outcome, tokenHash }) => ({
      shopping_cart_item: itemId(row.number, line),
      name: former.name,
      quantity: former.quantity,
      until: new Date(until).toISOString(),
      outcome,
      token:
        outcome === null && now < new Date(until)
          ? (linkToken(peppers, 'choose again', id, Buffer.from(tokenHash, 'hex')) ?? null)
          : null,
    })),
    reopened_as: row.cancellation?.cartGuid ?? null,
    available_points: row.available,
  }
}

/** Inside JSON, the database writes dates in a format of its own. */
function withIsoDate<T extends { at: string }>(entry: T): T {
  return { ...entry, at: new Date(entry.at).toISOString() }
}

export const itemId = (number: string, line: number) => `${number}-${line}`

function wireLine(
  line: OrderLine,
  order: OrderRow,
  withdrawable: Map<number, number>,
): Order['items'][number] {
  const inParcel = line.deliveryCondition !== 'digital' && line.state !== 'cancelled'
  return {
    shopping_cart_item: itemId(order.number, line.line),
    spli_id: line.spliId,
    scp: line.sku,
    name: line.name,
    variant: line.variant,
    brand: line.brand,
    points: line.points,
    quantity: line.quantity,
    media: line.picture,
    delivery_info: line.deliveryInfo,
    delivery_condition: line.deliveryCondition,
    state: line.state,
    delivery_assumed: line.arrivalAssumed,
    tracking: inParcel ? trackingOf(line, order) : [],
    digital: {
      handed: countItems(line.digitalItems, 'handed'),
      waiting: countItems(line.digitalItems, 'waiting'),
    },
    withdrawn: line.withdrawn,
    withdrawable: withdrawable.get(line.line) ?? 0,
  }
}

/** The parcels that contain units of the line, and those with unknown contents that may contain them. */
function trackingOf({ line, round }: OrderLine, order: OrderRow) {
  return order.parcels.flatMap((parcel) => {
    const { code, link, carrier, state, deliveredAt, lines } = parcel
    const packed = lines.find((content) => content.line === line)
    const mayContainLine =
      lines.length === 0 &&
      linesPossiblyInParcel(order, parcel).some((orderLine) => orderLine.line === line)
    if (parcel.round !== round || !(packed || mayContainLine)) return []
    const delivered_at = deliveredAt && new Date(deliveredAt).toISOString()
    return [{ code, link, carrier, state, quantity: packed?.quantity ?? null, delivered_at }]
  })
}

export function wireWithdrawal(row: WithdrawalRow, order: OrderRow): Withdrawal {
  return {
    withdrawal_number: row.number,
    at: new Date(row.at).toISOString(),
    email: row.email,
    reason: row.reason,
    lines: withdrawnLines(row, order).map(({ line, name, variant, points, quantity }) => ({
      shopping_cart_item: itemId(order.number, line),
      name,
      variant,
      points,
      quantity,
    })),
    to_return: returnScope(row, order),
    points: row.points,
    points_to_credit: row.pointsToCredit,
    cents_to_credit: row.centsToCredit,
  }
}

/**
 * Which of the withdrawn gifts must be returned. A withdrawal does not stop their delivery, so unsent ones may still
 * arrive.
 */
export function returnScope(row: WithdrawalRow, order: OrderRow): Withdrawal['to_return'] {
  const lines = withdrawnLines(row, order).filter(
    ({ deliveryCondition, state }) => deliveryCondition !== 'digital' && state !== 'cancelled',
  )
  if (lines.length === 0) return 'nothing'
  const sent = lines.filter(({ state }) => state === 'shipped' || state === 'delivered')
  if (sent.length === 0) return 'unsent'
  return sent.length === lines.length ? 'all' : 'part'
}

/** The lines of the order, with the quantities that were withdrawn. */
export function withdrawnLines({ lines }: WithdrawalRow, order: OrderRow): OrderLine[] {
  return lines.flatMap(({ line, quantity }) => {
    const orderLine = order.lines.find((candidate) => candidate.line === line)
    return orderLine ? { ...orderLine, quantity } : []
  })
}
