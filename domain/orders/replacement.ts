import { type Delivery, type DeliveryCondition, destination } from '#domain/fulfilment/delivery.ts'
import { addDays, dayAt, endOfDay, startOfDay } from '#domain/time/zone-days.ts'

/** Why an ordered gift became unavailable. */
export const UNAVAILABLE_CAUSES = ['sold-out', 'declined', 'lost', 'refused'] as const
export type UnavailableCause = (typeof UNAVAILABLE_CAUSES)[number]
/** Whether the cause concerns a gift in a parcel. With all other causes the gift was not sent. */
export const isParcelCause = (cause: UnavailableCause) => cause === 'lost' || cause === 'refused'

/** The token of a replacement page. It is in the URL fragment, which browsers do not send to servers. */
export const REPLACEMENT_TOKEN = /^[\w-]{43}$/

/**
 * The outcome of the offer; 'default' if the recipient did not choose, 'overtaken' if the gift was refunded in
 * another way first.
 */
export const REPLACEMENT_OUTCOMES = [
  'other-gift',
  'points-back',
  'default',
  'called-off',
  'overtaken',
] as const
export type ReplacementOutcome = (typeof REPLACEMENT_OUTCOMES)[number]

const HOUR_MS = 3_600_000
/** Reminders are sent in the morning, when mails are read. */
const REMINDER_HOUR = 9

/**
 * The deadline of an offer is the end of its last day, `days` after today in the channel's time zone. The reminder is
 * sent on the morning of the day before. An offer of one day has none.
 */
export function replacementDates(nowMs: number, days: number, zone: string) {
  const lastDay = addDays(dayAt(nowMs, zone), days)
  const untilMs = endOfDay(lastDay, zone)
  const remindAtMs = startOfDay(addDays(lastDay, days > 1 ? -1 : 0), zone) + REMINDER_HOUR * HOUR_MS
  return { untilMs, remindAtMs: days > 1 && remindAtMs > nowMs ? remindAtMs : null }
}

export type UnavailableGift = {
  sku: string
  points: number
  quantity: number
  vatBp: number | null
}

export type ReplacementCandidate = {
  sku: string
  points: number
  condition: DeliveryCondition
  /** null: unlimited. */
  inStock: number | null
  vatBp: number | null
}

/**
 * Whether this gift can replace the unavailable one: another gift for the same points, in stock, deliverable to the
 * order's address. If a card paid a part, VAT has been reported for that day, so the rate must be the same.
 */
export function mayReplace(
  offer: ReplacementCandidate,
  unavailable: UnavailableGift,
  order: { delivery: Delivery; consented: boolean; centsPaid: number },
): boolean {
  if (offer.sku === unavailable.sku || offer.points !== unavailable.points) return false
  if (offer.inStock !== null && offer.inStock < unavailable.quantity) return false
  if (order.centsPaid > 0 && offer.vatBp !== unavailable.vatBp) return false
  // A recipient who did not consent to immediate delivery keeps the right of withdrawal.
  if (offer.condition === 'digital') return order.consented
  return destination(order.delivery, offer.condition)?.to === 'address'
}
