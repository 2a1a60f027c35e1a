import type { z } from 'zod'

import type { changeOrderAddress } from '#contract/order-change-api.ts'
import { type Refusal, refuse } from '#contract/refusal.ts'
import { type Delivery, moveHouse, ownAddress, sameAddress } from '#domain/delivery.ts'
import { EURO_CENTS_PER_POINT } from '#domain/points.ts'
import {
  type CheckedAddress,
  checkedContact,
  namesAddress,
} from '#server/addresses/checked-contact.ts'
import {
  askCarriers,
  type DeliveryPicked,
  type Offered,
  pickFrom,
  type PickupWishes,
  sameOffer,
} from '#server/cart/carrier-offers.ts'
import { emptyAddress, findOffered, type Person } from '#server/books/cart-queries.ts'
import type { ChannelModel } from '#server/models/channel-model.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/books/queue-mail.ts'
import { undoable } from '#server/orders/order-answer.ts'
import {
  findOwnOrder,
  lockOwnOrder,
  type OrderRow,
  saveEvent,
} from '#server/books/order-queries.ts'
import type { OwnOrder } from '#server/orders/undo-order.ts'
import type { Timeframe } from '#server/ground/ports.ts'
import { sameValue } from '#server/ground/same-value.ts'
import type { Shop } from '#server/door/shop.ts'

type AddressAsk = z.output<typeof changeOrderAddress.input>
type Closed = Refusal<'no-such-order' | 'undo-closed'>

/** Who receives it, and where; by the rules of the cart's own address. */
export async function changeAddress(
  shop: Shop,
  model: ChannelModel,
  own: OwnOrder,
  ask: AddressAsk,
): Promise<OrderRow | Closed | Refusal<'invalid-input' | 'address-invalid' | 'no-home-delivery'>> {
  const known = await findUndoable(shop, own)
  if ('refused' in known) return known
  if (namesAddress(ask) && !travelsHome(known.delivery)) return refuse('no-home-delivery')
  const contact = await checkedContact(shop, own.voucherId, model.channel, ask)
  if ('refused' in contact) return contact
  const { person, checked } = contact
  const offered = await offersAt(shop, model, known, checked)

  return inChange(shop, own, async (sql, order) => {
    const delivery = deliveryAt(order.delivery, checked, offered)
    if (sameValue(order.person, person) && sameValue(order.delivery, delivery)) return order
    return saveChange(shop, sql, order, { person, delivery, offered, event: 'address-changed' })
  })
}

const travelsHome = ({ kind }: Delivery) => kind === 'home' || kind === 'pickup'

/** Asked before the order is locked: carriers take their time. null: what was offered stays offered. */
async function offersAt(
  shop: Shop,
  model: ChannelModel,
  order: OrderRow,
  checked: CheckedAddress | null,
): Promise<Timeframe[] | null> {
  const before = ownAddress(order.delivery)
  if (!checked || !before || sameAddress(before, checked.address)) return null
  const { timeframes } = await askCarriers(shop, model, {
    ...shipmentOf(order),
    address: checked.address,
  })
  return timeframes
}

/** The chosen carrier and window are kept where they are offered at the new address, too. */
function deliveryAt(
  delivery: Delivery,
  checked: CheckedAddress | null,
  offered: Timeframe[] | null,
): Delivery {
  if (!checked || (delivery.kind !== 'home' && delivery.kind !== 'pickup')) return delivery
  const { carrier } = delivery
  if (delivery.kind === 'home' && sameAddress(delivery.address, checked.address)) {
    return { ...delivery, verified: checked.verified }
  }
  return moveHouse(delivery, { ...checked, still: carrier && sameOffer(offered ?? [], carrier) })
}

/** What the carriers offer for this order, at the address that it has; remembered, to be chosen from. */
export async function offerOrderDelivery(
  shop: Shop,
  model: ChannelModel,
  own: OwnOrder,
  wishes: PickupWishes,
): Promise<Offered | Closed> {
  const known = await findUndoable(shop, own)
  if ('refused' in known) return known
  const offered = await askCarriers(shop, model, shipmentOf(known), wishes)
  const saved = await inChange(shop, own, async (sql, order) => {
    const sameHouse = sameValue(ownAddress(order.delivery), ownAddress(known.delivery))
    if (sameHouse) await saveOrderOffers(sql, order, offered.timeframes)
    return { sameHouse }
  })
  if ('refused' in saved) return saved
  // The address was changed while the carriers were asked about the old one.
  return saved.sameHouse ? offered : offerOrderDelivery(shop, model, own, wishes)
}

