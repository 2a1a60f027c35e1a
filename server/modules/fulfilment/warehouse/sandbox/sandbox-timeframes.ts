import { warehouseArrival, deliveryDaysAfter } from '#domain/fulfilment/arrival.ts'
import { languageOf } from '#domain/language.ts'
import {
  SANDBOX_TEXTS,
  type SandboxTexts,
} from '#server/modules/fulfilment/warehouse/sandbox/sandbox-texts.ts'
import { sandboxPickupPoints, type SandboxPickupPoint } from './sandbox-pickup-points.ts'
import type { DeliveryRequest, Timeframe } from '#server/platform/services/service-ports.ts'

/** Dutch carriers return at most this many points. */
const MAX_POINTS = 10

/**
 * The delivery options of the sandbox's carriers for an address. Like a real carrier, they count from the cut-off of the
 * warehouse, so no option is earlier than the day that the shop promises.
 */
export function sandboxTimeframes(request: DeliveryRequest, cutOff: string): Timeframe[] {
  const { address, maximumPickupPoints, onlyPickupPoints, hidePackStations } = request
  const texts = SANDBOX_TEXTS[languageOf(request.language) ?? 'nl']
  const country = address.country.toUpperCase()
  const firstDay = (method: 'home' | 'pickup') =>
    warehouseArrival(request.releasedAt.getTime(), { method, country, cutOff }).day
  const points = sandboxPickupPoints(address.country, address.postalCode)
    .filter(({ packStation }) => !(packStation && hidePackStations))
    .slice(0, Math.max(0, Math.min(maximumPickupPoints, MAX_POINTS)))
    .map((point) => pickupTimeframe(point, firstDay('pickup'), texts))
  if (onlyPickupPoints) return points
  return [...homeTimeframes(firstDay('home'), country, texts), ...points]
}

function homeTimeframes(
  first: string,
  country: string,
  { day, evening }: SandboxTexts,
): Timeframe[] {
  const second = deliveryDaysAfter(first, 1, country)
  return [
    homeTimeframe(first, '09:00', '17:30', 'PostNL', 'PostNL_day', `PostNL, ${day}`, true),
    homeTimeframe(first, '18:00', '22:00', 'PostNL', 'PostNL_evening', `PostNL, ${evening}`, true),
    homeTimeframe(second, '10:00', '14:00', 'DHLFYPakket', 'DHL_day', `DHL, ${day}`, true),
    // Carriers recommend only some of their delivery windows.
    homeTimeframe(second, '09:00', '17:30', 'PostNL', 'PostNL_later', `PostNL, ${day}`, false),
  ]
}

function homeTimeframe(
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
function pickupTimeframe(
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
