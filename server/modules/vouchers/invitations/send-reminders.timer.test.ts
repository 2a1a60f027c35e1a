import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import { momentOfWallTime } from '#domain/time/zone-times.ts'
import { sendGiftMails } from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import { sendReminders } from '#server/modules/vouchers/invitations/send-reminders.timer.ts'
import type { OutgoingMail } from '#server/platform/services/service-ports.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const ZONE = 'Europe/Amsterdam'
const TOKEN = 'a token for reports'
const mailer = recordingMailer()
let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop({ ports: { mailer }, environment: { MAIL_BOUNCE_TOKEN: TOKEN } })
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
})

type Batch = StaffResponse<'batch'>
const today = () => dayAt(shop.clock.now().getTime(), ZONE)
const read = async (id: string) =>
  jsonOf<Batch>(await owner.request('GET', `/backoffice/api/batches/${id}`))
const ok = async <Body>(response: Response) => {
  const body = await jsonOf<Body>(response)
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return body
}
const make = async (names: string[], more: object = {}) =>
  ok<StaffResponse<'createBatch'>>(
    await owner.request('POST', '/backoffice/api/batches', {
      channel: '1014',
      points: 12,
      count: names.length,
      valid_until: addDays(today(), 20),
      short_reason: 'A gift of the season',
      recipients: names.map((name) => ({ name, email: `${name}@example.com` })),
      ...more,
    }),
  )
const change = async (id: string, more: object) => {
  const { version, note, valid_until, short_reason, sender_name, sender_message } = await read(id)
  const input = { version, note, valid_until, short_reason, sender_name, sender_message, ...more }
  return owner.request('PUT', `/backoffice/api/batches/${id}`, input)
}
const mailAll = async (id: string) => {
  const { version } = await read(id)
  await ok(await owner.request('POST', `/backoffice/api/batches/${id}/mails`, { version }))
  await sendGiftMails(shop.shop)
}
const codeIn = ({ html }: OutgoingMail) => /\/login#([a-z0-9]{9})"/.exec(html)?.[1] ?? 'none'
const sentTo = (name: string) => mailer.sent.filter(({ to }) => to === `${name}@example.com`)

