import { type Address, type Delivery, destination } from '#domain/fulfilment/delivery.ts'
import type { CreditReason } from '#domain/refunds/credit.ts'
import { maskedMail, maskedName, maskedPhone, fullName } from '#domain/privacy/person-mask.ts'
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
import { countItems } from '#server/modules/orders/order-response.ts'

export function personOf(person: Person, isUnmasked: boolean) {
  const { email, telephone } = person
  const name = fullName(person)
  if (isUnmasked) return { name, email, telephone }
  return {
    name: maskedName(name),
    email: maskedMail(email),
    telephone: telephone === '' ? '' : maskedPhone(telephone),
  }
}

/** The address, line by line. Masked: only town and country. */
export function addressOf(delivery: Delivery, isUnmasked: boolean): string[] {
  const to = destination(delivery, 'monta')
  if (to?.to !== 'address') return []
  const { street, houseNumber, addition, postalCode, city, country, line }: Address = to.address
  const town = isUnmasked ? `${postalCode} ${city}` : city
  const streetLine = `${street} ${houseNumber}${addition === '' ? '' : ` ${addition}`}`
  return [...(isUnmasked ? [to.company, line, streetLine] : []), town, country].filter(
    (text) => text.trim() !== '',
  )
}

export function listedOrder(
  row: OrderListRow,
  { isUnmasked, now }: { isUnmasked: boolean; now: Date },
) {
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
    person: personOf(row.person, isUnmasked),
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

const overdueDays = (withdrawnAtMs: number, zone: string, now: Date) =>
  daysOverdue(creditDueDay(withdrawnAtMs, zone), now.getTime(), zone)

/** The page of an order, with gift names in the reader's language. */
export async function readCompleteOrder(
  sql: Queries,
  stored: OrderRow,
  { isUnmasked, now, language }: { isUnmasked: boolean; now: Date; language: string },
) {
  const { order, names } = await translateGiftNames(sql, stored, language)
  const context = await readOrderContext(sql, order)
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
    others: context.others.map((other) => ({ ...other, placed_at: iso(other.placed_at) })),
    changeable_until: isUndoable(undo) ? changeableUntil.toISOString() : null,
    masked: !isUnmasked,
    person: personOf(order.person, isUnmasked),
    delivery: { kind: delivery.kind, carrier, address: addressOf(delivery, isUnmasked) },
    lines: order.lines.map((line) => staffLine(order, line, nameWhenOrdered(stored, line))),
    parcels: order.parcels.map((parcel) => staffParcel(order, parcel, context.purchases)),
    ...moneyOf(order, context),
    choices: order.replacementOffers.map(staffReplacementOffer),
    withdrawals: withdrawalsOf(order, context.creditTrigger, now),
    events: context.events.map((event) => ({
      ...event,
      description: names.get(event.description) ?? event.description,
      at: iso(event.at),
    })),
    mails: context.mails.map((mail) => ({
      ...mail,
      at: iso(mail.at),
      email: isUnmasked ? mail.email : maskedMail(mail.email),
    })),
    tags: context.tags,
    notes: context.notes.map(({ id, at, ...note }) => ({ id: String(id), at: iso(at), ...note })),
    task: context.tasks.map(({ id, kind }) => ({ id: String(id), kind })),
    waits_for_approval: context.waitsForApproval,
  }
}

function staffLine(order: OrderRow, line: OrderLine, nameOrdered: string | null) {
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
    fallen: line.isBeingReplaced,
    part: partOf(
      line.state,
      order.parcels.flatMap((parcel) =>
        parcel.round === line.round && parcel.lines.some((packed) => packed.line === line.line)
          ? [parcel.state]
          : [],
      ),
    ),
    digital: {
      handed: countItems(line.digitalItems, 'handed'),
      waiting: countItems(line.digitalItems, 'waiting'),
    },
    left: order.state === 'cancelled' ? 0 : (creditableUnits(order, line.line) ?? 0),
  }
}

function staffParcel(
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
    lines: withNames(
      order,
      lines.flatMap((line) => distributeOverSplitLines(order, round, line)),
    ),
    purchase: purchases.find(({ parcel }) => parcel === code)?.purchase ?? null,
  }
}

/** What was paid for the order, and what was refunded. */
function moneyOf(order: OrderRow, { chargebacks, refundedElsewhere, payment }: OrderContext) {
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
      elsewhere:
        refundedElsewhere.find(({ credit: number }) => number === credit.number)?.by ?? null,
      vat_back: credit.vatBack,
      lines: withNames(order, credit.lines),
      reason: credit.reason as CreditReason,
      note: credit.note,
      goods: credit.goods,
    })),
  }
}

function staffReplacementOffer(offer: OrderReplacementOffer) {
  return {
    id: offer.id,
    line: offer.line,
    name: offer.former.name,
    quantity: offer.former.quantity,
    cause: offer.cause,
    note: offer.note,
    by_itself: offer.isAutomatic,
    started_at: iso(offer.startedAt),
    until: iso(offer.until),
    reminded_at: offer.remindedAt && iso(offer.remindedAt),
    outcome: offer.outcome,
    ended_at: offer.endedAt && iso(offer.endedAt),
    credit: offer.creditNumber,
  }
}

function withdrawalsOf(
  { withdrawals, credits, timeZone, state }: OrderRow,
  creditTrigger: OrderContext['creditTrigger'],
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
    by_itself: creditTrigger,
  }))
}

/** The name in the recipient's language, if it differs. */
function nameWhenOrdered({ lines }: OrderRow, { line, name }: { line: number; name: string }) {
  const ordered = lines.find((stored) => stored.line === line)?.name ?? name
  return ordered === name ? null : ordered
}

type LineQuantity = { line: number; quantity: number }

const withNames = ({ lines }: OrderRow, quantities: readonly LineQuantity[] | null) =>
  (quantities ?? []).map(({ line, quantity }) => ({
    line,
    quantity,
    name: lines.find((orderLine) => orderLine.line === line)?.name ?? '',
  }))

/** A parcel reports the original line. Its units are distributed over the lines that were split off since. */
function distributeOverSplitLines(
  order: OrderRow,
  round: number,
  { line, quantity }: LineQuantity,
): LineQuantity[] {
  const parts = order.lines.filter(
    (part) => part.round === round && (part.line === line || part.splitFrom === line),
  )
  let left = quantity
  const shares = parts.map((part) => {
    const share = Math.min(left, part.quantity)
    left -= share
    return { line: part.line, quantity: share }
  })
  // Some split-off units were submitted in a later attempt: show the contents as reported.
  return left > 0 ? [{ line, quantity }] : shares.filter((share) => share.quantity > 0)
}

const iso = (at: string | Date) => new Date(at).toISOString()
