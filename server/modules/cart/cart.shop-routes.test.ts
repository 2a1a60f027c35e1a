import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { expireVouchers } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'
import {
  type AddressPort,
  type DeliveryPort,
  ServiceDown,
} from '#server/platform/services/service-ports.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const ten = Array.from({ length: 10 }, (_, index) => index)
const cartOf = async (holder: TestHolder) => (await holder.done('readCart', {})).response

describe('the lines of a cart', () => {
  it('are added, changed and removed, and each answer contains the complete cart (WIRE-6, BASKET-3)', async () => {
    const holder = await shop.holder()
    const [vase, mug] = [await shop.gift({ points: 5, inStock: 9 }), await shop.gift({ points: 2 })]
    const added = await holder.done('changeCart', {
      cart_guid: holder.cartGuid,
      spli_id: vase.spliId,
      quantity: 1,
    })
    expect(added.response.shopping_cart_item).toMatchObject({
      spli_id: vase.spliId,
      quantity: 1,
      points: 5,
    })
    await holder.done('changeCart', { spli_id: vase.spliId, quantity: 2 })
    const { response } = await holder.done('changeCart', { spli_id: mug.spliId, quantity: 1 })
    expect(response.shopping_cart_items.map(({ quantity }) => quantity)).toEqual([3, 1])
    expect(response).toMatchObject({
      Totals: { number_of_products: 4 },
      totals: {
        voucher_points: 20,
        order_total_points: 17,
        maximum_points: 24,
        amount_due: '0.00',
      },
      problems: [],
      can_buy_points: 'true',
      home_delivery_allowed: 'true',
    })
    expect(response).toEqual({
      ...(await cartOf(holder)),
      // It contains the time of the answer.
      arrival: response.arrival,
      shopping_cart_item: response.shopping_cart_item,
    })

    const line = response.shopping_cart_items[0]?.id ?? ''
    const set = await holder.done('changeCart', { shopping_cart_item: line, quantity: 7 })
    expect(set.response.shopping_cart_items[0]?.quantity).toBe(7)
    const removed = await holder.done('changeCart', { shopping_cart_item: line, quantity: 0 })
    expect(removed.response.shopping_cart_items.map(({ spli_id }) => spli_id)).toEqual([mug.spliId])
    expect(
      refused(await holder.call('changeCart', { shopping_cart_item: line, quantity: 0 })),
    ).toBe(false)
  })

  it.each([
    ['1014', 20, 22],
    ['1014', 3, 5],
    ['2001', 12, 12],
    ['2002', 10, 14],
    ['2002', 4, 6],
  ])('on %s with %i points can cost up to %i points (CART-4)', async (channel, points, limit) => {
    const cart = await cartOf(await shop.holder({ channel, points }))
    expect(cart.totals).toMatchObject({ voucher_points: points, order_limit: limit })
  })

  it('come with suggestions for the gift that was just added, also when it was in the cart before (BASKET-1)', async () => {
    const holder = await shop.holder()
    const add = async (spli_id: string) => {
      const { response } = await holder.done('changeCart', { spli_id, quantity: 1 })
      return response.current_cart_Details?.CrossSelling.map(({ SCP }) => SCP)
    }
    expect(await add('1014-stoneware-mug-sea')).toContain('teapot')
    expect(await add('1014-chocolate-box')).toEqual([])
    expect(await add('1014-stoneware-mug-sea')).toContain('teapot')
  })

  it('can contain one gift twice on request', async () => {
    const holder = await shop.holder()
    const gift = await shop.gift()
    for (let time = 0; time < 2; time += 1) {
      await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1, force_new_line: true })
    }
    expect((await cartOf(holder)).shopping_cart_items).toHaveLength(2)
  })

  it('accept whole numbers from 0 to 999, and gifts that exist on this channel (WIRE-11)', async () => {
    const holder = await shop.holder()
    const gift = await shop.gift()
    for (const quantity of [-1, 1.5, 1000, Number.NaN, 2 ** 40]) {
      expect(await holder.call('changeCart', { spli_id: gift.spliId, quantity })).toMatchObject({
        refused: 'invalid-input',
        field: 'quantity',
      })
    }
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 999 })
    expect(await holder.call('changeCart', { spli_id: gift.spliId, quantity: 1 })).toMatchObject({
      refused: 'too-many',
    })
    expect((await cartOf(holder)).Totals.number_of_products).toBe(999)
    const elsewhere = await shop.gift({ channel: '2001' })
    expect(
      await holder.call('changeCart', { spli_id: elsewhere.spliId, quantity: 1 }),
    ).toMatchObject({ refused: 'no-such-gift' })
    expect(
      await holder.call('changeCart', { shopping_cart_item: '999999999', quantity: 1 }),
    ).toMatchObject({ refused: 'no-such-line' })
    expect(await holder.call('changeCart', { quantity: 1 })).toMatchObject({
      refused: 'invalid-input',
      field: 'spli_id',
    })
  })

  it('are all stored when ten devices add at once, and all devices see one cart (LOGIN-8, WIRE-6)', async () => {
    const holder = await shop.holder()
    const gift = await shop.gift()
    const devices = await Promise.all(ten.map(() => shop.logIn(holder.code)))
    expect(new Set(devices.map(({ cartGuid }) => cartGuid)).size).toBe(1)
    await Promise.all(
      devices.map((device) => device.done('changeCart', { spli_id: gift.spliId, quantity: 1 })),
    )
    expect((await cartOf(holder)).shopping_cart_items).toMatchObject([{ quantity: 10 }])
  })

  it('are added once when a write with one Idempotency-Key arrives ten times', async () => {
    const holder = await shop.holder()
    const gift = await shop.gift()
    const input = { spli_id: gift.spliId, quantity: 1 }
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(
      ten.map(() => holder.done('changeCart', input, { idempotencyKey })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer.response.Totals))).size).toBe(1)
    expect((await cartOf(holder)).Totals.number_of_products).toBe(1)
    expect(
      await holder.call('changeCart', { ...input, quantity: 2 }, { idempotencyKey }),
    ).toMatchObject({
      refused: 'invalid-input',
      field: 'Idempotency-Key',
    })
    const refusedOnce = { spli_id: 'none', quantity: 1 }
    const other = randomUUID()
    expect(await holder.call('changeCart', refusedOnce, { idempotencyKey: other })).toMatchObject({
      refused: 'no-such-gift',
    })
    expect(await holder.call('changeCart', refusedOnce, { idempotencyKey: other })).toMatchObject({
      refused: 'no-such-gift',
    })
  })

  it('of another holder return 404, like lines that do not exist (WIRE-11)', async () => {
    const [holder, other] = [await shop.holder(), await shop.holder()]
    const gift = await shop.gift()
    const { response } = await other.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    const line = response.shopping_cart_items[0]?.id ?? ''
    for (const cart_guid of [other.cartGuid, randomUUID()]) {
      const answers = await Promise.all([
        holder.call('readCart', { cart_guid }),
        holder.call('changeCart', { cart_guid, spli_id: gift.spliId, quantity: 1 }),
        holder.call('saveAddress', { ...sampleContact, cart_guid }),
        holder.call('convertCart', { cart_guid, payment_method: 'FC' }),
        holder.call('deliveryMethods', { cart_guid, Address: {} }),
        holder.call('chooseDelivery', { cart_guid, shipper_code: 'PAK', code: 'x' }),
        holder.call('createPayment', {
          cart_guid,
          amount: '5.00',
          cancelUrl: shop.url,
          redirectUrl: shop.url,
        }),
      ])
      for (const answer of answers) {
        expect(answer).toMatchObject({
          refused: 'no-such-cart',
          message: 'This cart does not exist.',
        })
      }
    }
    expect(
      await holder.call('changeCart', { shopping_cart_item: line, quantity: 5 }),
    ).toMatchObject({
      refused: 'no-such-line',
    })
    expect((await cartOf(other)).Totals.number_of_products).toBe(1)
  })
})

