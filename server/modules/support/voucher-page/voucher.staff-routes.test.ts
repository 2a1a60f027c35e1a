import { afterAll, beforeAll, expect, it } from 'vitest'

import { checkBooks } from '#tools/check/check.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: ReleaseClient
let service: ReleaseClient
let reader: ReleaseClient
const logged: string[] = []
beforeAll(async () => {
  shop = await testShop({ log: { write: (line) => void logged.push(line) } })
  owner = await releaseClient(shop)
  service = await releaseClient(shop, 'service')
  reader = await releaseClient(shop, 'reader')
})
afterAll(() => shop.stop())

type Item = { id: string; name: string; last3: string; state: string }
type Page = { items: Item[]; next: string | null; total: { count: number } }
type Entry = { kind: string; about: string; who: string | null; values: { action?: string } }
type Case = {
  state: string
  language: string
  valid_until: string | null
  person: { name: string; mail: string; phone: string }
  masked: boolean
  balance: { available: number }
  orders: { number: string; gifts: number }[]
  mails: { template: string; to: string }[]
  undoable: string[]
  timeline: Entry[]
  screen: {
    language: string
    closed: string | null
    words: string
    points: number
    cart: { name: string; quantity: number; points: number }[]
    gifts: { points: number }[]
  }
}
const caseOf = async (backoffice: ReleaseClient, { voucherId }: TestHolder) =>
  (await backoffice.request<Case>('GET', `/vouchers/${voucherId}`)).body
const found = async (backoffice: ReleaseClient, search: string) =>
  (
    await backoffice.request<Page>('GET', `/vouchers?search=${encodeURIComponent(search)}`)
  ).body.items.map(({ id }) => Number(id))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const tries = (code: string) =>
  shop.call('logIn', { encrypted_code: shop.shop.voucherKeys.wireHash(code) })
const at = ({ voucherId }: TestHolder, path: string) => `/vouchers/${voucherId}/${path}`

