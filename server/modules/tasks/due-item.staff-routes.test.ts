import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays, dayAt, DEFAULT_ZONE, endOfDay } from '#domain/time/zone-days.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const DAY_MS = 86_400_000
const today = () => dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
const ago = (days: number) => new Date(shop.clock.now().getTime() - days * DAY_MS)

type Item = StaffResponse<'dueItems'>['items'][number]

async function dueFor(who: StaffClient, query = ''): Promise<Item[]> {
  const { items } = await jsonOf<StaffResponse<'dueItems'>>(
    await who.request('GET', `/backoffice/api/due-items${query}`),
  )
  return items
}

async function signedIn(...who: [Parameters<typeof staffClient>[1]?, string[]?]) {
  const client = await staffClient(shop, ...who)
  await client.signIn()
  return client
}

/** A return from 17 days ago, a batch that expires in three days, a release scheduled for tomorrow, and a supplier five days late. */
async function somethingOfEach() {
  const gift = await shop.gift({ points: 2, inStock: 5 })
  const { number, holder } = await sampleOrder(shop, { gifts: [gift] })
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into withdrawal (order_number, place, key, email, points, points_to_credit, cents_to_credit, at, voucher_id)
      values (${number}, 1, ${randomUUID()}, 'anna@example.com', 2, 2, 0, ${ago(17)}, ${holder.voucherId})`
  })
  const ending = await shop.holder({ points: 6 })
  await shop.sql`
    update voucher set valid_until = ${new Date(endOfDay(addDays(today(), 3), DEFAULT_ZONE))}
    where id = ${ending.voucherId}`
  await shop.sql`
    insert into release (name, state, channels, from_at, made_at)
    values ('Spring', 'scheduled', '{1014}', ${ago(-1)}, now())`
  const [supplier] = await shop.sql<{ id: number }[]>`
    insert into supplier (name, email, remind_days) values ('Kiln', 'kiln@example.com', 3) returning id`
  await shop.sql`
    insert into purchase_order (order_number, voucher_id, place, supplier_id, round, made_at, last_step_at, reminded)
    values (${number}, ${holder.voucherId}, 1, ${supplier?.id ?? 0}, 0, ${ago(8)}, ${ago(8)}, 1)`
  await shop.sql`
    insert into purchase_order_line (number, order_number, line, name, variant, sku, quantity)
    values (${`${number}-P1`}, ${number}, 1, 'Vase', '', ${gift.sku}, 1)`
  return number
}

it('lists due items by date, the most overdue first, only those that the role may read (PRODUCT-1)', async () => {
  const number = await somethingOfEach()
  const items = await dueFor(await signedIn('owner'))
  const ours = items.filter(
    ({ kind, id, name }) =>
      [number, 'Spring', 'Kiln'].some((one) => one === id || one === name) || kind === 'batch',
  )
  expect(ours.map(({ kind, due }) => [kind, due])).toEqual([
    ['supplier', addDays(today(), -5)],
    ['return', addDays(today(), -3)],
    ['release', addDays(today(), 1)],
    ['batch', addDays(today(), 3)],
  ])
  expect(ours[1]).toMatchObject({ id: number, points: 2, channel: '1014' })
  expect(ours[3]).toMatchObject({ count: 1, points: 6 })

  const kinds = async (who: StaffClient) =>
    [...new Set((await dueFor(who)).map(({ kind }) => kind))].toSorted()
  // An editor may read neither orders nor batches; fulfilment may read neither batches nor releases.
  expect(await kinds(await signedIn('editor'))).toEqual(['release'])
  expect(await kinds(await signedIn('fulfilment'))).toEqual(['return', 'supplier'])
  // A purchase order with a task is not listed as due, too.
  await shop.sql`
    select open_task('supplier-silent', ${`${number}-P1`}, 'kiln', 'Kiln', '1014', ${number}, '{}', now())`
  expect(await kinds(await signedIn('fulfilment'))).toEqual(['return'])
  // Another channel has no due items.
  expect(await dueFor(await signedIn('service', ['2001']))).toEqual([])
  const elsewhere = await signedIn('service', ['2001'])
  expect((await elsewhere.request('GET', '/backoffice/api/due-items?channel=1014')).status).toBe(
    404,
  )
})
