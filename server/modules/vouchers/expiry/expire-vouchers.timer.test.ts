import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { checkBooks } from '#tools/check/check.ts'
import { deleteExpiredData } from '#server/modules/privacy/clean-up.ts'
import { expireVouchers } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let shop: TestShop
let other: TestShop
let owner: ReleaseClient
beforeAll(async () => {
  shop = await testShop()
  shop.clock.halt()
  owner = await releaseClient(shop)
})
afterAll(async () => {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
  await shop.stop()
})

type Expiries = StaffResponse<'expiries'>
const expiries = async (query = '') =>
  (await owner.request<Expiries>('GET', `/expiries?${query}`)).body
const balanceOf = async ({ voucherId }: { voucherId: number }) => {
  const [row] = await shop.sql<{ available: number; expired: number; granted: number }[]>`
    select available, expired, granted from voucher_balance where voucher_id = ${voucherId}`
  return row
}
const noticesTo = (email: string) => shop.sql`
  select language from mail where template = 'voucher-ended' and recipient = ${email}`
const ends = ({ voucherId }: { voucherId: number }, at: Date) =>
  shop.sql`update voucher set valid_until = ${at} where id = ${voucherId}`
const inADay = () => new Date(shop.clock.now().getTime() + DAY)

/** A voucher that was never activated, in its own batch. */
async function unclaimed(points: number, rule: string | null, email = '') {
  const [row] = await shop.sql<{ id: number; batch: number }[]>`
    with batch as (
      insert into voucher_batch (channel_id, points, unclaimed_rule, valid_until)
      values ('1014', ${points}, ${rule}, ${inADay()}) returning id
    ), made as (
      insert into voucher (batch_id, channel_id, last3, lookup, pepper_id, valid_until)
      select id, '1014', 'abc', sha256(random()::text::bytea), 'test', ${inADay()} from batch
      returning id, batch_id
    ) select id, batch_id as batch from made`
  const voucherId = row?.id ?? 0
  await shop.sql`insert into voucher_balance (voucher_id) values (${voucherId})`
  await shop.sql`insert into ledger (voucher_id, kind, points) values (${voucherId}, 'grant', ${points})`
  if (email !== '') {
    await shop.sql`
      insert into recipient (voucher_id, batch_id, name, email, language, mail_state, added_at)
      values (${voucherId}, ${row?.batch ?? 0}, 'Bo', ${email}, 'de', 'sent', ${shop.clock.now()})`
  }
  return { voucherId, batch: row?.batch ?? 0 }
}

