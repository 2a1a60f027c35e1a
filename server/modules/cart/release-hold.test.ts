import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { followChangeEvents } from '#server/platform/db/change-events.ts'
import { checkBooks } from '#tools/check/check.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'
import { listen } from '#server/platform/db/driver/listen.ts'

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

const { holderDueTenEuros, payment, choose, stateOf } = samplePayments(() => shop)
const eight = Array.from({ length: 8 }, (_, index) => index)

/** Waits until this many of the shop's connections wait for a lock. */
const waitForLocks = (count: number) =>
  vi.waitFor(
    async () => {
      const [{ found } = { found: 0 }] = await shop.sql<{ found: number }[]>`
        select count(*)::integer as found from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      expect(found).toBe(count)
    },
    { timeout: 30_000, interval: 5 },
  )

it('locks the balance first when it releases a payment, and the cart later, in the order of reconcilePayment (PAY-5)', async () => {
  const { holder, gift } = await holderDueTenEuros()
  const { id } = await payment(holder)
  const changes = await shop.sql.begin(async (sql) => {
    // The sequence of reconcilePayment: first the balance, then the cart.
    await sql`select from voucher_balance where voucher_id = ${holder.voucherId} for update`
    const pending = eight.map((index) =>
      holder.call(
        'changeCart',
        { spli_id: gift.spliId, quantity: 1 },
        { idempotencyKey: `change ${index}` },
      ),
    )
    await waitForLocks(8)
    await sql`select from cart where guid = ${holder.cartGuid} for update nowait`
    return { pending }
  })
  for (const answer of await Promise.all(changes.pending)) expect(refused(answer)).toBe(false)
  expect(await stateOf(id)).toMatchObject({ outcome: 'released', available: 3, reserved: 0 })
  const { response } = await holder.done('readCart', {})
  expect(response.Totals.number_of_products).toBe(9)
})

it('announces reserved and released points and units after the commit, and those of a cancelled order (A5)', async () => {
  const { holder, gift } = await holderDueTenEuros(1)
  const insideTransaction: string[] = []
  let resolveAnnouncement = () => {}
  const listener = await listen(shop.sql, 'change_event', (notice) =>
    notice === '' ? resolveAnnouncement() : insideTransaction.push(notice),
  )
  const other = await followChangeEvents(shop.sql, shop.shop.log)
  let events: string[] = []
  other.on('voucher', (subject) => events.push(`voucher ${subject}`))
  other.on('stock', (subject) => events.push(`stock ${subject}`))
  const step = async (name: string, action: () => Promise<unknown>) => {
    events = []
    const announced = new Promise<void>((done) => (resolveAnnouncement = done))
    await action()
    await announced
    await other.poll()
    expect([name, new Set(events)]).toEqual([
      name,
      new Set([`voucher ${holder.voucherId}`, `stock ${gift.sku}`]),
    ])
  }
  let id = ''
  await step('reserved', async () => ({ id } = await payment(holder)))
  await step('a changed cart', () =>
    holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 }),
  )
  const [line] = (await holder.done('readCart', {})).response.shopping_cart_items
  await holder.done('changeCart', {
    spli_id: gift.spliId,
    shopping_cart_item: line?.shopping_cart_item ?? null,
    quantity: 1,
  })
  await step('reserved again', async () => ({ id } = await payment(holder)))
  await step('a changed name', () =>
    holder.done('saveAddress', { ...sampleContact, contact_first_name: 'Bea' }),
  )
  await step('reserved once more', async () => ({ id } = await payment(holder)))
  await step('ended at the provider', () => choose(id, 'canceled'))
  await step('paid', async () => {
    ;({ id } = await payment(holder))
    await choose(id, 'paid')
  })
  const [paid] = (await holder.done('orders', {})).response
  await step('restored into the cart', () =>
    holder.done('reopenOrder', { order_number: paid?.order_number ?? '' }),
  )
  ;({ id } = await payment(holder))
  await choose(id, 'paid')
  const [secondOrder] = (await holder.done('orders', {})).response
  await step('cancelled', () =>
    holder.done('cancelOrder', { order_number: secondOrder?.order_number ?? '' }),
  )
  expect(insideTransaction).toEqual([])
  await other.stop()
  listener.close()
})

it('returns units to stock in SKU order, regardless of their order in the cart', async () => {
  const gifts = [
    await shop.gift({ points: 3, inStock: 50 }),
    await shop.gift({ points: 2, inStock: 50 }),
  ]
  gifts.sort((a, b) => (a.sku < b.sku ? -1 : 1))
  const [first, last] = gifts.map(({ sku }) => sku)
  const holders = await Promise.all(
    eight.map(async () => {
      const holder = await shop.holder({ points: 3 })
      for (const gift of gifts) {
        await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
      }
      await holder.done('saveAddress', sampleContact)
      await payment(holder)
      return holder
    }),
  )
  // Rows can be stored in any sequence. Here it is the opposite of the SKU order.
  await shop.sql.begin(async (sql) => {
    const rows = await sql<{ payment_key: string; sku: string; quantity: number }[]>`
      delete from stock_reservation where sku in (${first ?? ''}, ${last ?? ''})
      returning payment_key, sku, quantity`
    const reversed = rows.toSorted((a, b) => (a.sku < b.sku ? 1 : -1))
    await sql`insert into stock_reservation ${sql(reversed)}`
  })

  const changes = await shop.sql.begin(async (sql) => {
    await sql`select from stock where sku = ${first ?? ''} for update`
    const pending = holders.map((holder) =>
      holder.call('changeCart', { spli_id: gifts[0]?.spliId ?? '', quantity: 1 }),
    )
    await waitForLocks(8)
    // A transaction that held the last stock row and waited for the first would deadlock with this one.
    await sql`select from stock where sku = ${last ?? ''} for update nowait`
    return { pending }
  })
  for (const answer of await Promise.all(changes.pending)) expect(refused(answer)).toBe(false)
  const [{ reserved } = { reserved: -1 }] = await shop.sql<{ reserved: number }[]>`
    select sum(reserved)::integer as reserved from stock where sku in (${first ?? ''}, ${last ?? ''})`
  expect(reserved).toBe(0)
})
