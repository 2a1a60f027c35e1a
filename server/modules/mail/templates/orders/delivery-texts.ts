import { addressLines } from '#domain/addresses/address-lines.ts'
import {
  type CarrierChoice,
  type Delivery,
  type DeliveryCondition,
  destination,
} from '#domain/fulfilment/delivery.ts'
import { formatDay, deliveryMoment } from '#domain/fulfilment/delivery-moment.ts'
import { WAREHOUSE_ZONE } from '#domain/fulfilment/arrival.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { MailVoice } from '#server/modules/mail/texts/mail-texts.ts'
import { STANDARD_SHIPMENT } from '#server/platform/services/service-ports.ts'

/** Gifts that are delivered together: how, to which address, and when. */
export type DeliveryGroup = { how: string; lines: string[]; gifts: string[] }

type Parcel = {
  delivery: Delivery
  email: string
  gifts: { name: string; variant: string; deliveryCondition: DeliveryCondition }[]
}

/**
 * One order may be delivered in three ways: codes by mail, a parcel to a pickup point and a supplier's parcel to the
 * address. Each gift is listed under its own.
 */
export function deliveryGroups({ delivery, email, gifts }: Parcel, voice: MailVoice) {
  const groups = new Map<string, DeliveryGroup>()
  for (const gift of gifts) {
    const group = groupOf(delivery, gift.deliveryCondition, email, voice)
    const key = [group.how, ...group.lines].join('\n')
    const known = groups.get(key)
    if (known) known.gifts.push(fullName(gift))
    else groups.set(key, { ...group, gifts: [fullName(gift)] })
  }
  return [...groups.values()]
}

function groupOf(
  delivery: Delivery,
  condition: DeliveryCondition,
  email: string,
  voice: MailVoice,
): Omit<DeliveryGroup, 'gifts'> {
  const to = destination(delivery, condition)
  if (to?.to !== 'address') return { how: voice.say('delivery', 'email'), lines: [email] }
  const lines = addressLines(to.address, voice.language, to.company)
  if (delivery.kind === 'company') return { how: voice.say('delivery', 'company'), lines }
  const isPickup = delivery.kind === 'pickup' && condition === 'monta'
  // Suppliers choose their own carrier and time.
  const carrier = condition === 'monta' && delivery.kind !== 'digital' ? delivery.carrier : null
  return {
    how: voice.say('delivery', isPickup ? 'pickup' : 'home'),
    lines: [...lines, ...(condition === 'monta' ? carrierLines(carrier, voice) : [])],
  }
}

function carrierLines(carrier: CarrierChoice | null, voice: MailVoice): string[] {
  if (!carrier || carrier.code === STANDARD_SHIPMENT.code)
    return [voice.say('delivery', 'standard')]
  return [carrier.name, arrivalText(carrier, voice)].filter((line) => line !== '')
}

/**
 * When the whole order arrives, as a headline; null if no day is known, if it has passed, or if the gifts arrive at
 * different times.
 */
export function arrivalOf(
  { delivery, lines }: Pick<OrderRow, 'delivery' | 'lines'>,
  voice: MailVoice,
  now: Date,
): { label: string; when: string } | null {
  const expected = lines.filter(({ state }) => state !== 'cancelled')
  const fromWarehouse = expected.every(({ deliveryCondition }) => deliveryCondition === 'monta')
  const carrier = 'carrier' in delivery ? delivery.carrier : null
  if (expected.length === 0 || !fromWarehouse || !carrier) return null
  const moment = deliveryMoment(carrier)
  if (!moment) return null
  const lastDay = moment.kind === 'days' ? moment.lastDay : moment.day
  if (lastDay < dayAt(now.getTime(), WAREHOUSE_ZONE)) return null
  const text = arrivalText(carrier, voice)
  return {
    label: voice.say('delivery', delivery.kind === 'pickup' ? 'ready_on' : 'arrives_on'),
    when: text.charAt(0).toLocaleUpperCase(voice.language) + text.slice(1),
  }
}

/** Lines without the general delivery promise if the carrier has announced a day. */
export function linesToCome({ delivery, lines }: Pick<OrderRow, 'delivery' | 'lines'>) {
  const carrier = 'carrier' in delivery ? delivery.carrier : null
  if (!carrier || deliveryMoment(carrier) === null) return lines
  return lines.map((line) =>
    line.deliveryCondition === 'monta' ? { ...line, deliveryInfo: '' } : line,
  )
}

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
