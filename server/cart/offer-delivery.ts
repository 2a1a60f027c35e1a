import type { z } from 'zod'

import type { deliveryMethods } from '#contract/cart-api.ts'
import { type Refusal, refuse } from '#contract/refusal.ts'
import { orderPoints } from '#domain/cart-rules.ts'
import {
  type Address,
  type CarrierChoice,
  switchToCarrier,
  switchToPickup,
} from '#domain/delivery.ts'
import { EURO_CENTS_PER_POINT } from '#domain/points.ts'
import {
  type CartRow,
  emptyAddress,
  findCart,
  findOffered,
  lockCart,
  saveDelivery,
  saveOffered,
} from '#server/cart/cart-queries.ts'
import type { ChannelModel } from '#server/catalogue/channel-model.ts'
import { letGo } from '#server/payments/let-go.ts'
import { ServiceDown, ServiceRefused, STANDARD_SHIPMENT, type Timeframe } from '#server/ports.ts'
import { sameValue } from '#server/same-value.ts'
import type { Shop } from '#server/shop.ts'

type Ask = z.output<typeof deliveryMethods.input>

/** At most five points are shown, nearest first, however many the carriers know. */
const MOST_PICKUP_POINTS = 5

/** Asks the carriers for this cart, and remembers what they offered: only that can be chosen. */
export async function offerDelivery(
  shop: Shop,
  model: ChannelModel,
  voucherId: number,
  ask: Ask,
): Promise<
  { Timeframes: Timeframe[]; fallback: boolean } | Refusal<'no-such-cart' | 'cart-ordered'>
> {
  const cart = await findCart(shop.sql, voucherId, ask.cart_guid)
  if (!cart) return refuse('no-such-cart')
  if (cart.state === 'ordered') return refuse('cart-ordered')

  const { timeframes, fallback } = await askCarriers(shop, model, cart, ask)
  await saveOffered(shop.sql, cart.guid, timeframes)
  return { Timeframes: timeframes, fallback }
}

async function askCarriers(shop: Shop, model: ChannelModel, cart: CartRow, ask: Ask) {
  const address = addressAsked(ask)
  const products = cart.lines.flatMap((line) =>
    model.offers.get(line.spliId)?.deliveryCondition === 'monta'
      ? [{ sku: line.sku, quantity: line.quantity }]
      : [],
  )
  if (products.length === 0) return { timeframes: [], fallback: false }
  try {
    const timeframes = await shop.ports.delivery.options({
      address,
      language: cart.language,
      orderValueCents: orderPoints(cart.lines) * EURO_CENTS_PER_POINT,
      productsOnStock: cart.lines.every(
        (line) => line.inStock === null || line.inStock >= line.quantity,
      ),
      maximumPickupPoints: Math.min(
        MOST_PICKUP_POINTS,
        ask.MaximumNumberOfPickupPoints ?? MOST_PICKUP_POINTS,
      ),
      onlyPickupPoints: ask.OnlyPickupPoint ?? false,
      hidePackStations: ask.HideDHLPackStations ?? false,
      products,
    })
    return { timeframes: nearestFirst(timeframes, address, model), fallback: false }
  } catch (error) {
    if (!(error instanceof ServiceDown) && !(error instanceof ServiceRefused)) throw error
    shop.log.warn({ err: error }, 'no delivery options were to be had')
    return { timeframes: [standardShipment()], fallback: true }
  }
}

/** Home first, then the points by distance; points only in the Netherlands, and only where home is allowed. */
function nearestFirst(timeframes: Timeframe[], address: Address, model: ChannelModel): Timeframe[] {
  const home = timeframes.filter((frame) => !frame.IsPickupPoint)
  if (address.country !== 'NL' || !model.channel.homeDeliveryAllowed) return home
  const distance = (frame: Timeframe) => frame.PickupPointDetails?.DistanceMeters ?? Infinity
  const points = timeframes
    .filter((frame) => frame.IsPickupPoint && frame.PickupPointDetails)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MOST_PICKUP_POINTS)
  return [...home, ...points]
}

