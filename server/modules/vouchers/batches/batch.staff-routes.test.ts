import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { dayInMonths } from '#domain/vouchers/batch-validity.ts'
import { addDays, dayAt, endOfDay } from '#domain/time/zone-days.ts'
import { checkBooks } from '#tools/check/check.ts'
import { storedWhere } from '#server/testing/database/find-stored-text.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const said: string[] = []
let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop({
    log: { write: (line) => void said.push(line) },
  })
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

type Batch = StaffResponse<'batch'>
const today = () => dayAt(shop.clock.now().getTime(), 'Europe/Amsterdam')

async function make(more: Record<string, unknown> = {}): Promise<StaffResponse<'createBatch'>> {
  const response = await owner.ask('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 12,
    count: 3,
    valid_until: dayInMonths(today(), 30),
    ...more,
  })
  const body = await jsonOf<StaffResponse<'createBatch'>>(response)
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return body
}
const read = async (id: string) =>
  jsonOf<Batch>(await owner.ask('GET', `/backoffice/api/batches/${id}`))
const codesOf = (id: string, as = 'csv') =>
  owner.ask('GET', `/backoffice/api/batches/${id}/codes?as=${as}`)
const action = async (id: string, verb: string, more: Record<string, unknown> = {}) => {
  const { version } = await read(id)
  return owner.ask('POST', `/backoffice/api/batches/${id}/${verb}`, { version, ...more })
}
type CodeRow = { code: string; points: string; name: string; department: string; link: string }
const rowsOf = (text: string): CodeRow[] =>
  parse(text, { columns: true, bom: true, delimiter: [';', ','] })
const take = async (id: string) => rowsOf(await (await codesOf(id)).text())
const refusalOf = async (response: Response) => ({
  status: response.status,
  code: (await jsonOf<{ error: { code: string } }>(response)).error.code,
})
const opens = async (code: string) => {
  const answer = await shop.call('logIn', { encrypted_code: shop.shop.voucherKeys.wireHash(code) })
  return 'code_is_valid' in answer && answer.code_is_valid
}

/** Adds one more voucher to the batch. */
const erased = (id: string) =>
  owner.ask('POST', `/backoffice/api/batches/${id}/recipients`, {
    name: 'Vera',
    reason: 'Started late',
  })

