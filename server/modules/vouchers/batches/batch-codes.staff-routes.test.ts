import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { StaffResponse } from '#contract/client.staff.ts'
import { findStoredText } from '#server/testing/database/find-stored-text.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  logLines,
  shop,
  owner,
  type Batch,
  createBatch,
  readBatch,
  codesOf,
  batchAction,
  rowsOf,
  downloadCodes,
  refusalOf,
  canLogIn,
  addVera,
  startBatchShop,
} from '#server/testing/samples/batch-shop.ts'

startBatchShop()

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

it('stores no code in any table, database file, log or other response (DESK-25)', async () => {
  const began = Date.now()
  const before = logLines.length
  const made = await createBatch({
    count: 5,
    recipients: [{ name: 'Bo', email: 'bo@example.com' }],
  })
  const codes = (await downloadCodes(made.id)).map(({ code }) => code)
  expect(await canLogIn(codes[0] ?? '')).toBe(true)
  const secrets = codes.flatMap((code) => [code, shop.shop.voucherKeys.wireHash(code)])

  const answers = [
    ...(await Promise.all(
      ['', `/${made.id}`, `/${made.id}/recipients`].map((where) =>
        owner.request('GET', `/backoffice/api/batches${where}`),
      ),
    )),
    await owner.request('GET', '/backoffice/api/audit?limit=200'),
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
  const text = [...answered, ...kept, ...logLines.slice(before)].join('\n')
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  // It contains their last three characters, so it would contain a stored code, too.
  expect(text).toContain(codes[0]?.slice(-3))

  await shop.sql`checkpoint`
  expect(await foundInFiles(secrets, began)).toEqual([])
  // The search itself works: it finds the stored lookup.
  const [voucher] = await shop.sql<{ lookup: Buffer }[]>`
    select lookup from voucher where batch_id = ${made.id} limit 1`
  expect(await foundInFiles([voucher?.lookup ?? 'none'], began)).toHaveLength(1)
})

it('stores no code under an Idempotency-Key, in a webhook, an export or a backup (DESK-25)', async () => {
  const began = Date.now()
  const before = logLines.length
  const request = async <Answer>(method: string, where: string, input: object) => {
    const answer = await owner.request(method, `/backoffice/api${where}`, input, {
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
      'voucher.created',
      'voucher.code_replaced',
      'voucher.blocked',
      'voucher.points_granted',
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
  const first = await downloadCodes(id)
  const nobody = await owner.request('POST', `/backoffice/api/batches/${id}/recipients`, {
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
    version: (await readBatch(id)).version,
    reason: 'Printed twice',
  })
  const second = await downloadCodes(id)
  const codes = [...first, ...second].map((row) => row.code).concat(code)
  expect(new Set(codes).size).toBe(3 + 4 + 1)
  await request('POST', '/audit/exports', {})
  await request('POST', `/vouchers/${added.voucher}/personal-data/export`, {
    reason: 'Asked',
    as: 'json',
  })
  await shop.shop.jobs.drain()

  const secrets = codes.flatMap((one) => [one, shop.shop.voucherKeys.wireHash(one)])
  expect(await findStoredText(shop, secrets, began)).toEqual([])
  const spoken = logLines.slice(before).join('\n')
  expect(secrets.filter((secret) => spoken.includes(secret))).toEqual([])
  // The search covers all places: it finds the texts stored with the codes.
  const [webhook] = await shop.sql`select from webhook_event limit 1`
  expect(webhook).toBeDefined()
  const places = (await findStoredText(shop, ['Printed twice', 'Started late'], began)).join('\n')
  for (const place of ['public.audit', 'public.background_job_part', 'the backup', 'a file'])
    expect(places).toContain(place)
  const remembered = await findStoredText(shop, [`"voucher":"${added.voucher}"`], began)
  expect(remembered.join()).toContain('public.staff_idempotency_key')
})

it('invalidates the codes of an interrupted download, and creates new ones for the next download (DESK-26)', async () => {
  const { id } = await createBatch({ count: 1500 })
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
  const [going] = (await readBatch(id)).hand_overs
  expect(going?.made).toBeGreaterThanOrEqual(100)
  stop.abort()
  await expect.poll(async () => (await readBatch(id)).hand_overs[0]?.ended_at).not.toBeNull()

  const code = rowsOf(first.slice(0, first.lastIndexOf('\r\n')))[0]?.code ?? ''
  const broken = await readBatch(id)
  // A partial export: codes already valid may be with a client that has only some of them.
  if (broken.state === 'not-handed-over') {
    expect(broken.hand_overs[0]?.state).toBe('given')
    expect((await batchAction(id, 'replace-codes', { reason: 'The line broke' })).status).toBe(200)
  } else expect(broken).toMatchObject({ state: 'waiting', hand_overs: [{ state: 'broken' }] })
  expect(code).toMatch(/^[a-z0-9]{9}$/)
  expect(await canLogIn(code)).toBe(false)
  expect((await readBatch(id)).state).toBe('waiting')

  const rows = await downloadCodes(id)
  expect(rows).toHaveLength(1500)
  expect(await canLogIn(rows.at(-1)?.code ?? '')).toBe(true)
  const [left] = await shop.sql<{ next: number }[]>`
    select count(*)::integer as next from pending_voucher_code`
  expect(left).toEqual({ next: 0 })
})

it('exports the codes for one of eight simultaneous requests, and replaces them for one of eight (DESK-26)', async () => {
  const { id } = await createBatch({ count: 40 })
  const answers = await Promise.all(Array.from({ length: 8 }, () => codesOf(id)))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const rows = rowsOf(texts[answers.findIndex(({ status }) => status === 200)] ?? '')
  const { version } = await readBatch(id)
  const replacing = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      at % 2 === 0
        ? owner.request('POST', `/backoffice/api/batches/${id}/replace-codes`, {
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
  expect(await canLogIn(rows[0]?.code ?? '')).toBe(false)
  const later = downloads.find((rows) => rows.length > 0) ?? (await downloadCodes(id))
  expect(later).toHaveLength(40)
  const again = await shop.logIn(later[0]?.code ?? '')
  expect(await canLogIn(later[39]?.code ?? '')).toBe(true)
  expect(again.logIn.shopping_cart_guid).toBeTruthy()

  // A code has been used, so the codes count as issued, whatever the state of the export: another owner has to
  // approve.
  const asked = await jsonOf<Batch>(
    await batchAction(id, 'replace-codes', { reason: 'Lost again' }),
  )
  expect(asked).toMatchObject({ state: 'not-handed-over', with_code: 40 })
  expect(await canLogIn(later[1]?.code ?? '')).toBe(true)
  const second = await staffClient(shop)
  await second.signIn()
  const yes = `/backoffice/api/approvals/${asked.asked?.approval}/approve`
  expect((await second.request('POST', yes, { note: '' })).status).toBe(200)
  // Sessions opened with an old code have ended.
  await shop.shop.changeEvents.poll()
  expect(await again.call('readCart', {})).toMatchObject({ refused: expect.anything() })
  expect(await canLogIn(later[0]?.code ?? '')).toBe(false)
  // A new export does not count as issued until a code is used.
  await downloadCodes(id)
  expect((await batchAction(id, 'replace-codes', { reason: 'Printed twice' })).ok).toBe(true)
  expect((await readBatch(id)).with_code).toBe(0)
})

it('exports no code of a very large batch before its approval, also after a rejection and with eight simultaneous approvals (DESK-29)', async () => {
  const made = await createBatch({
    points: 1000,
    count: 101,
    recipients: [{ name: 'Anna', email: 'anna@example.com' }],
  })
  expect(made.asked).toMatchObject({ kind: 'batch.give', by: { id: String(owner.staffId) } })
  const waits = { status: 409, code: 'waits-for-second' }
  expect(await refusalOf(await codesOf(made.id))).toEqual(waits)
  expect(await refusalOf(await batchAction(made.id, 'mails'))).toEqual(waits)
  expect(await refusalOf(await addVera(made.id))).toEqual(waits)
  const yes = (guest: StaffClient) =>
    guest.request('POST', `/backoffice/api/approvals/${made.asked?.approval}/approve`, { note: '' })
  expect((await yes(owner)).status).toBe(403)
  const second = await staffClient(shop)
  await second.signIn()
  const service = await staffClient(shop, 'service')
  await service.signIn()
  // Staff cannot open the shop in their place either.
  const [voucher] = await shop.sql<{ id: string }[]>`
    select id::text from voucher where batch_id = ${made.id} limit 1`
  const act = () =>
    second.request('POST', `/backoffice/api/vouchers/${voucher?.id}/act`, {
      reason: 'On the telephone',
    })
  expect(await refusalOf(await act())).toEqual(waits)
  const holder = await second.request('GET', `/backoffice/api/vouchers/${voucher?.id}`)
  expect(await jsonOf(holder)).toMatchObject({ state: 'open', waits: 'waits-for-second' })
  // A rejection needs a reason, and the request can be repeated once.
  const no = `/backoffice/api/approvals/${made.asked?.approval}/reject`
  expect((await second.request('POST', no, { note: 'Not so many' })).status).toBe(200)
  const refused = await readBatch(made.id)
  expect(refused).toMatchObject({
    asked: null,
    asked_before: { outcome: 'refused', note: 'Not so many', by: { id: String(second.staffId) } },
  })
  const again = await Promise.all(
    Array.from({ length: 8 }, () =>
      batchAction(made.id, 'approval-request', { reason: 'The board agreed' }),
    ),
  )
  expect(again.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  made.asked = (await readBatch(made.id)).asked
  expect(await refusalOf(await codesOf(made.id))).toEqual(waits)
  expect((await yes(owner)).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 8 }, () => yes(second)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await readBatch(made.id)).toMatchObject({ held_at: null, asked: null, asked_before: null })
  expect((await act()).status).toBe(200)
  expect(await refusalOf(await batchAction(made.id, 'approval-request', { reason: 'x' }))).toEqual({
    status: 409,
    code: 'no-longer-possible',
  })
  expect(await downloadCodes(made.id)).toHaveLength(101)
  // A batch within the limit of one person needs no approval.
  expect((await createBatch({ points: 1000, count: 100 })).held_at).toBeNull()

  // Undoing the batch closes its request with the reason, and that of points for one of its vouchers, too.
  const twice = await createBatch({ points: 1000, count: 101 })
  const [given] = await shop.sql<{ id: string }[]>`
    select id::text from voucher where batch_id = ${twice.id} order by id limit 1`
  const more = await service.request('POST', `/backoffice/api/vouchers/${given?.id}/points`, {
    points: 50,
    reason: 'Cups arrived broken',
    key: randomUUID(),
    granted: 1000,
  })
  const questions = [
    twice.asked?.approval,
    (await jsonOf<{ approval: string }>(more)).approval,
  ].map(String)
  expect((await batchAction(twice.id, 'undo', { reason: 'Made twice' })).status).toBe(200)
  const closed = await second.request('GET', `/backoffice/api/approvals?ids=${questions.join(',')}`)
  expect((await jsonOf<StaffResponse<'approvals'>>(closed)).items).toMatchObject(
    questions.map(() => ({
      outcome: 'lapsed',
      decided_by: null,
      note: 'Made twice',
      may_decide: false,
    })),
  )
  for (const id of questions) {
    const late = await second.request('POST', `/backoffice/api/approvals/${id}/approve`, {
      note: '',
    })
    expect(await refusalOf(late)).toEqual({ status: 409, code: 'is-decided' })
  }
})
