import { tidyPostalCode } from '#domain/addresses/postal-code.ts'
import { dutchRegion } from '#server/modules/fulfilment/warehouse/sandbox/dutch-regions.ts'
import {
  metersBetween,
  placeAtOffset,
} from '#server/modules/addresses/providers/sandbox/earth-distance.ts'
import type { Timeframe } from '#server/platform/services/service-ports.ts'

type PickupPointDetails = NonNullable<Timeframe['PickupPointDetails']>
type Carrier = 'PostNL' | 'DHL'

export type SandboxPickupPoint = {
  carrier: Carrier
  packStation: boolean
  details: PickupPointDetails
}

type FictionalShop = {
  carrier: Carrier
  company: string
  street: string
  houseNumber: string
  /** Metres north of the centre of the region. */
  north: number
  east: number
  hours: 'shop' | 'lunch' | 'late' | 'always'
}

/** Fictional shops. Every region has the same ten around its own town. */
const SHOPS: FictionalShop[] = [
  shop('PostNL', 'Boekhandel De Leeslamp', 'Marktstraat', '14', 150, -220, 'shop'),
  shop('DHL', 'Buurtsuper Het Hoekje', 'Lindenlaan', '3', -640, 410, 'late'),
  shop('PostNL', 'Drogisterij Zonneschijn', 'Stationsweg', '22 -24', 900, 780, 'lunch'),
  shop('DHL', 'Fietsenmakerij De Spaak', 'Molenpad', '7', -1_250, -380, 'lunch'),
  shop('PostNL', 'Bloemenhuis Klaproos', 'Kerkplein', '103 A', 1_480, -950, 'shop'),
  shop('DHL', 'Pakketkluis Stationsplein', 'Stationsplein', '1', 820, 860, 'always'),
  shop('PostNL', 'Speelgoedwinkel De Tol', 'Havenkade', '51', -1_900, 1_340, 'shop'),
  shop('DHL', 'Bouwmarkt De Spijker', 'Industrieweg', '200', 2_300, 1_900, 'late'),
  shop('PostNL', 'Kantoorvakhandel Inktpot', 'Beukenstraat', '68', -2_150, -1_720, 'shop'),
  shop('DHL', 'Stomerij Witter dan Wit', 'Parkweg', '9', 480, -2_500, 'lunch'),
]

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The pickup points near a Dutch postal code, nearest first. Other countries have none. */
export function sandboxPickupPoints(
  country: string,
  typedPostalCode: string,
): SandboxPickupPoint[] {
  const postalCode = country.toUpperCase() === 'NL' && tidyPostalCode('NL', typedPostalCode)
  const region = postalCode ? dutchRegion(postalCode) : undefined
  if (!postalCode || !region) return []

  // The last two digits of the postal code spread a region's recipients over some kilometres, so that different
  // points are nearest.
  const [row, column] = [Number(postalCode[2]), Number(postalCode[3])]
  const home = placeAtOffset(region, (row - 4.5) * 450, (column - 4.5) * 450)
  const digits = postalCode.slice(0, 2)

  return SHOPS.map(({ carrier, company, street, houseNumber, north, east, hours }, index) => {
    const place = placeAtOffset(region, north, east)
    const number = `${digits}${String(index).padStart(2, '0')}`
    return {
      carrier,
      packStation: hours === 'always',
      details: {
        Code: carrier === 'PostNL' ? `17${number}` : `8004-NL-${number}`,
        Company: company,
        Street: street,
        HouseNumber: houseNumber,
        addition: '',
        PostalCode: `${digits}${index}${index}XA`,
        City: region.town,
        CountryCode: 'NL',
        DistanceMeters: metersBetween(home, place),
        Latitude: place.latitude,
        Longitude: place.longitude,
        OpeningTimes: openingTimes(hours),
      },
    }
  }).sort((a, b) => a.details.DistanceMeters - b.details.DistanceMeters)
}

/** Closed days are left out. */
function openingTimes(hours: FictionalShop['hours']): PickupPointDetails['OpeningTimes'] {
  switch (hours) {
    case 'shop':
      return DAYS.map((Day) => {
        const To = Day === 'Saturday' ? '17:00' : Day === 'Thursday' ? '21:00' : '18:00'
        return { Day, OpeningTimes: [{ From: '09:00', To }] }
      })
    case 'lunch':
      return DAYS.slice(1).map((Day) => ({
        Day,
        OpeningTimes: [
          { From: '09:00', To: '12:30' },
          { From: '13:30', To: '17:30' },
        ],
      }))
    case 'late':
      return [...DAYS, 'Sunday'].map((Day) => ({
        Day,
        OpeningTimes: [{ From: Day === 'Sunday' ? '10:00' : '08:00', To: '21:00' }],
      }))
    case 'always':
      return [...DAYS, 'Sunday'].map((Day) => ({
        Day,
        OpeningTimes: [{ From: '00:00', To: '23:59' }],
      }))
  }
}

function shop(
  carrier: Carrier,
  company: string,
  street: string,
  houseNumber: string,
  north: number,
  east: number,
  hours: FictionalShop['hours'],
): FictionalShop {
  return { carrier, company, street, houseNumber, north, east, hours }
}
