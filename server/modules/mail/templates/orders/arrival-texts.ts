import { addressLines } from '#domain/addresses/address-lines.ts'
import {
  carrierArrival,
  type ArrivalMethod,
  promisedArrival,
  WAREHOUSE_ZONE,
} from '#domain/fulfilment/arrival.ts'
import { type CarrierChoice, type Delivery, destination } from '#domain/fulfilment/delivery.ts'
import { deliveryMoment, formatDay } from '#domain/fulfilment/delivery-moment.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import {
  capitalised,
  type DeliveryTerms,
  type Headline,
} from '#server/modules/mail/layout/headline.ts'
import type { MailVoice } from '#server/modules/mail/texts/mail-texts.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'

type ArrivalContext = {
  order: Pick<OrderRow, 'delivery' | 'changeableUntil' | 'replacementOffers'>
  terms: DeliveryTerms
  /** When the parcel was sent; null if it has not been sent yet. */
  sentAt: string | null
}
/** The first and last possible day. Suppliers promise only the last one. */
type ArrivalDays = { first: string; last: string; by: 'carrier' | 'warehouse' | 'supplier' }

/**
 * When these gifts arrive: the day that the carrier announced, otherwise the day that the shop promised. Null without
 * parcels, or if the day has passed.
 */
export function arrivalHeadline(
  lines: readonly OrderLine[],
  voice: MailVoice & { terms: DeliveryTerms },
  {
    order,
    now,
    sentAt = null,
  }: { order: ArrivalContext['order']; now: Date; sentAt?: string | null },
): Headline | null {
  const context = { order, terms: voice.terms, sentAt }
  const days = lines
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((line) => arrivalDaysOf(line, context) ?? [])
  if (days.length === 0) return null
  if (lastDayOf(days) < dayAt(now.getTime(), WAREHOUSE_ZONE)) return null
  const isPickup = order.delivery.kind === 'pickup' && days.every(({ by }) => by !== 'supplier')
  return {
    label: voice.say('delivery', isPickup ? 'ready_on' : 'arrives_on'),
    when: daysText(days, order.delivery, voice),
  }
}

/** The day of each gift, by line number, if the gifts of the order arrive on different days. */
export function separateArrivals(
  order: OrderRow,
  voice: MailVoice & { terms: DeliveryTerms },
  now: Date,
): ReadonlyMap<number, string> {
  const days = order.lines.flatMap((line): [number, string][] => {
    const arrival = arrivalHeadline([line], voice, { order, now })
    return arrival ? [[line.line, capitalised(arrival.when, voice)]] : []
  })
  return new Map(new Set(days.map(([, when]) => when)).size > 1 ? days : [])
}

/** The day and the address of a delivered parcel; null if the carrier reported no time. */
export function deliveredHeadline(
  order: OrderRow,
  { deliveredAt, line }: { deliveredAt: string | null; line: OrderLine | undefined },
  voice: MailVoice,
): Headline | null {
  const { say, language } = voice
  if (deliveredAt === null) return null
  const day = formatDay(dayAt(Date.parse(deliveredAt), order.timeZone), language)
  const to = destination(order.delivery, line?.deliveryCondition ?? 'monta')
  return {
    label: say('delivery', 'delivered_on'),
    when: day,
    ...(to?.to === 'address'
      ? { where: addressLines(to.address, language, to.company).join(', ') }
      : {}),
  }
}

function arrivalDaysOf(
  line: OrderLine,
  { order, terms, sentAt }: ArrivalContext,
): ArrivalDays | null {
  const { delivery } = order
  const { deliveryCondition: source } = line
  const to = destination(delivery, source)
  if (source === 'digital' || to?.to !== 'address') return null
  const sent = sentAt === null ? '' : dayAt(Date.parse(sentAt), WAREHOUSE_ZONE)
  const announced = source === 'monta' && line.round === 0 ? announcedBy(delivery) : null
  // A parcel that left late does not arrive on the announced day.
  if (announced && announced.last >= sent) return announced
  const method: ArrivalMethod = delivery.kind === 'pickup' && source === 'monta' ? 'pickup' : 'home'
  const { country } = to.address
  const day =
    source === 'monta' && sent !== ''
      ? carrierArrival(sent, method, country)
      : promisedArrival({ nowMs: releasedAt(order, line), source, method, country, ...terms }).day
  return { first: day, last: day, by: source === 'monta' ? 'warehouse' : 'supplier' }
}

/** A replacement is released when it is chosen, the others when the order can no longer be undone. */
function releasedAt(
  { replacementOffers, changeableUntil }: ArrivalContext['order'],
  line: OrderLine,
): number {
  const chosen = replacementOffers.findLast(
    (choice) => choice.line === line.line && choice.endedAt !== null,
  )
  return line.round > 0 && chosen?.endedAt ? Date.parse(chosen.endedAt) : changeableUntil.getTime()
}

const carrierOf = (delivery: Delivery) => ('carrier' in delivery ? delivery.carrier : null)

function announcedBy(delivery: Delivery): ArrivalDays | null {
  const carrier = carrierOf(delivery)
  const moment = carrier && deliveryMoment(carrier)
  if (!moment) return null
  const last = moment.kind === 'days' ? moment.lastDay : moment.day
  return { first: moment.day, last, by: 'carrier' }
}

function daysText(days: readonly ArrivalDays[], delivery: Delivery, voice: MailVoice): string {
  const carrier = carrierOf(delivery)
  if (carrier && days.every(({ by }) => by === 'carrier')) return arrivalText(carrier, voice)
  const first = days.map((arrival) => arrival.first).toSorted()[0] ?? ''
  const last = lastDayOf(days)
  const day = formatDay(first, voice.language)
  if (first !== last)
    return voice.say('delivery', 'days', { day, last_day: formatDay(last, voice.language) })
  return days.every(({ by }) => by === 'supplier') ? voice.say('delivery', 'latest', { day }) : day
}

const lastDayOf = (days: readonly ArrivalDays[]): string =>
  days
    .map(({ last }) => last)
    .toSorted()
    .at(-1) ?? ''

/** A date, and a time window if the carrier has announced one. A weekday alone is not enough. */
export function arrivalText(carrier: CarrierChoice, voice: MailVoice): string {
  const moment = deliveryMoment(carrier)
  if (!moment) return ''
  const day = formatDay(moment.day, voice.language)
  if (moment.kind === 'days') {
    return voice.say('delivery', 'days', {
      day,
      last_day: formatDay(moment.lastDay, voice.language),
    })
  }
  if (moment.kind === 'day') return day
  return voice.say('delivery', 'window', { day, from: moment.from, to: moment.to })
}
