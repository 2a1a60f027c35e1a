import { addressLines } from '#domain/addresses/address-lines.ts'
import {
  type CarrierChoice,
  type Delivery,
  type DeliveryCondition,
  destination,
} from '#domain/fulfilment/delivery.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { arrivalText } from '#server/modules/mail/templates/orders/arrival-texts.ts'
import type { MailVoice } from '#server/modules/mail/texts/mail-texts.ts'
import { STANDARD_SHIPMENT } from '#server/platform/services/service-ports.ts'

/** Gifts that are delivered together: how, to which address, and when. */
export type DeliveryGroup = { how: string; lines: string[]; gifts: string[] }

type DeliveryInput = {
  delivery: Delivery
  email: string
  gifts: Gift[]
}
type Gift = {
  name: string
  variant: string
  deliveryCondition: DeliveryCondition
  /** The delivery promise of a digital gift. */
  deliveryInfo?: string
  /** The day of arrival, if the gifts arrive on different days. */
  arrival?: string | undefined
}

/**
 * Groups the gifts of an order by delivery method and address. One order can have three groups: codes by mail, a parcel
 * to a pickup point, and a supplier's parcel to the home address.
 */
export function deliveryGroups({ delivery, email, gifts }: DeliveryInput, voice: MailVoice) {
  const groups = new Map<string, DeliveryGroup>()
  for (const gift of gifts) {
    const group = groupOf(delivery, gift, email, voice)
    const key = [group.how, ...group.lines].join('\n')
    const existing = groups.get(key)
    if (existing) existing.gifts.push(fullName(gift))
    else groups.set(key, { ...group, gifts: [fullName(gift)] })
  }
  return [...groups.values()]
}

function groupOf(
  delivery: Delivery,
  { deliveryCondition: condition, deliveryInfo = '', arrival = '' }: Gift,
  email: string,
  voice: MailVoice,
): Omit<DeliveryGroup, 'gifts'> {
  const to = destination(delivery, condition)
  if (to?.to !== 'address')
    return { how: voice.say('delivery', 'email'), lines: withoutEmpty([email, deliveryInfo]) }
  const lines = addressLines(to.address, voice.language, to.company)
  if (delivery.kind === 'company')
    return { how: voice.say('delivery', 'company'), lines: withoutEmpty([...lines, arrival]) }
  const isPickup = delivery.kind === 'pickup' && condition === 'monta'
  // Suppliers choose their own carrier and time.
  const carrier = condition === 'monta' && delivery.kind !== 'digital' ? delivery.carrier : null
  return {
    how: voice.say('delivery', isPickup ? 'pickup' : 'home'),
    lines: withoutEmpty([
      ...lines,
      ...(condition === 'monta' ? carrierLines(carrier, voice) : []),
      carrier && arrivalText(carrier, voice) !== '' ? '' : arrival,
    ]),
  }
}

const withoutEmpty = (lines: string[]) => lines.filter((line) => line !== '')

function carrierLines(carrier: CarrierChoice | null, voice: MailVoice): string[] {
  if (!carrier || carrier.code === STANDARD_SHIPMENT.code)
    return [voice.say('delivery', 'standard')]
  return [carrier.name, arrivalText(carrier, voice)]
}
