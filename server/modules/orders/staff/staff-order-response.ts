import { type Address, type Delivery, destination } from '#domain/fulfilment/delivery.ts'
import type { CreditReason } from '#domain/refunds/credit.ts'
import { maskedMail, maskedName, maskedPhone, wholeName } from '#domain/privacy/person-mask.ts'
import { partOf } from '#domain/orders/partial-state.ts'
import { vatShares } from '#domain/finance/vat-amounts.ts'
import { isUndoable } from '#domain/orders/undo-window.ts'
import { creditDueDay } from '#domain/refunds/withdrawal.ts'
import { daysOverdue } from '#domain/time/zone-days.ts'
import type { Person } from '#server/modules/cart/cart.sql.ts'
import type {
  OrderReplacementOffer,
  OrderLine,
  OrderRow,
  Parcel,
} from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { translateGiftNames } from '#server/modules/orders/order-line-names.sql.ts'
import type { OrderListRow } from '#server/modules/orders/staff/order-list.sql.ts'
import {
  type OrderContext,
  readOrderContext,
} from '#server/modules/orders/staff/order-context.sql.ts'
import { creditableUnits, amountOwed } from '#server/modules/orders/amount-owed.ts'

export function personOf(person: Person, open: boolean) {
  const { email, telephone } = person
  const name = wholeName(person)
  return open
    ? { name, email, telephone }
    : {
        name: maskedName(name),
        email: maskedMail(email),
        telephone: telephone === '' ? '' : maskedPhone(telephone),
      }
}

/** The address, line by line. Masked: only town and country. */
export function addressOf(delivery: Delivery, open: boolean): string[] {
  const to = destination(delivery, 'monta')
  if (to?.to !== 'address') return []
  const { street, houseNumber, addition, postalCode, city, country, line }: Address = to.address
  const town = open ? `${postalCode} ${city}` : city
  const street_line = `${street} ${houseNumber}${addition === '' ? '' : ` ${addition}`}`
  return [...(open ? [to.company, line, street_line] : []), town, country].filter(
    (text) => text.trim() !== '',
  )
}

export function listedOrder(row: OrderListRow, { open, now }: { open: boolean; now: Date }) {
  const flags = [
    row.has_open_task ? ('needs-person' as const) : null,
    row.withdrawn ? ('withdrawn' as const) : null,
    row.credited ? ('credited' as const) : null,
    row.charged_back ? ('charged-back' as const) : null,
    row.refund_failed ? ('refund-failed' as const) : null,
  ]
  return {
    number: row.number,
    placed_at: row.placed_at.toISOString(),
    channel: row.channel_id,
    state: row.state,
    part: row.part,
    person: personOf(row.person, open),
    gifts: row.gifts,
    picture: row.picture,
    tags: row.tags,
    lines: row.lines,
    points_paid: row.points_paid,
    cents_paid: row.cents_paid,
    delivery: row.kind,
    country: row.country,
    flags: flags.filter((flag) => flag !== null),
    overdue_days: row.waiting_since
      ? overdueDays(row.waiting_since.getTime(), row.time_zone, now)
      : 0,
  }
}

const overdueDays = (toldAtMs: number, zone: string, now: Date) =>
  daysOverdue(creditDueDay(toldAtMs, zone), now.getTime(), zone)

/** The page of an order, with gift names in the reader's language. */
export async function readCompleteOrder(
  sql: Queries,
  kept: OrderRow,
  { open, now, language }: { open: boolean; now: Date; language: string },
) {
  const { order, names } = await translateGiftNames(sql, kept, language)
  const beside = await readOrderContext(sql, order)
  const { number, delivery, changeableUntil, state } = order
  const undo = { state, undoUntilMs: changeableUntil.getTime(), nowMs: now.getTime() }
  const carrier =
    delivery.kind === 'home' || delivery.kind === 'pickup' ? (delivery.carrier?.name ?? null) : null
  return {
    number,
    placed_at: order.placedAt.toISOString(),
    channel: order.channelId,
    time_zone: order.timeZone,
    language: order.language,
    state,
    part: partOf(state, [
      ...order.lines
        .filter((line) => line.deliveryCondition !== 'digital')
        .map((line) => line.state),
      ...order.parcels.map((parcel) => parcel.state),
    ]),
    voucher: String(order.voucherId),
    others: beside.others.map((one) => ({ ...one, placed_at: iso(one.placed_at) })),
    changeable_until: isUndoable(undo) ? changeableUntil.toISOString() : null,
    masked: !open,
    person: personOf(order.person, open),
    delivery: { kind: delivery.kind, carrier, address: addressOf(delivery, open) },
    lines: order.lines.map((line) => shownLine(order, line, nameOrdered(kept, line))),
    parcels: order.parcels.map((parcel) => shownParcel(order, parcel, beside.purchases)),
    ...moneyOf(order, beside),
    choices: order.choices.map(shownChoice),
    withdrawals: withdrawalsOf(order, beside.byItself, now),
    events: beside.events.map((event) => ({
      ...event,
      description: names.get(event.description) ?? event.description,
      at: iso(event.at),
    })),
    mails: beside.mails.map((mail) => ({
      ...mail,
      at: iso(mail.at),
      email: open ? mail.email : maskedMail(mail.email),
    })),
    tags: beside.tags,
    notes: beside.notes.map(({ id, at, ...note }) => ({ id: String(id), at: iso(at), ...note })),
    task: beside.task.map(({ id, kind }) => ({ id: String(id), kind })),
    waits_for_approval: beside.waits,
  }
}

