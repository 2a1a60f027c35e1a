import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  withStatisticsRole,
  findEmployerStatistics,
} from '#server/modules/employers/employer-statistics-view.ts'
import { storeEmployerStatistics } from '#server/modules/employers/employer-statistics.sql.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
let employer = 0
let other = 0
let nearlyAlone = 0
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
  employer = await employerOf('Noordzee', [
    { department: 'Kraan', people: 16, came: 12, ordered: 11 },
    { department: 'Directie', people: 3, came: 3, ordered: 3 },
    { department: 'Loods', people: 10, came: 10, ordered: 4 },
  ])
  other = await employerOf('Klein', [{ department: 'Winkel', people: 9, came: 9, ordered: 9 }])
  nearlyAlone = await employerOf('Werf', [
    { department: 'Kraan', people: 11, came: 4, ordered: 4 },
    { department: 'Directie', people: 1, came: 1, ordered: 1 },
  ])
})
afterAll(() => shop.stop())

type Department = { department: string; people: number; came: number; ordered: number }

/** An employer with named recipients: some activated their voucher, some spent four of eight points. */
async function employerOf(name: string, departments: Department[]) {
  const { sql } = shop
  const [made] = await sql<{ id: number; batch: number }[]>`
    with employer as (insert into employer (name, added_at) values (${name}, now()) returning id),
      campaign as (
        insert into campaign (employer_id, channel_id, name, added_at)
        select id, '1014', 'Kerst', now() from employer returning id, employer_id),
      batch as (
        insert into voucher_batch (channel_id, points, check_character, created_by, campaign_id)
        select '1014', 8, false, 'test', id from campaign returning id)
    select employer.id, batch.id as batch from employer, batch`
  for (const { department, people, came, ordered } of departments) {
    for (let at = 0; at < people; at += 1) {
      const holder = at < came ? await shop.holder({ points: 8 }) : undefined
      const voucherId = holder?.voucherId ?? (await insertVoucher(sql))
      await sql`update voucher set batch_id = ${made?.batch ?? 0} where id = ${voucherId}`
      await sql`
        insert into recipient (voucher_id, batch_id, name, department, email, added_at)
        values (${voucherId}, ${made?.batch ?? 0}, ${`Secret ${name} ${department} ${at}`}, ${department},
          ${`secret-${at}@example.com`}, now())`
      if (at < ordered) await storeOrder(voucherId)
    }
  }
  return made?.id ?? 0
}

async function insertVoucher(sql: Queries) {
  const [row] = await sql<{ id: number }[]>`
    with made as (
      insert into voucher (batch_id, channel_id) select id, '1014' from voucher_batch limit 1 returning id),
    voucher_balance as (insert into voucher_balance (voucher_id) select id from made)
    select id from made`
  await sql`insert into ledger (voucher_id, kind, points) values (${row?.id ?? 0}, 'grant', 8)`
  return row?.id ?? 0
}

