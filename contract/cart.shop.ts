import { z } from 'zod'

import { CrossSell } from '#contract/catalog/catalog.shop.ts'
import { CART_PROBLEMS, MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'
import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf, guid, line, requiredLine, YesNo } from '#contract/shared/fields.ts'
import { CorporateIdentity } from '#contract/sessions/session.ts'

/** Why the cart cannot be ordered. convert_cart enforces the same rules. */
export const Problem = z.object({
  code: z.enum(CART_PROBLEMS),
  /** CMS key. */
  Message: z.string(),
  spli_id: z.string().optional(),
  /** Points above the limit, or unused points that must be spent. */
  points: z.int().optional(),
  /** Remaining stock. */
  available: z.int().optional(),
})
export type Problem = z.infer<typeof Problem>

export const CartItem = z.object({
  id: z.string(),
  shopping_cart_item: z.string(),
  spli_id: z.string(),
  scp: z.string(),
  name: z.string(),
  /** Option values in the holder's language, for example 'Marineblauw, M'; '' for a gift with a single variant. */
  variant: z.string(),
  brand: z.string(),
  points: z.int(),
  quantity: z.int(),
  media: z.string(),
  delivery_info: z.string(),
  stock_status: z.string(),
  stock_status_color: z.string(),
  delivery_condition: z.enum(['digital', 'monta', 'dropship']).nullable(),
})
export type CartItem = z.infer<typeof CartItem>

const OrganizationAddress = z.object({
  company: z.string(),
  logo: z.string(),
  invoice_address_street: z.string(),
  invoice_address_housenr: z.string(),
  invoice_address_postal_code: z.string(),
  invoice_address_city: z.string(),
  invoice_address_country_code: z.string(),
  delivery_address_street: z.string(),
  delivery_address_housenr: z.string(),
  delivery_address_postal_code: z.string(),
  delivery_address_city: z.string(),
  delivery_address_country_code: z.string(),
})

export const PersonalData = z.object({
  contact_first_name: z.string(),
  contact_surname: z.string(),
  contact_surname_prefix: z.string(),
  contact_telephone: z.string(),
  contact_email: z.string(),
  delivery_address_street: z.string(),
  delivery_address_housenr: z.string(),
  delivery_address_housenr_appendix: z.string(),
  delivery_address_postal_code: z.string(),
  delivery_address_city: z.string(),
  delivery_address_country_code: z.string(),
  delivery_address_additional_line: z.string(),
})
export type PersonalData = z.infer<typeof PersonalData>

/** The chosen delivery of the cart. */
export const DeliveryChoice = z.object({
  kind: z.enum(['digital', 'company', 'home', 'pickup']),
  address_verified: z.boolean(),
  shipper_code: z.string(),
  code: z.string(),
  service_point_code: z.string(),
  name: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  pickup_company: z.string(),
  street: z.string(),
  housenr: z.string(),
  housenr_appendix: z.string(),
  postal_code: z.string(),
  city: z.string(),
  country_code: z.string(),
})

export type DeliveryChoice = z.infer<typeof DeliveryChoice>

const ArrivalDays = z.object({ home: z.string(), pickup: z.string().nullable() })

/** When a gift arrives that is ordered now. Days are '2026-12-05'. null if parcels are sent to the company. */
const CartArrival = z.object({
  /** The server's time. An open page compares it with `until` to see when this is out of date. */
  now: z.string(),
  until: z.string(),
  /** The last time to order so that the warehouse sends the gift today. The undo window must end before its cut-off. */
  cut_off: z.string().nullable(),
  today: z.string(),
  /** Whether this cart is sent to a home address or a pickup point. */
  way: z.enum(['home', 'pickup']),
  monta: ArrivalDays,
  dropship: ArrivalDays,
  /** The next gift-giving occasion, if it is soon. */
  occasion: z.string().nullable(),
})
export type CartArrival = z.infer<typeof CartArrival>