it('finds a voucher by code, order, name or email, and shows each role only the data it may read (DESK-12)', async () => {
  const mug = await shop.gift({ points: 4, name: 'Mok' })
  const holder = await shop.holder()
  const { number } = await sampleOrder(shop, {
    holder,
    gifts: [mug],
    email: 'Zoe.Quist@Firma.example',
  })
  await shop.sql`
    update orders set person = person || '{"firstName": "Zoë", "prefix": "van den", "surname": "Quist-O''Neill"}'
    where number = ${number}`
  const given = await shop.holder()
  const [batch] = await shop.sql<{ id: number }[]>`
    select batch_id as id from voucher where id = ${given.voucherId}`
  await shop.sql`
    insert into recipient (voucher_id, batch_id, name, department, email, added_at)
    values (${given.voucherId}, ${batch?.id ?? 0}, 'Quirine Vos', 'Sales', 'q.vos@firma.example', now())`

  for (const words of [
    holder.code.slice(-3),
    `··· ${holder.code.slice(-3).toUpperCase()}`,
    number,
    'zoe quist',
    'Quist-O',
    "o'neill",
    'zoe.quist@firma.example',
    'zoe.quist@',
  ]) {
    expect({ words, found: await found(service, words) }).toMatchObject({
      found: expect.arrayContaining([holder.voucherId]),
    })
  }
  expect(await found(service, 'quir')).toEqual([given.voucherId])
  expect(await found(service, 'zoe quirine')).toEqual([])
  expect(await found(service, "'\\:* | & ")).toEqual([])
  const elsewhere = await releaseClient(shop, 'service', ['2001'])
  expect(await found(elsewhere, number)).toEqual([])
  expect((await elsewhere.request('GET', `/vouchers/${holder.voucherId}`)).status).toBe(404)

  const open = await caseOf(service, holder)
  expect(open).toMatchObject({
    masked: false,
    person: { name: "Zoë van den Quist-O'Neill", mail: 'Zoe.Quist@Firma.example' },
    orders: [{ number, gifts: 1 }],
    mails: [{ template: 'order-confirmation' }],
  })
  const merchandiser = await releaseClient(shop, 'merchandiser')
  for (const backoffice of [reader, merchandiser]) {
    const text = JSON.stringify([
      await caseOf(backoffice, holder),
      await backoffice.request('GET', `/vouchers?search=${number}`),
    ])
    expect(text).toContain('Z•••••')
    for (const word of ['Zoë', 'Quist', 'oe.q', sampleContact.contact_telephone]) {
      expect(text).not.toContain(word)
    }
    // A search does not reveal data that the colleague may not read.
    for (const words of ['zoe quist', 'zoe.quist@firma.example', 'quir', 'q.vos@firma.example'])
      expect({ words, found: await found(backoffice, words) }).toEqual({ words, found: [] })
    expect(await found(backoffice, holder.code.slice(-3))).toContain(holder.voucherId)
  }
  // Employers are for roles that may read them, also in the file.
  await shop.sql`
    with employer as (insert into employer (name, added_at) values ('Noordzee Logistiek', now()) returning id),
      campaign as (
        insert into campaign (employer_id, channel_id, name, opens, added_at)
        select id, '1014', 'Kerst', current_date, now() from employer returning id)
    update voucher_batch set campaign_id = campaign.id from campaign where voucher_batch.id = ${batch?.id ?? 0}`
  const listOf = async ({ guest }: typeof reader) => {
    const search = `/backoffice/api/vouchers?search=${given.code.slice(-3)}`
    const answers = await Promise.all(
      [search, `${search}&as=csv`].map((path) => guest.request('GET', path)),
    )
    return Promise.all(answers.map((answer) => answer.text()))
  }
  for (const text of await listOf(reader)) expect(text).toContain('Noordzee Logistiek')
  for (const text of await listOf(merchandiser)) expect(text).not.toContain('Noordzee Logistiek')
  // Viewing visible data is audited once; each request to reveal data is audited with its reason.
  await caseOf(service, holder)
  const asked = await reader.request('POST', at(holder, 'recipient'), {
    reason: 'Called about an order',
  })
  expect(asked.body).toMatchObject({
    mail: 'Zoe.Quist@Firma.example',
    addresses: [expect.stringContaining('Zilverkade 12')],
  })
  expect((await reader.request('POST', at(holder, 'recipient'), {})).status).toBe(400)
  expect(
    (await merchandiser.request('POST', at(holder, 'recipient'), { reason: 'x' })).status,
  ).toBe(403)
  const told = await shop.sql`
    select action, staff_id, reason from audit
    where subject_kind = 'voucher' and subject_id = ${String(holder.voucherId)} order by id`
  expect(told).toEqual([
    { action: 'personal-data.viewed', staff_id: service.guest.staffId, reason: '' },
    {
      action: 'personal-data.requested',
      staff_id: reader.guest.staffId,
      reason: 'Called about an order',
    },
  ])
})

it('shows the history of a voucher, and the shop as the holder sees it now (DESK-29)', async () => {
  const mug = await shop.gift({ points: 4, name: 'Mok' })
  const holder = await shop.holder()
  const { number } = await sampleOrder(shop, { holder, gifts: [mug] })
  await shop.sql`insert into parcel (order_number, code) values (${number}, 'P1')`
  await holder.done('changeCart', { spli_id: mug.spliId, quantity: 2 })
  await service.request('POST', at(holder, 'notes'), { body: 'Wants the teapot' })
  // Letters use the recipient's language; the shop opens in the channel's language.
  await shop.sql`update voucher set language = 'en' where id = ${holder.voucherId}`
  const seen = await caseOf(service, holder)
  expect(seen).toMatchObject({ language: 'en', screen: { language: 'nl' } })
  expect(seen.screen).toMatchObject({
    closed: null,
    points: 16,
    cart: [{ name: 'Mok', quantity: 2, points: 8 }],
  })
  const { response } = await holder.done('products', {})
  expect(seen.screen.gifts.map(({ points }) => points)).toEqual(
    response.slice(0, 4).map(({ points }) => points),
  )
  const kinds = seen.timeline.map(({ kind }) => kind)
  expect(new Set(kinds)).toEqual(new Set(['note', 'cart', 'order', 'mail', 'visit', 'granted']))
  const masked = await caseOf(reader, holder)
  expect(masked.timeline.map(({ kind }) => kind)).not.toContain('note')

  // An ended session still counts as a visit, however it ended.
  await holder.done('logOut', {})
  const after = await caseOf(service, holder)
  expect(after.timeline.filter(({ kind }) => kind === 'visit')).toHaveLength(1)
  expect(after.screen.cart).toEqual([])
})

