import { languageOf, type Language } from '#domain/language.ts'
import dutch from '#server/modules/fulfilment/warehouse/sandbox/messages/nl.json' with { type: 'json' }
import english from '#server/modules/fulfilment/warehouse/sandbox/messages/en.json' with { type: 'json' }
import french from '#server/modules/fulfilment/warehouse/sandbox/messages/fr.json' with { type: 'json' }
import german from '#server/modules/fulfilment/warehouse/sandbox/messages/de.json' with { type: 'json' }
import { sandboxPickupPoints, type SandboxPickupPoint } from './sandbox-pickup-points.ts'
import type { DeliveryQuestion, Timeframe } from '#server/platform/services/service-ports.ts'

type PageTexts = typeof dutch

const words: Record<Language, PageTexts> = {
  nl: dutch,
  en: english,
  de: german,
  fr: french,
}

/** No more than a carrier of the Netherlands would show, however many are asked for. */
const MOST_POINTS = 10

/** What the invented warehouse can do for an address: the same question on the same day, the same answer. */
export function sandboxTimeframes(question: DeliveryQuestion, now: Date): Timeframe[] {
  const { address, maximumPickupPoints, onlyPickupPoints, hidePackStations } = question
  const texts = words[languageOf(question.language) ?? 'nl']
  const today = amsterdamDate(now)
  const points = sandboxPickupPoints(address.country, address.postalCode)
    .filter(({ packStation }) => !(packStation && hidePackStations))
    .slice(0, Math.max(0, Math.min(maximumPickupPoints, MOST_POINTS)))
    .map((point) => pickup(point, workingDay(today, 2), texts))
  if (onlyPickupPoints) return points
  return [...home(today, address.country.toUpperCase() === 'NL' ? 1 : 3, texts), ...points]
}

function home(today: string, days: number, { day, evening }: PageTexts): Timeframe[] {
  const first = workingDay(today, days)
  const second = workingDay(today, days + 1)
  return [
    door(first, '09:00', '17:30', 'PostNL', 'PostNL_day', `PostNL, ${day}`, true),
    door(first, '18:00', '22:00', 'PostNL', 'PostNL_evening', `PostNL, ${evening}`, true),
    door(second, '10:00', '14:00', 'DHLFYPakket', 'DHL_day', `DHL, ${day}`, true),
    // Not every window that a carrier has is one that it recommends.
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

/** PostNL names a point by two values, DHL by one. */
function pickup(
  { carrier, details }: SandboxPickupPoint,
  day: string,
  { point }: PageTexts,
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

/** '2027-03-09': the day at the warehouse, independent of this machine's time zone. */
let amsterdamDays: Intl.DateTimeFormat | undefined

function amsterdamDate(now: Date) {
  amsterdamDays ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' })
  return amsterdamDays.format(now)
}

/** So many working days after that date. */
function workingDay(date: string, days: number) {
  const day = new Date(`${date}T12:00:00Z`)
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    const weekend = day.getUTCDay() === 0 || day.getUTCDay() === 6
    if (!weekend) left -= 1
  }
  return day.toISOString().slice(0, 10)
}
