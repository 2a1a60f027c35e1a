/** How a gift is delivered: digitally by email, from our warehouse, or by its supplier. */
export type DeliveryCondition = 'digital' | 'monta' | 'dropship'

/** The source of a digital gift: the issuer mails it, the shop stores codes, or the shop generates a document. */
export const DIGITAL_KINDS = ['issuer', 'code', 'pdf'] as const

export type Address = {
  street: string
  houseNumber: string
  addition: string
  postalCode: string
  city: string
  country: string
  /** The additional line: a department, a care-of. */
  line: string
}

export type CarrierChoice = {
  shipperCode: string
  code: string
  name: string
  /** Local time without a zone, as the carrier sends it; null if it sends none. */
  from: string | null
  to: string | null
  /** All options of the carrier, because one carrier needs more than the code of the pickup point. */
  options: Record<string, string>
}

export type PickupPoint = {
  code: string
  company: string
  address: Address
  distanceMeters: number
  openingTimes: { day: string; times: { from: string; to: string }[] }[]
  latitude: number | null
  longitude: number | null
}

/** A tagged union, so that a home address and a pickup point cannot be mixed. */
export type Delivery =
  | { kind: 'digital' }
  | { kind: 'company'; address: Address }
  | HomeDelivery
  | PickupDelivery

export type HomeDelivery = {
  kind: 'home'
  address: Address
  /** false: address validation failed, but the holder confirmed the address. */
  verified: boolean
  /** null: the standard shipment. */
  carrier: CarrierChoice | null
}

export type PickupDelivery = {
  kind: 'pickup'
  /** Also needed for pickup: suppliers deliver to it, and it is on the invoice. */
  home: Address
  verified: boolean
  point: PickupPoint
  carrier: CarrierChoice
}

export type DeliveryKind = Delivery['kind']

export type DeliveryCart = { homeDeliveryAllowed: boolean; conditions: DeliveryCondition[] }

export type DeliveryProblem =
  | 'delivery-missing'
  | 'delivery-not-allowed'
  | 'address-incomplete'
  | 'consent-missing'

/** The available delivery methods. An empty cart has none. */
export function deliveryKinds(cart: DeliveryCart & { country: string }): DeliveryKind[] {
  const { conditions } = cart
  if (conditions.length === 0) return []
  if (conditions.every((condition) => condition === 'digital')) return ['digital']
  if (!cart.homeDeliveryAllowed) return ['company']
  const pickup = cart.country.toUpperCase() === 'NL' && conditions.includes('monta')
  return pickup ? ['home', 'pickup'] : ['home']
}

/**
 * Why the chosen delivery is not possible for this cart. `consent` is the holder's consent to immediate delivery; only
 * a cart with a digital gift needs it.
 */
export function deliveryProblem(
  delivery: Delivery | null,
  cart: DeliveryCart & { consent: boolean },
): DeliveryProblem | undefined {
  if (!delivery) return 'delivery-missing'
  const address = ownAddress(delivery)
  const kinds = deliveryKinds({ ...cart, country: address?.country ?? '' })
  if (!kinds.includes(delivery.kind)) return 'delivery-not-allowed'
  if (delivery.kind === 'home' && hasPickupPoint(delivery.carrier)) return 'delivery-not-allowed'
  if (address && !isComplete(address)) return 'address-incomplete'
  if (cart.conditions.includes('digital') && !cart.consent) return 'consent-missing'
  return undefined
}

/** The holder's or organization's own address, never a pickup point's. */
export function ownAddress(delivery: Delivery): Address | undefined {
  switch (delivery.kind) {
    case 'digital':
      return undefined
    case 'pickup':
      return delivery.home
    case 'company':
    case 'home':
      return delivery.address
  }
}

/** All fields are required except the addition and the additional line. */
export function isComplete(address: Address): boolean {
  const { street, houseNumber, postalCode, city, country } = address
  return [street, houseNumber, postalCode, city, country].every((part) => part.trim() !== '')
}

export function sameAddress(a: Address, b: Address): boolean {
  return (
    ['street', 'houseNumber', 'addition', 'postalCode', 'city', 'country', 'line'] as const
  ).every((part) => a[part] === b[part])
}

/** A home parcel with a pickup point's code would be sent to that point. */
function hasPickupPoint(carrier: CarrierChoice | null): boolean {
  const options = carrier?.options ?? {}
  return Boolean(options.PickupPointCode ?? options.ServicePointCode)
}

export type Destination =
  | { to: 'email' }
  /** `company` is the name of the pickup point, otherwise empty. */
  | { to: 'address'; address: Address; company: string }

/**
 * The destination of one line. Digital gifts go by email. Suppliers do not deliver to pickup points, so their gifts
 * go to the home address. undefined: the delivery has no address for a parcel; `deliveryProblem` refuses this case.
 */
export function destination(
  delivery: Delivery,
  lineCondition: DeliveryCondition,
): Destination | undefined {
  if (lineCondition === 'digital') return { to: 'email' }
  if (delivery.kind === 'pickup' && lineCondition === 'monta') {
    return { to: 'address', address: delivery.point.address, company: delivery.point.company }
  }
  const address = ownAddress(delivery)
  return address && { to: 'address', address, company: '' }
}

/** Back to home delivery. Removes the pickup point and its carrier. */
export function switchToHome(delivery: HomeDelivery | PickupDelivery): HomeDelivery {
  if (delivery.kind === 'home') return delivery
  return { kind: 'home', address: delivery.home, verified: delivery.verified, carrier: null }
}

/** Switches to a pickup point. The carrier of home delivery is dropped. */
export function switchToPickup(
  delivery: HomeDelivery | PickupDelivery,
  point: PickupPoint,
  carrier: CarrierChoice,
): PickupDelivery {
  const { address, verified } = switchToHome(delivery)
  return { kind: 'pickup', home: address, verified, point, carrier }
}

/** Carriers and points were offered for the old address, so their choice is dropped. */
export function switchToAddress(address: Address, verified: boolean): HomeDelivery {
  return { kind: 'home', address, verified, carrier: null }
}

/**
 * Changes the address of an existing delivery. `carrier` is the chosen carrier if it offers the same service at the new
 * address, otherwise null. A pickup point stays the same as long as pickup is available.
 */
export function changeHomeAddress(
  delivery: HomeDelivery | PickupDelivery,
  {
    address,
    verified,
    carrier,
  }: { address: Address; verified: boolean; carrier: CarrierChoice | null },
): HomeDelivery | PickupDelivery {
  if (delivery.kind === 'pickup' && address.country === 'NL') {
    return { ...delivery, home: address, verified }
  }
  return {
    ...switchToAddress(address, verified),
    carrier: delivery.kind === 'home' ? carrier : null,
  }
}

/** null is the standard shipment. */
export function switchToCarrier(
  delivery: HomeDelivery | PickupDelivery,
  carrier: CarrierChoice | null,
): HomeDelivery {
  return { ...switchToHome(delivery), carrier }
}
