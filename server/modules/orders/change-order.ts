import type { z } from 'zod'

import type { changeOrderAddress } from '#contract/orders/order-changes.shop.ts'
import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import {
  type Delivery,
  changeHomeAddress,
  ownAddress,
  sameAddress,
} from '#domain/fulfilment/delivery.ts'
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

type AddressInput = z.output<typeof changeOrderAddress.input>
type ClosedRefusal = Refusal<'no-such-order' | 'undo-closed'>

/** Changes the recipient and the address, by the rules of the cart's address. */
export async function changeAddress(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'log' | 'addressRateLimit'>,
  model: ChannelModel,
  ownOrder: OwnOrder,
  input: AddressInput,
): Promise<OrderRow | ClosedRefusal | AddressRefusal> {
  const prepared = await prepareAddress(shop, model, ownOrder, input)
  if ('refused' in prepared) return prepared
  return changeLocked(shop, ownOrder, (sql, order) => applyAddress(shop, sql, order, prepared))
}

type AddressRefusal = Refusal<'invalid-input' | 'address-invalid' | 'no-home-delivery'>
export type PreparedAddress = {
  person: Person
  checked: CheckedAddress | null
  offered: Timeframe[] | null
}

/**
 * Validates the input and calls external services. Runs before the order is locked, because these calls can be slow.
 */
export async function prepareAddress(
  shop: Pick<Shop, 'sql' | 'ports' | 'log' | 'addressRateLimit'>,
  model: ChannelModel,
  ownOrder: OwnOrder,
  input: Omit<AddressInput, 'order_number'>,
): Promise<PreparedAddress | ClosedRefusal | AddressRefusal> {
  const order = await findUndoable(shop, ownOrder)
  if ('refused' in order) return order
  if (hasAddress(input) && !hasOwnAddress(order.delivery)) return refuse('no-home-delivery')
  const contact = await checkContact(shop, ownOrder.voucherId, model.channel, input)
  if ('refused' in contact) return contact
  return { ...contact, offered: await fetchOffersAt(shop, model, order, contact.checked) }
}

/** The delivery of the order after the change. */
export const deliveryAfterChange = (
  { delivery }: OrderRow,
  { checked, offered }: PreparedAddress,
) => moveDelivery(delivery, checked, offered)

/** The caller holds the lock of `lockForChange`. */
export async function applyAddress(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  prepared: PreparedAddress,
  staffId: number | null = null,
): Promise<OrderRow | ClosedRefusal> {
  const { person, offered } = prepared
  const delivery = deliveryAfterChange(order, prepared)
  if (sameValue(order.person, person) && sameValue(order.delivery, delivery)) return order
  // Credits were reported with the VAT of the old country.
  if (order.credits.length > 0 && changesVatCountry(order.delivery, delivery))
    return refuse('undo-closed')
  const event = 'address-changed'
  return saveChange(shop, sql, order, { person, delivery, offered, event, staffId })
}

const hasOwnAddress = (delivery: Delivery): delivery is StoredDelivery =>
  delivery.kind === 'home' || delivery.kind === 'pickup'

