import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { sampleContact, type TestHolder, type TestShop } from '#server/testing/test-shop.ts'

type Sample = {
  gifts: { spliId: string; points: number }[]
  holder?: TestHolder
  quantity?: number
  language?: string
  email?: string
  pickup?: boolean
}

/** An order of these gifts, paid with points. Physical gifts are delivered to the home address. */
export async function sampleOrder(
  shop: TestShop,
  {
    gifts,
    holder,
    quantity = 1,
    language = 'nl',
    email = sampleContact.contact_email,
    pickup = false,
  }: Sample,
): Promise<{ holder: TestHolder; number: string }> {
  const points = gifts.reduce((sum, gift) => sum + gift.points * quantity, 0)
  const buyer = holder ?? (await shop.holder({ points }))
  for (const { spliId } of gifts) await buyer.done('changeCart', { spli_id: spliId, quantity })
  await buyer.done('saveAddress', {
    ...sampleContact,
    contact_email: email,
    direct_delivery_consent: true,
    language,
  })
  if (pickup) await choosePickup(buyer)
  const { response } = await buyer.done('convertCart', { payment_method: 'FC', language })
  return { holder: buyer, number: response.order_number }
}

/** An order that the points do not cover: the card pays the rest. */
export async function cardOrder(
  shop: TestShop,
  {
    gift,
    points,
    quantity = 1,
    beside: otherGifts = [],
  }: {
    gift: { spliId: string; points: number }
    points: number
    quantity?: number
    /** One unit of each. */
    beside?: { spliId: string; points: number }[]
  },
): Promise<{ holder: TestHolder; number: string; paymentId: string }> {
  const holder = await shop.holder({ points })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity })
  for (const { spliId } of otherGifts)
    await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  const due = [gift.points * quantity, -points, ...otherGifts.map((one) => one.points)]
  await holder.done('saveAddress', sampleContact)
  const { id } = await holder.done('createPayment', {
    amount: (due.reduce((sum, one) => sum + one, 0) * 5).toFixed(2),
    cancelUrl: `${shop.url}/checkout`,
    redirectUrl: `${shop.url}/confirmation?extra_payments=1`,
  })
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox accepts a payment result')
  await payments.choose(id, 'paid')
  const { response } = await holder.done('convertCart', {
    payment_method: 'MOL',
    cart_guid: holder.cartGuid,
  })
  return { holder, number: response.order_number, paymentId: id }
}

/** Chooses the nearest pickup point. */
async function choosePickup(buyer: TestHolder) {
  const { Timeframes } = await buyer.done('deliveryMethods', {
    Address: {
      CountryCode: 'NL',
      PostalCode: sampleContact.delivery_address_postal_code,
      HouseNumber: '12',
    },
  })
  const nearest = Timeframes.find((frame) => frame.IsPickupPoint)
  const [option] = nearest?.ShippingOptions ?? []
  await buyer.done('chooseDelivery', {
    shipper_code: option?.ShipperCodes[0] ?? '',
    code: option?.Code ?? '',
    service_point_code: nearest?.PickupPointDetails?.Code ?? '',
  })
}

export async function eventTypes(shop: TestShop, number: string) {
  const rows = await shop.sql<{ type: string }[]>`
    select type from order_event where order_number = ${number} order by id`
  return rows.map(({ type }) => type)
}

export async function queuedMails(shop: TestShop, number: string) {
  return shop.sql<{ template: string; recipient: string; language: string }[]>`
    select template, recipient, language from mail
    where split_part(subject_id, ':', 1) = ${number} and template <> 'order-confirmation'
    order by template, recipient`
}
