import { randomUUID } from 'node:crypto'

import { refused } from '#contract/shared/refusals.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { replacementDates, type UnavailableCause } from '#domain/orders/replacement.ts'
import { isUndeliverable } from '#domain/fulfilment/parcel-state.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import {
  reopenForLateEvent,
  type OrderLine,
  type OrderRow,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import type { FormerGift } from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { linkHash, newLinkToken } from '#server/platform/crypto/link-token.ts'
import {
  withdrawPurchaseLines,
  splitPurchaseLine,
} from '#server/modules/fulfilment/suppliers/withdraw-purchase-lines.ts'
import { creditableUnits } from '#server/modules/orders/amount-owed.ts'
import {
  addToParcel,
  removeFromParcel,
} from '#server/modules/fulfilment/parcels/parcel-line.sql.ts'
import { moveWaitingItems } from '#server/modules/fulfilment/digital/waiting-item.sql.ts'

export type UnavailableLine = {
  line: number
  quantity: number
  /** The remaining units that the caller last read; not needed if the caller has read them under the lock. */
  left?: number
  cause: UnavailableCause
  note?: string
  /** null: started automatically. */
  staffId: number | null
  /** The caller sends one mail for several gifts. */
  callerSendsMail?: true
}

/**
 * Notifies the holder of a locked order that a gift is unavailable and offers a replacement. Splits the unavailable
 * units from the others, so that each line has one state.
 */
export async function startReplacement(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  unavailable: UnavailableLine,
) {
  const checked = checkUnavailable(order, unavailable)
  if (refused(checked)) return checked
  const { orderLine } = checked
  const at = shop.ports.clock.now()
  await reopenForLateEvent(sql, order, 'a gift fell away late')
  const line =
    unavailable.quantity === orderLine.quantity
      ? orderLine.line
      : await splitLine(sql, order, orderLine.line, unavailable.quantity)
  const id = randomUUID()
  const until = await saveOffer(sql, order, {
    id,
    line,
    unavailable,
    former: formerGift(orderLine, unavailable.quantity),
    tokenHash: linkHash(newLinkToken(shop.config.GIFTPOINT_PEPPER, 'choose again', id)),
    at,
  })
  await saveEvent(sql, {
    number: order.number,
    type: 'fell-away',
    description: orderLine.name,
    sourceId: `fell ${id}`,
    staffId: unavailable.staffId,
    at,
  })
  if (!unavailable.callerSendsMail) await notifyUnavailable(shop, sql, order, [id])
  await stopShipment(shop, sql, order, { orderLine, line, offerId: id, at })
  await notify(sql, 'voucher', String(order.voucherId))
  return { id, line, until }
}

function checkUnavailable(order: OrderRow, unavailable: UnavailableLine) {
  const orderLine = order.lines.find((line) => line.line === unavailable.line)
  const creditable = creditableUnits(order, unavailable.line)
  if (!orderLine || creditable === undefined) return refuseStaff('no-such-line')
  if (order.state === 'placed') return refuseStaff('not-released')
  if (order.state === 'cancelled' || orderLine.state === 'cancelled')
    return refuseStaff('order-cancelled')
  if (orderLine.isBeingReplaced) return refuseStaff('is-choosing')
  if (unavailable.left !== undefined && unavailable.left !== creditable)
    return refuseStaff('changed-since')
  if (unavailable.quantity > creditable) return refuseStaff('more-than-left')
  return { orderLine }
}

function formerGift(orderLine: OrderLine, quantity: number): FormerGift {
  const { spliId, sku, name, variant, brand, picture, points, deliveryCondition, round } = orderLine
  return {
    spliId,
    sku,
    name,
    variant,
    brand,
    picture,
    points,
    deliveryCondition,
    round,
    quantity,
  }
}