describe('personal details and address', () => {
  it('are saved with the cart, without surplus spaces, and returned (PERSON-6)', async () => {
    const holder = await shop.holder()
    const { response } = await holder.done('saveAddress', {
      ...sampleContact,
      contact_email: '  Anna@Example.com ',
      delivery_address_postal_code: '1012 ab',
    })
    expect(response.personal_data).toMatchObject({
      contact_first_name: 'Anna',
      contact_surname_prefix: 'de',
      delivery_address_postal_code: '1012AB',
      delivery_address_housenr: '12',
    })
    expect(response.personal_data.contact_email.toLowerCase()).toBe('anna@example.com')
    expect((await cartOf(holder)).personal_data).toEqual(response.personal_data)
  })

  it.each([
    ['contact_email', 'no at sign'],
    ['contact_email', 'a b@example.com'],
    ['contact_first_name', '  '],
    ['contact_surname', ''],
    ['contact_telephone', '061234567'],
    ['delivery_address_postal_code', '0123AB'],
    ['delivery_address_housenr', 'twelve'],
    ['delivery_address_street', ' '],
    ['delivery_address_country_code', 'ZZ'],
  ])('are refused with the field %s for %j (PERSON-2, WIRE-11)', async (field, value) => {
    const holder = await shop.holder()
    expect(await holder.call('saveAddress', { ...sampleContact, [field]: value })).toMatchObject({
      refused: 'invalid-input',
      field,
    })
  })

  it('return the message of the phone rule (PERSON-2)', async () => {
    const holder = await shop.holder()
    expect(
      await holder.call('saveAddress', { ...sampleContact, contact_telephone: '12345' }),
    ).toMatchObject({
      message: 'Phone must be 10 digit.',
    })
    expect(
      refused(await holder.call('saveAddress', { ...sampleContact, contact_telephone: '' })),
    ).toBe(false)
  })

  it('are refused for an address that does not exist, until the holder confirms it (PERSON-4)', async () => {
    const holder = await shop.holder()
    const nowhere = { ...sampleContact, delivery_address_city: 'Nergenshuizen' }
    expect(await holder.call('saveAddress', nowhere)).toMatchObject({
      refused: 'address-invalid',
      message: 'addressInvalid',
    })
    const { response } = await holder.done('saveAddress', { ...nowhere, address_confirmed: true })
    expect(response.personal_data.delivery_address_city).toBe('Nergenshuizen')
    const gift = await shop.gift()
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    expect((await cartOf(holder)).delivery).toMatchObject({ kind: 'home', address_verified: false })
  })

  it('are accepted without a check while the address service is down (PERSON-4)', async () => {
    const addresses = {
      ...shop.shop.ports.addresses,
      validate: () => Promise.reject(new ServiceDown('addresses', 'no answer')),
    } satisfies AddressPort
    const other = await testShop({ database: shop.database, ports: { addresses } })
    const holder = await other.logIn((await shop.holder()).code)
    const gift = await shop.gift()
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    const { response } = await holder.done('saveAddress', sampleContact)
    expect(response.delivery).toMatchObject({ kind: 'home', address_verified: false })
    await other.stop()
  })
})