export const Cart = z.object({
  cart_guid: guid,
  shopping_cart_items: z.array(CartItem),
  cart_items: z.array(
    z.object({ shopping_cart_item: z.string(), spli_id: z.string(), quantity: z.int() }),
  ),
  Totals: z.object({ number_of_products: z.int() }),
  totals: z.object({
    voucher_points: z.int(),
    order_total_points: z.int(),
    maximum_points: z.int(),
    /** The most points this cart may cost, by rules B and C and the channel's maximum. */
    order_limit: z.int(),
    /** The amount to pay by card, in euros with two decimals. */
    amount_due: z.string(),
  }),
  current_cart_item: z.string().nullable(),
  current_cart_Details: z
    .object({ id: z.string(), price: z.int(), CrossSelling: z.array(CrossSell) })
    .nullable(),
  home_delivery_allowed: YesNo,
  can_buy_points: YesNo,
  continue_shipping: YesNo,
  split_shipment_allowed: YesNo,
  organization_address: OrganizationAddress,
  contact_address: PersonalData,
  personal_data: PersonalData,
  corporate_identity: CorporateIdentity,
  delivery: DeliveryChoice.nullable(),
  shipper_option_name: z.string(),
  /** The holder has requested immediate delivery of digital gifts. */
  direct_delivery_consent: YesNo,
  /** The language of the order, its mails and its carriers. */
  language: z.string(),
  order_number: z.string().nullable(),
  open_payment: z.object({ id: z.string(), amount: z.string() }).nullable(),
  problems: z.array(Problem),
  arrival: CartArrival.nullable(),
  /** The last day of the voucher, as in the session; '' if it has none. */
  valid_until: z.string(),
})
export type Cart = z.infer<typeof Cart>

const CartAnswer = answerOf(Cart)

export const readCart = endpoint('readCart', {
  summary: 'Get the cart of the voucher holder',
  description: 'Returns the order number if the cart has already been ordered.',
  input: z.object({ cart_guid: guid.optional(), language: z.string().max(20).optional() }),
  answer: CartAnswer,
  refusals: { 'no-such-cart': 404 },
})

export const changeCart = endpoint('changeCart', {
  summary: 'Add a gift to the cart or set the quantity of a line',
  description: 'Quantity 0 removes the line.',
  input: z.object({
    cart_guid: guid.nullish(),
    spli_id: z.string().max(120).nullish(),
    quantity: z.int().min(0).max(MAX_GIFT_QUANTITY),
    force_new_line: z.boolean().default(false),
    shopping_cart_item: z
      .union([z.string().regex(/^\d{1,18}$/, 'is not the id of a line'), z.literal('')])
      .nullish()
      .transform((item) => item || null),
    language: z.string().max(20).optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    response: Cart.extend({ shopping_cart_item: CartItem.nullable() }),
  }),
  refusals: {
    'no-such-cart': 404,
    'no-such-gift': 404,
    'no-such-line': 404,
    'cart-ordered': 409,
    'too-many': 409,
    'too-many-lines': 409,
  },
})

const invoice = {
  invoice_address_street: line(120).nullish(),
  invoice_address_housenr: z.union([line(20), z.number()]).nullish(),
  invoice_address_housenr_appendix: line(20).nullish(),
  invoice_address_postal_code: line(20).nullish(),
  invoice_address_city: line(80).nullish(),
  invoice_address_country_code: line(2).nullish(),
  invoice_address_additional_line: line(120).nullish(),
  is_delivery_address: z.boolean().nullish(),
}

/** The recipient and the delivery address. */
export const ContactAndAddress = z.object({
  contact_email: requiredLine(200),
  contact_first_name: requiredLine(80),
  contact_surname_prefix: line(40).nullish(),
  contact_surname: requiredLine(120),
  contact_telephone: line(30).nullish(),
  delivery_address_street: line(120).nullish(),
  delivery_address_housenr: z.union([line(20), z.number()]).nullish(),
  delivery_address_housenr_appendix: line(20).nullish(),
  delivery_address_postal_code: line(20).nullish(),
  delivery_address_city: line(80).nullish(),
  delivery_address_country_code: line(2).nullish(),
  delivery_address_additional_line: line(120).nullish(),
  /** The holder confirms an address that failed validation. */
  address_confirmed: z.boolean().nullish(),
})

export const saveAddress = endpoint('saveAddress', {
  summary: 'Save the recipient and the delivery address',
  input: ContactAndAddress.extend({
    cart_guid: guid.nullish(),
    ...invoice,
    /**
     * Digital gifts: the holder requests immediate delivery and accepts the effect on the right of withdrawal.
     * Without this field the earlier value stays.
     */
    direct_delivery_consent: z.boolean().nullish(),
    language: z.string().max(20).optional(),
  }),
  answer: CartAnswer,
  refusals: {
    'invalid-input': 400,
    'address-invalid': 409,
    'no-such-cart': 404,
    'cart-ordered': 409,
  },
})

const text = (most: number) => z.string().max(most).nullish()

/** Which pickup points to return. */
export const pickupOptions = {
  MaximumNumberOfPickupPoints: z.int().min(0).max(50).nullish(),
  OnlyPickupPoint: z.boolean().nullish(),
  HideDHLPackStations: z.boolean().nullish(),
}

