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

/**
 * The chosen gift; `spliId` is null for a refund of points and card amount. `by`: the holder, or nobody before the
 * deadline.
 */
export type ChoiceAnswer = { spliId: string | null; by: 'holder' | 'default' }

/**
 * Applies the answer to a replacement offer, at most once. Stock, ledger, credit, history and follow-up jobs change in
 * one transaction, under the locks of a credit. A second answer is refused with 'choice-over'.
 */
export async function answerReplacement(shop: Shop, id: string, { spliId, by }: ChoiceAnswer) {
  const unlocked = await findReplacementOffer(shop.sql, { id })
  if (!unlocked) return refuse('no-such-choice')
  const answered = await shop.sql.begin(async (sql) => {
    const locked = await lockForCredit(sql, unlocked.orderNumber)
    const replacementOffer = await findReplacementOffer(sql, { id })
    if (!locked || !replacementOffer) return refuse('no-such-choice')
    if (replacementOffer.outcome !== null) return refuse('choice-over')
    const at = shop.ports.clock.now()
    // After the deadline the job applies the default.
    if (by === 'holder' && at >= replacementOffer.until) return refuse('choice-over')
    const { order } = locked
    await reopenForLateEvent(sql, order, 'a gift was chosen late')
    if (spliId === null) await refundUnavailable(shop, sql, order, replacementOffer, by)
    else {
      const gift = await lockReplacementGift(shop, sql, order, replacementOffer, spliId)
      if (refused(gift)) return gift
      await sendReplacementGift(shop, sql, order, replacementOffer, gift)
    }
    await notify(sql, 'voucher', String(order.voucherId))
    return { voucherId: order.voucherId }
  })
  if (refused(answered)) return answered
  notifyHolderChange(shop, answered.voucherId)
  return answered
}

/** Finds the chosen gift under the lock of its stock, so that only one holder gets the last unit. */
async function lockReplacementGift(
  shop: Pick<Shop, 'models'>,
  sql: Transaction,
  order: OrderRow,
  replacementOffer: ReplacementOffer,
  spliId: string,
) {
  const model = await shop.models.channel(order.channelId)
  const offer = model?.offers.get(spliId)
  if (!model || !offer) return refuse('no-such-gift')
  // Locks both stock levels in SKU order, as everywhere.
  await lockStockLevels(sql, [offer.sku, replacementOffer.former.sku])
  const [gift] = await findReplacementGifts(sql, model, order, replacementOffer, offer.sku)
  if (!gift) return refuse(await whyUnavailable(sql, offer, replacementOffer))
  const language = model.language(order.language)
  return {
    ...gift,
    texts: {
      name: language.nameOf(offer.product).text,
      variant: language.variantOf(offer),
      brand: offer.product.row.brand_name,
      picture: firstPicture(offer),
      deliveryInfo: language.deliveryInfoOf(offer.product),
    },
  }
}

/** A gift at another price was never offered. */
async function whyUnavailable(
  sql: Transaction,
  { sku, points }: Offer,
  { former }: ReplacementOffer,
) {
  const [stock] = await sql<{ left: number }[]>`
    select on_hand - reserved as left from stock where sku = ${sku}`
  const isSoldOut = stock !== undefined && stock.left < former.quantity
  return isSoldOut && points === former.points ? 'sold-out' : 'no-such-gift'
}

type GiftWithTexts = ReplacementGift & {
  texts: { name: string; variant: string; brand: string; picture: string; deliveryInfo: string }
}