function shownLine(order: OrderRow, line: OrderLine, nameOrdered: string | null) {
  return {
    line: line.line,
    sku: line.sku,
    name: line.name,
    name_ordered: nameOrdered,
    variant: line.variant,
    brand: line.brand,
    picture: line.picture,
    points: line.points,
    quantity: line.quantity,
    state: line.state,
    delivery: line.deliveryCondition,
    vat_country: line.vatCountry,
    vat_bp: line.vatBp,
    withdrawn: line.withdrawn,
    credited: line.credited,
    fallen: line.fallen,
    part: partOf(
      line.state,
      order.parcels.flatMap((parcel) =>
        parcel.round === line.round && parcel.lines.some((one) => one.line === line.line)
          ? [parcel.state]
          : [],
      ),
    ),
    digital: {
      handed: line.pieces.filter((piece) => piece.state === 'handed').length,
      waiting: line.pieces.filter((piece) => piece.state === 'waiting').length,
    },
    left: order.state === 'cancelled' ? 0 : (creditableUnits(order, line.line) ?? 0),
  }
}

function shownParcel(
  order: OrderRow,
  { code, link, carrier, state, sentAt, deliveredAt, lines, round }: Parcel,
  purchases: OrderContext['purchases'],
) {
  return {
    code,
    link,
    carrier,
    state,
    sent_at: sentAt && iso(sentAt),
    delivered_at: deliveredAt && iso(deliveredAt),
    lines: named(
      order,
      lines.flatMap((line) => parted(order, round, line)),
    ),
    purchase: purchases.find(({ parcel }) => parcel === code)?.purchase ?? null,
  }
}

/** What was paid for the order, and what was refunded. */
function moneyOf(order: OrderRow, { chargebacks, elsewhere, payment }: OrderContext) {
  return {
    total_points: order.totalPoints,
    points_paid: order.pointsPaid,
    cents_paid: order.centsPaid,
    payment: payment && { ...payment, paid_at: payment.paid_at && iso(payment.paid_at) },
    vat: vatShares(order.centsPaid, order.lines).map(({ vatCents, ...share }) => ({
      ...share,
      vat_cents: vatCents,
    })),
    points_returned: order.pointsRefunded,
    cents_returned: order.centsRefunded,
    credit_left: { ...amountOwed(order), first: order.creditFirst },
    refunds: order.refunds.map((refund) => ({ ...refund, at: iso(refund.at) })),
    chargebacks: chargebacks.map((chargeback) => ({ ...chargeback, at: iso(chargeback.at) })),
    credits: order.credits.map((credit) => ({
      number: credit.number,
      kind: credit.kind,
      at: iso(credit.at),
      points: credit.points,
      points_back: credit.pointsBack,
      cents_back: credit.centsBack,
      cents_sent: credit.centsSent,
      elsewhere: elsewhere.find(({ credit: one }) => one === credit.number)?.how ?? null,
      vat_back: credit.vatBack,
      lines: named(order, credit.lines),
      reason: credit.reason as CreditReason,
      note: credit.note,
      goods: credit.goods,
    })),
  }
}

function shownChoice(one: OrderReplacementOffer) {
  return {
    id: one.id,
    line: one.line,
    name: one.former.name,
    quantity: one.former.quantity,
    cause: one.cause,
    note: one.note,
    by_itself: one.isAutomatic,
    started_at: iso(one.startedAt),
    until: iso(one.until),
    reminded_at: one.remindedAt && iso(one.remindedAt),
    outcome: one.outcome,
    ended_at: one.endedAt && iso(one.endedAt),
    credit: one.creditNumber,
  }
}

function withdrawalsOf(
  { withdrawals, credits, timeZone, state }: OrderRow,
  byItself: OrderContext['byItself'],
  now: Date,
) {
  const credited = new Set(credits.map(({ withdrawalNumber }) => withdrawalNumber))
  const isDue = (number: string) => state !== 'cancelled' && !credited.has(number)
  return withdrawals.map((withdrawal) => ({
    number: withdrawal.number,
    at: iso(withdrawal.at),
    points_to_credit: withdrawal.pointsToCredit,
    cents_to_credit: withdrawal.centsToCredit,
    credited: credited.has(withdrawal.number),
    due_day: creditDueDay(Date.parse(withdrawal.at), timeZone),
    overdue_days: isDue(withdrawal.number)
      ? overdueDays(Date.parse(withdrawal.at), timeZone, now)
      : 0,
    by_itself: byItself,
  }))
}

/** The name in the recipient's language, if it differs. */
function nameOrdered({ lines }: OrderRow, { line, name }: { line: number; name: string }) {
  const ordered = lines.find((one) => one.line === line)?.name ?? name
  return ordered === name ? null : ordered
}

type Piece = { line: number; quantity: number }

const named = ({ lines }: OrderRow, some: readonly Piece[] | null) =>
  (some ?? []).map(({ line, quantity }) => ({
    line,
    quantity,
    name: lines.find((one) => one.line === line)?.name ?? '',
  }))

/** Distributes the reported contents over the lines that were split off since and submitted with it. */
function parted(order: OrderRow, round: number, { line, quantity }: Piece): Piece[] {
  const parts = order.lines.filter(
    (one) => one.round === round && (one.line === line || one.splitFrom === line),
  )
  let left = quantity
  const shares = parts.map((part) => {
    const share = Math.min(left, part.quantity)
    left -= share
    return { line: part.line, quantity: share }
  })
  // Some split-off units were submitted elsewhere since: show the contents as reported.
  return left > 0 ? [{ line, quantity }] : shares.filter((share) => share.quantity > 0)
}

const iso = (at: string | Date) => new Date(at).toISOString()