it('blocks, expires and extends a voucher with colleague and reason, and undoes what was not changed since (DESK-29)', async () => {
  const holder = await shop.holder()
  const reason = 'The letter was stolen'
  expect(await service.request('POST', at(holder, 'block'), { reason })).toMatchObject({
    body: { state: 'blocked' },
  })
  await shop.shop.changeEvents.poll()
  expect(await holder.call('readCart', {})).toMatchObject({ refused: 'no-session' })
  const blocked = await caseOf(service, holder)
  expect(blocked).toMatchObject({
    state: 'blocked',
    screen: { closed: 'voucherBlocked', words: expect.stringMatching(/geblokkeerd/) },
  })
  expect(blocked.timeline[0]).toMatchObject({
    kind: 'action',
    who: 'The service',
    reason,
    values: { action: 'voucher.blocked' },
  })
  const [line] = blocked.undoable
  const undone = await Promise.all(
    Array.from({ length: 8 }, () =>
      service.request('POST', at(holder, 'undo'), { line, reason: 'Found it' }),
    ),
  )
  expect(statuses(undone)).toEqual([200, ...Array(7).fill(409)])
  expect(await tries(holder.code)).toMatchObject({ code_is_valid: true })

  // Another expiry date, in the channel's time zone; the date the user saw must still be current.
  const extend = (last_day: string, valid_until: string | null) =>
    service.request<Case>('POST', at(holder, 'extend'), { last_day, valid_until, reason })
  const first = await extend('2035-06-30', null)
  expect(first.body.valid_until).toBe('2035-06-30T22:00:00.000Z')
  expect((await extend('2036-01-31', null)).status).toBe(409)
  expect((await extend('2020-01-31', first.body.valid_until)).body).toMatchObject({
    error: { code: 'moment-past' },
  })
  expect((await extend('9999-12-31', first.body.valid_until)).body).toMatchObject({
    error: { code: 'ends-too-late', field: 'last_day' },
  })
  const expire = (valid_until: string | null) =>
    service.request<Case>('POST', at(holder, 'expire'), { reason, valid_until })
  expect((await expire(null)).body).toMatchObject({ error: { code: 'changed-since' } })
  const expired = await expire(first.body.valid_until)
  expect(expired.body.state).toBe('ended')
  expect((await expire(expired.body.valid_until)).body).toMatchObject({
    error: { code: 'no-longer-possible' },
  })
  expect(await tries(holder.code)).toMatchObject({ error: { Message: 'voucherExpired' } })
  const since = await caseOf(service, holder)
  const [end] = since.undoable
  const extended = since.timeline.find(({ values }) => values.action === 'voucher.extended')
  expect(
    await service.request('POST', at(holder, 'undo'), { line: extended?.about, reason }),
  ).toMatchObject({ body: { error: { code: 'changed-since' } } })
  expect(await service.request('POST', at(holder, 'undo'), { line, reason })).toMatchObject({
    body: { error: { code: 'done-already' } },
  })
  shop.clock.advance(8 * 24 * 3_600_000)
  await service.guest.signIn()
  await owner.guest.signIn()
  await reader.guest.signIn()
  expect(await service.request('POST', at(holder, 'undo'), { line: end, reason })).toMatchObject({
    body: { error: { code: 'too-late' } },
  })
  expect((await extend('2035-06-30', expired.body.valid_until)).body.state).toBe('open')
  const [moved] = (await caseOf(service, holder)).undoable
  expect(
    (await service.request<Case>('POST', at(holder, 'undo'), { line: moved, reason })).body,
  ).toMatchObject({ state: 'ended', valid_until: expired.body.valid_until })
  expect((await reader.request('POST', at(holder, 'block'), { reason })).status).toBe(403)
  expect((await service.request('POST', at(holder, 'block'), { reason: '' })).status).toBe(400)
})