it('expires points once with their voucher, by the agreed rule, and informs each reachable holder once (DESK-29)', async () => {
  const claimed = await shop.holder({ points: 9 })
  const gift = await shop.gift({ points: 4 })
  await sampleOrder(shop, { holder: claimed, gifts: [gift], email: 'claimed@firma.example' })
  await ends(claimed, inADay())
  const half = await unclaimed(7, 'half', 'half@firma.example')
  const none = await unclaimed(3, 'not-billed')
  const usual = await unclaimed(2, null)
  const silent = await unclaimed(5, 'billed', 'silent@firma.example')
  await shop.sql`update recipient set stopped_at = now() where voucher_id = ${silent.voucherId}`
  // A voucher with a pending payment expires later.
  const paying = await shop.holder({ points: 3 })
  await paying.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await ends(paying, inADay())
  await shop.sql`
    insert into ledger (voucher_id, kind, points) values (${paying.voucherId}, 'reserve', 1)`

  // The first run handles earlier expiries; then nothing is due.
  await expireVouchers(shop.shop)
  expect(await expireVouchers(shop.shop)).toBe(0)
  shop.clock.advance(DAY + 1000)
  owner = await releaseClient(shop)
  other = await testShop({ database: shop.database })
  other.clock.halt()
  other.clock.advance(DAY + 2000)
  // Eight concurrent runs book it once.
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => expireVouchers(n % 2 ? shop.shop : other.shop)),
  )
  await other.stop()
  expect(await balanceOf(claimed)).toEqual({ available: 0, expired: 5, granted: 9 })
  expect(await balanceOf(paying)).toMatchObject({ available: 2, expired: 0 })
  // The demo voucher had expired the day before.
  const since = `from=${dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)}`
  const { items, sums } = await expiries(since)
  const told = items.map(({ voucher, points, claimed, rule, billed_cents, notified }) => [
    Number(voucher),
    [points, claimed, rule, billed_cents, notified],
  ])
  expect(Object.fromEntries(told)).toMatchObject({
    [claimed.voucherId]: [5, true, 'billed', 2500, true],
    [half.voucherId]: [7, false, 'half', 1750, true],
    [none.voucherId]: [3, false, 'not-billed', 0, false],
    [usual.voucherId]: [2, false, 'billed', 1000, false],
    [silent.voucherId]: [5, false, 'billed', 2500, false],
  })
  expect(sums).toEqual({ vouchers: 5, points: 22, billed_cents: 7750 })
  expect((await expiries(`batch=${half.batch}`)).sums).toMatchObject({ points: 7 })
  expect((await expiries(`claimed=yes&${since}`)).sums).toMatchObject({ vouchers: 1 })

  expect(await noticesTo('claimed@firma.example')).toEqual([{ language: 'nl' }])
  expect(await noticesTo('half@firma.example')).toEqual([{ language: 'de' }])
  expect(await noticesTo('silent@firma.example')).toEqual([])
  // The clock of the other process was ahead, and so are its jobs.
  shop.clock.advance(other.clock.now().getTime() - shop.clock.now().getTime())
  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ subject: string; plain: string }[]>`
    select subject, plain from sandbox_mail where recipient = 'half@firma.example'`
  expect(mail?.subject).toBe('Ihr Geschenk ist abgelaufen')
  expect(mail?.plain).toContain('7 Punkte')

  // The batch and the voucher page agree.
  const { body } = await owner.request<StaffResponse<'voucherPage'>>(
    'GET',
    `/vouchers/${claimed.voucherId}`,
  )
  expect(body).toMatchObject({ state: 'ended', balance: { expired: 5, available: 0 } })
  expect(body.timeline.map(({ kind }) => kind)).toContain('expired')
  expect(body.mails.map(({ template }) => template)).toContain('voucher-ended')
  expect((await owner.request('GET', `/batches/${half.batch}`)).body).toMatchObject({
    left: 0,
    expired: 7,
    unclaimed_rule: 'half',
  })

  // Extending returns the points by a ledger entry; at the next expiry they expire again, without a second mail.
  const extend = await owner.request('POST', `/vouchers/${half.voucherId}/extend`, {
    reason: 'Was ill',
    last_day: new Date(shop.clock.now().getTime() + 3 * DAY).toISOString().slice(0, 10),
    valid_until: (await caseOf(half)).valid_until,
  })
  expect(extend).toMatchObject({ status: 200, body: { state: 'open' } })
  expect(await balanceOf(half)).toEqual({ available: 7, expired: 7, granted: 14 })
  expect((await expiries(since)).sums).toMatchObject({ vouchers: 4, points: 15 })
  shop.clock.advance(5 * DAY)
  owner = await releaseClient(shop)
  await expireVouchers(shop.shop)
  expect(await balanceOf(half)).toEqual({ available: 0, expired: 14, granted: 14 })
  expect(await noticesTo('half@firma.example')).toHaveLength(1)

  // Points expire here as well, but no mail is sent for a blocked voucher or an old expiry.
  const blocked = await unclaimed(4, null, 'blocked@firma.example')
  const late = await unclaimed(4, null, 'late@firma.example')
  await shop.sql`update voucher set blocked_at = now() where id = ${blocked.voucherId}`
  await ends(blocked, new Date(shop.clock.now().getTime() - HOUR))
  await ends(late, new Date(shop.clock.now().getTime() - 15 * DAY))
  await expireVouchers(shop.shop)
  for (const one of [blocked, late]) expect(await balanceOf(one)).toMatchObject({ expired: 4 })
  expect(await noticesTo('blocked@firma.example')).toEqual([])
  expect(await noticesTo('late@firma.example')).toEqual([])

  // However the expiry was moved, the next run returns the points.
  await shop.sql`update voucher set valid_until = 'infinity' where id = ${none.voucherId}`
  await expireVouchers(shop.shop)
  expect(await balanceOf(none)).toEqual({ available: 3, expired: 3, granted: 6 })
  await shop.sql`
    insert into ledger (voucher_id, kind, points, ends_id)
    select voucher_id, 'release', points, id from ledger where voucher_id = ${paying.voucherId} and kind = 'reserve'`
  await expireVouchers(shop.shop)
  expect(await balanceOf(paying)).toMatchObject({ available: 0, expired: 3 })
  await expect(
    shop.sql`update voucher_expiry set points = 1 where voucher_id = ${claimed.voucherId}`,
  ).rejects.toThrow('what ended stays')
})

