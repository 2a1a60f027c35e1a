import { refuse, refused } from '#contract/shared/refusals.shop.ts'
import { orderStateOfLines } from '#domain/orders/order-state.ts'
import { isUndeliverable } from '#domain/fulfilment/parcel-state.ts'
import {
  type ReplacementOffer,
  endReplacementOffer,
  findReplacementOffer,
} from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import {
  findOrder,
  reopenForLateEvent,
  type OrderLine,
  type OrderRow,
  saveEvent,
  saveOrderState,
} from '#server/modules/orders/order.sql.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import { firstPicture } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { bookProposal, lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { cancelLine, writeOffUnits } from '#server/modules/orders/lines/cancel-line.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import {
  findReplacementGifts,
  type ReplacementGift,
} from '#server/modules/orders/replacements/replacement-gifts.ts'
import { lineState } from '#server/modules/orders/lines/update-line-states.ts'
import { moveByParcels } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'
import { sendForRound } from '#server/modules/fulfilment/submit-lines.ts'
import { type CreditRequest, proposeCreditFor } from '#server/modules/refunds/propose-credit.ts'
import { lockStockLevels, moveStock } from '#server/modules/inventory/stock.sql.ts'
import { dropWaitingItems } from '#server/modules/fulfilment/digital/waiting-item.sql.ts'

/** Another gift, or a refund of points and card amount. */
export type ChoiceAnswer = { spliId: string | null; by: 'holder' | 'default' }

/**
 * Answers at most once: stock, ledger, credit, history and the follow-up in one transaction, under the locks of a
 * credit. A second answer gets the result of the first.
 */
export async function answerReplacement(shop: Shop, id: string, { spliId, by }: ChoiceAnswer) {
  const known = await findReplacementOffer(shop.sql, { id })
  if (!known) return refuse('no-such-choice')
  const answered = await shop.sql.begin(async (sql) => {
    const locked = await lockForCredit(sql, known.orderNumber)
    const choosing = await findReplacementOffer(sql, { id })
    if (!locked || !choosing) return refuse('no-such-choice')
    if (choosing.outcome !== null) return refuse('choice-over')
    const at = shop.ports.clock.now()
    // After the deadline the job applies the default.
    if (by === 'holder' && at >= choosing.until) return refuse('choice-over')
    const { order } = locked
    await reopenForLateEvent(sql, order, 'a gift was chosen late')
    if (spliId === null) await refundUnavailable(shop, sql, order, choosing, by)
    else {
      const instead = await takeFromStock(shop, sql, order, choosing, spliId)
      if (refused(instead)) return instead
      await sendInstead(shop, sql, order, choosing, instead)
    }
    await notify(sql, 'voucher', String(order.voucherId))
    return { voucherId: order.voucherId }
  })
  if (refused(answered)) return answered
  notifyHolderChange(shop, answered.voucherId)
  return answered
}

/** Under the stock lock, so that only one holder gets the last unit. */
async function takeFromStock(
  shop: Pick<Shop, 'models'>,
  sql: Transaction,
  order: OrderRow,
  choosing: ReplacementOffer,
  spliId: string,
) {
  const model = await shop.models.channel(order.channelId)
  const offer = model?.offers.get(spliId)
  if (!model || !offer) return refuse('no-such-gift')
  // Locks both stock levels in SKU order, as everywhere.
  await lockStockLevels(sql, [offer.sku, choosing.former.sku])
  const [instead] = await findReplacementGifts(sql, model, order, choosing, offer.sku)
  if (!instead) return refuse(await whyNotThis(sql, offer, choosing))
  const words = model.language(order.language)
  return {
    ...instead,
    words: {
      name: words.nameOf(offer.product).text,
      variant: words.variantOf(offer),
      brand: offer.product.row.brand_name,
      picture: firstPicture(offer),
      deliveryInfo: words.deliveryInfoOf(offer.product),
    },
  }
}

/** The replacement has too little stock. Gifts that cost more were never offered. */
async function whyNotThis(sql: Transaction, { sku, points }: Offer, { former }: ReplacementOffer) {
  const [stock] = await sql<{ left: number }[]>`
    select on_hand - reserved as left from stock where sku = ${sku}`
  const isOut = stock !== undefined && stock.left < former.quantity
  return isOut && points === former.points ? 'sold-out' : 'no-such-gift'
}

type Taken = ReplacementGift & {
  words: { name: string; variant: string; brand: string; picture: string; deliveryInfo: string }
}