const address = {
  CountryCode: 'NL',
  Street: 'Zilverkade',
  HouseNumber: '12',
  PostalCode: '1012AB',
  City: 'Amsterdam',
}

async function holderWithGift(gift: Parameters<TestShop['gift']>[0] = {}) {
  const holder = await shop.holder({ channel: gift.channel ?? '1014' })
  const { spliId } = await shop.gift({ points: 4, inStock: 50, ...gift })
  await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  await holder.done('saveAddress', sampleContact)
  return holder
}

describe('delivery', () => {
  it('offers windows for home and at most five pickup points, nearest first (DELIVERY-1, DELIVERY-2)', async () => {
    const holder = await holderWithGift()
    const { Timeframes, fallback } = await holder.done('deliveryMethods', {
      Address: address,
      MaximumNumberOfPickupPoints: 50,
    })
    expect(fallback).toBe(false)
    const home = Timeframes.filter((frame) => !frame.IsPickupPoint && frame.Recommended)
    expect(home.length).toBeGreaterThan(0)
    expect(home.every((frame) => frame.From !== null)).toBe(true)
    const points = Timeframes.flatMap((frame) => frame.PickupPointDetails ?? [])
    expect(points.length).toBeGreaterThan(0)
    expect(points.length).toBeLessThanOrEqual(5)
    const distances = points.map(({ DistanceMeters }) => DistanceMeters)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(await holder.done('shippingOptions', { Address: address })).toEqual({
      success: true,
      fallback,
      Timeframes,
    })
  })

  it('accepts only an option that was offered for this cart (WIRE-6)', async () => {
    const holder = await holderWithGift()
    const choice = { shipper_code: 'PAK', code: 'made-up', service_point_code: '' }
    expect(await holder.call('chooseDelivery', choice)).toMatchObject({ refused: 'not-offered' })
    await holder.done('deliveryMethods', { Address: address })
    expect(await holder.call('chooseDelivery', choice)).toMatchObject({ refused: 'not-offered' })
  })

  it('is the last choice after pickup, home, pickup and home again (DELIVERY-4)', async () => {
    const holder = await holderWithGift()
    const { Timeframes } = await holder.done('deliveryMethods', { Address: address })
    const pick = (wanted: boolean) => {
      const frame = Timeframes.find((frame) => frame.IsPickupPoint === wanted)
      const [option] = frame?.ShippingOptions ?? []
      return {
        shipper_code: option?.ShipperCodes[0] ?? '',
        code: option?.Code ?? '',
        service_point_code:
          option?.ShipperOptionsWithValue['PickupPointCode'] ??
          option?.ShipperOptionsWithValue['ServicePointCode'] ??
          '',
      }
    }
    const point = Timeframes.find((frame) => frame.IsPickupPoint)?.PickupPointDetails
    const atPoint = {
      ...sampleContact,
      delivery_address_street: point?.Street ?? '',
      delivery_address_housenr: point?.HouseNumber ?? '',
      delivery_address_housenr_appendix: point?.addition ?? '',
      delivery_address_postal_code: point?.PostalCode ?? '',
      delivery_address_city: point?.City ?? '',
    }
    for (let round = 0; round < 2; round += 1) {
      // The client of the specification sends the point's address first, then the method.
      await holder.done('saveAddress', atPoint)
      const picked = await holder.done('chooseDelivery', pick(true))
      expect(picked.response.delivery).toMatchObject({
        kind: 'pickup',
        pickup_company: point?.Company,
        street: point?.Street,
      })
      expect(picked.response.personal_data.delivery_address_street).toBe('Zilverkade')
      await holder.done('saveAddress', sampleContact)
      const home = await holder.done('chooseDelivery', pick(false))
      expect(home.response.delivery).toMatchObject({
        kind: 'home',
        street: 'Zilverkade',
        pickup_company: '',
        service_point_code: '',
      })
    }
    const { response } = await holder.done('convertCart', { payment_method: 'FC' })
    const order = (await holder.done('order', { order_number: response.order_number })).response
    expect(order.delivery).toMatchObject({ kind: 'home', street: 'Zilverkade' })
  })

  it('keeps a choice of carrier that arrives while personal details are being saved (B42, DELIVERY-4)', async () => {
    const holder = await holderWithGift()
    const { Timeframes } = await holder.done('deliveryMethods', { Address: address })
    const frame = Timeframes.find(({ IsPickupPoint }) => !IsPickupPoint)
    const [option] = frame?.ShippingOptions ?? []
    const choice = { shipper_code: option?.ShipperCodes[0] ?? '', code: option?.Code ?? '' }
    const waitForLocks = (count: number) =>
      vi.waitFor(
        async () => {
          const [row] = await shop.sql<{ found: number }[]>`
            select count(*)::integer as found from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          expect(row?.found).toBe(count)
        },
        { timeout: 30_000, interval: 5 },
      )
    const { chosen, saved } = await shop.sql.begin(async (sql) => {
      await sql`select from voucher_balance where voucher_id = ${holder.voucherId} for update`
      const chosen = holder.done('chooseDelivery', choice)
      await waitForLocks(1)
      const saved = holder.done('saveAddress', { ...sampleContact, contact_first_name: 'Bo' })
      await waitForLocks(2)
      return { chosen, saved }
    })
    const { delivery } = (await chosen).response
    const { response } = await saved
    expect(delivery).toMatchObject({ kind: 'home' })
    expect(response.delivery).toEqual(delivery)
    expect(response.personal_data.contact_first_name).toBe('Bo')
    expect((await cartOf(holder)).delivery).toEqual(delivery)
  })

  it('falls back to the standard shipment while the carriers do not answer (DELIVERY-6)', async () => {
    const delivery = {
      ...shop.shop.ports.delivery,
      options: () => Promise.reject(new ServiceDown('delivery', 'no answer')),
    } satisfies DeliveryPort
    const other = await testShop({ database: shop.database, ports: { delivery } })
    const holder = await other.logIn((await holderWithGift()).code)
    const { Timeframes, fallback } = await holder.done('deliveryMethods', { Address: address })
    expect(fallback).toBe(true)
    const [option] = Timeframes[0]?.ShippingOptions ?? []
    await holder.done('chooseDelivery', {
      shipper_code: option?.ShipperCodes[0] ?? '',
      code: option?.Code ?? '',
    })
    expect(refused(await holder.call('convertCart', { payment_method: 'FC' }))).toBe(false)
    await other.stop()
  })

  it('needs no address for digital gifts, and goes to the company on channels without home delivery (DELIVERY-3)', async () => {
    const contact = {
      contact_email: sampleContact.contact_email,
      contact_first_name: sampleContact.contact_first_name,
      contact_surname: sampleContact.contact_surname,
    }
    const digital = await shop.gift({ delivery: 'digital' })
    const holder = await shop.holder()
    await holder.done('changeCart', { spli_id: digital.spliId, quantity: 1 })
    await holder.done('saveAddress', { ...contact, direct_delivery_consent: true })
    expect((await cartOf(holder)).delivery).toMatchObject({ kind: 'digital' })
    expect(refused(await holder.call('convertCart', { payment_method: 'FC' }))).toBe(false)

    const physical = await shop.gift({ channel: '2001' })
    const employee = await shop.holder({ channel: '2001' })
    await employee.done('changeCart', { spli_id: physical.spliId, quantity: 1 })
    await employee.done('saveAddress', contact)
    const cart = await cartOf(employee)
    expect(cart.delivery).toMatchObject({ kind: 'company' })
    expect(cart.delivery?.street).not.toBe('')
    expect(cart.home_delivery_allowed).toBe('false')
    expect(refused(await employee.call('convertCart', { payment_method: 'FC' }))).toBe(false)
  })

  it('keeps name and picture of a gift that left the channel, and marks it as unavailable (B19)', async () => {
    const holder = await shop.holder()
    await holder.done('changeCart', { spli_id: '1014-tall-vase-sand', quantity: 1 })
    const [before] = (await cartOf(holder)).shopping_cart_items
    const offer = async (active: boolean) => {
      await shop.sql`update offer set active = ${active} where spli_id = '1014-tall-vase-sand'`
      // The database changes first, the cached models a moment later.
      const [beforeEvent] = (await cartOf(holder)).shopping_cart_items
      await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
      await shop.shop.changeEvents.poll()
      return [beforeEvent, (await cartOf(holder)).shopping_cart_items[0]]
    }
    for (const item of await offer(false)) {
      expect(item).toMatchObject({
        name: 'Hoge vaas',
        brand: before?.brand,
        media: before?.media,
        stock_status: 'Niet meer in de winkel',
        delivery_condition: null,
      })
      expect(item?.stock_status_color).not.toBe(before?.stock_status_color)
    }
    const [, restored] = await offer(true)
    expect(restored).toEqual(before)
  })

  it('keeps the consent to immediate delivery until it is withdrawn (DELIVERY-6)', async () => {
    const digital = await shop.gift({ delivery: 'digital' })
    const holder = await shop.holder()
    await holder.done('changeCart', { spli_id: digital.spliId, quantity: 1 })
    const consent = async (direct_delivery_consent?: boolean) => {
      const saved = await holder.done('saveAddress', { ...sampleContact, direct_delivery_consent })
      return saved.response.direct_delivery_consent
    }
    expect(await consent()).toBe('false')
    expect(await consent(true)).toBe('true')
    expect(await consent()).toBe('true')
    expect(await consent(false)).toBe('false')
  })
})

describe('a voucher that expires during the visit', () => {
  it('has a cart problem before and after the expiry is booked, and no euros due (SAFE-15, B2)', async () => {
    const holder = await shop.holder({ points: 20 })
    const gift = await shop.gift({ points: 21 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    const before = await cartOf(holder)
    expect(before).toMatchObject({ totals: { amount_due: '5.00' }, problems: [], valid_until: '' })

    const end = new Date(shop.clock.now().getTime() + 60_000)
    await shop.sql`update voucher set valid_until = ${end} where id = ${holder.voucherId}`
    await shop.shop.changeEvents.poll()
    const lastDay = (await cartOf(holder)).valid_until
    expect(lastDay).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect((await cartOf(holder)).problems).toEqual([])

    shop.clock.advance(61_000)
    const expired = {
      totals: {
        voucher_points: 0,
        order_total_points: 21,
        maximum_points: 0,
        order_limit: 0,
        amount_due: '0.00',
      },
      problems: [{ code: 'voucher-expired', Message: 'messageVoucherExpired' }],
      valid_until: lastDay,
    }
    expect(await cartOf(holder)).toMatchObject(expired)
    await expireVouchers(shop.shop)
    const booked =
      await shop.sql`select from voucher where id = ${holder.voucherId} and ended_at is not null`
    expect(booked).toHaveLength(1)
    await shop.shop.changeEvents.poll()
    expect(await cartOf(holder)).toMatchObject(expired)
    const changed = await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    expect(changed.response.problems).toEqual(expired.problems)
  })
})

describe('the first delivery day of the sandbox', () => {
  it.each([
    // The cut-off is 17:00, and an order can be undone for half an hour.
    ['before the last moment for tomorrow', '2027-12-02T15:29:00Z', '2027-12-03'],
    ['after it', '2027-12-02T15:31:00Z', '2027-12-06'],
    ['over a holiday and a weekend', '2027-12-24T12:00:00Z', '2027-12-27'],
  ])('is the day that the shop promises: %s (at home before)', async (_, at, day) => {
    shop.clock.halt()
    shop.clock.advance(Date.parse(at) - shop.clock.now().getTime())
    const holder = await holderWithGift()
    const { Timeframes } = await holder.done('deliveryMethods', { Address: address })
    const { arrival } = await cartOf(holder)
    const firstDay = (pickup: boolean) =>
      Timeframes.find((frame) => frame.IsPickupPoint === pickup)?.From?.slice(0, 10)

    expect(firstDay(false)).toBe(day)
    expect(arrival?.monta).toEqual({ home: day, pickup: firstDay(true) })
  })
})
