import { afterAll, beforeAll, expect, it } from 'vitest'

import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

it('returns the details of a holder’s earlier order to this holder only (B18, statement 20)', async () => {
  const holder = await shop.holder()
  expect((await holder.done('earlierDetails', {})).response).toBeNull()
  await sampleOrder(shop, { gifts: [await shop.gift()], holder })
  shop.clock.advance(60_000)
  const digital = await shop.gift({ delivery: 'digital' })
  await holder.done('changeCart', { spli_id: digital.spliId, quantity: 1 })
  await holder.done('saveAddress', {
    contact_email: 'anna@work.example',
    contact_first_name: 'Anna',
    contact_surname: 'Vries',
    direct_delivery_consent: true,
  })
  await holder.done('convertCart', { payment_method: 'FC' })

  // On another device: who from the latest order, where from the latest that went to a home.
  const elsewhere = await shop.logIn(holder.code)
  expect((await elsewhere.done('earlierDetails', {})).response).toMatchObject({
    contact_email: 'anna@work.example',
    contact_surname_prefix: '',
    delivery_address_street: sampleContact.delivery_address_street,
    delivery_address_city: sampleContact.delivery_address_city,
  })
  // The cart is not filled with details that the holder has not seen.
  const { response: cart } = await elsewhere.done('readCart', {})
  expect(cart.personal_data).toMatchObject({ contact_email: '', delivery_address_street: '' })

  const stranger = await shop.holder()
  expect((await stranger.done('earlierDetails', {})).response).toBeNull()
  await shop.sql`update voucher set anonymised_at = now() where id = ${holder.voucherId}`
  expect((await elsewhere.done('earlierDetails', {})).response).toBeNull()
})