const DeliveryAsk = z.object({
  cart_guid: guid.nullish(),
  Address: z.object({
    CountryCode: line(2).nullish(),
    Street: line(120).nullish(),
    HouseNumber: z.union([line(20), z.number()]).nullish(),
    HouseNumberAddition: line(20).nullish(),
    PostalCode: line(20).nullish(),
    City: line(80).nullish(),
    State: line(80).nullish(),
    Latitude: z.union([z.number(), z.string().max(30)]).nullish(),
    Longitude: z.union([z.number(), z.string().max(30)]).nullish(),
  }),
  Origin: text(80),
  ...pickupOptions,
})

export const Timeframe = z.object({
  From: z.string().nullable(),
  To: z.string().nullable(),
  Recommended: z.boolean(),
  IsPickupPoint: z.boolean(),
  ShippingOptions: z.array(
    z.object({
      Code: z.string(),
      Description: z.string(),
      DisplayName: z.string(),
      ShipperCodes: z.array(z.string()),
      ShipperOptionsWithValue: z.record(z.string(), z.string()),
    }),
  ),
  PickupPointDetails: z
    .object({
      Code: z.string(),
      Company: z.string(),
      Street: z.string(),
      HouseNumber: z.string(),
      addition: z.string(),
      PostalCode: z.string(),
      City: z.string(),
      CountryCode: z.string(),
      DistanceMeters: z.number(),
      Latitude: z.number().nullable(),
      Longitude: z.number().nullable(),
      OpeningTimes: z.array(
        z.object({
          Day: z.string(),
          OpeningTimes: z.array(z.object({ From: z.string(), To: z.string() })),
        }),
      ),
    })
    .nullable(),
})

export type Timeframe = z.infer<typeof Timeframe>

export const DeliveryOffer = z.object({
  success: z.literal(true),
  Timeframes: z.array(Timeframe),
  /** true while the carrier's service is down and only the standard shipment is offered. */
  fallback: z.boolean(),
})
const deliveryRefusals = { 'no-such-cart': 404, 'cart-ordered': 409 } as const

export const deliveryMethods = endpoint('deliveryMethods', {
  summary: 'List delivery windows and pickup points for the cart and its address',
  input: DeliveryAsk,
  answer: DeliveryOffer,
  refusals: deliveryRefusals,
})

export const shippingOptions = endpoint('shippingOptions', {
  summary: 'List delivery windows and pickup points through the proxy path',
  input: DeliveryAsk,
  answer: DeliveryOffer,
  refusals: deliveryRefusals,
})

/** One of the offered methods. */
export const DeliveryPick = z.object({
  shipper_code: requiredLine(80),
  code: requiredLine(120),
  service_point_code: line(120).nullish(),
  /** Distinguishes two time windows of one method. */
  from: z.string().max(40).nullish(),
})

export const chooseDelivery = endpoint('chooseDelivery', {
  summary: 'Choose one of the offered delivery methods',
  input: DeliveryPick.extend({
    cart_guid: guid.nullish(),
    language: z.string().max(20).optional(),
  }),
  answer: CartAnswer,
  refusals: {
    'no-such-cart': 404,
    'cart-ordered': 409,
    'not-offered': 409,
  },
})

export const convertCart = endpoint('convertCart', {
  summary: 'Place the order',
  description: 'A repeated call returns the same order.',
  input: z.object({
    cart_guid: guid.nullish(),
    payment_method: z.enum(['MOL', 'FC']),
    language: z.string().max(20).optional(),
  }),
  answer: answerOf(
    z.object({
      order_number: z.string(),
      /** The next cart, with the remaining points. */
      shoppingcart: z.object({
        cart_guid: guid,
        available_points: z.int(),
        number_of_products: z.int(),
      }),
    }),
  ),
  refusals: {
    'no-such-cart': 404,
    'cart-empty': 409,
    'use-all-points': 409,
    'points-limit-exceeded': 409,
    'sold-out': 409,
    'not-enough-stock': 409,
    'no-longer-offered': 409,
    'points-changed': 409,
    'personal-data-missing': 409,
    'delivery-missing': 409,
    'delivery-not-allowed': 409,
    'not-paid': 409,
    'nothing-to-pay': 409,
    refunded: 409,
    'voucher-expired': 409,
    'voucher-blocked': 409,
    /** A colleague orders on behalf of the holder, above the limit of their role. The order needs approval first. */
    'waits-for-approval': 409,
    'service-down': 503,
  },
})
