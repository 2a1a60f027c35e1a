import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import { isHoliday } from '#domain/fulfilment/holidays.ts'
import { addDays, dayAt, endOfDay } from '#domain/time/zone-days.ts'
import { momentOfWallTime } from '#domain/time/zone-times.ts'

/** The warehouse is in the Netherlands, so Dutch time and holidays apply. */
export const WAREHOUSE_ZONE = 'Europe/Amsterdam'
const WAREHOUSE_COUNTRY = 'NL'

/** Working days of a carrier from the warehouse to the door, and to a pickup point. */
const homeDays = (country: string) => (country.toUpperCase() === WAREHOUSE_COUNTRY ? 1 : 3)
const PICKUP_DAYS = 2

/** Orders placed until this time leave the warehouse on the same day, by default. */
export const DEFAULT_CUT_OFF = '17:00'

export type ArrivalMethod = 'home' | 'pickup'

type ArrivalInput = {
  nowMs: number
  source: Exclude<DeliveryCondition, 'digital'>
  method: ArrivalMethod
  /** The country of the delivery address. */
  country: string
  /** Orders placed until this time of day leave the warehouse on the same day: '17:00'. */
  cutOff: string
  /** Suppliers deliver within this many days. */
  supplierDays: number
}

/** An arrival day, and the moment from which an order arrives later. */
export type Arrival = { day: string; until: number }

/** The day that the shop can promise for a gift that is ordered now. */
export function promisedArrival(input: ArrivalInput): Arrival {
  const { nowMs, source, method, country, cutOff, supplierDays } = input
  if (source === 'dropship') {
    const today = dayAt(nowMs, WAREHOUSE_ZONE)
    const latest = addDays(today, supplierDays)
    return {
      day: isWorkingDay(latest, country) ? latest : deliveryDaysAfter(latest, 1, country),
      until: endOfDay(today, WAREHOUSE_ZONE),
    }
  }
  return warehouseArrival(nowMs, { method, country, cutOff })
}

/** The first day on which a carrier delivers an order that the warehouse gets at this moment. */
export function warehouseArrival(
  releasedMs: number,
  { method, country, cutOff }: Pick<ArrivalInput, 'method' | 'country' | 'cutOff'>,
): Arrival {
  const sent = sendingDay(releasedMs, dayAt(releasedMs, WAREHOUSE_ZONE), cutOff)
  return { day: carrierArrival(sent, method, country), until: cutOffTime(sent, cutOff) }
}

/** The first day on which a carrier delivers a parcel that left the warehouse on this day. */
export function carrierArrival(sent: string, method: ArrivalMethod, country: string): string {
  return deliveryDaysAfter(sent, method === 'pickup' ? PICKUP_DAYS : homeDays(country), country)
}

function sendingDay(nowMs: number, today: string, cutOff: string): string {
  const leavesToday = isWorkingDay(today, WAREHOUSE_COUNTRY) && nowMs < cutOffTime(today, cutOff)
  return leavesToday ? today : deliveryDaysAfter(today, 1, WAREHOUSE_COUNTRY)
}

/** On a day without that time, because the clocks go forward, the cut-off is the end of the day. */
const cutOffTime = (day: string, cutOff: string): number =>
  momentOfWallTime(`${day}T${cutOff}`, WAREHOUSE_ZONE) ?? endOfDay(day, WAREHOUSE_ZONE)

/** The n-th delivery day of a country after this day: Monday to Friday without its holidays. */
export function deliveryDaysAfter(day: string, days: number, country: string): string {
  let current = day
  for (let remaining = days; remaining > 0;) {
    current = addDays(current, 1)
    if (isWorkingDay(current, country)) remaining -= 1
  }
  return current
}

function isWorkingDay(day: string, country: string): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, country.toUpperCase())
}

/** Evenings for presents: Saint Nicholas and Christmas Eve. */
const OCCASIONS = ['12-05', '12-24']
/** An occasion further ahead is not mentioned. */
const AHEAD_DAYS = 45

/** The next occasion, if it is near. */
export function nextOccasion(today: string): string | null {
  const year = today.slice(0, 4)
  const next = OCCASIONS.map((date) => `${year}-${date}`).find((day) => day > today)
  return next !== undefined && next <= addDays(today, AHEAD_DAYS) ? next : null
}

/** Whether a gift that is ordered today and takes this many days arrives too late for the next occasion. */
export function missesOccasion(today: string, days: number): boolean {
  const occasion = nextOccasion(today)
  return occasion !== null && addDays(today, days) >= occasion
}

export type ArrivalPromise =
  | { kind: 'tomorrow' }
  /** It arrives before this day. */
  | { kind: 'before'; day: string }
  | { kind: 'on'; day: string }

/** The strongest true statement about the arrival day. */
export function arrivalPromise(
  day: string,
  today: string,
  occasion: string | null,
): ArrivalPromise {
  if (day <= addDays(today, 1)) return { kind: 'tomorrow' }
  if (occasion !== null && day < occasion) return { kind: 'before', day: occasion }
  return { kind: 'on', day }
}
