import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { dayInMonths } from '#domain/vouchers/batch-validity.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { wallTimeAt } from '#domain/time/zone-times.ts'
import { isSandboxMailer, sandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import {
  sendGiftMails,
  lockDueMails,
} from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import {
  type OutgoingMail,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'
import { checkBooks } from '#tools/check/check.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const ZONE = 'Europe/Amsterdam'
const mailer = recordingMailer()
const said: string[] = []
let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop({ ports: { mailer }, log: { write: (line) => void said.push(line) } })
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())
/** Earlier sessions have expired by then. */
async function later(ms: number) {
  shop.clock.advance(ms)
  await owner.signIn()
}
beforeEach(() => {
  mailer.sent = []
  mailer.failure = undefined
})

type Batch = StaffResponse<'batch'>
type MailRecipient = StaffResponse<'addRecipient'>
const read = async (id: string) =>
  jsonOf<Batch>(await owner.request('GET', `/backoffice/api/batches/${id}`))
const people = async (id: string) =>
  (
    await jsonOf<StaffResponse<'batchRecipients'>>(
      await owner.request('GET', `/backoffice/api/batches/${id}/recipients?sort=name`),
    )
  ).items
const mails = async (id: string, method: string, more: Record<string, unknown> = {}) =>
  owner.request(method, `/backoffice/api/batches/${id}/mails`, {
    version: (await read(id)).version,
    ...more,
  })
const refusalOf = async (response: Response) =>
  (await jsonOf<{ error: { code: string } }>(response)).error.code
const send = () => sendGiftMails(shop.shop)
const codeIn = ({ html }: OutgoingMail) => /\/login#([a-z0-9]{9})"/.exec(html)?.[1] ?? 'none'
const opens = async (code: string) => {
  const answer = await shop.call('logIn', { encrypted_code: shop.shop.voucherKeys.wireHash(code) })
  return 'code_is_valid' in answer && answer.code_is_valid
}
let named = 0
/** A batch of so many recipients with addresses, with scheduled mails. */
async function batchWithMails(count: number, more: Record<string, unknown> = {}, how = {}) {
  const id = await batchOf(
    Array.from({ length: count }, () => {
      named += 1
      return { name: `MailRecipient ${named}`, email: `person-${named}@example.com` }
    }),
    more,
  )
  const response = await mails(id, 'POST', how)
  expect(response.status).toBe(200)
  return id
}
async function batchOf(recipients: Record<string, unknown>[], more: Record<string, unknown> = {}) {
  const response = await owner.request('POST', '/backoffice/api/batches', {
    channel: '1014',
    points: 12,
    count: recipients.length,
    valid_until: dayInMonths(dayAt(shop.clock.now().getTime(), ZONE), 30),
    recipients,
    ...more,
  })
  expect(response.status).toBe(200)
  return (await jsonOf<StaffResponse<'createBatch'>>(response)).id
}

it('sends each person their code in their language and the look of the channel, at the chosen time, and marks the batch as handed over (DESK-25)', async () => {
  const id = await batchOf(
    [
      { name: 'Łukasz', email: 'l@example.com', language: 'de' },
      { name: 'Anna', email: 'a@example.com', language: 'fr', words: 'Pour toi seule' },
      { name: 'Bo', email: 'b@example.com' },
      { name: 'Nobody', email: '' },
    ],
    {
      sender_name: 'Kwartelhof',
      sender_message: 'Thank you all',
      sender_messages: { de: 'Danke euch allen' },
    },
  )
  expect((await read(id)).mails).toMatchObject({ addresses: 3, waiting: 0 })
  const tomorrow = shop.clock.now().getTime() + 86_400_000
  expect(await refusalOf(await mails(id, 'POST', { at: '2020-01-01T07:00' }))).toBe('moment-past')
  // In this night, the clock jumps from two to three.
  const skipped = await mails(id, 'POST', { at: '2027-03-28T02:30' })
  expect([skipped.status, await jsonOf(skipped)]).toMatchObject([
    400,
    { error: { code: 'moment-skipped', field: 'at' } },
  ])
  expect((await mails(id, 'POST', { at: wallTimeAt(tomorrow, ZONE) })).status).toBe(200)
  expect(await read(id)).toMatchObject({ mails: { addresses: 0, waiting: 3 }, with_code: 0 })
  expect(await send()).toBe(0)
  await later(86_400_000)
  expect(await send()).toBe(3)

  const to = (address: string) => mailer.sent.find((mail) => mail.to === address)
  const [german, french, dutch] = ['l@example.com', 'a@example.com', 'b@example.com'].map(to)
  expect(german).toMatchObject({ language: 'de', subject: 'Ein Geschenk von Kwartelhof' })
  expect(german?.text).toContain('Guten Tag Łukasz!')
  expect(german?.text).toContain('Danke euch allen')
  expect(french).toMatchObject({ language: 'fr', subject: 'Un cadeau de Kwartelhof' })
  expect(french?.text).toContain('Pour toi seule')
  expect(french?.text).not.toContain('Thank you all')
  expect(dutch?.language).toBe('nl')
  for (const mail of mailer.sent) {
    const code = codeIn(mail)
    expect(mail.text).toContain(code.match(/.{3}/g)?.join(' '))
    expect(await opens(code)).toBe(true)
  }
  // The same message is shown when the gift is unwrapped.
  const unwrapped = await Promise.all(
    [german, french, dutch].map(async (mail) => {
      const holder = await shop.logIn(mail ? codeIn(mail) : '')
      return (await holder.done('giver', {})).response?.words
    }),
  )
  expect(unwrapped).toEqual(['Danke euch allen', 'Pour toi seule', 'Thank you all'])
  expect(new Set(mailer.sent.map((mail) => mail.id)).size).toBe(3)
  const after = await read(id)
  expect(after).toMatchObject({ mails: { waiting: 0, sent: 3 }, with_code: 3, claimed: 3 })
  expect(after.send_ended_at).not.toBeNull()
  // One has no address, and waits for a letter.
  expect(after.exported_at).toBeNull()
  const all = await batchWithMails(1)
  await send()
  expect(await read(all)).toMatchObject({
    state: 'handed-over',
    exported_by: { id: String(owner.staffId) },
  })
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('stores no code of an email in any table, file, log or sandbox, whether it was sent, retried or returned (DESK-25)', async () => {
  const began = Date.now()
  const before = said.length
  const codes: string[] = []
  const { mailer: port } = shop.shop.ports
  const box = sandboxMailer({ sql: shop.sql, clock: shop.clock })
  const carry = port.send.bind(port)
  const keeping: OutgoingMail[] = []
  mailer.send = async (mail) => {
    codes.push(codeIn(mail))
    keeping.push(mail)
    // A first try with an unknown result, and one that the mailbox refuses.
    if (keeping.length === 1) throw new ServiceDown('mail', 'The line broke')
    await box.send(mail)
  }
  try {
    await batchWithMails(2)
    await batchOf([{ name: 'Gone', email: 'gone@refused.invalid' }]).then((id) => mails(id, 'POST'))
    await send()
    shop.clock.advance(60_000)
    await send()
  } finally {
    mailer.send = carry
  }
  expect(codes).toHaveLength(4)
  expect(isSandboxMailer(box)).toBe(true)
  expect((await box.all()).map(codeIn).filter((code) => codes.includes(code))).toHaveLength(2)

  const secrets = codes.flatMap((code) => [
    code,
    code.match(/.{3}/g)?.join(' ') ?? code,
    shop.shop.voucherKeys.wireHash(code),
  ])
  const answered = await Promise.all(
    [
      '/backoffice/api/audit?limit=200',
      '/backoffice/api/batches',
      '/backoffice/api/tasks',
      '/sandbox/mails',
    ].map(async (path) => (await owner.request('GET', path)).text()),
  )
  const tables = await shop.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public'`
  const kept: string[] = []
  for (const { name } of tables) {
    const rows = await shop.sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`)
    kept.push(...rows.map(({ row }) => row))
  }
  const text = [...answered, ...kept, ...said.slice(before)].join('\n')
  expect(text).toContain('The line broke')
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  await shop.sql`checkpoint`
  expect(await foundInFiles(secrets, began)).toEqual([])
})

/** In the files of this database, the log of its writes, and the shop's own folder. */
async function foundInFiles(wanted: string[], since: number) {
  const [at] = await shop.sql<{ folder: string; oid: number }[]>`
    select current_setting('data_directory') as folder, oid::integer from pg_database
    where datname = current_database()`
  const found = new Set<string>()
  for (const folder of [
    path.join(at?.folder ?? '', 'base', String(at?.oid)),
    path.join(at?.folder ?? '', 'pg_wal'),
    shop.config.dataFolder,
  ]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name)
      const about = await stat(file)
      if (!about.isFile() || about.mtimeMs < since) continue
      const bytes = await readFile(file)
      for (const one of wanted) if (bytes.includes(one)) found.add(one)
    }
  }
  return [...found]
}

it('creates a new code for each attempt and invalidates the previous one, unless it was used to log in', async () => {
  const id = await batchWithMails(2)
  const carry = mailer.send.bind(mailer)
  const lost: OutgoingMail[] = []
  // The process died after the mail server accepted the mail, but before that was stored.
  mailer.send = async (mail) => {
    lost.push(mail)
    await new Promise(() => {})
  }
  void send()
  await expect.poll(() => lost.length).toBe(2)
  mailer.send = carry
  const [first, second] = lost.map(codeIn)
  // No other process sends it meanwhile.
  expect(await send()).toBe(0)
  expect(await opens(second ?? '')).toBe(true)
  shop.clock.advance(100_000)
  expect(await send()).toBe(1)

  const [again] = mailer.sent
  expect(again?.to).toBe(lost[0]?.to)
  expect(again?.id).not.toBe(lost[0]?.id)
  expect(await opens(first ?? '')).toBe(false)
  expect(await opens(second ?? '')).toBe(true)
  expect(again && (await opens(codeIn(again)))).toBe(true)
  expect((await read(id)).mails).toMatchObject({ sent: 2, waiting: 0 })
  const [past] = await shop.sql<{ last3: string[] }[]>`
    select array_agg(past.last3) as last3 from previous_voucher_code past join voucher on voucher.id = voucher_id
    where batch_id = ${id}`
  expect(past?.last3).toEqual([first?.slice(-3)])
})

it('sends each email once from eight processes, at the chosen rate, and can be paused, continued and cancelled', async () => {
  const id = await batchWithMails(20, {}, { per_minute: 12 })
  await Promise.all(Array.from({ length: 8 }, send))
  expect(mailer.sent).toHaveLength(12)
  expect((await mails(id, 'PUT', { paused: true, per_minute: 12 })).status).toBe(200)
  shop.clock.advance(61_000)
  expect(await send()).toBe(0)
  expect((await mails(id, 'PUT', { paused: false, per_minute: 3 })).status).toBe(200)
  await send()
  expect(mailer.sent).toHaveLength(15)
  expect(new Set(mailer.sent.map(({ to }) => to)).size).toBe(15)
  expect((await mails(id, 'DELETE', { reason: 'By letter after all' })).status).toBe(200)
  shop.clock.advance(61_000)
  expect(await send()).toBe(0)
  expect(await read(id)).toMatchObject({
    mails: { addresses: 5, waiting: 0, sent: 15 },
    with_code: 15,
  })
  expect(await refusalOf(await mails(id, 'DELETE', { reason: 'x' }))).toBe('nothing-waits')
  const early = await batchWithMails(
    1,
    {},
    { at: wallTimeAt(shop.clock.now().getTime() + 7_200_000, ZONE) },
  )
  expect((await mails(early, 'DELETE', { reason: 'Not yet' })).status).toBe(200)
  expect(await read(early)).toMatchObject({ send_at: null, mails: { addresses: 1 } })
  const actions = await shop.sql<{ action: string }[]>`
    select action from audit where subject_kind = 'batch' and subject_id = ${id} order by id`
  expect(actions.map(({ action }) => action)).toEqual([
    'batch.created',
    'batch.mails-scheduled',
    'batch.mails-paused',
    'batch.mails-resumed',
    'batch.mails-cancelled',
  ])
})

it('creates a task for returned invitations, and resolves it by another address, a letter, or no action (DESK-33)', async () => {
  const id = await batchWithMails(4)
  mailer.failure = new ServiceRefused('mail', 'address-refused', 'no', null, '550 5.1.1 unknown')
  await send()
  mailer.failure = undefined
  expect(await read(id)).toMatchObject({ bounced: 4, with_code: 0, mails: { bounced: 4 } })
  const rows = await people(id)
  expect(rows[0]).toMatchObject({ mail_state: 'bounced', bounce: '550 5.1.1 unknown', last3: '' })
  const needed = async () => {
    const list = await jsonOf<StaffResponse<'tasks'>>(
      await owner.request('GET', '/backoffice/api/tasks?kind=invitation-bounced'),
    )
    return list.items.filter(({ cause }) => cause === `batch ${id}`)
  }
  expect(await needed()).toMatchObject([{ cases: 4 }])

  const service = await staffClient(shop, 'service')
  await service.signIn()
  const action = async (person: MailRecipient | undefined, verb: string, input: object) =>
    service.request(
      verb === 'address' ? 'PUT' : 'POST',
      `/backoffice/api/batches/${id}/recipients/${person?.id}/${verb}`,
      input,
    )
  const [one, two, three, four] = rows
  expect(
    await refusalOf(
      await action(one, 'address', { was: 'other@example.com', email: 'x@example.com' }),
    ),
  ).toBe('changed-since')
  shop.clock.advance(11_000)
  const right = { was: one?.email, email: 'right@example.com', send: true }
  const [corrected] = await Promise.all(
    Array.from({ length: 8 }, () => action(one, 'address', right)),
  ).then((answers) => answers.filter(({ ok }) => ok))
  expect((await jsonOf<MailRecipient>(corrected ?? new Response())).mail_state).toBe('waiting')
  expect((await action(two, 'letter', { reason: 'No address' })).status).toBe(200)
  expect((await action(three, 'revoke', { reason: 'Left' })).status).toBe(200)
  await send()
  expect(mailer.sent.map(({ to }) => to)).toEqual(['right@example.com'])
  expect(await refusalOf(await action(one, 'mail', { reason: 'Again' }))).toBe('sent-just-now')
  expect(await needed()).toMatchObject([{ cases: 1 }])
  // Nor does the next mailing include a recipient who gets a letter.
  expect((await read(id)).mails).toMatchObject({ addresses: 0 })

  // A recipient who lost the code gets a new one; the old code works until the new mail is sent.
  const [old] = mailer.sent
  const inside = await shop.logIn(old ? codeIn(old) : '')
  shop.clock.advance(11_000)
  expect((await action(one, 'mail', { reason: 'Lost it' })).status).toBe(200)
  expect(await opens(old ? codeIn(old) : '')).toBe(true)
  await send()
  expect(mailer.sent).toHaveLength(2)
  expect(await opens(old ? codeIn(old) : '')).toBe(false)
  expect(await inside.call('readCart', {})).toMatchObject({ refused: expect.anything() })
  const fresh = mailer.sent[1]
  expect(fresh && (await opens(codeIn(fresh)))).toBe(true)
  expect(await refusalOf(await action(one, 'revoke', { reason: 'x' }))).toBe('already-activated')
  expect((await action(three, 'undo-revocation', { reason: 'Came back' })).status).toBe(200)

  // The codes of the others leave by letter; the one that bounced is among them.
  const file = await owner.request('GET', `/backoffice/api/batches/${id}/codes?as=csv`)
  const names = (await file.text()).split('\r\n').slice(1, -1)
  expect(names).toHaveLength(3)
  expect(four && names.join('\n')).toContain(four?.name)
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('retries emails that a mail server does not accept now, and creates a task when it never does', async () => {
  const id = await batchWithMails(1)
  mailer.failure = new ServiceDown('mail', 'Come back later')
  const waits: number[] = []
  for (let tries = 0; tries < 20; tries += 1) {
    const [row] = await shop.sql<{ due: Date | null; state: string }[]>`
      select mail_due_at as due, mail_state as state from recipient where batch_id = ${id}`
    if (row?.state !== 'waiting') break
    const wait = (row.due?.getTime() ?? 0) - shop.clock.now().getTime()
    if (wait > 0) {
      waits.push(wait)
      shop.clock.advance(wait + 1)
    }
    await send()
  }
  expect(waits.length).toBe(12)
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(30 * 3_600_000)
  await owner.signIn()
  const [person] = await people(id)
  expect(person).toMatchObject({ mail_state: 'bounced', bounce: 'Come back later', last3: '' })
  expect((await read(id)).mails).toMatchObject({ waiting: 0, retrying: 0, failure: '', bounced: 1 })
})

it('shows on the batch how many emails failed and why, and sends them again on request', async () => {
  const id = await batchWithMails(2)
  expect((await read(id)).mails).toMatchObject({ waiting: 2, reserved: 2, retrying: 0 })
  mailer.failure = new ServiceDown('mail', 'Mailbox server busy')
  await send()
  expect((await read(id)).mails).toMatchObject({
    waiting: 2,
    reserved: 0,
    retrying: 2,
    failure: 'Mailbox server busy',
  })
  mailer.failure = undefined
  // Not before the delay is over.
  expect(await send()).toBe(0)
  expect((await mails(id, 'PUT', { paused: false, per_minute: 60 })).status).toBe(200)
  expect(await send()).toBe(2)
  expect((await read(id)).mails).toMatchObject({ waiting: 0, retrying: 0, failure: '', sent: 2 })
})

it('finds the next eight of 2,000 waiting recipients without reading the others, whatever statistics the database has (DESK-25)', async () => {
  const id = await batchOf(
    Array.from({ length: 2000 }, (_, at) => ({
      name: `Many ${at}`,
      email: `many-${at}@example.com`,
    })),
  )
  await shop.shop.jobs.drain()
  expect((await mails(id, 'POST')).status).toBe(200)
  const blocks = async () => {
    const [row] = await shop.sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>`
      explain (analyze, buffers, format json)
      ${lockDueMails(shop.sql, { batchId: Number(id), now: shop.clock.now(), limit: 8 })}`
    const plan = row?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
  }
  expect(await blocks()).toBeLessThan(400)
  await shop.sql`analyze recipient, voucher, voucher_batch`
  expect(await blocks()).toBeLessThan(400)
  expect((await mails(id, 'DELETE', { reason: 'By letter after all' })).status).toBe(200)
})