const caseOf = async ({ voucherId }: { voucherId: number }) =>
  (await owner.request<StaffResponse<'voucherPage'>>('GET', `/vouchers/${voucherId}`)).body

it('exports the data of a person, and erases it after approval (DESK-6)', async () => {
  const holder: TestHolder = await shop.holder({ points: 8, firstName: 'Wilhelmina' })
  await holder.done('changeCart', { spli_id: (await shop.gift()).spliId, quantity: 1 })
  const service = await releaseClient(shop, 'service')
  const path = `/vouchers/${holder.voucherId}/personal-data`
  // Other holders order, pay and ask as well: their data must not be included.
  const other = await cardOrder(shop, { gift: await shop.gift({ points: 4 }), points: 2 })
  await other.holder.done('askService', {
    contact_email: 'other@firma.example',
    subject: 'A question of theirs',
    email_body: 'Where is it?',
  })
  await shop.sql`
    insert into voucher_note (voucher_id, staff_id, body, at)
    values (${other.holder.voucherId}, ${owner.guest.staffId}, 'Theirs', ${shop.clock.now()})`
  await shop.sql`
    insert into voucher_note (voucher_id, staff_id, body, at)
    values (${holder.voucherId}, ${owner.guest.staffId}, 'Likes <b>blue</b>', ${shop.clock.now()})`
  const before = await service.request<StaffResponse<'personalData'>>('GET', path)
  expect(before.body).toMatchObject({
    available: 8,
    held: null,
    due: expect.any(String),
    counts: { notes: 1 },
  })
  const copies = await Promise.all(
    (['html', 'json'] as const).map((as) =>
      service.request<StaffResponse<'exportPerson'>>('POST', `${path}/export`, {
        as,
        reason: 'Asked for it',
      }),
    ),
  )
  expect(copies[0]?.body.text).toContain('Likes &lt;b&gt;blue&lt;/b&gt;')
  expect(JSON.parse(copies[1]?.body.text ?? '')).toMatchObject({
    voucher: { first_name: 'Wilhelmina', points_left: 8 },
    orders: [],
    cart: [{ gifts: [{ pieces: 1 }] }],
    points: [{ what: 'grant', points: 8 }],
    payments: [],
    mails: [],
    questions: [],
    notes: [{ text: 'Likes <b>blue</b>' }],
    visits: [{}],
  })
  expect((await service.request('POST', `${path}/export`, { as: 'json' })).status).toBe(400)

  const asked = await service.request<{ approval: string }>('POST', `${path}/erase`, {
    reason: 'Wilhelmina wrote to us',
  })
  expect(asked.status).toBe(200)
  expect((await service.request('POST', `${path}/erase`, { reason: 'Again' })).status).toBe(409)
  const yes = await owner.request('POST', `/approvals/${asked.body.approval}/approve`, {
    note: 'Wilhelmina is right',
  })
  expect(yes).toMatchObject({ status: 200 })
  expect(await balanceOf(holder)).toMatchObject({ available: 0, expired: 8 })
  // The session ends by a change event, which may come a moment later.
  await expect.poll(() => holder.call('orders', {})).toHaveProperty('refused')
  const lines = await shop.sql<{ action: string; reason: string }[]>`
    select action, reason from audit where subject_kind = 'voucher' and subject_id = ${String(holder.voucherId)}
    order by id`
  expect(lines).toEqual([
    { action: 'personal-data.exported', reason: '' },
    { action: 'personal-data.exported', reason: '' },
    { action: 'approval.requested', reason: '' },
    { action: 'approval.approved', reason: '' },
  ])
  expect((await service.request('GET', path)).status).toBe(409)
  const more = { as: 'json', reason: 'Once more' }
  expect((await service.request('POST', `${path}/export`, more)).status).toBe(409)
  await expect(shop.sql`update audit set reason = ''`).rejects.toThrow('append-only')
  await expect(shop.sql`update impersonation set reason = '–'`).resolves.toBeDefined()
})

