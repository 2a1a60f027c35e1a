import { warehouseArrival, deliveryDaysAfter } from '#domain/fulfilment/arrival.ts'
import { languageOf } from '#domain/language.ts'
import {
  SANDBOX_TEXTS,
  type SandboxTexts,
} from '#server/modules/fulfilment/warehouse/sandbox/sandbox-texts.ts'
import { sandboxPickupPoints, type SandboxPickupPoint } from './sandbox-pickup-points.ts'
import type { DeliveryRequest, Timeframe } from '#server/platform/services/service-ports.ts'

/** A Dutch carrier shows no more than this, however many are requested. */
const MOST_POINTS = 10

/**
 * What the sandbox's carriers offer for an address: no day before the one that the shop promises, because a real carrier
 * counts from the cut-off of the warehouse.
 */
export function sandboxTimeframes(question: DeliveryRequest, cutOff: string): Timeframe[] {
  const { address, maximumPickupPoints, onlyPickupPoints, hidePackStations } = question
  const texts = SANDBOX_TEXTS[languageOf(question.language) ?? 'nl']
  const country = address.country.toUpperCase()
  const firstDay = (way: 'home' | 'pickup') =>
    warehouseArrival(question.releasedAt.getTime(), { way, country, cutOff }).day
  const points = sandboxPickupPoints(address.country, address.postalCode)
    .filter(({ packStation }) => !(packStation && hidePackStations))
    .slice(0, Math.max(0, Math.min(maximumPickupPoints, MOST_POINTS)))
    .map((point) => pickup(point, firstDay('pickup'), texts))
  if (onlyPickupPoints) return points
  return [...home(firstDay('home'), country, texts), ...points]
}

function home(first: string, country: string, { day, evening }: SandboxTexts): Timeframe[] {
  const second = deliveryDaysAfter(first, 1, country)
  return [
    door(first, '09:00', '17:30', 'PostNL', 'PostNL_day', `PostNL, ${day}`, true),
    door(first, '18:00', '22:00', 'PostNL', 'PostNL_evening', `PostNL, ${evening}`, true),
    door(second, '10:00', '14:00', 'DHLFYPakket', 'DHL_day', `DHL, ${day}`, true),
    // Carriers recommend only some of their delivery windows.
    door(second, '09:00', '17:30', 'PostNL', 'PostNL_later', `PostNL, ${day}`, false),
  ]
}

function door(
  day: string,
  from: string,
  to: string,
  shipper: string,
  code: string,
  text: string,
  recommended: boolean,
): Timeframe {
  return {
    From: `${day}T${from}`,
    To: `${day}T${to}`,
    Recommended: recommended,
    IsPickupPoint: false,
    ShippingOptions: [
      {
        Code: code,
        Description: text,
        DisplayName: text,
        ShipperCodes: [shipper],
        ShipperOptionsWithValue: {},
      },
    ],
    PickupPointDetails: null,
  }
}

/** PostNL identifies a pickup point by two values, DHL by one. */
function pickup(
  { carrier, details }: SandboxPickupPoint,
  day: string,
  { point }: SandboxTexts,
): Timeframe {
  const shipper = carrier === 'PostNL' ? 'PAK' : 'DHLservicepunt'
  const text = `${carrier}, ${point}`
  return {
    From: `${day}T15:00`,
    To: null,
    Recommended: false,
    IsPickupPoint: true,
    ShippingOptions: [
      {
        Code: `${shipper}_${details.Code}`,
        Description: text,
        DisplayName: text,
        ShipperCodes: [shipper],
        ShipperOptionsWithValue:
          carrier === 'PostNL'
            ? { PickupPointCode: details.Code, PickupPointRetailID: 'PNPNL-01' }
            : { ServicePointCode: details.Code },
      },
    ],
    PickupPointDetails: details,
  }
}