it('makes one batch and keeps one note of what arrives twice under one Idempotency-Key (WIRE-11)', async () => {
  const key = { 'idempotency-key': 'a batch told twice' }
  const asked = { channel: '1014', points: 12, count: 2, valid_until: '2035-12-31' }
  const request = (input: object, guest = owner) =>
    guest.ask('POST', '/backoffice/api/batches', input, key)
  const answers = await Promise.all(Array.from({ length: 8 }, () => request(asked)))
  const made = await Promise.all(answers.map((one) => jsonOf<{ id?: string }>(one)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(made[0]?.id).toMatch(/^\d+$/)
  expect((await jsonOf<{ id: string }>(await request(asked))).id).toBe(made[0]?.id)
  const other = await request({ ...asked, points: 13 })
  expect([other.status, await jsonOf(other)]).toMatchObject([
    400,
    { error: { code: 'invalid-input', field: 'Idempotency-Key' } },
  ])
  for (const sent of ['', 'x'.repeat(256)]) {
    const empty = await owner.ask('POST', '/backoffice/api/batches', asked, {
      'idempotency-key': sent,
    })
    expect(empty.status).toBe(400)
  }
  // What another colleague calls the same is another.
  const second = await staffClient(shop)
  await second.signIn()
  expect((await jsonOf<{ id: string }>(await request(asked, second))).id).not.toBe(made[0]?.id)

  const holder = await shop.holder()
  const path = `/backoffice/api/vouchers/${holder.voucherId}/notes`
  const notes = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.ask('POST', path, { body: 'Wants the teapot' }, { 'idempotency-key': 'a note' }),
    ),
  )
  expect(notes.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const [kept] = await shop.sql`
    select count(*)::integer from voucher_note where voucher_id = ${holder.voucherId}`
  expect(kept).toEqual({ count: 1 })
})

it('makes vouchers with points and people, gives their codes once, and says where they stand', async () => {
  const made = await make({
    count: 4,
    note: 'Christmas',
    recipients: [
      { name: 'Łukasz Wójcik', department: 'Warehouse', language: 'de' },
      { name: 'Anna de Wit', department: 'Office', email: 'anna@example.com' },
      { name: '', department: '', email: 'ANNA@example.com' },
    ],
  })
  expect(made).toMatchObject({
    state: 'waiting',
    count: 3,
    with_code: 0,
    people: 2,
    granted: 36,
    left: 36,
    skipped: [{ email: 'ANNA@example.com' }],
    warnings: [],
    no_undo: null,
  })
  const rows = await take(made.id)
  expect(rows.map(({ name, department, points }) => [department, name, points])).toEqual([
    ['Office', 'Anna de Wit', '12'],
    ['Warehouse', 'Łukasz Wójcik', '12'],
    ['', '', '12'],
  ])
  for (const { code, link } of rows) {
    expect(link.endsWith(`/login#${code}`)).toBe(true)
    expect(await opens(code)).toBe(true)
  }
  expect(await refusalOf(await codesOf(made.id))).toEqual({ status: 409, code: 'codes-given' })
  await expect
    .poll(async () => (await read(made.id)).hand_overs)
    .toMatchObject([{ form: 'csv', state: 'whole', vouchers: 3 }])
  expect(await read(made.id)).toMatchObject({ state: 'not-handed-over', claimed: 3 })
  expect((await action(made.id, 'code-export')).status).toBe(200)
  expect(await read(made.id)).toMatchObject({
    state: 'handed-over',
    exported_by: { id: String(owner.staffId) },
  })
  const list = await jsonOf<StaffResponse<'batches'>>(
    await owner.ask('GET', '/backoffice/api/batches?state=handed-over&search=christ'),
  )
  expect(list.items).toMatchObject([{ id: made.id, claimed: 3, left: 36 }])
  const actions = await shop.sql<{ action: string }[]>`
    select action from audit where subject_kind = 'batch' and subject_id = ${made.id} order by id`
  expect(actions.map(({ action }) => action)).toEqual([
    'batch.made',
    'batch.codes-begun',
    'batch.codes-given',
    'batch.handed-over',
  ])
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('leaves no code in any table, file of the database, log or other answer (DESK-25)', async () => {
  const began = Date.now()
  const before = said.length
  const made = await make({ count: 5, recipients: [{ name: 'Bo', email: 'bo@example.com' }] })
  const codes = (await take(made.id)).map(({ code }) => code)
  expect(await opens(codes[0] ?? '')).toBe(true)
  const secrets = codes.flatMap((code) => [code, shop.shop.voucherKeys.wireHash(code)])

  const answers = [
    ...(await Promise.all(
      ['', `/${made.id}`, `/${made.id}/recipients`].map((where) =>
        owner.ask('GET', `/backoffice/api/batches${where}`),
      ),
    )),
    await owner.ask('GET', '/backoffice/api/audit?limit=200'),
    await codesOf(made.id),
  ]
  const answered = await Promise.all(answers.map((answer) => answer.text()))

  const tables = await shop.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public'`
  const kept: string[] = []
  for (const { name } of tables) {
    const rows = await shop.sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`)
    kept.push(...rows.map(({ row }) => row))
  }
  const text = [...answered, ...kept, ...said.slice(before)].join('\n')
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  // Their last three are there, so this is where a code would be.
  expect(text).toContain(codes[0]?.slice(-3))

  await shop.sql`checkpoint`
  expect(await foundInFiles(secrets, began)).toEqual([])
  // The search itself works: it finds the stored lookup.
  const [voucher] = await shop.sql<{ lookup: Buffer }[]>`
    select lookup from voucher where batch_id = ${made.id} limit 1`
  expect(await foundInFiles([voucher?.lookup ?? 'none'], began)).toHaveLength(1)
})

it('keeps no code under an Idempotency-Key, for a webhook, in an export or a backup, whatever became of it (DESK-25)', async () => {
  const began = Date.now()
  const before = said.length
  const request = async <Answer>(method: string, where: string, input: object) => {
    const answer = await owner.ask(method, `/backoffice/api${where}`, input, {
      'idempotency-key': randomUUID(),
    })
    const body = await jsonOf<Answer>(answer)
    expect({ where, status: answer.status, body }).toMatchObject({ status: 200 })
    return body
  }
  await request('POST', '/webhooks', {
    name: 'Everything',
    url: 'https://elsewhere.invalid/heard',
    kinds: [
      'voucher.made',
      'voucher.code_replaced',
      'voucher.blocked',
      'voucher.manual_points_grant',
    ],
    channels: [],
  })
  const recipients = [{ name: 'Bo', email: 'bo@kept.example' }]
  const { id } = await request<StaffResponse<'createBatch'>>('POST', '/batches', {
    channel: '1014',
    points: 12,
    count: 3,
    recipients,
  })
  const first = await take(id)
  const nobody = await owner.ask('POST', `/backoffice/api/batches/${id}/recipients`, {
    name: ' ',
    email: '',
    reason: 'Started late',
  })
  expect(await jsonOf(nobody)).toMatchObject({ error: { code: 'invalid-input', field: 'name' } })
  const added = await request<StaffResponse<'addRecipient'>>('POST', `/batches/${id}/recipients`, {
    name: 'Vera',
    reason: 'Started late',
  })
  const letters = await codesOf(id, 'zip')
  expect((await letters.arrayBuffer()).byteLength).toBeGreaterThan(100)
  const { code } = await request<{ code: string }>(
    'POST',
    `/vouchers/${added.voucher}/replace-code`,
    {
      reason: 'Lost',
    },
  )
  await request('POST', `/vouchers/${added.voucher}/notes`, { body: 'Has a new code' })
  await request('POST', `/batches/${id}/replace-codes`, {
    version: (await read(id)).version,
    reason: 'Printed twice',
  })
  const second = await take(id)
  const codes = [...first, ...second].map((row) => row.code).concat(code)
  expect(new Set(codes).size).toBe(3 + 4 + 1)
  await request('POST', '/audit/exports', {})
  await request('POST', `/vouchers/${added.voucher}/personal-data/export`, {
    reason: 'Asked',
    as: 'json',
  })
  await shop.shop.jobs.drain()

  const secrets = codes.flatMap((one) => [one, shop.shop.voucherKeys.wireHash(one)])
  expect(await storedWhere(shop, secrets, began)).toEqual([])
  const spoken = said.slice(before).join('\n')
  expect(secrets.filter((secret) => spoken.includes(secret))).toEqual([])
  // The search covers all places: it finds the texts stored with the codes.
  const [webhook] = await shop.sql`select from webhook_event limit 1`
  expect(webhook).toBeDefined()
  const places = (await storedWhere(shop, ['Printed twice', 'Started late'], began)).join('\n')
  for (const place of ['public.audit', 'public.background_job_part', 'the backup', 'a file'])
    expect(places).toContain(place)
  const remembered = await storedWhere(shop, [`"voucher":"${added.voucher}"`], began)
  expect(remembered.join()).toContain('public.staff_idempotency_key')
})

/** In the files of this database, and in the log of writes since then. */
async function foundInFiles(wanted: (string | Buffer)[], since: number) {
  const [at] = await shop.sql<{ folder: string; oid: number }[]>`
    select current_setting('data_directory') as folder, oid::integer from pg_database
    where datname = current_database()`
  const folders = [
    path.join(at?.folder ?? '', 'base', String(at?.oid)),
    path.join(at?.folder ?? '', 'pg_wal'),
  ]
  const found = new Set<string | Buffer>()
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name)
      const about = await stat(file)
      if (!about.isFile() || about.mtimeMs < since) continue
      const bytes = await readFile(file)
      for (const one of wanted) if (bytes.includes(one)) found.add(one)
    }
  }
  return [...found]
}

it('makes the codes of a download that broke off void, and gives others afterwards (DESK-26)', async () => {
  const { id } = await make({ count: 1500 })
  await shop.shop.jobs.drain()
  const stop = new AbortController()
  const response = await fetch(`${shop.url}/backoffice/api/batches/${id}/codes?as=csv`, {
    headers: { cookie: owner.cookie() },
    signal: stop.signal,
  })
  const reader = response.body?.getReader()
  let first = ''
  while (first.split('\r\n').length < 3)
    first += new TextDecoder().decode((await reader?.read())?.value, { stream: true })
  // Progress is visible during the export.
  const [going] = (await read(id)).hand_overs
  expect(going?.made).toBeGreaterThanOrEqual(100)
  stop.abort()
  await expect.poll(async () => (await read(id)).hand_overs[0]?.ended_at).not.toBeNull()

  const code = rowsOf(first.slice(0, first.lastIndexOf('\r\n')))[0]?.code ?? ''
  const broken = await read(id)
  // A partial export: codes already valid may be with a client that has only some of them.
  if (broken.state === 'not-handed-over') {
    expect(broken.hand_overs[0]?.state).toBe('given')
    expect((await action(id, 'replace-codes', { reason: 'The line broke' })).status).toBe(200)
  } else expect(broken).toMatchObject({ state: 'waiting', hand_overs: [{ state: 'broken' }] })
  expect(code).toMatch(/^[a-z0-9]{9}$/)
  expect(await opens(code)).toBe(false)
  expect((await read(id)).state).toBe('waiting')

  const rows = await take(id)
  expect(rows).toHaveLength(1500)
  expect(await opens(rows.at(-1)?.code ?? '')).toBe(true)
  const [left] = await shop.sql<{ next: number }[]>`
    select count(*)::integer as next from pending_voucher_code`
  expect(left).toEqual({ next: 0 })
})

it('gives the codes to one of eight who take them at once, and replaces them for one of eight (DESK-26)', async () => {
  const { id } = await make({ count: 40 })
  const answers = await Promise.all(Array.from({ length: 8 }, () => codesOf(id)))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const rows = rowsOf(texts[answers.findIndex(({ status }) => status === 200)] ?? '')
  const { version } = await read(id)
  const replacing = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2 === 0
        ? owner.ask('POST', `/backoffice/api/batches/${id}/replace-codes`, {
            version,
            reason: 'Lost',
          })
        : codesOf(id),
    ),
  )
  const downloads = await Promise.all(
    replacing.map(async (answer, at) =>
      at % 2 === 1 && answer.ok ? rowsOf(await answer.text()) : [],
    ),
  )
  expect(replacing.filter(({ ok }, at) => at % 2 === 0 && ok)).toHaveLength(1)
  expect(await opens(rows[0]?.code ?? '')).toBe(false)
  const later = downloads.find((rows) => rows.length > 0) ?? (await take(id))
  expect(later).toHaveLength(40)
  const again = await shop.logIn(later[0]?.code ?? '')
  expect(await opens(later[39]?.code ?? '')).toBe(true)
  expect(again.logIn.shopping_cart_guid).toBeTruthy()

  // A code has been used, so the codes count as issued, whatever the state of the export: another owner has to
  // approve.
  const asked = await jsonOf<Batch>(await action(id, 'replace-codes', { reason: 'Lost again' }))
  expect(asked).toMatchObject({ state: 'not-handed-over', with_code: 40 })
  expect(await opens(later[1]?.code ?? '')).toBe(true)
  const second = await staffClient(shop)
  await second.signIn()
  const yes = `/backoffice/api/approvals/${asked.asked?.approval}/approve`
  expect((await second.ask('POST', yes, { note: '' })).status).toBe(200)
  // Sessions opened with an old code have ended.
  await shop.shop.changeEvents.poll()
  expect(await again.call('readCart', {})).toMatchObject({ refused: expect.anything() })
  expect(await opens(later[0]?.code ?? '')).toBe(false)
  // A new export does not count as issued until a code is used.
  await take(id)
  expect((await action(id, 'replace-codes', { reason: 'Printed twice' })).ok).toBe(true)
  expect((await read(id)).with_code).toBe(0)
})

it('takes a batch back while nobody has come in, within seven days, and says when it cannot (DESK-9)', async () => {
  const { id } = await make({ count: 3 })
  const [first] = await take(id)
  expect((await action(id, 'undo', { reason: 'Twice' })).status).toBe(200)
  expect(await read(id)).toMatchObject({
    state: 'undone',
    left: 0,
    no_undo: 'undone',
    undo_until: null,
  })
  expect(await opens(first?.code ?? '')).toBe(false)
  expect(await refusalOf(await action(id, 'undo', { reason: 'x' }))).toEqual({
    status: 409,
    code: 'batch-undone',
  })
  expect(await refusalOf(await codesOf(id))).toEqual({ status: 409, code: 'batch-undone' })
  expect(await refusalOf(await erased(id))).toEqual({ status: 409, code: 'batch-undone' })
  const over = await make()
  await shop.sql`update voucher_batch set valid_until = ${shop.clock.now()} where id = ${over.id}`
  expect(await refusalOf(await erased(over.id))).toEqual({ status: 409, code: 'batch-over' })

  const used = await make()
  const [code] = await take(used.id)
  await shop.logIn(code?.code ?? '')
  expect(await refusalOf(await action(used.id, 'undo', { reason: 'x' }))).toEqual({
    status: 409,
    code: 'already-activated',
  })
  expect((await checkBooks(shop.sql)).findings).toEqual([])

  const old = await make()
  await shop.sql`update voucher_batch set created_at = created_at - interval '8 days' where id = ${old.id}`
  expect(await refusalOf(await action(old.id, 'undo', { reason: 'x' }))).toEqual({
    status: 409,
    code: 'too-late',
  })
})

it('allows either the undo of a batch or a login, never both, when eight requests arrive at once', async () => {
  const { id } = await make({ count: 7 })
  const rows = await take(id)
  const { version } = await read(id)
  const [undone, ...inside] = await Promise.all([
    owner.ask('POST', `/backoffice/api/batches/${id}/undo`, { version, reason: 'x' }),
    ...rows.map(({ code }) => opens(code)),
  ])
  const { left } = await read(id)
  // A login at that very moment finds an empty voucher, or the undo was refused.
  if (undone?.ok) expect(left).toBe(0)
  else
    expect({ left, inside: inside.filter(Boolean).length > 0 }).toEqual({ left: 84, inside: true })
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('adds a forgotten colleague with the same end, once, within the budget and with a reason (DESK-28)', async () => {
  const [campaign] = await shop.sql<{ id: string }[]>`
    with employer as (
      insert into employer (name, added_at) values ('Kwartelhof', now()) returning id)
    insert into campaign (employer_id, channel_id, name, budget_points, added_at)
    select id, '1014', 'Christmas', 40, now() from employer returning id::text`
  const until = dayInMonths(today(), 26)
  const made = await make({
    campaign: campaign?.id,
    count: 2,
    valid_until: until,
    recipients: [{ name: 'Anna', email: 'anna@example.com' }],
  })
  const rows = await take(made.id)
  const add = (more: Record<string, unknown>) =>
    owner.ask('POST', `/backoffice/api/batches/${made.id}/recipients`, {
      name: 'Bo',
      reason: 'Erased',
      ...more,
    })

  expect((await add({ reason: ' ' })).status).toBe(400)
  expect(await refusalOf(await add({ email: 'Anna@Example.com' }))).toEqual({
    status: 409,
    code: 'has-one-already',
  })
  // Room for one of eight who are added at once.
  const added = await Promise.all(
    Array.from({ length: 8 }, (_, at) => add({ email: `bo-${at}@example.com` })),
  )
  expect(added.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await refusalOf(added.find(({ ok }) => !ok) ?? added[0] ?? new Response())).toEqual({
    status: 409,
    code: 'over-budget',
  })
  const more = await take(made.id)
  expect(more).toMatchObject([{ name: 'Bo', points: '12' }])
  expect(await opens(rows[0]?.code ?? '')).toBe(true)
  const [ends] = await shop.sql<{ ends: Date[] }[]>`
    select array_agg(distinct valid_until) as ends from voucher where batch_id = ${made.id}`
  expect(ends?.ends).toEqual([new Date(endOfDay(until, 'Europe/Amsterdam'))])
})

it('recognizes recipients by email, or by name and department, ignoring case, and leaves out those who no longer have a voucher (DESK-24)', async () => {
  const [campaign] = await shop.sql<{ id: string }[]>`
    with employer as (
      insert into employer (name, added_at) values ('Uilenhof', now()) returning id)
    insert into campaign (employer_id, channel_id, name, added_at)
    select id, '1014', 'Summer', now() from employer returning id::text`
  const people = (change: (text: string) => string) => [
    { name: change('Anna'), email: change('Anna@Uilenhof.Example') },
    { name: change('Bo Jansen'), department: change('Sales') },
  ]
  const give = (change: (text: string) => string) =>
    make({
      campaign: campaign?.id,
      count: 3,
      recipients: [...people(change), { name: 'Nobody else' + String(shop.clock.now().getTime()) }],
    })
  const lower = (text: string) => text.toLowerCase()
  const upper = (text: string) => text.toUpperCase()
  const first = await give((text) => text)
  expect(first).toMatchObject({ people: 3, skipped: [] })
  shop.clock.advance(1)
  expect((await give(lower)).skipped).toHaveLength(2)
  shop.clock.advance(1)
  expect((await give(upper)).skipped).toHaveLength(2)

  // Who will get nothing by mail any more is given another one.
  await shop.sql`
    update recipient set mail_state = 'revoked' where batch_id = ${first.id} and email <> ''`
  shop.clock.advance(1)
  const second = await give(upper)
  expect(second.skipped).toMatchObject([{ name: 'BO JANSEN' }])
  shop.clock.advance(1)
  expect((await give(lower)).skipped).toHaveLength(2)
  // Recipients of an undone batch count as without a voucher, too.
  for (const { id } of [first, second])
    expect((await action(id, 'undo', { reason: 'Twice' })).status).toBe(200)
  shop.clock.advance(1)
  expect((await give(upper)).skipped).toEqual([])
})

async function campaignsOf(...names: string[]) {
  const rows = await shop.sql<{ id: string; employer: string }[]>`
    with employer as (
      insert into employer (name, added_at) values (${names.join(' and ')}, now()) returning id)
    insert into campaign (employer_id, channel_id, name, added_at)
    select id, '1014', name, now() from employer, unnest(${names}::text[]) name
    returning id::text, employer_id::text as employer`
  return rows.map(({ id, employer }) => ({ id, employer }))
}

it('lists the batches of one campaign, of one employer, or of both, and exports the same (SAFE-16, B2)', async () => {
  const [spring, autumn] = await campaignsOf('Spring', 'Autumn')
  const [other] = await campaignsOf('Winter')
  const inSpring = [
    (await make({ campaign: spring?.id })).id,
    (await make({ campaign: spring?.id })).id,
  ]
  const inAutumn = (await make({ campaign: autumn?.id })).id
  await make({ campaign: other?.id })
  await make()
  const listed = async (query: string) => {
    const response = await owner.ask('GET', `/backoffice/api/batches?${query}`)
    return (await jsonOf<StaffResponse<'batches'>>(response)).items.map(({ id }) => id).toSorted()
  }
  const employer = spring?.employer ?? ''
  expect(await listed(`campaign=${spring?.id}`)).toEqual(inSpring.toSorted())
  expect(await listed(`employer=${employer}`)).toEqual([...inSpring, inAutumn].toSorted())
  expect(await listed(`employer=${employer}&campaign=${autumn?.id}`)).toEqual([inAutumn])
  expect(await listed(`employer=${employer}&campaign=${other?.id}`)).toEqual([])
  const csv = await owner.ask('GET', `/backoffice/api/batches?campaign=${spring?.id}&as=csv`)
  expect((await csv.text()).trim().split('\n')).toHaveLength(1 + 2)
})

it('lists the batches with points left that end within 60 days, the next one first (PRODUCT section 1)', async () => {
  const campaigns = await campaignsOf('Ends')
  const until = (days: number) => ({
    campaign: campaigns[0]?.id,
    valid_until: addDays(today(), days),
    short_reason: 'Short',
  })
  const later = (await make(until(55))).id
  const soon = (await make(until(20))).id
  const withdrawn = (await make(until(30))).id
  await make(until(65))
  await make({ campaign: campaigns[0]?.id, valid_until: null })
  expect((await action(withdrawn, 'undo', { reason: 'Wrong' })).status).toBe(200)
  const listed = await owner.ask(
    'GET',
    `/backoffice/api/batches?expiring=yes&sort=valid_until&campaign=${campaigns[0]?.id}`,
  )
  const { items } = await jsonOf<StaffResponse<'batches'>>(listed)
  expect(items.map(({ id }) => id)).toEqual([soon, later])
})

it('spells a department as it was first spelt in the campaign, however it is typed later (SAFE-16, C7)', async () => {
  const [campaign] = await campaignsOf('Spellings')
  const { id } = await make({
    campaign: campaign?.id,
    recipients: [
      { name: 'Anna', department: 'Magazijn' },
      { name: 'Bo', department: 'magazijn ' },
      { name: 'Cas', department: 'MAGAZIJN' },
    ],
  })
  const later = await make({
    campaign: campaign?.id,
    count: 1,
    recipients: [{ name: 'Dees', department: 'magazijn' }],
  })
  const colleague = { name: 'Evi', department: 'MAGAZIJN', reason: 'Erased' }
  const added = await owner.ask('POST', `/backoffice/api/batches/${later.id}/recipients`, colleague)
  expect(added.status).toBe(200)
  const [evi] = await shop.sql<{ id: string }[]>`
    select id::text from recipient where batch_id = ${later.id} and name = 'Evi'`
  const rest = { language: '', words: '' }
  const corrected = await owner.ask(
    'PUT',
    `/backoffice/api/batches/${later.id}/recipients/${evi?.id}`,
    {
      ...rest,
      name: 'Eva',
      department: ' magazijn',
      was: { ...rest, name: 'Evi', department: 'Magazijn' },
    },
  )
  expect(corrected.status).toBe(200)
  const spelt = await shop.sql<{ department: string }[]>`
    select department from recipient where batch_id in (${id}, ${later.id})`
  expect(spelt.map(({ department }) => department)).toEqual(Array(5).fill('Magazijn'))
})

it('gives two people on one mail address a voucher each where the second is kept by name (SAFE-16, obstacle 6)', async () => {
  const email = 'family@example.com'
  const anna = { name: 'Anna', email }
  const skipped = await make({ count: 2, recipients: [anna, { name: 'Bo', email }] })
  expect(skipped).toMatchObject({ people: 1, skipped: [{ name: 'Bo' }] })
  const kept = await make({
    recipients: [anna, { name: 'Bo', email, keep: true }, { name: 'Cas', email }],
  })
  expect(kept).toMatchObject({ people: 2, skipped: [{ name: 'Cas' }] })
  expect((await take(kept.id)).map(({ name }) => name)).toEqual(['Anna', 'Bo'])
})

it.each([
  [{ channel: '2' }, 409, 'unknown-channel'],
  [{ channel: '999' }, 409, 'unknown-channel'],
  [{ valid_until: '2020-01-01' }, 409, 'ends-too-soon'],
  [{ valid_until: '9999-12-31' }, 409, 'ends-too-late'],
  [
    { valid_until: addDays(dayAt(Date.now(), 'Europe/Amsterdam'), 300), short_reason: ' ' },
    409,
    'needs-reason',
  ],
  [{ points: 1001 }, 400, 'invalid-input'],
  [{ valid_until: '2030-02-30' }, 400, 'invalid-input'],
  [{ count: 0 }, 400, 'invalid-input'],
  [{ points: -1 }, 400, 'invalid-input'],
  [{ count: 1, recipients: [{ name: 'a' }, { name: 'b' }] }, 400, 'invalid-input'],
  [{ campaign: '999' }, 409, 'unknown-campaign'],
])('refuses %o', async (more, status, code) => {
  const response = await owner.ask('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 5,
    count: 2,
    ...more,
  })
  expect(await refusalOf(response)).toEqual({ status, code })
})

it('warns of what ends within 24 months', async () => {
  expect(
    (await make({ valid_until: addDays(today(), 300), short_reason: 'A gift of the season' }))
      .warnings,
  ).toEqual(['short-validity'])
})

it('shows batches of your own channels only, and masks people for staff without the permission (DESK-3)', async () => {
  const { id } = await make({ recipients: [{ name: 'Anna de Wit', email: 'anna@example.com' }] })
  const reader = await staffClient(shop, 'reader')
  await reader.signIn()
  const people = await jsonOf<StaffResponse<'batchRecipients'>>(
    await reader.ask('GET', `/backoffice/api/batches/${id}/recipients`),
  )
  expect(people.items).toMatchObject([{ name: 'A•••••', email: 'a•••••@••••.com' }])
  // Names leak neither in the masked row, nor in the next page's cursor, nor by trying names.
  await owner.ask('POST', `/backoffice/api/batches/${id}/recipients`, {
    name: 'Annelies',
    reason: 'Erased',
  })
  for (const sort of ['name', '-name', 'department']) {
    const response = await reader.ask(
      'GET',
      `/backoffice/api/batches/${id}/recipients?sort=${sort}&limit=1`,
    )
    const page = await jsonOf<StaffResponse<'batchRecipients'>>(response)
    expect(page.next).not.toBeNull()
    const place = Buffer.from(page.next ?? '', 'base64url').toString()
    expect(`${JSON.stringify(page)} ${place}`).not.toMatch(/list_|anna|annelies/i)
    const beyond = await jsonOf<StaffResponse<'batchRecipients'>>(
      await reader.ask(
        'GET',
        `/backoffice/api/batches/${id}/recipients?sort=${sort}&limit=1&cursor=${page.next}`,
      ),
    )
    expect(beyond.items.map(({ id }) => id)).not.toEqual(page.items.map(({ id }) => id))
    expect(beyond.items).toHaveLength(1)
  }
  for (const search of ['anna', 'anna@example', 'Wit']) {
    const found = async (guest: StaffClient) =>
      (
        await jsonOf<StaffResponse<'batchRecipients'>>(
          await guest.ask('GET', `/backoffice/api/batches/${id}/recipients?search=${search}`),
        )
      ).total.count
    expect({ search, reader: await found(reader), owner: await found(owner) }).toEqual({
      search,
      reader: 0,
      owner: 1,
    })
  }
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  await elsewhere.signIn()
  expect((await elsewhere.ask('GET', `/backoffice/api/batches/${id}`)).status).toBe(404)
  expect(
    (
      await jsonOf<Batch & { items: [] }>(
        await elsewhere.ask('GET', '/backoffice/api/batches?state=waiting'),
      )
    ).items,
  ).toEqual([])
})

it('takes the sender’s image after it is made, and puts a change back but for what was written over it since (DESK-26, DESK-11)', async () => {
  const made = await make({
    note: 'Before',
    sender_name: 'The board',
    sender_message: 'Thank you.',
  })
  const end = made.valid_until ?? ''
  const [picture] = await shop.sql<{ hash: string; media_type: string }[]>`
    select hash, media_type from picture where media_type = 'image/webp' order by hash limit 1`
  const change = async (more: Record<string, unknown>) => {
    // Omitted fields stay unchanged.
    const { version } = await read(made.id)
    const response = await owner.ask('PUT', `/backoffice/api/batches/${made.id}`, {
      version,
      ...more,
    })
    expect(response.status).toBe(200)
    return jsonOf<Batch>(response)
  }
  const later = addDays(end, 30)
  const first = await change({
    note: 'After',
    sender_message: 'Thanks!',
    sender_image: picture?.hash,
    valid_until: later,
  })
  expect(first).toMatchObject({
    sender_file: `${picture?.hash}.webp`,
    last_change: {
      by: { id: String(owner.staffId) },
      fields: ['note', 'sender_image', 'sender_message', 'valid_until'],
    },
  })
  const second = await change({ sender_message: 'Warm thanks.' })
  expect(second.last_change?.fields).toEqual(['sender_message'])
  expect(second).toMatchObject({ note: 'After', sender_name: 'The board', valid_until: later })

  const undo = (id = first.last_change?.id) => action(made.id, 'undo-change', { change: id })
  const tries = await Promise.all(
    Array.from({ length: 8 }, async () =>
      owner.ask('POST', `/backoffice/api/batches/${made.id}/undo-change`, {
        version: second.version,
        change: first.last_change?.id,
      }),
    ),
  )
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const back = await read(made.id)
  expect(back).toMatchObject({
    note: 'Before',
    sender_message: 'Warm thanks.',
    sender_image: null,
    valid_until: end,
  })
  const won = tries.find(({ status }) => status === 200)
  expect((await jsonOf<{ left: string[] }>(won as Response)).left).toEqual(['sender_message'])
  const [ends] = await shop.sql`
    select count(distinct valid_until)::integer as ends from voucher
    where batch_id = ${made.id} and valid_until = ${new Date(endOfDay(end, 'Europe/Amsterdam'))}`
  expect(ends?.['ends']).toBe(1)
  expect(await refusalOf(await undo())).toEqual({ status: 409, code: 'nothing-to-undo' })
  expect((await undo(second.last_change?.id)).status).toBe(200)
  expect(await read(made.id)).toMatchObject({ sender_message: 'Thanks!', last_change: null })
  const lines = await shop.sql`
    select from audit where action = 'batch.change-undone' and subject_id = ${made.id}`
  expect(lines.count).toBe(2)

  const old = await change({ note: 'Long ago' })
  shop.clock.advance(8 * 24 * 3_600_000)
  await owner.signIn()
  expect((await read(made.id)).last_change).toBeNull()
  expect(await refusalOf(await undo(old.last_change?.id))).toEqual({
    status: 409,
    code: 'too-late',
  })
})

it('keeps what a recipient saw when unwrapping a gift, and shows later recipients the changes since (DESK-26)', async () => {
  const [one, other] = await shop.sql<{ hash: string }[]>`
    select hash from picture where media_type = 'image/webp' limit 2`
  const { id } = await make({
    count: 2,
    sender_name: 'The board',
    sender_message: 'Thank you.',
    sender_image: one?.hash,
    sender_alt: 'All of us',
  })
  const [early, late] = await take(id)
  const first = await shop.logIn(early?.code ?? '')
  const seen = async (holder: typeof first) => {
    const answer = await holder.call('giver', {})
    return 'response' in answer ? answer.response : answer
  }
  const before = await seen(first)
  expect(before).toMatchObject({ words: 'Thank you.', picture: `${one?.hash}.webp` })
  // The point that must not be cut off travels along.
  const pointAt = (x: number | null, y: number | null) => shop.sql`
    update picture set focal_x = ${x}, focal_y = ${y} where hash = ${one?.hash ?? ''}`
  await pointAt(20, 70)
  expect(await seen(first)).toMatchObject({ picture: `${one?.hash}.f20x70.webp` })
  await pointAt(null, null)
  const change = async (fields: object) => {
    shop.clock.advance(60_000)
    const { version } = await read(id)
    const answer = await owner.ask('PUT', `/backoffice/api/batches/${id}`, { version, ...fields })
    expect(answer.status).toBe(200)
  }
  await change({
    sender_message: 'Warm thanks.',
    sender_image: other?.hash,
    sender_alt: 'The board',
  })
  expect(await seen(first)).toEqual(before)
  shop.clock.advance(60_000)
  const second = await shop.logIn(late?.code ?? '')
  const between = await seen(second)
  expect(between).toMatchObject({ words: 'Warm thanks.', picture: `${other?.hash}.webp` })
  await change({ sender_message: '', sender_image: null })
  expect(await seen(first)).toEqual(before)
  expect(await seen(second)).toEqual(between)
  // Recipients never see the note.
  await change({ note: 'Seen by two' })
  // No one has activated since, so no one has seen the last text.
  await change({ sender_message: 'For the drawer' })
  await change({ sender_message: 'See you in spring', sender_name: 'Board of the bank' })
  const kept = async () => {
    const [row] = await shop.sql`
      select sender_name, array(select words from sender_backup where batch_id = ${id} order by until) as before
      from voucher_batch where id = ${id}`
    return row
  }
  expect(await kept()).toEqual({
    sender_name: 'Board of the bank',
    before: ['Thank you.', 'Warm thanks.'],
  })

  // Each old text exists only for its readers: erasing the last of them deletes it, and erasing the very last
  // recipient deletes the current one.
  const another = await staffClient(shop)
  await another.signIn()
  const erase = async ({ voucherId }: typeof first) => {
    const asked = await jsonOf<{ approval: string }>(
      await owner.ask('POST', `/backoffice/api/vouchers/${voucherId}/personal-data/erase`, {
        reason: 'On request',
      }),
    )
    const yes = await another.ask('POST', `/backoffice/api/approvals/${asked.approval}/approve`, {})
    expect(yes.status).toBe(200)
    await shop.shop.jobs.drain()
  }
  await erase(first)
  expect(await kept()).toEqual({ sender_name: 'Board of the bank', before: ['Warm thanks.'] })
  expect(await seen(second)).toEqual(between)
  await erase(second)
  expect(await kept()).toEqual({ sender_name: '', before: [] })
})

it('offers a holder’s case the gift mail again, for service as well, and never a whole address (DESK-27)', async () => {
  const made = await make({
    count: 1,
    recipients: [{ name: 'Anna de Wit', email: 'anna.again@example.com' }],
  })
  const [voucher] = await shop.sql<{ id: number; person: number }[]>`
    select voucher_id as id, id as person from recipient where batch_id = ${made.id}`
  const service = await staffClient(shop, 'service')
  await service.signIn()
  const shown = await jsonOf<StaffResponse<'voucherPage'>>(
    await service.ask('GET', `/backoffice/api/vouchers/${voucher?.id}`),
  )
  expect(shown.mailed_to?.person).toBe(String(voucher?.person))
  expect(shown.mailed_to?.email).not.toContain('anna.again')
  const again = await service.ask(
    'POST',
    `/backoffice/api/batches/${made.id}/recipients/${voucher?.person}/mail`,
    { reason: 'Never arrived' },
  )
  expect(await jsonOf(again)).toMatchObject({ mail_state: 'waiting' })
})

it('releases no code of a very large batch before it is approved, also after a rejection and with eight approvals at once (DESK-29)', async () => {
  const made = await make({
    points: 1000,
    count: 101,
    recipients: [{ name: 'Anna', email: 'anna@example.com' }],
  })
  expect(made.asked).toMatchObject({ kind: 'batch.give', by: { id: String(owner.staffId) } })
  const waits = { status: 409, code: 'waits-for-second' }
  expect(await refusalOf(await codesOf(made.id))).toEqual(waits)
  expect(await refusalOf(await action(made.id, 'mails'))).toEqual(waits)
  expect(await refusalOf(await erased(made.id))).toEqual(waits)
  const yes = (guest: StaffClient) =>
    guest.ask('POST', `/backoffice/api/approvals/${made.asked?.approval}/approve`, { note: '' })
  expect((await yes(owner)).status).toBe(403)
  const second = await staffClient(shop)
  await second.signIn()
  const service = await staffClient(shop, 'service')
  await service.signIn()
  // Staff cannot open the shop in their place either.
  const [voucher] = await shop.sql<{ id: string }[]>`
    select id::text from voucher where batch_id = ${made.id} limit 1`
  const act = () =>
    second.ask('POST', `/backoffice/api/vouchers/${voucher?.id}/act`, {
      reason: 'On the telephone',
    })
  expect(await refusalOf(await act())).toEqual(waits)
  const holder = await second.ask('GET', `/backoffice/api/vouchers/${voucher?.id}`)
  expect(await jsonOf(holder)).toMatchObject({ state: 'open', waits: 'waits-for-second' })
  // A rejection needs a reason, and the request can be repeated once.
  const no = `/backoffice/api/approvals/${made.asked?.approval}/reject`
  expect((await second.ask('POST', no, { note: 'Not so many' })).status).toBe(200)
  const refused = await read(made.id)
  expect(refused).toMatchObject({
    asked: null,
    asked_before: { outcome: 'refused', note: 'Not so many', by: { id: String(second.staffId) } },
  })
  const again = await Promise.all(
    Array.from({ length: 8 }, () =>
      action(made.id, 'approval-request', { reason: 'The board agreed' }),
    ),
  )
  expect(again.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  made.asked = (await read(made.id)).asked
  expect(await refusalOf(await codesOf(made.id))).toEqual(waits)
  expect((await yes(owner)).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 8 }, () => yes(second)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await read(made.id)).toMatchObject({ held_at: null, asked: null, asked_before: null })
  expect((await act()).status).toBe(200)
  expect(await refusalOf(await action(made.id, 'approval-request', { reason: 'x' }))).toEqual({
    status: 409,
    code: 'no-longer-possible',
  })
  expect(await take(made.id)).toHaveLength(101)
  // As many as one person gives alone are given at once.
  expect((await make({ points: 1000, count: 100 })).held_at).toBeNull()

  // Undoing the batch closes its request with the reason, and that of points for one of its vouchers, too.
  const twice = await make({ points: 1000, count: 101 })
  const [given] = await shop.sql<{ id: string }[]>`
    select id::text from voucher where batch_id = ${twice.id} order by id limit 1`
  const more = await service.ask('POST', `/backoffice/api/vouchers/${given?.id}/points`, {
    points: 50,
    reason: 'Cups arrived broken',
    key: randomUUID(),
    granted: 1000,
  })
  const questions = [
    twice.asked?.approval,
    (await jsonOf<{ approval: string }>(more)).approval,
  ].map(String)
  expect((await action(twice.id, 'undo', { reason: 'Made twice' })).status).toBe(200)
  const closed = await second.ask('GET', `/backoffice/api/approvals?ids=${questions.join(',')}`)
  expect((await jsonOf<StaffResponse<'approvals'>>(closed)).items).toMatchObject(
    questions.map(() => ({
      outcome: 'lapsed',
      decided_by: null,
      note: 'Made twice',
      may_decide: false,
    })),
  )
  for (const id of questions) {
    const late = await second.ask('POST', `/backoffice/api/approvals/${id}/approve`, { note: '' })
    expect(await refusalOf(late)).toEqual({ status: 409, code: 'is-decided' })
  }
})
