import { afterAll, beforeAll, expect, it } from 'vitest'

import { vatShares } from '#domain/finance/vat-amounts.ts'
import { findOrder } from '#server/modules/orders/order.sql.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

it('keeps rate and country of each line, and states the same VAT on order, email and accounts (DESK-31)', async () => {
  const mug = await shop.gift({ points: 4 })
  await shop.sql`update article set vat_class = 'reduced' where sku = ${mug.sku}`
  const { holder, number } = await cardOrder(shop, { gift: mug, points: 2 })
  const lines = await shop.sql`
    select vat_country, vat_bp from order_line where order_number = ${number}`
  expect([...lines]).toEqual([{ vat_country: 'NL', vat_bp: 900 }])

  // Later changes do not affect the order.
  await shop.sql`update article set vat_class = 'standard' where sku = ${mug.sku}`
  await shop.sql`insert into vat_rate (country, class, from_date, bp) values ('NL', 'reduced', '2020-01-01', 2100)`
  const { response } = await holder.done('order', { order_number: number })
  expect(response.cents_paid).toBe(1000)
  expect(response.vat_cents).toBe(83)
  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ body: string }[]>`
    select plain as body from sandbox_mail where plain like '%Waarvan btw%' order by created_at desc limit 1`
  expect(mail?.body.replace(/\s+/g, ' ')).toMatch(/Waarvan btw:? € 0,83/)
  await shop.sql`delete from vat_rate where from_date = '2020-01-01'`
})

it('shares the euros of any order in the same way as the database (DESK-31)', async () => {
  const mug = await shop.gift({ points: 4 })
  const { number } = await cardOrder(shop, { gift: mug, points: 2 })
  for (let round = 1; round <= 12; round += 1) {
    await shop.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`delete from order_line where order_number = ${number} and line > 1`
      await sql`
        insert into order_line (order_number, month, line, spli_id, sku, name, brand, picture, delivery_info,
          delivery_condition, points, quantity, took_stock, vat_country, vat_bp)
        select order_number, month, 1 + more, spli_id, sku, name, brand, picture, delivery_info, delivery_condition,
          (more * ${round}) % 7 + 1, (more + ${round}) % 3 + 1, false, case when more % 2 = 0 then 'NL' else 'DE' end,
          case when (more + ${round}) % 3 = 0 then 700 else 2100 end
        from order_line, generate_series(1, ${round % 5}) more where order_number = ${number} and line = 1`
      // A split-off line has the VAT of its original line.
      await sql`
        update order_line set split_from = 1, vat_country = first.vat_country, vat_bp = first.vat_bp
        from order_line first
        where order_line.order_number = ${number} and order_line.line = 3 and first.order_number = ${number} and first.line = 1`
      await sql`
        update orders set total_points = (select sum(points * quantity) from order_line where order_number = number),
          cents_paid = 500 * ${1 + (round % 3)},
          points_paid = (select sum(points * quantity) from order_line where order_number = number) - ${1 + (round % 3)}
        where number = ${number}`
    })
    const order = await findOrder(shop.sql, number)
    const fromDatabase = await shop.sql<
      { country: string; bp: number; cents: number; vat_cents: number }[]
    >`
      select * from vat_of_order(${number}) order by country, bp`
    const computed = vatShares(order?.centsPaid ?? 0, order?.lines ?? [])
      .map(({ vatCents, ...share }) => ({ ...share, vat_cents: vatCents }))
      .sort((a, b) => (a.country + a.bp < b.country + b.bp ? -1 : 1))
    expect(
      [...fromDatabase].sort((a, b) => (a.country + a.bp < b.country + b.bp ? -1 : 1)),
    ).toEqual(computed)
    // The day's report is the sum of its orders.
    const [differing] = await shop.sql<{ rates: number }[]>`
      with day as (select (placed_at at time zone 'Europe/Amsterdam')::date as day from orders where number = ${number}),
        said as (select country, bp, sum(vat.cents) as cents, sum(vat.vat_cents) as vat_cents
          from orders cross join lateral vat_of_order(number) vat group by 1, 2),
        reported as (select country, bp, sum(cents) as cents, sum(vat_cents) as vat_cents
          from day cross join lateral vat_of_day(day) group by 1, 2)
      select count(*)::integer as rates from said full join reported using (country, bp)
      where (said.cents, said.vat_cents) is distinct from (reported.cents, reported.vat_cents)`
    expect(differing?.rates).toBe(0)
  }
})