function standardShipment(): Timeframe {
  return {
    From: null,
    To: null,
    Recommended: true,
    IsPickupPoint: false,
    ShippingOptions: [
      {
        Code: STANDARD_SHIPMENT.code,
        Description: STANDARD_SHIPMENT.name,
        DisplayName: STANDARD_SHIPMENT.name,
        ShipperCodes: [STANDARD_SHIPMENT.shipperCode],
        ShipperOptionsWithValue: {},
      },
    ],
    PickupPointDetails: null,
  }
}

function addressAsked({ Address: asked }: Ask): Address {
  return {
    ...emptyAddress,
    street: asked.Street ?? '',
    houseNumber: String(asked.HouseNumber ?? ''),
    addition: asked.HouseNumberAddition ?? '',
    postalCode: asked.PostalCode ?? '',
    city: asked.City ?? '',
    country: (asked.CountryCode || 'NL').toUpperCase(),
  }
}

export type DeliveryPick = {
  guid: string | null
  shipperCode: string
  code: string
  servicePoint: string
  from: string | null
}

/** Sets carrier, and point where there is one; what was not offered for this cart is refused. */
export async function pickDelivery(
  shop: Shop,
  voucherId: number,
  pick: DeliveryPick,
): Promise<CartRow | Refusal<'no-such-cart' | 'cart-ordered' | 'not-offered'>> {
  return shop.sql.begin(async (sql) => {
    const cart = await lockCart(sql, voucherId, pick.guid)
    if (!cart) return refuse('no-such-cart')
    if (cart.state === 'ordered') return refuse('cart-ordered')
    const frame = (await findOffered(sql, cart.guid)).find((frame) => matches(frame, pick))
    const chosen = frame && carrierOf(frame)
    if (!frame || !chosen || !cart.delivery || !cart.person) return refuse('not-offered')

    const delivery = frame.PickupPointDetails
      ? switchToPickup(cart.delivery, pointOf(frame.PickupPointDetails), chosen)
      : switchToCarrier(cart.delivery, chosen)
    if (!sameValue(delivery, cart.delivery)) {
      await letGo(shop, sql, cart)
      await saveDelivery(sql, cart.guid, {
        person: cart.person,
        delivery,
        offered: null,
        consented: cart.consented,
        language: cart.language,
      })
    }
    return (await lockCart(sql, voucherId, cart.guid)) ?? refuse('no-such-cart')
  })
}

function matches(frame: Timeframe, pick: DeliveryPick) {
  const [option] = frame.ShippingOptions
  if (!option || option.Code !== pick.code || !option.ShipperCodes.includes(pick.shipperCode))
    return false
  if (pick.from !== null && frame.From !== pick.from) return false
  if (!frame.IsPickupPoint) return pick.servicePoint === ''
  return servicePointsOf(frame).includes(pick.servicePoint)
}

function servicePointsOf(frame: Timeframe): string[] {
  const values = frame.ShippingOptions[0]?.ShipperOptionsWithValue ?? {}
  return [
    values['PickupPointCode'],
    values['ServicePointCode'],
    frame.PickupPointDetails?.Code,
  ].filter((code) => code !== undefined)
}

function carrierOf(frame: Timeframe): CarrierChoice | undefined {
  const [option] = frame.ShippingOptions
  return (
    option && {
      shipperCode: option.ShipperCodes[0] ?? '',
      code: option.Code,
      name: option.DisplayName || option.Description,
      from: frame.From,
      to: frame.To,
      options: option.ShipperOptionsWithValue,
    }
  )
}

function pointOf(details: NonNullable<Timeframe['PickupPointDetails']>) {
  return {
    code: details.Code,
    company: details.Company,
    address: {
      ...emptyAddress,
      street: details.Street,
      houseNumber: details.HouseNumber,
      addition: details.addition,
      postalCode: details.PostalCode,
      city: details.City,
      country: details.CountryCode,
    },
    distanceMeters: details.DistanceMeters,
    latitude: details.Latitude,
    longitude: details.Longitude,
    openingTimes: details.OpeningTimes.map(({ Day, OpeningTimes }) => ({
      day: Day,
      times: OpeningTimes.map(({ From, To }) => ({ from: From, to: To })),
    })),
  }
}