/** Saves the offer. Returns its deadline. */
async function saveOffer(
  sql: Transaction,
  { number, channelId, timeZone, voucherId }: OrderRow,
  {
    id,
    line,
    unavailable,
    former,
    tokenHash,
    at,
  }: {
    id: string
    line: number
    unavailable: UnavailableLine
    former: FormerGift
    tokenHash: Buffer
    at: Date
  },
) {
  const [channel] = await sql<{ days: number }[]>`
    select replacement_days as days from channel where id = ${channelId}`
  const { untilMs, remindAtMs } = replacementDates(at.getTime(), channel?.days ?? 7, timeZone)
  const until = new Date(untilMs)
  await sql`
    insert into replacement_offer (id, order_number, voucher_id, line, place, cause, note, staff_id, token_hash, started_at,
      until, remind_at, former)
    select ${id}, ${number}, ${voucherId}, ${line},
      (select count(*) + 1 from replacement_offer where order_number = ${number} and line = ${line}),
      ${unavailable.cause}, ${unavailable.note ?? ''}, ${unavailable.staffId},
      ${tokenHash}, ${at}, ${until},
      ${remindAtMs === null ? null : new Date(remindAtMs)}, ${sql.json(former)}`
  return until
}

async function stopShipment(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  {
    orderLine,
    line,
    offerId,
    at,
  }: { orderLine: OrderLine; line: number; offerId: string; at: Date },
) {
  const { deliveryCondition, round, state } = orderLine
  // The supplier must not send the line if it has not answered yet.
  if (deliveryCondition === 'dropship')
    await withdrawPurchaseLines(shop, sql, order, { line, round, at })
  // The warehouse must not pack the line if it has not packed it yet.
  if (deliveryCondition === 'monta' && state === 'released') {
    const data = { number: order.number, round, fallen: offerId }
    await shop.jobs.send(sql, [{ name: 'submit-to-warehouse', data }])
  }
}

/** Sends one mail for all gifts that became unavailable for the same reason. It links to each replacement offer. */
export async function notifyUnavailable(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  { number, channelId, language, person }: OrderRow,
  ids: readonly string[],
) {
  if (ids.length === 0) return
  await queueMail(shop, sql, {
    template: 'choose-again',
    subjectId: [number, ...ids].join(':'),
    channelId,
    language,
    recipient: person.email,
  })
}

/** Splits a line in two; the new one has its own state from now on. Returns the new line. */
export async function splitLine(sql: Transaction, order: OrderRow, from: number, quantity: number) {
  const line = Math.max(...order.lines.map((existing) => existing.line)) + 1
  await sql`
    insert into order_line (order_number, month, voucher_id, line, spli_id, sku, name, variant, brand, picture,
      delivery_info, delivery_condition, points, quantity, took_stock, state, arrival_assumed, vat_country, vat_bp,
      round, split_from)
    select order_number, month, voucher_id, ${line}, spli_id, sku, name, variant, brand, picture, delivery_info,
      delivery_condition, points, ${quantity}, took_stock, state, arrival_assumed, vat_country, vat_bp, round,
      coalesce(split_from, line)
    from order_line where order_number = ${order.number} and line = ${from}`
  // Codes not yet handed out move to the new line.
  await moveWaitingItems(sql, order.number, { from, to: line, quantity })
  await sql`
    update order_line set quantity = quantity - ${quantity}
    where order_number = ${order.number} and line = ${from}`
  await splitPurchaseLine(sql, order, { from, line, quantity })
  await moveToNewLine(sql, order, { from, line, quantity })
  return line
}

/** Parcels may list more units of the old line than it still has. The surplus becomes units of the split-off line. */
async function moveToNewLine(
  sql: Transaction,
  { number, month, voucherId, parcels, lines }: OrderRow,
  { from, line, quantity: splitQuantity }: { from: number; line: number; quantity: number },
) {
  const oldLine = lines.find((candidate) => candidate.line === from)
  const containing = parcels.flatMap(({ code, state, round, lines: contents }) => {
    const units = contents.find((content) => content.line === from)
    return units && round === oldLine?.round && !isUndeliverable(state)
      ? [{ code, quantity: units.quantity }]
      : []
  })
  const packed = containing.reduce((sum, { quantity }) => sum + quantity, 0)
  let surplus = packed - ((oldLine?.quantity ?? 0) - splitQuantity)
  let toAdd = splitQuantity
  for (const { code, quantity } of containing) {
    const removed = Math.min(surplus, quantity)
    if (removed <= 0) return
    surplus -= removed
    const parcel = { order_number: number, month, code }
    const all = removed === quantity
    await removeFromParcel(sql, { ...parcel, line: from }, { quantity: removed, all })
    const added = Math.min(toAdd, removed)
    toAdd -= added
    if (added > 0)
      await addToParcel(sql, { ...parcel, line, voucher_id: voucherId, quantity: added })
  }
}