/** Stores an order of four points, with only the data that the statistics need. */
async function storeOrder(voucherId: number, state = 'placed') {
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update voucher_balance set spent = 4 where voucher_id = ${voucherId}`
    await sql`
      insert into orders (number, cart_guid, voucher_id, channel_id, language, changeable_until, total_points, points_paid,
        cents_paid, person, delivery, capture_id, state)
      values (${`9${voucherId}`}, gen_random_uuid(), ${voucherId}, '1014', 'nl', now(), 4, 4, 0, '{}',
        '{"kind": "digital"}', ${voucherId}, ${state})`
  })
}

const night = () => shop.sql.begin(async (sql) => storeEmployerStatistics(sql, shop.clock.now()))
const statisticsOf = async (id = employer) =>
  jsonOf<StaffResponse<'employerStatistics'>>(
    await owner.request('GET', `/backoffice/api/employers/${id}/statistics`),
  )

it('lets the employer database role read only its five views and tables, and only rows of its own employer (DESK-38)', async () => {
  await night()
  const tables = await shop.sql<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p', 'v', 'm')`
  expect(tables.length).toBeGreaterThan(90)
  const readable: string[] = []
  for (const { name } of tables) {
    const code = await shop.sql
      .begin(async (sql) => {
        await sql`set local role giftpoint_employer`
        await sql.unsafe(`select * from ${name} limit 1`)
        return 'read'
      })
      .catch((error: unknown) => (error as { code: string }).code)
    if (code === 'read') readable.push(name)
    else expect(code).toBe('42501')
  }
  expect(readable.toSorted()).toEqual([
    'public.employer_activation_night',
    'public.employer_batch',
    'public.employer_campaign',
    'public.employer_person',
    'public.employer_statistic',
  ])
  const asRole = async (statement: string) =>
    shop.sql
      .begin(async (sql) => {
        await sql`set local role giftpoint_employer`
        return (await sql.unsafe(statement)).count
      })
      .catch((error: unknown) => (error as { code: string }).code)
  // Without an employer id the role reads nothing, and it never writes.
  expect(await asRole('select from employer_statistic')).toBe(0)
  expect(await asRole('select from employer_activation_night')).toBe(0)
  expect(await asRole('delete from employer_activation_night')).toBe('42501')
  expect(await asRole('delete from employer_statistic')).toBe('42501')
  expect(await asRole('update employer_statistic set people = 99')).toBe('42501')
  for (const view of ['employer_batch', 'employer_campaign', 'employer_person']) {
    expect(await asRole(`select from ${view}`)).toBe(0)
    // A view of several tables cannot be written.
    expect(await asRole(`delete from ${view}`)).toBe('55000')
  }
  // Recipients with the data that the employer gave, and no data about their actions.
  const people = await withStatisticsRole(
    shop.sql,
    employer,
    (sql) => sql<Record<string, unknown>[]>`select * from employer_person`,
  )
  expect(people).toHaveLength(29)
  expect(Object.keys(people?.[0] ?? {}).toSorted()).toEqual([
    'batch_id',
    'campaign',
    'corrected',
    'department',
    'email',
    'id',
    'mail',
    'name',
  ])
  expect(people?.filter(({ name }) => !String(name).startsWith('Secret Noordzee'))).toEqual([])
  expect((await findEmployerStatistics(shop.sql, employer))?.items.length).toBeGreaterThan(0)
  expect((await findEmployerStatistics(shop.sql, other))?.items).toEqual([])
  // Role and employer id end with the transaction: no connection of the pool keeps them.
  const reads = Array.from({ length: 16 }, () => findEmployerStatistics(shop.sql, employer))
  await Promise.all(reads)
  const after = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const [row] = await shop.sql<{ employer: string; who: string }[]>`
        select current_user::text as who, coalesce(current_setting('giftpoint.employer', true), '') as employer,
          pg_sleep(0.01)::text as slept`
      return row
    }),
  )
  expect(after.filter((row) => row?.employer !== '' || row.who === 'giftpoint_employer')).toEqual(
    [],
  )
})

it('reports groups of ten or more, in steps of five, and never a single person (DESK-38)', async () => {
  // A cancelled order does not count.
  const [cancelled] = await shop.sql<{ id: number }[]>`
    select voucher_id as id from recipient where department = 'Loods'
      and not exists (select from orders where orders.voucher_id = recipient.voucher_id) order by id limit 1`
  await storeOrder(cancelled?.id ?? 0, 'cancelled')
  await shop.sql`update voucher_balance set spent = 0 where voucher_id = ${cancelled?.id ?? 0}`
  await night()
  const { items, made_at } = await statisticsOf()
  expect(made_at).not.toBeNull()
  expect(items).toMatchObject([
    // 25 of 29 activated their vouchers: fewer than five did not, so only twenty are reported.
    { department: '', people: 29, came: 20, ordered: 15, spent_points: 40 },
    { department: 'Kraan', people: 16, came: 10, ordered: 10, spent_points: 40 },
    // All ten activated their vouchers: that is not reported either.
    { department: 'Loods', people: 10, came: 5, ordered: null, spent_points: null },
  ])
  expect((await statisticsOf(other)).items).toEqual([])
  // Five of twelve activated theirs, and fewer than five in a department of eleven: the difference would reveal the
  // one person outside that department.
  const nothing = { came: null, ordered: null, spent_points: null }
  expect((await statisticsOf(nearlyAlone)).items).toMatchObject([
    { department: '', people: 12, ...nothing },
    { department: 'Kraan', people: 11, ...nothing },
  ])
  await expect(
    shop.sql`update employer_statistic set people = 9, came = null, ordered = null, spent_points = null`,
  ).rejects.toThrow('employer_statistic_people_check')
  // A withdrawn batch is not reported either.
  await shop.sql`
    update voucher_batch set undone_at = now()
    where campaign_id in (select id from campaign where employer_id = ${nearlyAlone})`
  await night()
  expect((await statisticsOf(nearlyAlone)).items).toEqual([])
  const json = JSON.stringify(items)
  expect(json).not.toContain('Secret')
  expect(json).not.toContain('Directie')
  expect(json).not.toContain('@')
})