/** Another carrier, window or pickup point, of those that were offered for this order. */
export async function changeDelivery(
  shop: Shop,
  own: OwnOrder,
  pick: DeliveryPicked,
): Promise<OrderRow | Closed | Refusal<'not-offered'>> {
  return inChange(shop, own, async (sql, order) => {
    const { delivery, person } = order
    if (delivery.kind !== 'home' && delivery.kind !== 'pickup') return refuse('not-offered')
    const picked = pickFrom(await findOffered(sql, order.cartGuid), delivery, pick)
    if (!picked) return refuse('not-offered')
    if (sameValue(picked, delivery)) return order
    const event = 'delivery-changed'
    return saveChange(shop, sql, order, { person, delivery: picked, offered: null, event })
  })
}

async function findUndoable(shop: Shop, own: OwnOrder): Promise<OrderRow | Closed> {
  const order = await findOwnOrder(shop.sql, own.number, own.voucherId)
  if (!order) return refuse('no-such-order')
  return undoable(order, shop.ports.clock.now()) ? order : refuse('undo-closed')
}

/** The cart that the order was made of, then the order, as everybody locks them. */
async function inChange<T>(
  shop: Shop,
  { number, voucherId }: OwnOrder,
  change: (sql: Transaction, order: OrderRow) => Promise<T>,
): Promise<T | Closed> {
  const changed = await shop.sql.begin(async (sql): Promise<T | Closed> => {
    await sql`
      select from cart where guid = (
        select cart_guid from orders where number = ${number} and voucher_id = ${voucherId}
      ) for update`
    const order = await lockOwnOrder(sql, number, voucherId)
    if (!order) return refuse('no-such-order')
    if (!undoable(order, shop.ports.clock.now())) return refuse('undo-closed')
    return change(sql, order)
  })
  return changed as T | Closed
}

function shipmentOf({ delivery, language, totalPoints, lines }: OrderRow) {
  return {
    address: ownAddress(delivery) ?? emptyAddress,
    language,
    orderValueCents: totalPoints * EURO_CENTS_PER_POINT,
    // They were taken from the shelf when the order was made.
    productsOnStock: true,
    products: travelsHome(delivery)
      ? lines
          .filter((line) => line.deliveryCondition === 'monta' && line.state !== 'cancelled')
          .map(({ sku, quantity }) => ({ sku, quantity }))
      : [],
  }
}

type Change = {
  person: Person
  delivery: Delivery
  offered: Timeframe[] | null
  event: 'address-changed' | 'delivery-changed'
}

/** Its cart says the same as the order, for whoever still looks at the confirmation; and a mail says what is so now. */
async function saveChange(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { person, delivery, offered, event }: Change,
): Promise<OrderRow | Refusal<'no-such-order'>> {
  const { number, channelId, language, voucherId, cartGuid } = order
  await sql`
    update orders set person = ${sql.json(person)}, delivery = ${sql.json(delivery)}
    where number = ${number}`
  await sql`
    update cart set person = ${sql.json(person)}, changed_at = now(),
      delivery = ${travelsHome(delivery) ? sql.json(delivery) : sql`delivery`}
    where guid = ${cartGuid}`
  if (offered) await saveOrderOffers(sql, order, offered)
  const at = shop.ports.clock.now()
  await saveEvent(sql, { number, type: event, at })
  const [changes] = await sql<{ count: number }[]>`
    select count(*)::integer as count from order_event
    where order_number = ${number} and month = ${order.month} and type in ('address-changed', 'delivery-changed')`
  await queueMail(shop, sql, {
    template: 'order-changed',
    subjectId: `${number}:${changes?.count ?? 0}`,
    channelId,
    language,
    recipient: person.email,
  })
  return (await findOwnOrder(sql, number, voucherId)) ?? refuse('no-such-order')
}

async function saveOrderOffers(sql: Transaction, { cartGuid }: OrderRow, offered: Timeframe[]) {
  await sql`update cart set offered = ${sql.json(offered)} where guid = ${cartGuid}`
}
