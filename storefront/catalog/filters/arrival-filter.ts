import { addDays } from '#domain/time/zone-days.ts'
import { arrivalDayOf, type Parcel } from '#storefront/product-card/arrival-texts.ts'
import type { Arrival } from '#storefront/product-card/use-arrival.ts'

const PARCELS: readonly Parcel[] = ['monta', 'dropship']

/** The day of the arrival filter: the next occasion, or else the day after tomorrow. Null if no parcel arrives before it. */
export function findFilterDay(arrival: Arrival | null): string | null {
  if (!arrival) return null
  const day = arrival.occasion ?? addDays(arrival.today, 2)
  return parcelsBefore(day, arrival).length > 0 ? day : null
}

const parcelsBefore = (day: string, arrival: Arrival): Parcel[] =>
  PARCELS.filter((parcel) => arrivalDayOf(arrival, parcel) < day)

/** Replaces the arrival day in a search string by the parcels that arrive in time. Gifts sent by email always do. */
export function withParcels(search: string, arrival: Arrival | null): string {
  const query = new URLSearchParams(search)
  const day = query.get('homeBefore')
  if (day === null) return search
  query.delete('homeBefore')
  const parcels = arrival ? parcelsBefore(day, arrival) : []
  for (const condition of ['digital', ...parcels]) query.append('arrives', condition)
  return `?${query}`
}
