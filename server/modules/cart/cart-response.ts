import type { Cart, CartItem, DeliveryChoice, PersonalData, Problem } from '#contract/cart.shop.ts'
import type { z } from 'zod'
import {
  cartProblems,
  type CartProblem,
  orderLimit,
  orderPoints,
  type RuleLine,
} from '#domain/cart/cart-rules.ts'
import {
  type Address,
  type Delivery,
  type DeliveryCondition,
  deliveryKinds,
  switchToHome,
} from '#domain/fulfilment/delivery.ts'
import { dueCents, euros, maximumPoints } from '#domain/vouchers/points.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import { yesNo } from '#domain/text/wire-boolean.ts'
import { corporateIdentity } from '#server/modules/channels/core/corporate-identity.ts'
import { cartArrival } from '#server/modules/cart/cart-arrival.ts'
import { type CartRow, emptyAddress, type Person } from '#server/modules/cart/cart.sql.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import { hasEnded, lastDayOf } from '#server/modules/vouchers/voucher-validity.ts'
import type { ChannelGifts, Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import {
  firstPicture,
  type LocalizedCatalog,
} from '#server/modules/catalog/read-model/localized-catalog.ts'
import { stockText } from '#server/modules/catalog/read-model/stock-texts.ts'

/** The cart lines with the data that the rules need. */
export function ruleLines(cart: CartRow, model: ChannelGifts): RuleLine[] {
  return cart.lines.map((line) => ({
    ...line,
    // The shop's cached model and the database may differ for a moment: both must offer the gift.
    offered: line.offered && model.offers.has(line.spliId),
    delivery: model.offers.get(line.spliId)?.deliveryCondition ?? 'monta',
  }))
}

export function problemsOf(
  cart: CartRow,
  model: ChannelGifts,
  ruleCChannel: string,
  hasExpired = false,
): CartProblem[] {
  return cartProblems({
    lines: ruleLines(cart, model),
    available: cart.available,
    channel: model.channel,
    ruleCChannel,
    hasExpired,
  })
}

export function wireProblem({ code, message, spliId, points, available }: CartProblem): Problem {
  return {
    code,
    Message: message,
    ...(spliId === undefined ? {} : { spli_id: spliId }),
    ...(points === undefined ? {} : { points }),
    ...(available === undefined ? {} : { available }),
  }
}

/**
 * The current delivery of the cart. Digital and company delivery follow from cart and channel; a chosen pickup point
 * counts only if the cart can go to one.
 */
export function deliveryOf(cart: CartRow, model: ChannelGifts): Delivery | null {
  const conditions: DeliveryCondition[] = ruleLines(cart, model).map((line) => line.delivery)
  const stored = cart.delivery
  const country = stored?.kind === 'pickup' ? stored.home.country : (stored?.address.country ?? '')
  const kinds = deliveryKinds({
    homeDeliveryAllowed: model.channel.homeDeliveryAllowed,
    conditions,
    country,
  })
  if (kinds.includes('digital')) return { kind: 'digital' }
  if (kinds.includes('company')) return { kind: 'company', address: companyAddress(model.channel) }
  if (!stored) return null
  return kinds.includes(stored.kind) ? stored : switchToHome(stored)
}

export function companyAddress({ organisation }: Channel): Address {
  const part = (name: string) =>
    organisation[`delivery_address_${name}`] || organisation[`invoice_address_${name}`] || ''
  return {
    street: part('street'),
    houseNumber: part('housenr'),
    addition: part('housenr_appendix'),
    postalCode: part('postal_code'),
    city: part('city'),
    country: part('country_code') || 'NL',
    line: organisation['company'] ?? '',
  }
}

/** The voucher of a cart: its last valid day, and whether it has expired. */
export type CartVoucher = { lastDay: string; hasExpired: boolean; now: Date }

export const cartVoucher = (
  holder: Pick<Holder, 'validUntil'>,
  { timeZone }: Channel,
  now: Date,
): CartVoucher => ({ lastDay: lastDayOf(holder, timeZone), hasExpired: hasEnded(holder, now), now })

/** An expired voucher has no points, even before the expiry is booked, and no card payment is possible. */
function totalsOf(
  cart: CartRow,
  channel: Channel,
  ruleCChannel: string,
  { hasExpired }: CartVoucher,
): z.output<typeof Cart>['totals'] {
  const order_total_points = orderPoints(cart.lines)
  const { available } = cart
  if (hasExpired) {
    return {
      voucher_points: 0,
      order_total_points,
      maximum_points: 0,
      order_limit: 0,
      amount_due: euros(0),
    }
  }
  return {
    voucher_points: available,
    order_total_points,
    maximum_points: maximumPoints({ available, canBuyPoints: channel.canBuyPoints }),
    order_limit: orderLimit(available, channel, ruleCChannel),
    amount_due: euros(dueCents(order_total_points, available)),
  }
}

/** The cart as answered to the browser. Its current line is the one that was changed last, or else the newest. */
export function cartAnswer(
  cart: CartRow,
  texts: LocalizedCatalog,
  {
    GIFTPOINT_RULE_C_CHANNEL: ruleCChannel,
    WAREHOUSE_CUT_OFF: cutOff,
  }: Pick<Config, 'GIFTPOINT_RULE_C_CHANNEL' | 'WAREHOUSE_CUT_OFF'>,
  voucher: CartVoucher,
  changedLine: number | null = null,
  /** Gifts of the cart that the channel no longer sells. */
  withdrawn: ReadonlyMap<string, Offer> = new Map(),
): z.output<typeof Cart> {
  const model = texts.channelModel
  const { channel } = model
  const items = cart.lines.map((line) => cartItem(line, texts, withdrawn))
  const current = cart.lines.find((line) => line.id === changedLine) ?? cart.lines.at(-1)
  const currentOffer = current && model.offers.get(current.spliId)
  const delivery = deliveryOf(cart, model)
  const personal = personalData(cart.person, delivery)
  return {
    cart_guid: cart.guid,
    shopping_cart_items: items,
    cart_items: items.map(({ id, spli_id, quantity }) => ({
      shopping_cart_item: id,
      spli_id,
      quantity,
    })),
    Totals: { number_of_products: cart.lines.reduce((sum, line) => sum + line.quantity, 0) },
    totals: totalsOf(cart, channel, ruleCChannel, voucher),
    current_cart_item: current ? String(current.id) : null,
    current_cart_Details: current
      ? {
          id: String(current.id),
          price: current.points,
          CrossSelling: currentOffer ? texts.crossSelling(currentOffer.product) : [],
        }
      : null,
    home_delivery_allowed: yesNo(channel.homeDeliveryAllowed),
    can_buy_points: yesNo(channel.canBuyPoints),
    continue_shipping: yesNo(channel.continueShipping),
    split_shipment_allowed: yesNo(channel.splitShipmentAllowed),
    organization_address: organizationAddress(channel),
    contact_address: personal,
    personal_data: personal,
    corporate_identity: corporateIdentity(channel),
    delivery: delivery && deliveryChoice(delivery),
    shipper_option_name:
      delivery?.kind === 'home' || delivery?.kind === 'pickup'
        ? (delivery.carrier?.name ?? '')
        : '',
    direct_delivery_consent: yesNo(cart.consented),
    language: cart.language,
    order_number: cart.orderNumber,
    open_payment: cart.payment?.id
      ? { id: cart.payment.id, amount: euros(cart.payment.cents) }
      : null,
    problems: problemsOf(cart, model, ruleCChannel, voucher.hasExpired).map(wireProblem),
    arrival: cartArrival(channel, delivery, voucher.now, cutOff),
    valid_until: voucher.lastDay,
  }
}

function cartItem(
  line: CartRow['lines'][number],
  texts: LocalizedCatalog,
  withdrawn: ReadonlyMap<string, Offer>,
): CartItem {
  // A gift that left the channel while in the cart still needs its name, so that the holder can recognise and remove
  // it.
  const offer = texts.channelModel.offers.get(line.spliId) ?? withdrawn.get(line.spliId)
  const isOffered = line.offered && texts.channelModel.offers.has(line.spliId)
  const { status, colour } = stockStatus(isOffered ? line.inStock : 0)
  return {
    id: String(line.id),
    shopping_cart_item: String(line.id),
    spli_id: line.spliId,
    scp: line.sku,
    name: offer ? texts.nameOf(offer.product).text : line.sku,
    variant: offer ? texts.variantOf(offer) : '',
    brand: offer?.product.row.brand_name ?? '',
    points: line.points,
    quantity: line.quantity,
    media: offer ? firstPicture(offer) : '',
    delivery_info: offer && isOffered ? texts.deliveryInfoOf(offer.product) : '',
    stock_status: stockText(texts, isOffered ? status : 'gone'),
    stock_status_color: colour,
    delivery_condition: (isOffered && offer?.deliveryCondition) || null,
  }
}

function organizationAddress({ organisation, logo }: Channel) {
  const part = (name: string) => organisation[name] ?? ''
  return {
    company: part('company'),
    logo,
    invoice_address_street: part('invoice_address_street'),
    invoice_address_housenr: part('invoice_address_housenr'),
    invoice_address_postal_code: part('invoice_address_postal_code'),
    invoice_address_city: part('invoice_address_city'),
    invoice_address_country_code: part('invoice_address_country_code'),
    delivery_address_street: part('delivery_address_street'),
    delivery_address_housenr: part('delivery_address_housenr'),
    delivery_address_postal_code: part('delivery_address_postal_code'),
    delivery_address_city: part('delivery_address_city'),
    delivery_address_country_code: part('delivery_address_country_code'),
  }
}

export function personalData(person: Person | null, delivery: Delivery | null): PersonalData {
  const address = delivery ? homeAddress(delivery) : emptyAddress
  return {
    contact_first_name: person?.firstName ?? '',
    contact_surname: person?.surname ?? '',
    contact_surname_prefix: person?.prefix ?? '',
    contact_telephone: person?.telephone ?? '',
    contact_email: person?.email ?? '',
    delivery_address_street: address.street,
    delivery_address_housenr: address.houseNumber,
    delivery_address_housenr_appendix: address.addition,
    delivery_address_postal_code: address.postalCode,
    delivery_address_city: address.city,
    delivery_address_country_code: address.country,
    delivery_address_additional_line: address.line,
  }
}

function homeAddress(delivery: Delivery): Address {
  switch (delivery.kind) {
    case 'home':
    case 'company':
      return delivery.address
    case 'pickup':
      return delivery.home
    case 'digital':
      return emptyAddress
  }
}

/** The destination as one value. For a pickup point it is the point's own address. */
export function deliveryChoice(delivery: Delivery): z.output<typeof DeliveryChoice> {
  const carrier = delivery.kind === 'home' || delivery.kind === 'pickup' ? delivery.carrier : null
  const address = delivery.kind === 'pickup' ? delivery.point.address : homeAddress(delivery)
  return {
    kind: delivery.kind,
    address_verified:
      delivery.kind === 'home' || delivery.kind === 'pickup' ? delivery.verified : true,
    shipper_code: carrier?.shipperCode ?? '',
    code: carrier?.code ?? '',
    service_point_code: delivery.kind === 'pickup' ? delivery.point.code : '',
    name: carrier?.name ?? '',
    from: carrier?.from ?? null,
    to: carrier?.to ?? null,
    pickup_company: delivery.kind === 'pickup' ? delivery.point.company : '',
    street: address.street,
    housenr: address.houseNumber,
    housenr_appendix: address.addition,
    postal_code: address.postalCode,
    city: address.city,
    country_code: address.country,
  }
}
