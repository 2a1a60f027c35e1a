import { arrivalPromise, WAREHOUSE_ZONE } from '#domain/fulfilment/arrival.ts'
import { formatDay } from '#domain/fulfilment/delivery-moment.ts'
import { type Language, languages } from '#domain/language.ts'
import { withFirstDay } from '#domain/time/day-ordinal.ts'
import type { Arrival } from '#storefront/product-card/use-arrival.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

type ArrivingGift = {
  delivery_condition?: 'digital' | 'monta' | 'dropship'
  stock_availability?: 'true' | 'false'
}
export type Parcel = 'monta' | 'dropship'

/** The arrival day of such a parcel at this cart's destination. Suppliers do not deliver to pickup points. */
export const arrivalDayOf = (arrival: Arrival, parcel: Parcel): string => {
  const { home, pickup } = arrival[parcel]
  return arrival.way === 'pickup' ? (pickup ?? home) : home
}

/** The badge of a card: arrives tomorrow, or before the next occasion. Undefined without such a promise. */
export function arrivalBadge(
  gift: ArrivingGift,
  arrival: Arrival | null,
  texts: PageTexts,
  language: Language,
): string | undefined {
  const { delivery_condition: condition, stock_availability: inStock } = gift
  if (!arrival || inStock !== 'true' || !condition || condition === 'digital') return undefined
  const day = arrivalDayOf(arrival, condition)
  const isPickup = arrival.way === 'pickup' && arrival[condition].pickup !== null
  const promise = arrivalPromise(day, arrival.today, arrival.occasion)
  if (promise.kind === 'on') return undefined
  if (promise.kind === 'tomorrow') return texts.text(isPickup ? 'pickupTomorrow' : 'homeTomorrow')
  return isPickup
    ? texts.text('pickupOn', { day: dateOf(day, language) })
    : texts.text('homeBefore', { day: dateOf(promise.day, language) })
}

/** The day as text, for example '24 december'. */
export function dateOf(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(languages[language].tag, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const date = new Date(`${day}T00:00:00Z`)
  return withFirstDay(format.format(date), date.getUTCDate(), language)
}

const timeOf = (moment: string, language: Language): string =>
  new Intl.DateTimeFormat(languages[language].tag, {
    timeStyle: 'short',
    timeZone: WAREHOUSE_ZONE,
  }).format(new Date(moment))

/** The lines on a gift's page: at home, at a pickup point, and until when this is true. */
export function arrivalLines(
  condition: Parcel,
  arrival: Arrival,
  texts: PageTexts,
  language: Language,
): string[] {
  const { home, pickup } = arrival[condition]
  const promise = arrivalPromise(home, arrival.today, arrival.occasion)
  const homeLine =
    promise.kind === 'tomorrow'
      ? texts.text('homeTomorrow')
      : texts.text('homeOn', { day: formatDay(home, language) })
  const until =
    condition === 'monta' && arrival.cut_off !== null
      ? texts.text('homeUntil', { time: timeOf(arrival.cut_off, language) })
      : ''
  const pickupLine = pickup && texts.text('pickupOn', { day: formatDay(pickup, language) })
  return [[homeLine, until].filter(Boolean).join(' '), ...(pickupLine ? [pickupLine] : [])]
}
