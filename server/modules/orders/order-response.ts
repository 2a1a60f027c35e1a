import type { Order, Withdrawal } from '#contract/orders/orders.shop.ts'
import { isUndoable } from '#domain/orders/undo-window.ts'
import { vatCentsOf } from '#domain/finance/vat-amounts.ts'
import { withdrawable } from '#domain/refunds/withdrawal.ts'
import { linkToken } from '#server/platform/crypto/link-token.ts'
import { amountOwed } from '#server/modules/orders/amount-owed.ts'
import { deliveryChoice, personalData } from '#server/modules/cart/cart-response.ts'
import type { OrderLine, OrderRow, WithdrawalRow } from '#server/modules/orders/order.sql.ts'
import { linesPossiblyInParcel } from '#server/modules/orders/lines/unreported-lines.ts'

/** Whether the recipient can still change or cancel the order. */
export function isOrderUndoable({ state, changeableUntil }: OrderRow, now: Date): boolean {
  return isUndoable({ state, undoUntilMs: changeableUntil.getTime(), nowMs: now.getTime() })
}

/** Lines that can be withdrawn, once the order can no longer be cancelled. */
export function withdrawableUnits(order: OrderRow, now: Date) {
  if (isOrderUndoable(order, now)) return { pieces: new Map<number, number>(), untilMs: null }
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
        withdrawn: notWithdrawable(line, consented),
      })),
    },
    now.getTime(),
  )
}

/**
 * Cannot be withdrawn: lines being replaced, because a refund can be chosen at once, and codes for which immediate
 * delivery was requested.
 */
function notWithdrawable(
  { fallen, quantity, withdrawn, credited, pieces }: OrderLine,
  consented: boolean,
): number {
  if (fallen) return quantity
  const given = withdrawn + credited
  if (!consented || pieces.length === 0) return given
  const waiting = pieces.filter(({ state }) => state === 'waiting').length
  return Math.max(given, quantity - waiting)
}

/** A carrier can be chosen only for gifts that our warehouse sends to the recipient. */
export function mayChooseDelivery({ delivery, lines }: OrderRow): boolean {
  if (delivery.kind !== 'home' && delivery.kind !== 'pickup') return false
  return lines.some((line) => line.deliveryCondition === 'monta' && line.state !== 'cancelled')
}

/** The links to replacement pages contain tokens that are derived with `peppers`. */
export function wireOrder(row: OrderRow, now: Date, peppers: string): Order {
  const undo = isOrderUndoable(row, now)
  const { pieces, untilMs } = withdrawableUnits(row, now)
  return {
    order_number: row.number,
    state: row.state,
    placed_at: row.placedAt.toISOString(),
    time_zone: row.timeZone,
    undo_until: undo ? row.changeableUntil.toISOString() : null,
    can: {
      change_address: undo,
      change_delivery: undo && mayChooseDelivery(row),
      change_gifts: undo,
      cancel: undo,
      withdraw: pieces.size > 0,
    },
    withdraw_until: untilMs === null ? null : new Date(untilMs).toISOString(),
    items: row.lines.map((line) => wireLine(line, row, pieces)),
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
    events: row.events.map(dated),
    mails: row.mails.map(dated),
    refunds: row.refunds.map(dated),
    withdrawals: row.withdrawals.map((withdrawal) => wireWithdrawal(withdrawal, row)),
    choices: row.choices.map(({ id, line, former, until, outcome, tokenHash }) => ({
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

/** Dates inside JSON from the database have another format. */
function dated<T extends { at: string }>(event: T): T {
  return { ...event, at: new Date(event.at).toISOString() }
}

export const itemId = (number: string, line: number) => `${number}-${line}`

function wireLine(
  line: OrderLine,
  order: OrderRow,
  pieces: Map<number, number>,
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
      handed: line.pieces.filter(({ state }) => state === 'handed').length,
      waiting: line.pieces.filter(({ state }) => state === 'waiting').length,
    },
    withdrawn: line.withdrawn,
    withdrawable: pieces.get(line.line) ?? 0,
  }
}

/** The parcels that contain units of the line, and those with unknown contents that may contain them. */
function trackingOf({ line, round }: OrderLine, order: OrderRow) {
  return order.parcels.flatMap((parcel) => {
    const { code, link, carrier, state, deliveredAt, lines } = parcel
    const own = lines.find((one) => one.line === line)
    const may =
      lines.length === 0 && linesPossiblyInParcel(order, parcel).some((one) => one.line === line)
    if (parcel.round !== round || !(own || may)) return []
    const delivered_at = deliveredAt && new Date(deliveredAt).toISOString()
    return [{ code, link, carrier, state, quantity: own?.quantity ?? null, delivered_at }]
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

/** Gifts to return: a withdrawal stops neither supplier nor warehouse, so they may still arrive. */
export function returnScope(row: WithdrawalRow, order: OrderRow): Withdrawal['to_return'] {
  const lines = withdrawnLines(row, order).filter(
    ({ deliveryCondition, state }) => deliveryCondition !== 'digital' && state !== 'cancelled',
  )
  if (lines.length === 0) return 'nothing'
  const sent = lines.filter(({ state }) => state === 'shipped' || state === 'delivered')
  return sent.length === lines.length ? 'all' : sent.length > 0 ? 'part' : 'unsent'
}

/** The lines of the order, with the quantities that were withdrawn. */
export function withdrawnLines({ lines }: WithdrawalRow, order: OrderRow): OrderLine[] {
  return lines.flatMap(({ line, quantity }) => {
    const bought = order.lines.find((one) => one.line === line)
    return bought ? { ...bought, quantity } : []
  })
}
