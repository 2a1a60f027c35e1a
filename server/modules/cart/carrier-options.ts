import type { z } from 'zod'

import type { DeliveryPick } from '#contract/cart.shop.ts'
import {
  type Address,
  type CarrierChoice,
  type HomeDelivery,
  type PickupDelivery,
  switchToCarrier,
  switchToPickup,
} from '#domain/fulfilment/delivery.ts'
import { emptyAddress } from '#server/modules/cart/cart.sql.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import {
  ServiceDown,
  ServiceRefused,
  STANDARD_SHIPMENT,
  type Timeframe,
} from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** The most pickup points that are shown, nearest first. */
const MAX_PICKUP_POINTS = 5

export type CarrierOffers = { timeframes: Timeframe[]; fallback: boolean }

export type PickupOptions = {
  MaximumNumberOfPickupPoints?: number | null | undefined
  OnlyPickupPoint?: boolean | null | undefined
  HideDHLPackStations?: boolean | null | undefined
}

export type Shipment = {
  address: Address
  releasedAt: Date
  language: string
  orderValueCents: number
  productsOnStock: boolean
  /** Products sent from our own warehouse; the carriers do not handle the rest. */
  products: { sku: string; quantity: number }[]
}

/**
 * Requests the carriers' offers for the contents of a cart or an order. While the carriers do not answer, it returns
 * the standard shipment.
 */
export async function askCarriers(
  shop: Pick<Shop, 'ports' | 'log'>,
  model: ChannelModel,
  shipment: Shipment,
  pickupOptions: PickupOptions = {},
): Promise<CarrierOffers> {
  if (shipment.products.length === 0) return { timeframes: [], fallback: false }
  try {
    const timeframes = await shop.ports.delivery.options({
      ...shipment,
      maximumPickupPoints: Math.min(
        MAX_PICKUP_POINTS,
        pickupOptions.MaximumNumberOfPickupPoints ?? MAX_PICKUP_POINTS,
      ),
      onlyPickupPoints: pickupOptions.OnlyPickupPoint ?? false,
      hidePackStations: pickupOptions.HideDHLPackStations ?? false,
    })
    return { timeframes: nearestFirst(timeframes, shipment.address, model), fallback: false }
  } catch (error) {
    if (!(error instanceof ServiceDown) && !(error instanceof ServiceRefused)) throw error
    shop.log.warn({ err: error }, 'delivery options not available')
    return { timeframes: [standardShipment()], fallback: true }
  }
}

/**
 * Home delivery first, then pickup points by distance. Pickup points exist only in the Netherlands, and only where
 * home delivery is allowed.
 */
function nearestFirst(timeframes: Timeframe[], address: Address, model: ChannelModel): Timeframe[] {
  const home = timeframes.filter((frame) => !frame.IsPickupPoint)
  if (address.country !== 'NL' || !model.channel.homeDeliveryAllowed) return home
  const distance = (frame: Timeframe) => frame.PickupPointDetails?.DistanceMeters ?? Infinity
  const points = timeframes
    .filter((frame) => frame.IsPickupPoint && frame.PickupPointDetails)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, MAX_PICKUP_POINTS)
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

export type DeliverySelection = z.output<typeof DeliveryPick>

/** The resulting delivery; undefined if this option was not offered. */
export function pickFrom(
  offered: Timeframe[],
  delivery: HomeDelivery | PickupDelivery,
  selection: DeliverySelection,
): HomeDelivery | PickupDelivery | undefined {
  const frame = offered.find((frame) => matches(frame, selection))
  const chosen = frame && carrierOf(frame)
  if (!frame || !chosen) return undefined
  return frame.PickupPointDetails
    ? switchToPickup(delivery, pointOf(frame.PickupPointDetails), chosen)
    : switchToCarrier(delivery, chosen)
}

/** The same carrier, method and delivery window in a new list of options. */
export function sameOffer(offered: Timeframe[], carrier: CarrierChoice): CarrierChoice | null {
  const { shipperCode, code, from } = carrier
  const frame = offered.find((frame) =>
    matches(frame, { shipper_code: shipperCode, code, from, service_point_code: '' }),
  )
  return (frame && carrierOf(frame)) ?? null
}

function matches(frame: Timeframe, selection: DeliverySelection) {
  const [option] = frame.ShippingOptions
  if (
    !option ||
    option.Code !== selection.code ||
    !option.ShipperCodes.includes(selection.shipper_code)
  )
    return false
  const { from = null, service_point_code } = selection
  if (from !== null && frame.From !== from) return false
  if (!frame.IsPickupPoint) return !service_point_code
  return servicePointsOf(frame).includes(service_point_code ?? '')
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