it('deletes expired data of each kind after its period, in portions, and reports when', async () => {
  const at = (hours: number) => new Date(shop.clock.now().getTime() - hours * HOUR)
  const holder = await shop.holder()
  const [voucher] = [holder.voucherId]
  await shop.sql`
    insert into session (token_hash, voucher_id, created_at, seen_at, ends_at)
    select sha256(n::text::bytea), ${voucher}, ${at(50)}, ${at(50)}, ${at(30)} from generate_series(1, 4500) n`
  for (const hours of [47, 49]) {
    await shop.sql`
      insert into idempotency_key (voucher_id, key, call, input_hash, answer, status, at)
      values (${voucher}, ${`k${hours}`}, 'x', '', 'null', 0, ${at(hours)})`
  }
  for (const days of [399, 401]) {
    await shop.sql`
      insert into visit (voucher_id, at, seen_at) values (${voucher}, ${at(days * 24)}, ${at(days * 24)})`
    await shop.sql`
      insert into staff_token (token_hash, staff_id, name, permissions, made_at, ends_at)
      values (sha256(${`t${days}`}::text::bytea), ${owner.guest.staffId}, 't', '{order.read}', ${at(days * 24)}, ${at(days * 24)})`
  }
  for (const hours of [23, 25]) {
    await shop.sql`
      insert into presence (subject, staff_id, tab, seen_at)
      values ('x', 1, gen_random_uuid(), ${at(hours)})`
  }
  const both = await Promise.all([deleteExpiredData(shop.shop), deleteExpiredData(shop.shop)])
  const cleared = (name: string) => both.reduce((sum, one) => sum + (one[name] ?? 0), 0)
  expect(cleared('sessions')).toBeGreaterThanOrEqual(4500)
  for (const name of ['answers', 'visits', 'tokens', 'presence']) {
    expect({ name, cleared: cleared(name) }).toEqual({ name, cleared: 1 })
  }
  const { body } = await owner.request<StaffResponse<'retentionPeriods'>>(
    'GET',
    '/privacy/retention',
  )
  expect(body.clearing.find(({ name }) => name === 'answers')).toMatchObject({
    hours: 48,
    last_count: 1,
    last_at: shop.clock.now().toISOString(),
  })
  const service = await releaseClient(shop, 'service')
  expect((await service.request('GET', '/privacy/retention')).status).toBe(403)
})

// Last, because its day of waiting ends all sessions.
it('skips vouchers whose balance is locked, and vouchers whose end was moved meanwhile (DESK-29)', async () => {
  const [ordering, moved] = [
    await unclaimed(3, null),
    await unclaimed(4, null, 'moved@firma.example'),
  ]
  shop.clock.advance(DAY + 1000)
  // One transaction orders, and another one moves the expiry without locking the balance, as a file of a batch may.
  const [one, two] = [await shop.sql.reserve(), await shop.sql.reserve()]
  await one`begin`
  await one`select from voucher_balance where voucher_id = ${ordering.voucherId} for update`
  await two`begin`
  await two`update voucher set valid_until = 'infinity' where id = ${moved.voucherId}`
  const ended = expireVouchers(shop.shop)
  for (;;) {
    const [waits] = await shop.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (waits) break
  }
  await two`commit`
  await ended
  expect(await balanceOf(moved)).toEqual({ available: 4, expired: 0, granted: 4 })
  expect(await noticesTo('moved@firma.example')).toEqual([])
  expect(await balanceOf(ordering)).toMatchObject({ expired: 0 })
  await one`commit`
  await expireVouchers(shop.shop)
  expect(await balanceOf(ordering)).toMatchObject({ available: 0, expired: 3 })
  one.release()
  two.release()
  // An expiry record must match a ledger entry in points and voucher.
  const forged = (points: number, voucher: number) => shop.sql`
    insert into voucher_expiry (voucher_id, valid_until, at, points, ledger_id, claimed, rule, billed_cents)
    select ${voucher}, now(), now(), ${points}, id, false, 'billed', ${points * 500} from ledger
    where voucher_id = ${moved.voucherId} and kind = 'grant' order by id limit 1`
  await expect(forged(4, moved.voucherId)).rejects.toThrow('is not what the ledger says')
})
