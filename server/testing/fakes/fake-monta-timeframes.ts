import { field } from '#server/testing/fakes/fake-service.ts'

type Knobs = { noPickupPoints: boolean; nullTimes: boolean; missingHouseNumber: boolean }

export function fakeTimeframes(json: unknown, knobs: Knobs) {
  const maximum = Number(field(json, 'MaxNumberOfPickupPoints') ?? 0)
  const country = String(field(json, 'Address', 'CountryCode'))
  const home = field(json, 'OnlyPickupPoints') === true ? [] : homeTimeframes(knobs)
  if (knobs.noPickupPoints || country !== 'NL') return home
  return [...home, ...Array.from({ length: Math.min(maximum, 8) }, (_, n) => pickup(n, knobs))]
}

function homeTimeframes({ nullTimes }: Knobs) {
  const frame = (day: string, from: string, to: string, recommended: boolean, code: string) => ({
    From: nullTimes ? null : `${day}T${from}`,
    To: nullTimes ? null : `${day}T${to}`,
    Recommended: recommended,
    FromToTypeCode: nullTimes ? 'Unknown' : 'DeliveryTimeframe',
    IsPickupPoint: false,
    PickupPointDetails: null,
    ShippingOptions: [option(code, code.split('_', 1).join(), 'At your door', {})],
  })
  return [
    frame('2027-03-09', '09:00', '17:30', true, 'PostNL_day'),
    frame('2027-03-09', '18:00', '22:00', true, 'PostNL_evening'),
    frame('2027-03-10', '10:00', '14:00', true, 'DHLFYPakket_day'),
    frame('2027-03-11', '09:00', '17:30', false, 'PostNL_later'),
  ]
}

/** PostNL identifies a pickup point by two values, DHL by one. */
function pickup(n: number, { nullTimes, missingHouseNumber }: Knobs) {
  const code = String(500_100 + n)
  const postNl = n % 2 === 0
  return {
    From: nullTimes ? null : '2027-03-10T15:00',
    To: nullTimes ? null : '2027-03-24T00:00',
    Recommended: false,
    FromToTypeCode: 'DeliveryTimeframe',
    IsPickupPoint: true,
    ShippingOptions: [
      postNl
        ? option(`PAK_${code}`, 'PAK', 'PostNL point', {
            PickupPointCode: code,
            PickupPointRetailID: 'PNPNL-01',
          })
        : option(`DHLservicepunt_${code}`, 'DHLservicepunt', 'DHL point', {
            ServicePointCode: code,
          }),
    ],
    PickupPointDetails: {
      Code: code,
      DistanceMeters: 240 * (n + 1),
      Company: `Test shop ${n + 1}`,
      Street: 'Proefkade',
      ...(missingHouseNumber ? {} : { HouseNumber: n === 0 ? '22 -24' : String(30 + n) }),
      PostalCode: '3511PK',
      City: 'Proefstad',
      CountryCode: 'NL',
      Longitude: 5.12 + n / 1000,
      Latitude: 52.09,
      OpeningTimes: [
        { Day: 'Monday', OpeningTimes: [{ From: '09:00', To: '18:00' }] },
        { Day: 'Saturday', OpeningTimes: [{ From: '10:00', To: '16:00' }] },
      ],
    },
  }
}

function option(code: string, shipper: string, text: string, optionValues: Record<string, string>) {
  return {
    Code: code,
    ShipperCodes: [shipper],
    ShipperOptionsWithValue: optionValues,
    Description: text,
    SellPrice: 0,
    SellPriceCurrency: 'EUR',
    ShippingDeadline: '2027-03-08T23:59',
    Options: [],
  }
}
