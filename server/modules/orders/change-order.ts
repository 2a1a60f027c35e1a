import type { z } from 'zod'

import type { changeOrderAddress } from '#contract/orders/order-changes.shop.ts'
import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { type Delivery, moveHouse, ownAddress, sameAddress } from '#domain/fulfilment/delivery.ts'
import { EURO_CENTS_PER_POINT } from '#domain/vouchers/points.ts'
import {
  type CheckedAddress,
  checkContact,
  hasAddress,
} from '#server/modules/cart/check-contact.ts'
import {
  askCarriers,
  type DeliverySelection,
  type CarrierOffers,
  pickFrom,
  type PickupOptions,
  sameOffer,
} from '#server/modules/cart/carrier-options.ts'
import {
  emptyAddress,
  findOffered,
  type Person,
  type StoredDelivery,
} from '#server/modules/cart/cart.sql.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { isOrderUndoable } from '#server/modules/orders/order-response.ts'
import { changesVatCountry, recalculateVat } from '#server/modules/orders/order-vat.ts'
import {
  findOwnOrder,
  lockOwnOrder,
  type OrderRow,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import type { OwnOrder } from '#server/modules/orders/cancel-order.ts'
import type { Timeframe } from '#server/platform/services/service-ports.ts'
import { sameValue } from '#server/platform/compare-values.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { changeOrderedCart, saveOffersOfOrder } from '#server/modules/cart/cart-of-order.sql.ts'

type AddressAsk = z.output<typeof changeOrderAddress.input>
type Closed = Refusal<'no-such-order' | 'undo-closed'>

/** Changes the recipient and the address, by the rules of the cart's address. */
export async function changeAddress(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'log' | 'addressAllowance'>,
  model: ChannelModel,
  own: OwnOrder,
  ask: AddressAsk,
): Promise<OrderRow | Closed | AddressRefusal> {
  const wanted = await prepareAddress(shop, model, own, ask)
  if ('refused' in wanted) return wanted
  return inChange(shop, own, (sql, order) => applyAddress(shop, sql, order, wanted))
}

type AddressRefusal = Refusal<'invalid-input' | 'address-invalid' | 'no-home-delivery'>
export type PreparedAddress = {
  person: Person
  checked: CheckedAddress | null
  offered: Timeframe[] | null
}

/** External requests and checks that need no lock, before anything is locked. */
export async function prepareAddress(
  shop: Pick<Shop, 'sql' | 'ports' | 'log' | 'addressAllowance'>,
  model: ChannelModel,
  own: OwnOrder,
  ask: Omit<AddressAsk, 'order_number'>,
): Promise<PreparedAddress | Closed | AddressRefusal> {
  const known = await findUndoable(shop, own)
  if ('refused' in known) return known
  if (hasAddress(ask) && !travelsHome(known.delivery)) return refuse('no-home-delivery')
  const contact = await checkContact(shop, own.voucherId, model.channel, ask)
  if ('refused' in contact) return contact
  return { ...contact, offered: await offersAt(shop, model, known, contact.checked) }
}

/** The delivery that would result. The caller may or may not hold the order's lock. */
export const deliveryAfterChange = (
  { delivery }: OrderRow,
  { checked, offered }: PreparedAddress,
) => deliveryAt(delivery, checked, offered)

/** The caller holds the lock of `lockForChange`. */
export async function applyAddress(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  wanted: PreparedAddress,
  staffId: number | null = null,
): Promise<OrderRow | Closed> {
  const { person, offered } = wanted
  const delivery = deliveryAfterChange(order, wanted)
  if (sameValue(order.person, person) && sameValue(order.delivery, delivery)) return order
  // Credits were reported with the VAT of the old country.
  if (order.credits.length > 0 && changesVatCountry(order.delivery, delivery))
    return refuse('undo-closed')
  const event = 'address-changed'
  return saveChange(shop, sql, order, { person, delivery, offered, event, staffId })
}

const travelsHome = (delivery: Delivery): delivery is StoredDelivery =>
  delivery.kind === 'home' || delivery.kind === 'pickup'

/** Requested before the order is locked, because carriers can be slow. null: the stored offers stay valid. */
async function offersAt(
  shop: Pick<Shop, 'ports' | 'log'>,
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

/** The chosen carrier and window stay if they are offered at the new address. */
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

/**
 * The carriers' offers for this order at its current address. They are stored, because only a stored offer can be
 * chosen.
 */
export async function offerOrderDelivery(
  shop: Pick<Shop, 'sql' | 'ports' | 'log'>,
  model: ChannelModel,
  own: OwnOrder,
  wishes: PickupOptions,
): Promise<CarrierOffers | Closed> {
  const known = await findUndoable(shop, own)
  if ('refused' in known) return known
  const offered = await askCarriers(shop, model, shipmentOf(known), wishes)
  const saved = await inChange(shop, own, async (sql, order) => {
    const sameHouse = sameValue(ownAddress(order.delivery), ownAddress(known.delivery))
    if (sameHouse) await saveOffersOfOrder(sql, order.cartGuid, offered.timeframes)
    return { sameHouse }
  })
  if ('refused' in saved) return saved
  // The address changed during the request to the carriers.
  return saved.sameHouse ? offered : offerOrderDelivery(shop, model, own, wishes)
}

/** Another carrier, window or pickup point from the options offered for this order. */
export async function changeDelivery(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports'>,
  own: OwnOrder,
  pick: DeliverySelection,
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

async function findUndoable(
  shop: Pick<Shop, 'sql' | 'ports'>,
  own: OwnOrder,
): Promise<OrderRow | Closed> {
  const order = await findOwnOrder(shop.sql, own.number, own.voucherId)
  if (!order) return refuse('no-such-order')
  return isOrderUndoable(order, shop.ports.clock.now()) ? order : refuse('undo-closed')
}

/** Locks the order's cart, then the order: the same sequence everywhere. */
async function inChange<T>(
  shop: Pick<Shop, 'sql' | 'ports'>,
  { number, voucherId }: OwnOrder,
  change: (sql: Transaction, order: OrderRow) => Promise<T>,
): Promise<T | Closed> {
  return shop.sql.begin(async (sql): Promise<T | Closed> => {
    const order = await lockForChange(shop, sql, { number, voucherId })
    return 'refused' in order ? order : change(sql, order)
  })
}

export async function lockForChange(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  { number, voucherId }: OwnOrder,
): Promise<OrderRow | Closed> {
  await sql`
    select from cart where guid = (
      select cart_guid from orders where number = ${number} and voucher_id = ${voucherId}
    ) for update`
  const order = await lockOwnOrder(sql, number, voucherId)
  if (!order) return refuse('no-such-order')
  if (!isOrderUndoable(order, shop.ports.clock.now())) return refuse('undo-closed')
  return order
}

function shipmentOf({ changeableUntil, delivery, language, totalPoints, lines }: OrderRow) {
  return {
    releasedAt: changeableUntil,
    address: ownAddress(delivery) ?? emptyAddress,
    language,
    orderValueCents: totalPoints * EURO_CENTS_PER_POINT,
    // The order has already taken the stock.
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
  /** The staff member who made the change; then the previous email address is notified, too. */
  staffId?: number | null
}

/** The order's cart is updated for an open confirmation page, and a mail confirms the change. */
async function saveChange(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  { person, delivery, offered, event, staffId = null }: Change,
): Promise<OrderRow | Refusal<'no-such-order'>> {
  const { number, channelId, language, voucherId, cartGuid } = order
  await sql`
    update orders set person = ${sql.json(person)}, delivery = ${sql.json(delivery)}
    where number = ${number}`
  if (changesVatCountry(order.delivery, delivery)) await recalculateVat(sql, order, delivery)
  const chosen = travelsHome(delivery) ? delivery : null
  await changeOrderedCart(sql, cartGuid, { person, delivery: chosen })
  if (offered) await saveOffersOfOrder(sql, cartGuid, offered)
  const at = shop.ports.clock.now()
  await saveEvent(sql, { number, type: event, staffId, at })
  const [changes] = await sql<{ count: number }[]>`
    select count(*)::integer as count from order_event
    where order_number = ${number} and month = ${order.month} and type in ('address-changed', 'delivery-changed')`
  const before = staffId === null ? [] : [order.person.email]
  for (const recipient of new Set([person.email, ...before])) {
    const subjectId = `${number}:${changes?.count ?? 0}`
    await queueMail(shop, sql, {
      template: 'order-changed',
      subjectId,
      channelId,
      language,
      recipient,
    })
  }
  return (await findOwnOrder(sql, number, voucherId)) ?? refuse('no-such-order')
}