/** The line becomes the other gift; the replacement offer stores what it was. */
async function sendInstead(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  choosing: ReplacementOffer,
  { offer, vatBp, inStock, words }: Taken,
) {
  const { number, month, voucherId, channelId, language, person } = order
  const { id, line, former } = choosing
  const at = shop.ports.clock.now()
  const was = order.lines.find((one) => one.line === line)
  if (!was) throw new Error(`order ${number} has no line ${line}`)
  if (was.tookStock) await writeOffUnits(sql, order, was, { at, by: 'order' })
  const tookStock = inStock !== null
  if (tookStock) {
    const child = { order_number: number, month, voucher_id: voucherId }
    const taken = { sku: offer.sku, quantity: -former.quantity, reason: 'order' as const }
    await moveStock(sql, [{ ...taken, ...child, at }])
  }
  const round = Math.max(...order.lines.map((one) => one.round)) + 1
  await sql`
    update order_line set spli_id = ${offer.spliId}, sku = ${offer.sku}, name = ${words.name},
      variant = ${words.variant}, brand = ${words.brand}, picture = ${words.picture},
      delivery_info = ${words.deliveryInfo}, delivery_condition = ${offer.deliveryCondition},
      took_stock = ${tookStock}, state = 'released', arrival_assumed = false, round = ${round},
      vat_bp = case when vat_country is null then null else coalesce(${vatBp}::integer, vat_bp) end
    where order_number = ${number} and line = ${line}`
  await dropWaitingItems(sql, number, line)
  await endReplacementOffer(sql, id, { outcome: 'other-gift', at, spliId: offer.spliId })
  await saveEvent(sql, {
    number,
    type: 'chosen-again',
    description: words.name,
    sourceId: `chosen ${id}`,
    at,
  })
  const states = order.lines.map((one) => (one.line === line ? 'waiting' : lineState(one.state)))
  await saveOrderState(sql, number, orderStateOfLines(states))
  await queueMail(shop, sql, {
    template: 'chosen-again',
    subjectId: `${number}:${id}`,
    channelId,
    language,
    recipient: person.email,
  })
  await sendForRound(shop, sql, number, round)
}

/** Refunds points and card amount by an automatic credit. */
async function refundUnavailable(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  choosing: ReplacementOffer,
  by: ChoiceAnswer['by'],
) {
  const { id, line, former } = choosing
  const at = shop.ports.clock.now()
  const request: CreditRequest = {
    lines: [{ line, quantity: former.quantity }],
    goods: 'none',
    reason: 'falls-away',
    note: '',
  }
  const proposed = await proposeCreditFor(sql, order, request, { at, by: null })
  if (refused(proposed))
    throw new Error(`the pieces of choosing ${id} are gone: ${proposed.refused}`)
  const booked = await bookProposal(shop, sql, proposed.proposal, {
    staffId: null,
    approvalId: null,
    replacementOfferId: id,
    at,
  })
  if ('changes' in booked) throw new Error(`choosing ${id} changed under its lock`)
  await endReplacementOffer(sql, id, {
    outcome: by === 'holder' ? 'points-back' : 'default',
    at,
    creditNumber: booked.credit,
  })
  const credited = await findOrder(sql, order.number)
  if (!credited) throw new Error(`order ${order.number} not found`)
  await cancelLine(shop, sql, credited, line)
  await saveEvent(sql, {
    number: order.number,
    type: by === 'holder' ? 'choice-points-back' : 'choice-default',
    description: former.name,
    sourceId: `back ${id}`,
    at,
  })
}

/** Cancels a replacement offer: the original gift is submitted again, unless it is on its way. */
export async function cancelReplacementOffer(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  choosing: ReplacementOffer,
  staffId: number,
) {
  const { id, line, former } = choosing
  const at = shop.ports.clock.now()
  await reopenForLateEvent(sql, order, 'a choice was called off late')
  await endReplacementOffer(sql, id, { outcome: 'called-off', at, by: staffId })
  await saveEvent(sql, {
    number: order.number,
    type: 'choice-called-off',
    description: former.name,
    sourceId: `called off ${id}`,
    staffId,
    at,
  })
  await queueMail(shop, sql, {
    template: 'chosen-again',
    subjectId: `${order.number}:${id}`,
    channelId: order.channelId,
    language: order.language,
    recipient: order.person.email,
  })
  const bought = order.lines.find((one) => one.line === line)
  if (bought && isShipped(order, bought)) await moveByParcels(sql, order.number, bought.round)
  else await submitAgain(shop, sql, order, line)
  await notify(sql, 'voucher', String(order.voucherId))
}

/** Parcels that may still arrive contain all of the line, or have unknown contents. */
function isShipped({ parcels }: OrderRow, { line, round, quantity, ...bought }: OrderLine) {
  if (bought.state === 'released') return false
  const coming = parcels.filter(
    (parcel) => parcel.round === round && !isUndeliverable(parcel.state),
  )
  if (bought.deliveryCondition === 'monta' && coming.some(({ lines }) => lines.length === 0))
    return true
  const packed = coming.flatMap(({ lines }) => lines.filter((one) => one.line === line))
  return packed.reduce((sum, one) => sum + one.quantity, 0) >= quantity
}

async function submitAgain(shop: Shop, sql: Transaction, order: OrderRow, line: number) {
  const round = Math.max(...order.lines.map((one) => one.round)) + 1
  await sql`
    update order_line set round = ${round}, state = 'released', arrival_assumed = false
    where order_number = ${order.number} and line = ${line}`
  const states = order.lines.map((one) => (one.line === line ? 'waiting' : lineState(one.state)))
  await saveOrderState(sql, order.number, orderStateOfLines(states))
  await sendForRound(shop, sql, order.number, round)
}
