import type { z } from 'zod'

import type { deliveryMethods } from '#contract/cart.shop.ts'
import { type Refusal, refuse, refused } from '#contract/shared/refusals.shop.ts'
import { orderPoints } from '#domain/cart/cart-rules.ts'
import type { Address } from '#domain/fulfilment/delivery.ts'
import { orderUndoUntil } from '#domain/orders/undo-window.ts'
import { EURO_CENTS_PER_POINT } from '#domain/vouchers/points.ts'
import {
  askCarriers,
  type DeliverySelection,
  pickFrom,
  type Shipment,
} from '#server/modules/cart/carrier-options.ts'
import {
  type CartRow,
  type ContactSave,
  emptyAddress,
  findCart,
  findCartWithOffers,
  findOffered,
  lockCart,
  saveContactIfUntouched,
  saveDelivery,
  saveOffered,
} from '#server/modules/cart/cart.sql.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { releaseHold } from '#server/modules/cart/release-hold.ts'
import type { Timeframe } from '#server/platform/services/service-ports.ts'
import { sameValue } from '#server/platform/compare-values.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type Input = z.output<typeof deliveryMethods.input>

/** Requests the carriers' offers for this cart and stores them: only a stored offer can be chosen. */
export async function offerDelivery(
  shop: Pick<Shop, 'sql' | 'ports' | 'log'>,
  model: ChannelModel,
  voucherId: number,
  input: Input,
): Promise<
  { Timeframes: Timeframe[]; fallback: boolean } | Refusal<'no-such-cart' | 'cart-ordered'>
> {
  const cart = await findCart(shop.sql, voucherId, input.cart_guid)
  if (!cart) return refuse('no-such-cart')
  if (cart.state === 'ordered') return refuse('cart-ordered')

  const shipment = shipmentOf(cart, model, input, shop.ports.clock.now())
  const { timeframes, fallback } = await askCarriers(shop, model, shipment, input)
  await saveOffered(shop.sql, cart.guid, timeframes)
  return { Timeframes: timeframes, fallback }
}

function shipmentOf(cart: CartRow, model: ChannelModel, input: Input, now: Date): Shipment {
  return {
    address: addressFrom(input),
    releasedAt: new Date(orderUndoUntil(now.getTime(), model.channel.undoMinutes)),
    language: cart.language,
    orderValueCents: orderPoints(cart.lines) * EURO_CENTS_PER_POINT,
    productsOnStock: cart.lines.every(
      (line) => line.inStock === null || line.inStock >= line.quantity,
    ),
    products: cart.lines.flatMap((line) =>
      model.offers.get(line.spliId)?.deliveryCondition === 'monta'
        ? [{ sku: line.sku, quantity: line.quantity }]
        : [],
    ),
  }
}

function addressFrom({ Address: address }: Input): Address {
  return {
    ...emptyAddress,
    street: address.Street ?? '',
    houseNumber: String(address.HouseNumber ?? ''),
    addition: address.HouseNumberAddition ?? '',
    postalCode: address.PostalCode ?? '',
    city: address.City ?? '',
    country: (address.CountryCode || 'NL').toUpperCase(),
  }
}

type PickRefusal = Refusal<'no-such-cart' | 'cart-ordered' | 'not-offered'>

/** Sets the carrier and the pickup point, if any. An option that was not offered for this cart is refused. */
export async function pickDelivery(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  voucherId: number,
  guid: string | null,
  selection: DeliverySelection,
): Promise<CartRow | PickRefusal> {
  const current = await findCartWithOffers(shop.sql, voucherId, guid)
  if (!current) return refuse('no-such-cart')
  const save = chosenSave(current, selection)
  if (save === 'same') return current.cart
  if (refused(save)) return save
  const saved = await saveContactIfUntouched(shop.sql, current.cart, save)
  return saved ?? pickUnderLock(shop, voucherId, current.cart.guid, selection)
}

/** For a cart that has changed, or whose open payment must be cancelled first. */
async function pickUnderLock(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  voucherId: number,
  guid: string,
  selection: DeliverySelection,
) {
  const result = await shop.sql.begin(async (sql): Promise<CartRow | PickRefusal> => {
    const cart = await lockCart(sql, voucherId, guid)
    if (!cart) return refuse('no-such-cart')
    const save = chosenSave({ cart, offered: await findOffered(sql, cart.guid) }, selection)
    if (save === 'same') return cart
    if (refused(save)) return save
    await releaseHold(shop, sql, cart)
    await saveDelivery(sql, cart.guid, save)
    return (await lockCart(sql, voucherId, cart.guid)) ?? refuse('no-such-cart')
  })
  notifyHolderChange(shop, voucherId)
  return result
}

function chosenSave(
  { cart, offered }: { cart: CartRow; offered: Timeframe[] },
  selection: DeliverySelection,
): ContactSave | 'same' | Refusal<'cart-ordered' | 'not-offered'> {
  if (cart.state === 'ordered') return refuse('cart-ordered')
  if (!cart.delivery || !cart.person) return refuse('not-offered')
  const delivery = pickFrom(offered, cart.delivery, selection)
  if (!delivery) return refuse('not-offered')
  if (sameValue(delivery, cart.delivery)) return 'same'
  const { person, consented, language } = cart
  return { person, delivery, offered: null, consented, language }
}