/** The carriers' offers at the new address. null: the address is the same, so the stored offers stay valid. */
async function fetchOffersAt(
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
function moveDelivery(
  delivery: Delivery,
  checked: CheckedAddress | null,
  offered: Timeframe[] | null,
): Delivery {
  if (!checked || (delivery.kind !== 'home' && delivery.kind !== 'pickup')) return delivery
  const { carrier } = delivery
  if (delivery.kind === 'home' && sameAddress(delivery.address, checked.address)) {
    return { ...delivery, verified: checked.verified }
  }
  return changeHomeAddress(delivery, {
    ...checked,
    carrier: carrier && sameOffer(offered ?? [], carrier),
  })
}

/**
 * The carriers' offers for this order at its current address. They are stored, because only a stored offer can be
 * chosen.
 */
export async function offerOrderDelivery(
  shop: Pick<Shop, 'sql' | 'ports' | 'log'>,
  model: ChannelModel,
  ownOrder: OwnOrder,
  pickupOptions: PickupOptions,
): Promise<CarrierOffers | ClosedRefusal> {
  const before = await findUndoable(shop, ownOrder)
  if ('refused' in before) return before
  const offered = await askCarriers(shop, model, shipmentOf(before), pickupOptions)
  const saved = await changeLocked(shop, ownOrder, async (sql, order) => {
    const isSameAddress = sameValue(ownAddress(order.delivery), ownAddress(before.delivery))
    if (isSameAddress) await saveOffersOfOrder(sql, order.cartGuid, offered.timeframes)
    return { isSameAddress }
  })
  if ('refused' in saved) return saved
  // The address changed during the request to the carriers.
  return saved.isSameAddress ? offered : offerOrderDelivery(shop, model, ownOrder, pickupOptions)
}

/** Changes to another carrier, delivery window or pickup point that was offered for this order. */
export async function changeDelivery(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports'>,
  ownOrder: OwnOrder,
  selection: DeliverySelection,
): Promise<OrderRow | ClosedRefusal | Refusal<'not-offered'>> {
  return changeLocked(shop, ownOrder, async (sql, order) => {
    const { delivery, person } = order
    if (delivery.kind !== 'home' && delivery.kind !== 'pickup') return refuse('not-offered')
    const chosen = pickFrom(await findOffered(sql, order.cartGuid), delivery, selection)
    if (!chosen) return refuse('not-offered')
    if (sameValue(chosen, delivery)) return order
    const event = 'delivery-changed'
    return saveChange(shop, sql, order, { person, delivery: chosen, offered: null, event })
  })
}

async function findUndoable(
  shop: Pick<Shop, 'sql' | 'ports'>,
  ownOrder: OwnOrder,
): Promise<OrderRow | ClosedRefusal> {
  const order = await findOwnOrder(shop.sql, ownOrder.number, ownOrder.voucherId)
  if (!order) return refuse('no-such-order')
  return isOrderUndoable(order, shop.ports.clock.now()) ? order : refuse('undo-closed')
}

/** Runs a change under the locks of `lockForChange`. */
async function changeLocked<T>(
  shop: Pick<Shop, 'sql' | 'ports'>,
  { number, voucherId }: OwnOrder,
  change: (sql: Transaction, order: OrderRow) => Promise<T>,
): Promise<T | ClosedRefusal> {
  return shop.sql.begin(async (sql): Promise<T | ClosedRefusal> => {
    const order = await lockForChange(shop, sql, { number, voucherId })
    return 'refused' in order ? order : change(sql, order)
  })
}

/** Locks the order's cart, then the order: the same sequence everywhere. */
export async function lockForChange(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  { number, voucherId }: OwnOrder,
): Promise<OrderRow | ClosedRefusal> {
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
    products: hasOwnAddress(delivery)
      ? lines
          .filter((line) => line.deliveryCondition === 'monta' && line.state !== 'cancelled')
          .map(({ sku, quantity }) => ({ sku, quantity }))
      : [],
  }
}

type OrderChange = {
  person: Person
  delivery: Delivery
  offered: Timeframe[] | null
  event: 'address-changed' | 'delivery-changed'
  /** null or missing: the recipient made the change. If staff made it, the previous email address is notified, too. */
  staffId?: number | null
}

/** Also updates the order's cart, which an open confirmation page reads, and queues a mail that confirms the change. */
async function saveChange(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  { person, delivery, offered, event, staffId = null }: OrderChange,
): Promise<OrderRow | Refusal<'no-such-order'>> {
  const { number, channelId, language, voucherId, cartGuid } = order
  await sql`
    update orders set person = ${sql.json(person)}, delivery = ${sql.json(delivery)}
    where number = ${number}`
  if (changesVatCountry(order.delivery, delivery)) await recalculateVat(sql, order, delivery)
  const chosen = hasOwnAddress(delivery) ? delivery : null
  await changeOrderedCart(sql, cartGuid, { person, delivery: chosen })
  if (offered) await saveOffersOfOrder(sql, cartGuid, offered)
  const at = shop.ports.clock.now()
  await saveEvent(sql, { number, type: event, staffId, at })
  const [changes] = await sql<{ count: number }[]>`
    select count(*)::integer as count from order_event
    where order_number = ${number} and month = ${order.month} and type in ('address-changed', 'delivery-changed')`
  const previousEmail = staffId === null ? [] : [order.person.email]
  for (const recipient of new Set([person.email, ...previousEmail])) {
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