it('undoes an extension and a later block separately, in any order (SAFE-16, obstacle 13)', async () => {
  const reason = 'Asked by telephone'
  for (const first of [0, 1]) {
    const holder = await shop.holder()
    const before = await caseOf(service, holder)
    const extend = { last_day: '2035-06-30', valid_until: before.valid_until, reason }
    expect((await service.request('POST', at(holder, 'extend'), extend)).status).toBe(200)
    expect((await service.request('POST', at(holder, 'block'), { reason })).status).toBe(200)
    const both = (await caseOf(service, holder)).undoable
    expect(both).toHaveLength(2)
    const undo = (line: string | undefined) =>
      service.request<Case>('POST', at(holder, 'undo'), { line, reason })
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(both[first])))
    expect(statuses(answers)).toEqual([200, ...Array(7).fill(409)])
    // The other voucher is unchanged.
    expect(await caseOf(service, holder)).toMatchObject(
      first === 0
        ? { state: 'open', valid_until: '2035-06-30T22:00:00.000Z' }
        : { state: 'blocked', valid_until: before.valid_until },
    )
    expect((await undo(both[1 - first])).status).toBe(200)
    expect(await caseOf(service, holder)).toMatchObject({
      state: 'open',
      valid_until: before.valid_until,
      undoable: [],
    })
  }
})

it('blocks a voucher only after a running order is committed (DESK-29)', async () => {
  const holder = await shop.holder()
  const waiting = async () => {
    const [row] = await shop.sql<{ waits: boolean }[]>`
      select exists (
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
      ) as waits`
    return row?.waits ?? false
  }
  let answered = false
  const blocking = await shop.sql.begin(async (sql) => {
    // An order has the same lock until its commit.
    await sql`select from voucher_balance where voucher_id = ${holder.voucherId} for update`
    const block = service
      .request('POST', at(holder, 'block'), { reason: 'Stolen' })
      .finally(() => (answered = true))
    await expect.poll(waiting).toBe(true)
    expect(answered).toBe(false)
    return { block }
  })
  expect((await blocking.block).status).toBe(200)
})

it('refuses orders after a block, also when eight holders order at the same time (DESK-29)', async () => {
  const vase = await shop.gift({ points: 5 })
  const holders = await Promise.all(Array.from({ length: 8 }, () => shop.holder({ points: 5 })))
  for (const holder of holders) {
    await holder.done('changeCart', { spli_id: vase.spliId, quantity: 1 })
    await holder.done('saveAddress', { ...sampleContact, direct_delivery_consent: true })
  }
  await Promise.all(
    holders.flatMap((holder) => [
      holder.call('convertCart', { payment_method: 'FC' }).catch(() => null),
      service.request('POST', at(holder, 'block'), { reason: 'Stolen' }),
    ]),
  )
  const late = await shop.sql`
    select number from orders join voucher on voucher.id = voucher_id
    where voucher_id = any(${holders.map(({ voucherId }) => voucherId)}::bigint[])
      and placed_at > blocked_at + interval '5 seconds'`
  expect(late).toHaveLength(0)
  const before = await shop.sql`select count(*)::integer as orders from orders`
  for (const holder of holders) {
    expect(await holder.call('convertCart', { payment_method: 'FC' })).toMatchObject({
      refused: expect.stringMatching(/no-session|voucher-blocked/),
    })
  }
  expect(await shop.sql`select count(*)::integer as orders from orders`).toEqual(before)
  await expect(checkBooks(shop.sql)).resolves.toMatchObject({ findings: [] })
})