/** The order line becomes the other gift. The replacement offer stores the former one. */
async function sendReplacementGift(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  replacementOffer: ReplacementOffer,
  { offer, vatBp, inStock, texts }: GiftWithTexts,
) {
  const { number, month, voucherId, channelId, language, person } = order
  const { id, line, former } = replacementOffer
  const at = shop.ports.clock.now()
  const formerLine = order.lines.find((orderLine) => orderLine.line === line)
  if (!formerLine) throw new Error(`order ${number} has no line ${line}`)
  if (formerLine.tookStock) await writeOffUnits(sql, order, formerLine, { at, reason: 'order' })
  const tookStock = inStock !== null
  if (tookStock) {
    const reference = { order_number: number, month, voucher_id: voucherId }
    const taken = { sku: offer.sku, quantity: -former.quantity, reason: 'order' as const }
    await moveStock(sql, [{ ...taken, ...reference, at }])
  }
  const round = nextRound(order)
  await sql`
    update order_line set spli_id = ${offer.spliId}, sku = ${offer.sku}, name = ${texts.name},
      variant = ${texts.variant}, brand = ${texts.brand}, picture = ${texts.picture},
      delivery_info = ${texts.deliveryInfo}, delivery_condition = ${offer.deliveryCondition},
      took_stock = ${tookStock}, state = 'released', arrival_assumed = false, round = ${round},
      vat_bp = case when vat_country is null then null else coalesce(${vatBp}::integer, vat_bp) end
    where order_number = ${number} and line = ${line}`
  await dropWaitingItems(sql, number, line)
  await endReplacementOffer(sql, id, { outcome: 'other-gift', at, spliId: offer.spliId })
  await saveEvent(sql, {
    number,
    type: 'chosen-again',
    description: texts.name,
    sourceId: `chosen ${id}`,
    at,
  })
  await saveStateWithWaitingLine(sql, order, line)
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
  replacementOffer: ReplacementOffer,
  by: ChoiceAnswer['by'],
) {
  const { id, line, former } = replacementOffer
  const at = shop.ports.clock.now()
  const request: CreditRequest = {
    lines: [{ line, quantity: former.quantity }],
    goods: 'none',
    reason: 'falls-away',
    note: '',
  }
  const proposed = await proposeCreditFor(sql, order, request, { at, staffId: null })
  if (refused(proposed))
    throw new Error(`replacement offer ${id} cannot be refunded: ${proposed.refused}`)
  const booked = await bookProposal(shop, sql, proposed.proposal, {
    staffId: null,
    approvalId: null,
    replacementOfferId: id,
    at,
  })
  if ('changes' in booked) throw new Error(`replacement offer ${id} changed under its lock`)
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
  replacementOffer: ReplacementOffer,
  staffId: number,
) {
  const { id, line, former } = replacementOffer
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
  const orderLine = order.lines.find((candidate) => candidate.line === line)
  if (orderLine && isShipped(order, orderLine))
    await moveByParcels(sql, order.number, orderLine.round)
  else await submitAgain(shop, sql, order, line)
  await notify(sql, 'voucher', String(order.voucherId))
}

/** Whether deliverable parcels contain all units of the line, or one of them has unknown contents. */
function isShipped({ parcels }: OrderRow, orderLine: OrderLine) {
  const { line, round, quantity, state, deliveryCondition } = orderLine
  if (state === 'released') return false
  const deliverable = parcels.filter(
    (parcel) => parcel.round === round && !isUndeliverable(parcel.state),
  )
  if (deliveryCondition === 'monta' && deliverable.some(({ lines }) => lines.length === 0))
    return true
  const packed = deliverable.flatMap(({ lines }) => lines.filter((units) => units.line === line))
  return packed.reduce((sum, units) => sum + units.quantity, 0) >= quantity
}

async function submitAgain(shop: Shop, sql: Transaction, order: OrderRow, line: number) {
  const round = nextRound(order)
  await sql`
    update order_line set round = ${round}, state = 'released', arrival_assumed = false
    where order_number = ${order.number} and line = ${line}`
  await saveStateWithWaitingLine(sql, order, line)
  await sendForRound(shop, sql, order.number, round)
}

const nextRound = ({ lines }: OrderRow) => Math.max(...lines.map(({ round }) => round)) + 1

/** The order's state, now that this line is waiting to be sent (again). */
async function saveStateWithWaitingLine(sql: Transaction, order: OrderRow, line: number) {
  const states = order.lines.map((orderLine) =>
    orderLine.line === line ? 'waiting' : lineState(orderLine.state),
  )
  await saveOrderState(sql, order.number, orderStateOfLines(states))
}