it('returns 0 mails if a campaign sent none, and null if it sent fewer than five (SAFE-16, C6)', async () => {
  const mailed = await employerOf('Mailed', [
    { department: 'Kraan', people: 12, came: 0, ordered: 0 },
  ])
  await night()
  const none = { sent: 0, bounced: 0 }
  expect((await statisticsOf(mailed)).items).toMatchObject([none, none])
  await shop.sql`
    update recipient set mail_state = 'sent' where id in (
      select recipient.id from recipient join voucher_batch batch on batch.id = batch_id
        join campaign on campaign.id = campaign_id where employer_id = ${mailed} order by recipient.id limit 3)`
  await night()
  const few = { sent: null, bounced: null }
  expect((await statisticsOf(mailed)).items).toMatchObject([few, few])
})

it('returns the same figures all day, and updates them at night (DESK-38)', async () => {
  shop.clock.advance(24 * 3_600_000)
  await owner.signIn()
  await startNightlyCheck(shop.shop)
  const before = await statisticsOf()
  const [absent] = await shop.sql<{ id: number }[]>`
    select voucher_id as id from recipient where department = 'Kraan'
      and not exists (select from orders where orders.voucher_id = recipient.voucher_id) order by id limit 1`
  await storeOrder(absent?.id ?? 0)
  await startNightlyCheck(shop.shop)
  expect(await statisticsOf()).toEqual(before)
  shop.clock.advance(24 * 3_600_000)
  await owner.signIn()
  await startNightlyCheck(shop.shop)
  const after = await statisticsOf()
  // One more than fifteen of 29 is still reported as fifteen.
  expect(after.items.map(({ ordered }) => ordered)).toEqual(
    before.items.map(({ ordered }) => ordered),
  )
  expect(after.made_at).not.toBe(before.made_at)
})

it('stores one figure per night for the curve, adds missed nights, and never changes a stored one (PRODUCT-15)', async () => {
  const curved = await employerOf('Bocht', [
    { department: 'Kraan', people: 20, came: 12, ordered: 0 },
  ])
  const today = () => dayAt(shop.clock.now().getTime(), 'Europe/Amsterdam')
  const first = today()
  // Six came ten days ago, five of them one day later, one today.
  await shop.sql.begin(async (sql) => {
    // Activations are append-only.
    await sql`set local session_replication_role = replica`
    await sql`
      with mine as (
        select voucher_id, row_number() over (order by voucher_id) as place from voucher_activation
          join voucher on voucher.id = voucher_id join voucher_batch batch on batch.id = batch_id
          join campaign on campaign.id = campaign_id where employer_id = ${curved})
      update voucher_activation activation
      set at = ${shop.clock.now()}::timestamptz
        - make_interval(days => case when place <= 6 then 10 when place <= 11 then 9 else 0 end)
      from mine where mine.voucher_id = activation.voucher_id`
  })
  const curve = async () => (await statisticsOf(curved)).items[0]?.came_by_night
  await night()
  const steps = [
    { day: addDays(first, -9), came: 5 },
    { day: addDays(first, -8), came: 10 },
  ]
  expect(await curve()).toEqual(steps)
  expect((await statisticsOf(curved)).items[1]).toMatchObject({
    department: 'Kraan',
    came_by_night: [],
  })
  // Two nights are missed. A later change of the recipients does not change stored nights.
  await shop.sql`
    update recipient set department = 'Kade' where id in (
      select recipient.id from recipient join voucher_batch batch on batch.id = batch_id
        join campaign on campaign.id = campaign_id where employer_id = ${curved} order by recipient.id limit 12)`
  shop.clock.advance(3 * 24 * 3_600_000)
  await owner.signIn()
  await night()
  expect((await curve())?.slice(0, 2)).toEqual(steps)
  const nights = await shop.sql<{ day: string }[]>`
    select day::text from employer_activation_night where employer_id = ${curved} order by day`
  expect(nights.map(({ day }) => day)).toEqual(
    Array.from({ length: 13 }, (_, at) => addDays(first, at - 9)),
  )
})

it('refuses figures without the permission to read employers, and limits them to the colleague’s channels (DESK-3)', async () => {
  const editor = await staffClient(shop, 'editor')
  await editor.signIn()
  expect(
    (await editor.request('GET', `/backoffice/api/employers/${employer}/statistics`)).status,
  ).toBe(403)
  const service = await staffClient(shop, 'service', ['2001'])
  await service.signIn()
  const answer = await service.request('GET', `/backoffice/api/employers/${employer}/statistics`)
  expect(await jsonOf<StaffResponse<'employerStatistics'>>(answer)).toEqual({
    made_at: null,
    items: [],
  })
})