it('replaces a lost code once; the old code counts as unknown, and basket and orders stay (DESK-27)', async () => {
  const mug = await shop.gift({ points: 4 })
  const holder = await shop.holder()
  const { number } = await sampleOrder(shop, { holder, gifts: [mug] })
  await holder.done('changeCart', { spli_id: mug.spliId, quantity: 1 })
  const last3 = holder.code.slice(-3)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      service.request<{ code: string }>('POST', at(holder, 'replace-code'), {
        reason: 'Letter lost',
        last3,
      }),
    ),
  )
  expect(statuses(answers)).toEqual([200, ...Array(7).fill(409)])
  const code = answers.find(({ status }) => status === 200)?.body.code ?? ''
  expect(code).toMatch(/^[2-9a-z]{9}$/)

  const [old, unknown] = await Promise.all([tries(holder.code), tries('nonesuch9')])
  expect(old).toEqual(unknown)
  expect(old).toMatchObject({ error: { Message: 'generalVoucherError' } })
  await shop.shop.changeEvents.poll()
  expect(await holder.call('readCart', {})).toMatchObject({ refused: 'no-session' })
  const again = await shop.logIn(code)
  expect(again.voucherId).toBe(holder.voucherId)
  expect(again.cartGuid).not.toBe('')
  const cart = await again.done('readCart', {})
  expect(cart.response.shopping_cart_items).toHaveLength(1)
  expect(again.logIn.shoppingcart.available_points).toBe(16)
  expect((await again.done('orders', {})).response.map(({ order_number }) => order_number)).toEqual(
    [number],
  )
  // A search for the end of the old code also finds the voucher.
  expect(await found(service, last3)).toContain(holder.voucherId)
  expect(await found(service, code.slice(-3))).toContain(holder.voucherId)
  const kept = await shop.sql`
    select (select jsonb_agg(to_jsonb(audit)) from audit)::text as audit,
      (select jsonb_agg(to_jsonb(past)) from previous_voucher_code past)::text as past`
  expect(JSON.stringify(kept)).not.toContain(code)
  expect(logged.join('\n')).not.toContain(code)

  const owners = await owner.request('POST', at(holder, 'replace-code'), { reason: 'Again' })
  expect(owners.status).toBe(200)
  expect((await reader.request('POST', at(holder, 'replace-code'), { reason: 'x' })).status).toBe(
    403,
  )
  const never = await shop.holder()
  await shop.sql`
    update voucher set lookup = null, pepper_id = null, last3 = '' where id = ${never.voucherId}`
  expect(
    (await service.request('POST', at(never, 'replace-code'), { reason: 'x' })).body,
  ).toMatchObject({ error: { code: 'no-code-yet' } })
})

it('replaces a code while the batch is exported again without ever giving out two valid codes (DESK-27)', async () => {
  const made = await owner.request<{ id: string }>('POST', '/batches', {
    channel: '1014',
    points: 12,
    count: 2,
  })
  const { id } = made.body
  const codesOf = () => owner.guest.request('GET', `/backoffice/api/batches/${id}/codes?as=csv`)
  await (await codesOf()).text()
  const { body } = await owner.request<{ version: number }>('GET', `/batches/${id}`)
  const replaced = await owner.request('POST', `/batches/${id}/replace-codes`, {
    version: body.version,
    reason: 'Printed twice',
  })
  expect(replaced.status).toBe(200)
  const [voucher] = await shop.sql<{ id: number }[]>`
    select id from voucher where batch_id = ${id} order by id limit 1`
  const path = `/vouchers/${voucher?.id}`
  const { timeline } = (await owner.request<Case>('GET', path)).body
  expect(timeline[0]).toMatchObject({ kind: 'action', values: { action: 'code.voided' } })

  // In a race of eight requests during the export, nobody gets an invalid code.
  const [file, ...answers] = await Promise.all([
    codesOf().then(async (answer) => answer.text()),
    ...Array.from({ length: 7 }, () =>
      service.request<{ code: string }>('POST', `${path}/replace-code`, {
        reason: 'Called',
        last3: '',
      }),
    ),
  ])
  const told = answers.flatMap(({ status, body }) => (status === 200 ? [body.code] : []))
  expect(told.length).toBeLessThan(2)
  const lines = file.trim().split('\r\n').length - 1
  expect(lines + told.length).toBe(2)
  for (const code of told) expect(await tries(code)).toMatchObject({ code_is_valid: true })
  const late = await service.request<{ code: string }>('POST', `${path}/replace-code`, {
    reason: 'Called again',
  })
  expect(await tries(late.body.code)).toMatchObject({ code_is_valid: true })
  const after = (await owner.request<Case>('GET', path)).body.timeline.map(
    ({ values }) => values.action,
  )
  expect(after.filter((action) => action === 'code.voided')).toHaveLength(1)
  expect(after.filter((action) => action === 'code.replaced')).toHaveLength(told.length + 1)
})
