import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { listRunningBatches } from '#server/modules/reports/activations.sql.ts'
import { metricRowsOf, periodByTimeZone } from '#server/modules/reports/report-rows.sql.ts'
import type { Fragment } from '#server/platform/db/database.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

const today = () => dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
const read = async <Answer>(path: string) =>
  jsonOf<Answer>(await owner.request('GET', `/backoffice/api/reports/${path}`))

it('compares a period with the previous one by day, and a single day by hour (PRODUCT-1, PRODUCT-2)', async () => {
  const gift = await shop.gift({ points: 3, inStock: 9 })
  await sampleOrder(shop, { gifts: [gift] })
  await sampleOrder(shop, { gifts: [gift] })
  const earlier = await sampleOrder(shop, { gifts: [gift] })
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update orders set placed_at = placed_at - interval '7 days' where number = ${earlier.number}`
  })
  const week = `from=${addDays(today(), -6)}&to=${today()}`
  const { now, before } = await read<StaffResponse<'reportOverview'>>(`overview?${week}`)
  expect([now.points.length, before.points.length]).toEqual([7, 7])
  expect(before.to).toBe(addDays(now.from, -1))
  expect(now.sums).toMatchObject({ orders: 2, spent: 6 })
  expect(before.sums).toMatchObject({ orders: 1, spent: 3 })
  expect(now.points.at(-1)).toMatchObject({ at: today(), orders: 2, spent: 6, claimed: 3 })
  // The three vouchers and those of the demo world that were activated.
  const [known] = await shop.sql<{ activated: number }[]>`
    select count(*)::integer as activated from voucher_activation`
  expect(now.sums.activated).toBe(known?.activated)
  expect(now.sums.usable).toBeGreaterThan(now.sums.activated)
  // Some of them became valid on a day of the period.
  const opened = now.points.reduce((sum, point) => sum + point.opened, 0)
  expect(opened).toBeGreaterThanOrEqual(3)
  expect(opened).toBeLessThanOrEqual(now.sums.usable)

  const day = await read<StaffResponse<'reportOverview'>>(
    `overview?from=${today()}&to=${today()}&compare=year`,
  )
  expect(day.now.points).toHaveLength(24)
  expect(day.now.points.reduce((sum, { orders }) => sum + orders, 0)).toBe(2)
  expect(day.before).toMatchObject({ from: addDays(today(), -365), sums: { orders: 0 } })

  const top = await read<StaffResponse<'reportTop'>>(`top?${week}`)
  expect(top.gifts.find(({ id }) => id === gift.sku)).toMatchObject({ value: 2, before: 1 })
})

it('returns the points owed at the end of each day, equal to the figure `left` (PRODUCT-2)', async () => {
  await shop.holder({ points: 8 })
  const week = `from=${addDays(today(), -6)}&to=${today()}`
  const { days } = await read<StaffResponse<'pointsOwed'>>(`points-owed?${week}`)
  const left = async (day: string) =>
    (
      await jsonOf<StaffResponse<'metricRows'>>(
        await owner.request('GET', `/backoffice/api/reports/metrics/left?from=${day}&to=${day}`),
      )
    ).sum
  expect(days).toHaveLength(7)
  for (const { day, points } of days) expect([day, points]).toEqual([day, await left(day)])
  expect(days.at(-1)?.points).toBeGreaterThan(days[0]?.points ?? 0)
})

it('counts the activations of a batch by day until its last day, and hides batches of other channels (PRODUCT-3)', async () => {
  const holder = await shop.holder({ points: 8 })
  const [voucher] = await shop.sql<{ batch: string; until: Date }[]>`
    select batch_id::text as batch, valid_until as until from voucher where id = ${holder.voucherId}`
  const batch = voucher?.batch ?? ''
  const [counted] = await shop.sql<{ count: number }[]>`
    select count(*)::integer as count from voucher where batch_id = ${batch}`
  const curve = await read<StaffResponse<'activations'>>(`activations?batch=${batch}`)
  expect(curve.vouchers).toBe(counted?.count)
  expect(curve.days.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
  expect(addDays(curve.first_day, curve.days.length - 1)).toBe(curve.today)
  const rows = await jsonOf<StaffResponse<'metricRows'>>(
    await owner.request(
      'GET',
      `/backoffice/api/reports/metrics/claimed?from=${curve.first_day}&to=${today()}&batch=${batch}`,
    ),
  )
  expect(rows.sum).toBe(curve.days.reduce((sum, count) => sum + count, 0))

  const elsewhere = await staffClient(shop, 'reader', ['2001'])
  await elsewhere.signIn()
  const foreign = await elsewhere.request(
    'GET',
    `/backoffice/api/reports/activations?batch=${batch}`,
  )
  expect(foreign.status).toBe(404)
  expect((await owner.request('GET', '/backoffice/api/reports/activations')).status).toBe(400)

  // The vouchers of a campaign may be valid for longer than the campaign lasts.
  const closes = addDays(curve.today, 10)
  const [campaign] = await shop.sql<{ id: string }[]>`
    with sender as (insert into employer (name, added_at) values ('Acme', now()) returning id)
    insert into campaign (employer_id, channel_id, name, closes, added_at)
    select id, '1014', 'Winter', ${closes}::date, now() from sender returning id::text`
  const id = campaign?.id ?? ''
  await shop.sql`update voucher_batch set campaign_id = ${id}::bigint where id = ${batch}::bigint`
  const ofCampaign = await read<StaffResponse<'activations'>>(`activations?campaign=${id}`)
  expect(ofCampaign).toEqual({ ...curve, last_day: closes, ends_with: 'campaign' })
  expect(curve).toMatchObject({ ends_with: 'vouchers' })
  expect(curve.last_day).not.toBe(closes)
  // A batch of the campaign ends with the campaign, too.
  expect(await read(`activations?batch=${batch}`)).toEqual(ofCampaign)
})

it('finds usable vouchers and running batches by an index', async () => {
  const now = shop.clock.now()
  const plans = await shop.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`
    await sql`set local enable_nestloop = off`
    const period = await periodByTimeZone(sql, { from: today(), to: today(), channels: null })
    const planOf = async (query: Fragment) => {
      const rows = await sql<{ 'QUERY PLAN': string }[]>`explain (costs off) ${query}`
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const usable = await planOf(
      sql`select count(*) from (${metricRowsOf.usable(sql, period)}) usable`,
    )
    await sql`set local enable_nestloop = on`
    await sql`set local enable_hashjoin = off`
    await sql`set local enable_mergejoin = off`
    return { usable, running: await planOf(listRunningBatches(sql, { now, channels: null })) }
  })
  expect(plans.usable).toMatch(/voucher_by_end.*\n *Index Cond: \(valid_until >/)
  expect(plans.usable).not.toContain('voucher_activation')
  expect(plans.running).toMatch(
    /voucher_of_batch .*\n *Index Cond: \(\(batch_id = .* AND \(valid_until >/,
  )
})
