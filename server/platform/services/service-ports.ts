import type { Address, CarrierChoice } from '#domain/fulfilment/delivery.ts'
import type { ParcelState } from '#domain/fulfilment/parcel-state.ts'
import type { PaymentState } from '#domain/payments/payment-state.ts'
import type { ProviderRefundState } from '#domain/payments/refund-state.ts'
import type { PaymentProviderName } from '#server/platform/config/payment-accounts.ts'

/**
 * The outside services, in the shop's own terms. Each port has one adapter per vendor, one sandbox, and one contract
 * suite that runs over both.
 */
export type Ports = {
  payments: PaymentPort
  delivery: DeliveryPort
  addresses: AddressPort
  mailer: MailPort
  webhooks: WebhookPort
  clock: Clock
}

export type Clock = { now(): Date }

/** Thrown by an adapter when its service cannot answer: a timeout, a 429, a 5xx or an invalid response. */
export class ServiceDown extends Error {
  override name = 'ServiceDown'
  constructor(
    readonly service: 'payments' | 'delivery' | 'addresses' | 'mail' | 'webhooks',
    message: string,
    readonly retryAfterSeconds: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Thrown when the service rejects a request. The same request will not succeed later. */
export class ServiceRefused extends Error {
  override name = 'ServiceRefused'
  constructor(
    readonly service: 'payments' | 'delivery' | 'addresses' | 'mail',
    readonly code: string,
    message: string,
    readonly field: string | null = null,
    /** The service's own message, for the person who resolves the failure. */
    readonly serviceMessage = '',
  ) {
    super(message)
  }
}

// ── Payments ────────────────────────────────────────────────────────────────────────────────────

export type NewPayment = {
  /** Our key. The provider uses it for idempotency, so that a repeated call creates one payment. */
  key: string
  cartGuid: string
  cents: number
  description: string
  language: string
  redirectUrl: string
  cancelUrl: string
  /** null if the provider cannot reach us (loopback, private address). Then the return page and polling read the state. */
  webhookUrl: string | null
}

export type ProviderPayment = {
  id: string
  state: PaymentState
  cents: number
  currency: string
  cartGuid: string | null
  refundedCents: number
  chargedBackCents: number
  refunds: ProviderRefund[]
  chargebacks: ProviderChargeback[]
  checkoutUrl: string | null
  expiresAt: Date | null
}

export type ProviderRefund = {
  id: string
  /** Our key, sent with the refund. Null for a refund made at the provider. */
  key: string | null
  cents: number
  state: ProviderRefundState
  at: Date
}

/** The holder's bank has returned the money to the holder. */
export type ProviderChargeback = {
  id: string
  cents: number
  reason: string
  at: Date
  /** When the chargeback was reversed. */
  reversedAt: Date | null
}

export type PaymentPort = {
  sandbox: boolean
  /** Stored with each payment, and the last part of the address of its webhook. */
  provider: PaymentProviderName | 'sandbox' | 'none'
  create(payment: NewPayment): Promise<ProviderPayment>
  /** undefined when the provider knows no such payment. */
  find(id: string): Promise<ProviderPayment | undefined>
  /** Cancels if that is still possible. Returns the current payment. */
  cancel(id: string): Promise<ProviderPayment | undefined>
  /** A repeat with the same key refunds once. */
  refund(refund: {
    id: string
    key: string
    cents: number
    description: string
  }): Promise<ProviderRefund>
  /** Cancels a refund that is not sent yet, if possible. Its state arrives with the payment. */
  stopRefund(refund: { id: string; refundId: string }): Promise<void>
  /** Present if the provider reports its payouts. */
  settlements?: SettlementPort
}

/** A payment, refund or chargeback in a settlement. Refunds and chargebacks are negative. */
export type SettlementItem = {
  kind: 'payment' | 'capture' | 'refund' | 'chargeback'
  id: string
  paymentId: string
  cents: number
}

export type ProviderSettlement = {
  id: string
  reference: string
  cents: number
  /** The provider's fees, VAT included. */
  costsCents: number
  paidAt: Date
  /** Loads the items. Called only for a settlement that is not stored yet. */
  items: () => Promise<SettlementItem[]>
}

export type SettlementPort = {
  provider: PaymentProviderName | 'sandbox'
  /** Payouts, the newest first. Fetches pages only as the caller continues. */
  newest(): AsyncGenerator<ProviderSettlement>
}

// ── Delivery ────────────────────────────────────────────────────────────────────────────────────

export type DeliveryRequest = {
  address: Address
  /** When the warehouse gets the order: at the end of its undo window. */
  releasedAt: Date
  language: string
  orderValueCents: number
  productsOnStock: boolean
  maximumPickupPoints: number
  onlyPickupPoints: boolean
  hidePackStations: boolean
  products: { sku: string; quantity: number }[]
}

/** Has the fields of `Timeframes` in the shop's API, so that no data of the carrier is lost on the way to the page. */
export type Timeframe = {
  From: string | null
  To: string | null
  Recommended: boolean
  IsPickupPoint: boolean
  ShippingOptions: {
    Code: string
    Description: string
    DisplayName: string
    ShipperCodes: string[]
    ShipperOptionsWithValue: Record<string, string>
  }[]
  PickupPointDetails: {
    Code: string
    Company: string
    Street: string
    HouseNumber: string
    addition: string
    PostalCode: string
    City: string
    CountryCode: string
    DistanceMeters: number
    Latitude: number | null
    Longitude: number | null
    OpeningTimes: { Day: string; OpeningTimes: { From: string; To: string }[] }[]
  } | null
}

export type WarehouseOrder = {
  orderNumber: string
  language: string
  person: { firstName: string; prefix: string; surname: string; email: string; telephone: string }
  /** The destination of the parcel. For a pickup point, `company` is its name. */
  deliverTo: Address & { company: string }
  invoiceTo: Address & { company: string }
  carrier: CarrierChoice | null
  lines: { id: string; sku: string; quantity: number; description: string }[]
}

export type WarehouseEvent = {
  id: number
  orderNumber: string
  /** The warehouse's state in upper case: RECEIVED, PICKED, SHIPPED, … The list is open. */
  type: string
  description: string
  at: Date
}

/** One parcel. 'Collo' is the warehouse's word for it. */
export type Collo = {
  code: string
  link: string | null
  carrier: string
  state: ParcelState
  /** The contents of the parcel. Empty if the service does not report them. */
  products: { sku: string; quantity: number }[]
}

export type DeliveryPort = {
  sandbox: boolean
  options(request: DeliveryRequest): Promise<Timeframe[]>
  /** A repeat with the same order number creates one order. */
  submit(order: WarehouseOrder): Promise<void>
  /** Replaces the order with its current content. Refused with code 'too-late' once picking has started. */
  change(order: WarehouseOrder): Promise<void>
  /** Refused with code 'too-late' once picking has started. An unknown order counts as cancelled. */
  cancel(orderNumber: string, note: string): Promise<void>
  /** Events after the cursor, oldest first, a few hundred at most. */
  eventsSince(cursor: number): Promise<WarehouseEvent[]>
  tracking(orderNumber: string): Promise<Collo[]>
  /** Pickable stock of these SKUs. Those that the warehouse does not know are left out. */
  stock(skus: string[]): Promise<{ sku: string; onHand: number }[]>
}

/** The fallback when no delivery options are available. */
export const STANDARD_SHIPMENT: CarrierChoice = {
  shipperCode: 'MultipleShipper_ShippingDayUnknown',
  code: 'montapacking_standard',
  name: 'Standard shipment',
  from: null,
  to: null,
  options: {},
}

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────

export type AddressMatch = {
  value: string
  label: string
  description: string
  precision: string
  context: string
  highlights: [number, number][]
}

export type FoundAddress = {
  street: string
  postcode: string
  buildingNumber: string
  buildingNumberAddition: string
  locality: string
}

export type AddressPort = {
  sandbox: boolean
  /** `term` is sent unchanged, with a trailing space: the service distinguishes 'Dorpsstraat' from 'Dorpsstraat '. */
  autocomplete(request: {
    context: string
    term: string
    language: string
    session: string
  }): Promise<{ matches: AddressMatch[]; newContext: string | null }>
  /** undefined if the context is not a single address. */
  details(request: {
    context: string
    session: string
  }): Promise<{ address: FoundAddress; precision: string; context: string } | undefined>
  validate(request: {
    alpha3: string
    postalCode: string
    city: string
    street: string
    building: string
  }): Promise<{ valid: boolean; latitude: number | null; longitude: number | null }>
}

// ── Mail ────────────────────────────────────────────────────────────────────────────────────────

export type OutgoingMail = {
  /** The id of the mail's row, used in the Message-ID, so that a repeated mail is recognised. */
  id: string
  from: string
  to: string
  replyTo: string | null
  /** Where bounces go, if not to the sender. */
  returnTo?: string
  subject: string
  html: string
  text: string
  language: string
  headers?: Readonly<Record<string, string>>
  /** The mail gives access to a voucher, so its content must not be stored or logged. */
  opensVoucher?: true
  attachments?: readonly Attachment[]
}

export type Attachment = { name: string; type: string; content: Buffer }

export type MailPort = {
  sandbox: boolean
  /** Throws ServiceRefused for an address that will never accept it, and ServiceDown for temporary failures. */
  send(mail: OutgoingMail): Promise<void>
}

// ── Webhooks ────────────────────────────────────────────────────────────────────────────────────

export type WebhookResponse = {
  status: number
  /** The beginning of the response body. */
  answer: string
  retryAfterSeconds: number | null
}

/** 'not-here': this installation sends no webhooks. */
export type WebhookRefusal = 'not-https' | 'private-address' | 'address-with-password' | 'not-here'

export type WebhookPort = {
  /** Why nothing is sent to this URL, or null. Its name is resolved only when sending. */
  refusalOf(url: string): WebhookRefusal | null
  /** Returns any HTTP answer. Throws ServiceDown without one. */
  post(request: {
    url: string
    headers: Readonly<Record<string, string>>
    body: string
  }): Promise<WebhookResponse>
  close?(): void
}