it('reminds recipients who have not ordered once, some days before the end in the time zone of the channel, with a link to stop (B46)', async () => {
  const names = ['waits', 'orders', 'stops', 'lost', 'other-end']
  const { id } = await make(names, {
    recipients: names.map((name) => ({
      name,
      email: `${name}@example.com`,
      language: name === 'waits' ? 'fr' : '',
    })),
  })
  await mailAll(id)
  const codes = new Map(mailer.sent.map((mail) => [mail.to.split('@')[0] ?? '', codeIn(mail)]))
  const holder = await shop.logIn(codes.get('orders') ?? '')
  await sampleOrder(shop, { holder, gifts: [await shop.gift()] })
  await shop.sql`
    update voucher set valid_until = valid_until + interval '90 days'
    where id = (select voucher_id from recipient where email = 'other-end@example.com')`
  await shop.shop.jobs.drain()
  mailer.sent = []

  expect((await read(id)).reminders).toMatchObject({ own: null, days: null })
  await ok(await change(id, { remind_days: 5 }))
  const day = addDays(today(), 15)
  // The date is shown although the mail left a moment ago; if the rule's day has passed, the reminder leaves two days
  // after that mail.
  expect((await read(id)).reminders).toEqual({ own: 5, days: 5, day, people: 4, tomorrow: 0 })
  await ok(await change(id, { remind_days: 19 }))
  const twoDaysOn = addDays(today(), 2)
  expect((await read(id)).reminders).toMatchObject({ day: twoDaysOn, people: 4, tomorrow: 0 })
  await ok(await change(id, { remind_days: 5 }))
  const at = (time: string) =>
    (momentOfWallTime(`${day}T${time}`, ZONE) ?? 0) - shop.clock.now().getTime()
  await later(at('08:50') - 86_400_000 + 1_800_000)
  expect((await read(id)).reminders).toEqual({ own: 5, days: 5, day, people: 4, tomorrow: 3 })
  await later(at('08:59'))
  expect(await sendReminders(shop.shop)).toBe(0)
  const [, token] = await stopOf('stops')
  expect((await shop.request(`/reminders/stop/${token}`)).status).toBe(200)
  const silent = await shop.request(`/reminders/stop/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(await silent.text()).toContain('Geen herinneringen meer')
  expect(
    (await shop.request(`/reminders/stop/${token.slice(0, -1)}x`, { method: 'POST' })).status,
  ).toBe(404)

  shop.clock.advance(120_000)
  const counts = await Promise.all(Array.from({ length: 8 }, () => sendReminders(shop.shop)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  await shop.shop.jobs.drain()
  expect(mailer.sent.map(({ to }) => to).toSorted()).toEqual([
    'lost@example.com',
    'waits@example.com',
  ])
  const [french] = sentTo('waits')
  expect(french).toMatchObject({ language: 'fr', subject: 'Votre cadeau vous attend toujours' })
  expect(french?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(french?.headers?.['List-Unsubscribe']).toMatch(/^<.*\/reminders\/stop\/\d+\.[\w-]{43}>$/)
  for (const mail of mailer.sent) {
    expect([...codes.values()].filter((code) => mail.html.includes(code))).toEqual([])
  }
  await later(2 * 86_400_000)
  expect(await sendReminders(shop.shop)).toBe(0)
  expect((await read(id)).reminders).toMatchObject({ people: 1, tomorrow: 0 })
})

it('reminds by day, also after missed runs, and for a rule that was added later (B46)', async () => {
  const { id } = await make(['late'], {
    recipients: [{ name: 'late', email: 'late@example.com', language: '' }],
  })
  await mailAll(id)
  await later(3 * 86_400_000)
  mailer.sent = []
  const until = async (day: string, time: string) => {
    await later((momentOfWallTime(`${day}T${time}`, ZONE) ?? 0) - shop.clock.now().getTime())
    return sendReminders(shop.shop)
  }
  const day = addDays(today(), 1)
  await until(day, '21:30')
  await ok(await change(id, { remind_days: 19 }))
  expect(await sendReminders(shop.shop)).toBe(0)
  expect(await until(addDays(day, 1), '08:59')).toBe(0)
  expect(await until(addDays(day, 1), '09:01')).toBe(1)
  expect(await sendReminders(shop.shop)).toBe(0)
  await shop.shop.jobs.drain()
  expect(sentTo('late')).toHaveLength(1)
})

/** The opt-out link of a reminder. */
async function stopOf(name: string) {
  const { optOutToken } = await import('#server/platform/crypto/opt-out-token.ts')
  const [row] = await shop.sql<{ id: string }[]>`
    select id::text from recipient where email = ${`${name}@example.com`} order by recipient.id desc limit 1`
  return [row?.id ?? '', optOutToken(shop.config.GIFTPOINT_PEPPER, row?.id ?? '')] as const
}

it('follows the rule of the campaign if the batch has none, and sends no partial reminder after a crash', async () => {
  const employer = await ok<{ id: string }>(
    await owner.request('POST', '/backoffice/api/employers', { name: 'Kwartelhof' }),
  )
  const campaign = await ok<StaffResponse<'addCampaign'>>(
    await owner.request('POST', '/backoffice/api/campaigns', {
      employer: employer.id,
      channel: '1014',
      name: 'Christmas',
      remind_days: 30,
    }),
  )
  const { id } = await make(['one', 'two', 'blocked', 'spent'], { campaign: campaign.id })
  const never = await make(['three'], { campaign: campaign.id })
  const undone = await make(['four'], { campaign: campaign.id })
  await ok(await change(never.id, { remind_days: 0 }))
  for (const batch of [id, never.id, undone.id]) await mailAll(batch)
  // No reminder for a voucher that cannot be spent.
  await shop.sql`
    update voucher set blocked_at = now()
    where id = (select voucher_id from recipient where email = 'blocked@example.com')`
  await shop.sql`
    insert into ledger (voucher_id, kind, points)
    select voucher_id, 'expire', 12 from recipient where email = 'spent@example.com'`
  await shop.sql`update voucher_batch set undone_at = now() where id = ${undone.id}`
  mailer.sent = []
  // A recipient who was mailed just now gets no reminder yet.
  expect(await sendReminders(shop.shop)).toBe(0)
  await later(3 * 86_400_000)
  const { jobs } = shop.shop
  const send = jobs.send.bind(jobs)
  jobs.send = async () => {
    throw new Error('it died')
  }
  await expect(sendReminders(shop.shop)).rejects.toThrow('it died')
  jobs.send = send
  expect(await sendReminders(shop.shop)).toBe(2)
  await jobs.drain()
  expect(mailer.sent).toHaveLength(2)
})

const report = (id: string, action = 'failed') =>
  [
    'From: MAILER-DAEMON@mx.example.com',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: rfc822; x@example.com\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 unknown`,
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${id}@shop.example>`,
    '--b1--',
  ].join('\r\n')
const request = (body: string, token = TOKEN) =>
  shop.request('/webhooks/delivery-reports', {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${token}` },
    body,
  })

