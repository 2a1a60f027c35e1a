import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { checkBooks } from '#tools/check/check.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(async () => {
  await shop.shop.jobs.drain()
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  expect(findings).toEqual([])
})

const { holderDueTenEuros, payment, choose, webhook, pay, stateOf } = samplePayments(() => shop)

describe('a payment whose order is affected by changes made meanwhile', () => {
  it('still becomes an order, with the gift’s name, when the channel no longer offers the gift', async () => {
    const { holder, gift } = await holderDueTenEuros(1)
    const { id } = await payment(holder)
    await shop.sql`update offer set active = false where spli_id = ${gift.spliId}`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
    await shop.shop.changeEvents.poll()
    await choose(id, 'paid')

    expect(await stateOf(id)).toMatchObject({ outcome: 'ordered', orders: 1, refunds: 0 })
    const [order] = (await holder.done('orders', {})).response
    expect(order?.items).toMatchObject([
      { spli_id: gift.spliId, name: 'Vase', delivery_condition: 'monta' },
    ])
  })

  it('is refunded when the cart can no longer be delivered, and the order is not retried (PAY-5)', async () => {
    const gift = await shop.gift({ points: 5, inStock: 20, channel: '2001' })
    const holder = await shop.holder({ points: 3, channel: '2001' })
    await setChannel('2001', { can_buy_points: true, home_delivery_allowed: false })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    const { contact_email, contact_first_name, contact_surname } = sampleContact
    await holder.done('saveAddress', { contact_email, contact_first_name, contact_surname })
    const { id } = await payment(holder)
    // It was addressed to the company; now it needs a home address, and none was entered.
    await setChannel('2001', { can_buy_points: true, home_delivery_allowed: true })
    await pay(id)
    expect((await webhook(id)).status).toBe(200)

    await shop.shop.jobs.drain()
    expect(await stateOf(id)).toMatchObject({
      state: 'paid',
      outcome: 'refunded',
      orders: 0,
      refunds: 1,
      available: 3,
    })
    const [kept] = await shop.sql`select refunded_cents from sandbox_payment where id = ${id}`
    expect(kept).toEqual({ refunded_cents: 1000 })
  })

  it('is refunded when the database refuses the order (PAY-5)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await shop.sql`
      alter table orders add constraint nothing_today check (cart_guid <> ${shop.sql.unsafe(`'${holder.cartGuid}'`)}) not valid`
    await pay(id)
    const { status } = await webhook(id)
    await shop.sql`alter table orders drop constraint nothing_today`

    expect(status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ outcome: 'refunded', orders: 0, refunds: 1 })
  })
})

describe('a payment that the provider does not know', () => {
  it('releases points and units at once instead of after the payment period', async () => {
    const { holder } = await holderDueTenEuros(1)
    const { id } = await payment(holder)
    await shop.sql`delete from sandbox_payment where id = ${id}`
    expect((await webhook(id)).status).toBe(200)

    expect(await stateOf(id)).toMatchObject({
      state: 'expired',
      outcome: 'released',
      available: 3,
      reserved: 0,
    })
    const [{ looked } = { looked: 1 }] = await shop.sql<{ looked: number }[]>`
      select count(*)::integer as looked from payment where id = ${id} and next_poll_at is not null`
    expect(looked).toBe(0)
    expect((await payment(holder)).id).not.toBe(id)
  })
})

async function setChannel(
  channel: string,
  change: { can_buy_points: boolean; home_delivery_allowed: boolean },
) {
  await shop.sql`update channel set ${shop.sql(change)} where id = ${channel}`
  await shop.sql`insert into change_event (topic, subject) values ('channel', ${channel})`
  await shop.shop.changeEvents.poll()
}