it('invalidates the code of an email that a delivery report returned, creates a task, and ignores other reports (DESK-33)', async () => {
  const { id } = await make(['away', 'holiday', 'inside'])
  await mailAll(id)
  const [away, holiday, inside] = ['away', 'holiday', 'inside'].map((name) => sentTo(name)[0])
  await shop.logIn(inside ? codeIn(inside) : '')
  expect((await request(report(away?.id ?? ''), 'another token')).status).toBe(401)
  expect(await (await request('Auto-Submitted: auto-replied\r\n\r\nI am away')).json()).toEqual({
    bounced: 0,
  })
  expect(await (await request(report(holiday?.id ?? '', 'delayed'))).json()).toEqual({ bounced: 0 })
  // The code has been used, so a bounce does not count.
  expect(await (await request(report(inside?.id ?? ''))).json()).toEqual({ bounced: 0 })
  const told = await Promise.all(
    Array.from({ length: 8 }, async () =>
      jsonOf<{ bounced: number }>(await request(report(away?.id ?? ''))),
    ),
  )
  expect(told.filter(({ bounced }) => bounced === 1)).toHaveLength(1)
  expect(await read(id)).toMatchObject({ bounced: 1, with_code: 2, mails: { sent: 2, bounced: 1 } })
  const answer = await shop.call('logIn', {
    encrypted_code: shop.shop.voucherKeys.wireHash(away ? codeIn(away) : ''),
  })
  expect(answer).toMatchObject({ code_is_valid: false })
  const needed = await ok<StaffResponse<'tasks'>>(
    await owner.request('GET', '/backoffice/api/tasks?kind=invitation-bounced'),
  )
  expect(needed.items).toMatchObject([
    { cases: 1, cause: `batch ${id}`, reason: '5.1.1 550 unknown' },
  ])
  const [cause] = needed.items
  const { shown, resolve } = await ok<StaffResponse<'task'>>(
    await owner.request('GET', `/backoffice/api/tasks/${cause?.id}`),
  )
  expect(resolve?.rows).toMatchObject([{ before: 'bounced', after: 'sent-with-new-code' }])
  mailer.sent = []
  await ok(await owner.request('POST', `/backoffice/api/tasks/${cause?.id}/resolve`, { shown }))
  await sendGiftMails(shop.shop)
  expect(sentTo('away')).toHaveLength(1)
  expect(await read(id)).toMatchObject({ bounced: 0, with_code: 3 })
})

it('replaces the codes of a batch that was handed over after approval by another owner, and keeps their end dates (DESK-29)', async () => {
  const { id } = await make(['a', 'b'])
  await mailAll(id)
  const { version, state } = await read(id)
  expect(state).toBe('handed-over')
  const replace = () =>
    owner.request('POST', `/backoffice/api/batches/${id}/replace-codes`, {
      version,
      reason: 'The mails leaked',
    })
  const asked = await ok<Batch>(await replace())
  expect(asked).toMatchObject({ with_code: 2, asked: { by: { id: String(owner.staffId) } } })
  expect((await replace()).status).toBe(409)
  const approve = (guest: StaffClient) =>
    guest.request('POST', `/backoffice/api/approvals/${asked.asked?.approval}/approve`, {
      note: '',
    })
  expect((await approve(owner)).status).toBe(403)
  const second = await staffClient(shop)
  await second.signIn()
  const yes = await Promise.all(Array.from({ length: 8 }, () => approve(second)))
  expect(yes.filter((answer) => answer.ok)).toHaveLength(1)
  expect(await read(id)).toMatchObject({
    with_code: 0,
    asked: null,
    mails: { addresses: 2, sent: 0 },
  })
  const past = await shop.sql<{ last3: string; reason: string; staff_id: number }[]>`
    select past.last3, reason, past.staff_id from previous_voucher_code past join voucher on voucher.id = voucher_id
    where batch_id = ${id} order by voucher_id`
  expect(past).toEqual(
    ['a', 'b'].map((name) => ({
      last3: codeIn(sentTo(name)[0] ?? ({ html: '' } as OutgoingMail)).slice(-3),
      reason: 'The mails leaked',
      staff_id: owner.staffId,
    })),
  )
})

it('moves the end of a batch for all vouchers with the same end, and for no others', async () => {
  const { id } = await make(['same', 'moved'])
  await mailAll(id)
  await shop.sql`
    update voucher set valid_until = valid_until + interval '9 days'
    where id = (select voucher_id from recipient where batch_id = ${id} and name = 'moved')`
  const later = addDays(today(), 400)
  expect(await (await change(id, { valid_until: '2020-01-01' })).json()).toMatchObject({
    error: { code: 'ends-too-soon' },
  })
  expect(await ok(await change(id, { valid_until: later, note: 'Longer' }))).toMatchObject({
    valid_until: later,
    note: 'Longer',
  })
  const rows = await shop.sql<{ name: string; same: boolean }[]>`
    select name, voucher.valid_until = batch.valid_until as same
    from recipient join voucher on voucher.id = voucher_id join voucher_batch batch on batch.id = recipient.batch_id
    where recipient.batch_id = ${id} order by name`
  expect([...rows]).toEqual([
    { name: 'moved', same: false },
    { name: 'same', same: true },
  ])
})
