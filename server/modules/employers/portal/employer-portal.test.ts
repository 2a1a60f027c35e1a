import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { staffPaths } from '#contract/paths.staff.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import { employerPaths } from '#contract/paths.employer.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import { momentOfWallTime } from '#domain/time/zone-times.ts'
import { stepAt, totpAt } from '#server/modules/staff/two-factor/totp.ts'
import { storeEmployerStatistics } from '#server/modules/employers/employer-statistics.sql.ts'
import { sendGiftMails } from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import { sendReminders } from '#server/modules/vouchers/invitations/send-reminders.timer.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  EMPLOYER_PASSWORD,
  type EmployerClient,
  employerClient,
  clientOfEmployerUser,
} from '#server/testing/clients/employer-client.ts'
import { mailedInvitation } from '#server/testing/clients/mailed-invitation.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'
import { fillTemplate } from '#domain/content/text-template.ts'
import mailTexts from '#server/modules/mail/messages/de.json' with { type: 'json' }

const ZONE = 'Europe/Amsterdam'
const mailer = recordingMailer()
type MailedCampaign = {
  employer: string
  campaign: string
  batch: string
  holders: TestHolder[]
  lastDay: string
}

let shop: TestShop
let owner: StaffClient
let hr: EmployerClient
let other: EmployerClient
let north: MailedCampaign
let quail: MailedCampaign

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  owner = await staffClient(shop)
  await owner.signIn()
  north = await createCampaign('Noordzee', 12, { came: 7, department: 'Kraan' })
  quail = await createCampaign('Kwartelhof', 10, { came: 5, department: 'Keuken' })
  hr = await employerClient(shop, north.employer)
  other = await employerClient(shop, quail.employer)
  await shop.sql.begin((sql) => storeEmployerStatistics(sql, shop.clock.now()))
})
afterAll(() => shop.stop())
beforeEach(async () => {
  mailer.sent = []
  await hr.signIn()
})

const today = () => dayAt(shop.clock.now().getTime(), ZONE)
const ok = async <Body>(asked: Promise<Response>) => {
  const response = await asked
  const body = await jsonOf<Body>(response)
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return body
}
const request = <Body>(path: string, input: object) => ok<Body>(owner.request('POST', path, input))
const codeOf = async (response: Response) =>
  (await jsonOf<{ error: { code: string } }>(response)).error.code

/** A new session of a holder, because the clock was advanced and earlier sessions have expired. */
const logInAgain = (holder: TestHolder | undefined) => shop.logIn(holder?.code ?? 'none')

/** A campaign whose codes are mailed; `came` recipients activate their vouchers. */
async function createCampaign(
  name: string,
  people: number,
  by: { came: number; department: string },
) {
  const lastDay = addDays(today(), 60)
  const { id: employer } = await request<{ id: string }>('/backoffice/api/employers', { name })
  const { id: campaign } = await request<{ id: string }>('/backoffice/api/campaigns', {
    employer,
    channel: '1014',
    name: `Kerst ${name}`,
    budget_points: 12 * people + 12,
  })
  const { id: batch } = await request<{ id: string }>('/backoffice/api/batches', {
    channel: '1014',
    points: 12,
    count: people,
    campaign,
    valid_until: lastDay,
    short_reason: 'A gift of the season',
    recipients: Array.from({ length: people }, (_, at) => ({
      name: `${name} ${at}`,
      department: by.department,
      email: `${name.toLowerCase()}-${at}@example.com`,
    })),
  })
  const { version } = await ok<{ version: number }>(
    owner.request('GET', `/backoffice/api/batches/${batch}`),
  )
  await request(`/backoffice/api/batches/${batch}/mails`, { version })
  await sendGiftMails(shop.shop)
  const holders: TestHolder[] = []
  for (const mail of mailer.sent.slice(0, by.came)) {
    holders.push(await shop.logIn(/\/login#([a-z0-9]{9})"/.exec(mail.html)?.[1] ?? 'none'))
  }
  mailer.sent = []
  return { employer, campaign, batch, holders, lastDay }
}

it('admits an invited user with a link that works once, and shows the user’s actions in the employer’s history (DESK-4)', async () => {
  const email = 'nieuw@noordzee.example'
  const path = `/backoffice/api/employers/${north.employer}/users`
  const invited = await request<{ id: string }>(path, {
    email: ' Nieuw@Noordzee.example',
    name: 'Nora Nieuw',
    language: 'de',
  })
  expect(
    await codeOf(await owner.request('POST', path, { email, name: 'N', language: 'nl' })),
  ).toBe('is-here')
  await shop.shop.jobs.drain()
  const [mail] = mailer.sent
  const subject = fillTemplate(mailTexts['employer-invitation'].subject, { employer: 'Noordzee' })
  expect(mail).toMatchObject({ to: email, subject })
  const { id } = invited
  const token = await mailedInvitation(shop, mailer, email)
  expect(token).not.toBe('')
  expect(JSON.stringify(invited)).not.toContain(token)
  const stored = await shop.sql<{ row: string }[]>`
    select employer_invitation::text as row from employer_invitation
    union all select mail::text from mail union all select audit::text from audit`
  expect(stored.filter(({ row }) => row.includes(token))).toEqual([])

  const visitor = clientOfEmployerUser(shop, { email, userId: Number(id) })
  expect((await visitor.signIn()).status).toBe(401)
  const accept = () =>
    visitor.request('POST', '/employer/api/invitation', { token, password: EMPLOYER_PASSWORD })
  const tries = await Promise.all(Array.from({ length: 8 }, accept))
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const entered = await visitor.signIn()
  expect(entered.headers.getSetCookie()[0]).toMatch(
    /^employer=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect(await jsonOf(entered)).toEqual({
    who: {
      email,
      name: 'Nora Nieuw',
      language: 'de',
      language_chosen: false,
      employer: 'Noordzee',
      totp: false,
    },
  })
  const { items } = await ok<StaffResponse<'audit'>>(
    owner.request(
      'GET',
      `/backoffice/api/audit?subject_kind=employer&subject_id=${north.employer}&limit=3`,
    ),
  )
  expect(
    items.map(({ action, actor, employer_user }) => [action, actor, employer_user?.name]),
  ).toEqual([
    ['employer.signed-in', 'employer', 'Nora Nieuw'],
    ['employer.password-chosen', 'employer', 'Nora Nieuw'],
    ['employer.user-invited', 'staff', undefined],
  ])

  // The back office ends open sessions at once; a removed user cannot sign in again.
  const users = await ok<StaffResponse<'employerUsers'>>(owner.request('GET', path))
  expect(users.items.find((user) => user.id === id)).toMatchObject({
    has_password: true,
    sessions: 1,
  })
  await ok(owner.request('DELETE', `${path}/${id}/sessions`, { reason: 'Laptop gone' }))
  expect((await visitor.request('GET', '/employer/api/session')).status).toBe(401)
  await visitor.signIn()
  expect(
    (
      await owner.request('DELETE', `/backoffice/api/employers/${quail.employer}/users/${id}`, {
        reason: 'x',
      })
    ).status,
  ).toBe(404)
  await request(`${path}/${id}/invitation`, { without_app: false })
  const late = await mailedInvitation(shop, mailer, email)
  await shop.sql`update employer_invitation set ends_at = ${shop.clock.now()}`
  const over = { token: late, password: EMPLOYER_PASSWORD }
  expect(await codeOf(await visitor.request('POST', '/employer/api/invitation', over))).toBe(
    'invitation-over',
  )
  await ok(owner.request('DELETE', `${path}/${id}`, { reason: 'Left' }))
  expect((await visitor.request('GET', '/employer/api/session')).status).toBe(401)
  expect((await visitor.signIn()).status).toBe(401)
})

it('requires proof of work after five wrong attempts, accepts each app code once, and ends idle sessions (DESK-1)', async () => {
  const guest = await employerClient(shop, north.employer)
  await guest.signIn()
  const { secret } = await ok<{ secret: string }>(
    guest.request('POST', '/employer/api/totp', { password: EMPLOYER_PASSWORD }),
  )
  const bytes = bytesOf(secret)
  const code = () => totpAt(bytes, stepAt(shop.clock.now()))
  expect(await codeOf(await guest.request('PUT', '/employer/api/totp', { totp: '000000' }))).toBe(
    'wrong-code',
  )
  await ok(guest.request('PUT', '/employer/api/totp', { totp: code() }))
  // At an unattended open page, the app cannot be replaced or removed without the password.
  for (const [method, password, refusal] of [
    ['POST', 'not this one, sorry', 'wrong-password'],
    ['DELETE', 'not this one, sorry', 'wrong-password'],
    ['POST', EMPLOYER_PASSWORD, 'factor-is-set'],
  ] as const) {
    expect(await codeOf(await guest.request(method, '/employer/api/totp', { password }))).toBe(
      refusal,
    )
  }
  expect(await codeOf(await guest.signIn())).toBe('second-factor')
  expect(await codeOf(await guest.signIn({ totp: '000000' }))).toBe('wrong-sign-in')
  shop.clock.advance(60_000)
  const totp = code()
  const once = await Promise.all(Array.from({ length: 8 }, () => guest.signIn({ totp })))
  expect(once.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)

  const stranger = clientOfEmployerUser(shop, { email: 'niemand@noordzee.example', userId: 0 })
  const wrong: number[] = []
  for (let time = 0; time < 6; time += 1) wrong.push((await stranger.signIn()).status)
  expect(wrong).toEqual([401, 401, 401, 401, 401, 429])

  // After a lost phone, the back office removes app, passkeys and sessions.
  await shop.sql`
    insert into employer_passkey (employer_user_id, name, public_key, credential_id, counter, transports, added_at)
    values (${guest.userId}, 'Telefoon', '\\x01', '\\x02', 0, '{}', now())`
  const path = `/backoffice/api/employers/${north.employer}/users/${guest.userId}/invitation`
  await request(path, { without_app: true })
  const [row] = await shop.sql<{ open: number; keys: number; totp: boolean }[]>`
    select (select count(*)::integer from employer_session where employer_user_id = ${guest.userId}) as open,
      (select count(*)::integer from employer_passkey where employer_user_id = ${guest.userId}) as keys,
      totp_secret is not null as totp from employer_user where id = ${guest.userId}`
  expect(row).toEqual({ open: 0, keys: 0, totp: false })

  await hr.signIn()
  shop.clock.advance(2 * 3_600_000)
  expect((await hr.request('GET', '/employer/api/session')).status).toBe(401)
  // A session also ends after its maximum duration.
  await hr.signIn()
  await shop.sql`
    update employer_session set ends_at = ${shop.clock.now()} where employer_user_id = ${hr.userId}`
  expect((await hr.request('GET', '/employer/api/session')).status).toBe(401)
  await owner.signIn()
})

const bytesOf = (text: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = text
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

it('refuses sessions of other audiences and writes from other sites (DESK-4)', async () => {
  const fill = (path: string) => path.replace(/:\w+/g, '1')
  const { token } = await shop.holder()
  const staffCookie = owner.cookie().split('=')[1] ?? ''
  const ownCookie = hr.cookie().split('=')[1] ?? ''
  for (const { method, path, needs } of Object.values(staffPaths)) {
    if (needs === 'nobody') continue
    const response = await fetch(shop.url + fill(path), {
      method,
      headers: { 'x-backoffice': '1', cookie: `employer=${ownCookie}; backoffice=${ownCookie}` },
    })
    expect([path, response.status]).toEqual([path, 401])
  }
  for (const { method, path, needs } of Object.values(employerPaths)) {
    if (needs === 'nobody') continue
    const as = (headers: Record<string, string>) =>
      fetch(shop.url + fill(path), { method, headers: { 'x-employer': '1', ...headers } })
    const answers = await Promise.all([
      as({ cookie: `backoffice=${staffCookie}; employer=${staffCookie}` }),
      as({ authorization: `Bearer ${token}` }),
      as({ cookie: `employer=${token}` }),
      as({}),
    ])
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 401, 401, 401, 401])
    if (method === 'GET') continue
    const from = (headers: Record<string, string>) =>
      fetch(shop.url + fill(path), { method, headers: { cookie: hr.cookie(), ...headers } })
    const foreign = await Promise.all([
      from({}),
      from({ 'x-backoffice': '1' }),
      from({ 'x-employer': '1', origin: 'https://elsewhere.example' }),
      from({ 'x-employer': '1', 'sec-fetch-site': 'cross-site' }),
    ])
    expect([path, ...foreign.map(({ status }) => status)]).toEqual([path, 403, 403, 403, 403])
  }
  // An employer's session token opens no supplier page.
  expect((await shop.request(`/supplier/${ownCookie}`)).status).toBe(404)
  const framed = await hr.request('GET', '/employer/api/session')
  expect(framed.status).toBe(200)
  expect(framed.headers.get('x-frame-options')).toBe('DENY')
})

it('shows no data of another employer in any call, and no actions of recipients (DESK-39)', async () => {
  const [theirs] = await shop.sql<{ id: string }[]>`
    select id::text from recipient where batch_id = ${quail.batch}::bigint limit 1`
  const person = theirs?.id ?? ''
  const reads = Object.values(employerPaths).filter(
    ({ method, path }) => method === 'GET' && !path.includes(':'),
  )
  expect(reads.length).toBeGreaterThan(5)
  for (const { path } of reads) {
    const answer = await hr.request('GET', path)
    const text = await answer.text()
    expect([path, answer.status]).toEqual([path, 200])
    expect(text).not.toMatch(/Kwartelhof|Keuken|kwartelhof/)
    // No voucher or holder, which could identify a recipient.
    expect(text).not.toMatch(/voucher|last3|reminded_people|claimed|"orders?"/)
  }
  const input = {
    addRecipient: { batch: quail.batch, name: 'Mol', reason: 'Spy' },
    correctRecipientEmail: { was: 'kwartelhof-0@example.com', email: 'mol@example.com' },
    remind: {},
  }
  const [key] = await shop.sql<{ id: string }[]>`
    insert into employer_passkey (employer_user_id, name, public_key, credential_id, counter, transports, added_at)
    values (${other.userId}, 'Laptop', '\\x01', '\\x03', 0, '{}', now()) returning id::text`
  const [session] = await shop.sql<{ id: string }[]>`
    insert into employer_session (token_hash, employer_user_id, made_at, seen_at, ends_at, address, agent)
    values (sha256('theirs'), ${other.userId}, now(), now(), now() + interval '1 day', '', '') returning id`
  const asked = {
    addRecipient: await hr.request('POST', '/employer/api/people', input.addRecipient),
    correctRecipientEmail: await hr.request(
      'PUT',
      `/employer/api/people/${person}/address`,
      input.correctRecipientEmail,
    ),
    endOwnSession: await hr.request('DELETE', `/employer/api/sessions/${session?.id}`),
    removePasskey: await hr.request('DELETE', `/employer/api/passkeys/${key?.id}`, {
      password: EMPLOYER_PASSWORD,
    }),
    remind: await hr.request(
      'POST',
      `/employer/api/campaigns/${quail.campaign}/reminder`,
      input.remind,
    ),
    campaignReport: await hr.request('GET', `/employer/api/campaigns/${quail.campaign}/report`),
  }
  for (const answer of Object.values(asked)) expect(answer.status).toBe(404)
  // Every call with an id is in this list: a new one must be added.
  const naming = Object.entries(employerPaths).filter(
    ([, { path, method }]) => path.includes(':') || (method === 'POST' && path.endsWith('/people')),
  )
  expect(naming.map(([name]) => name).toSorted()).toEqual(Object.keys(asked).toSorted())

  const list = await ok<EmployerAnswer<'people'>>(hr.request('GET', '/employer/api/people?limit=5'))
  expect(Object.keys(list.items[0] ?? {}).toSorted()).toEqual([
    'batch',
    'campaign',
    'corrected',
    'department',
    'email',
    'id',
    'mail',
    'name',
  ])
  expect(list.total.count).toBe(12)
  const next = await ok<EmployerAnswer<'people'>>(
    hr.request('GET', `/employer/api/people?limit=5&cursor=${list.next}`),
  )
  expect(next.items.map(({ name }) => name)).not.toContain(list.items[0]?.name)
})

it('shows the same figures to recipient, employer and back office (DESK-39)', async () => {
  const figures = await ok<EmployerAnswer<'figures'>>(hr.request('GET', '/employer/api/figures'))
  expect(figures.items).toMatchObject([
    { department: '', people: 12, sent: 10, bounced: null, came: 5, ordered: null },
    { department: 'Kraan', people: 12, came: 5 },
  ])
  const seen = await ok<EmployerAnswer<'seen'>>(hr.request('GET', '/employer/api/seen?language=en'))
  expect(seen.figures).toEqual(figures)
  const inBackoffice = await ok(
    owner.request('GET', `/backoffice/api/employers/${north.employer}/statistics`),
  )
  expect(inBackoffice).toEqual(figures)
  const holder = await logInAgain(north.holders[0])
  const sees = await holder.done('employerSees', {})
  expect(sees.response).toEqual({ employer: 'Noordzee', ...figures })
  // The texts are the same as on the holder's page.
  const words = await holder.done('component', {
    path: 'privacystatementcomponents',
    language: 'en',
  })
  const block = words.response.blocks.find(({ code }) => code === 'employerSees')
  expect(seen.texts).toEqual(
    Object.fromEntries(
      block?.custom_fields.map(({ key, value_string }) => [key, value_string]) ?? [],
    ),
  )
  expect(seen.texts['seesTitle']).toBe('What your employer sees')
  const csv = await hr.request('GET', '/employer/api/report')
  expect(csv.headers.get('content-disposition')).toContain('report.csv')
  expect((await csv.text()).split('\r\n').slice(1, 3)).toEqual([
    expect.stringMatching(/;Kerst Noordzee;;12;10;;5;;;/),
    expect.stringMatching(/;Kerst Noordzee;Kraan;12;10;;5;;;/),
  ])
  // A voucher without an employer shows no employer.
  const alone = await (await shop.holder()).done('employerSees', {})
  expect(alone.response).toEqual({ employer: null, made_at: null, items: [] })
  await shop.sql.begin((sql) => storeEmployerStatistics(sql, shop.clock.now()))
  expect((await holder.done('employerSees', {})).response.made_at).toBe(
    (await ok<EmployerAnswer<'figures'>>(hr.request('GET', '/employer/api/figures'))).made_at,
  )
})

it('adds a recipient within the budget and mails the code, and corrects an address without revealing activations (DESK-28)', async () => {
  const add = (more: object = {}) =>
    hr.request('POST', '/employer/api/people', {
      batch: north.batch,
      name: 'Vera Vergeten',
      department: 'Kraan',
      email: 'vera@example.com',
      reason: 'Started in November',
      ...more,
    })
  const races = await Promise.all(Array.from({ length: 8 }, () => add()))
  expect(races.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(await codeOf(await add({ name: 'Piet', email: 'piet@example.com' }))).toBe('over-budget')
  await sendGiftMails(shop.shop)
  expect(mailer.sent.map(({ to }) => to)).toEqual(['vera@example.com'])
  mailer.sent = []

  const holder = await logInAgain(north.holders[0])
  const recipientWho = async (state: 'came' | 'absent') => {
    const [row] = await shop.sql<{ id: string; email: string }[]>`
      select id::text, email from recipient where batch_id = ${north.batch}::bigint and email like 'noordzee-%'
        and (voucher_id = ${holder.voucherId}) = ${state === 'came'}
        and (${state === 'came'} or not exists (select from cart where cart.voucher_id = recipient.voucher_id))
      order by recipient.id limit 1`
    return row
  }
  const [came, absent] = [await recipientWho('came'), await recipientWho('absent')]
  await shop.sql`
    update recipient set mail_state = 'bounced', bounced_at = now(), bounce = '550 no such user'
    where id in (${came?.id ?? ''}::bigint, ${absent?.id ?? ''}::bigint)`
  const correct = async (recipient: typeof came, email: string) =>
    ok<EmployerAnswer<'correctRecipientEmail'>>(
      hr.request('PUT', `/employer/api/people/${recipient?.id}/address`, {
        was: recipient?.email,
        email,
      }),
    )
  const other = { was: 'other@example.com', email: 'a@example.com' }
  const unseen = await hr.request('PUT', `/employer/api/people/${came?.id}/address`, other)
  expect(await codeOf(unseen)).toBe('changed-since')
  const answers = [await correct(came, 'a@example.com'), await correct(absent, 'b@example.com')]
  expect(answers.map(({ mail }) => mail)).toEqual(['sent', 'sent'])
  const again = await hr.request('PUT', `/employer/api/people/${came?.id}/address`, {
    was: 'a@example.com',
    email: 'c@example.com',
  })
  expect(await codeOf(again)).toBe('no-longer-possible')
  await sendGiftMails(shop.shop)
  // A voucher that is already in use is not mailed to another address.
  expect(mailer.sent.map(({ to }) => to)).toEqual(['b@example.com'])
  expect(refused(await holder.call('readCart', { language: 'nl' }))).toBe(false)

  // An address that the holder gave to the shop is not shown to the employer.
  await shop.sql`update recipient set mail_state = 'bounced' where id = ${absent?.id ?? ''}::bigint`
  await ok(
    owner.request(
      'PUT',
      `/backoffice/api/batches/${north.batch}/recipients/${absent?.id}/address`,
      {
        email: 'private@example.com',
        was: 'b@example.com',
        send: false,
      },
    ),
  )
  const list = await (await hr.request('GET', '/employer/api/people?search=noordzee')).text()
  expect(list).not.toContain('private@example.com')
  const within = async (campaign: string) =>
    (
      await ok<EmployerAnswer<'people'>>(
        hr.request('GET', `/employer/api/people?mail=bounced&campaign=${campaign}`),
      )
    ).items.map(({ campaign: name }) => name)
  expect(await within(north.campaign)).toEqual(['Kerst Noordzee'])
  expect(await within(quail.campaign)).toEqual([])
  expect(JSON.parse(list)).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ id: absent?.id, email: '', corrected: true }),
    ]),
  })
})

it('reminds recipients without an order once per period, during the day, without revealing their number (DESK-39)', async () => {
  const buyer = await logInAgain(north.holders[0])
  await sampleOrder(shop, { holder: buyer, gifts: [await shop.gift()] })
  await shop.shop.jobs.drain()
  const day = addDays(today(), 3)
  const at = (time: string) =>
    (momentOfWallTime(`${day}T${time}`, ZONE) ?? 0) - shop.clock.now().getTime()
  shop.clock.advance(at('22:00'))
  await hr.signIn()
  const ask = () => hr.request('POST', `/employer/api/campaigns/${north.campaign}/reminder`, {})
  const asked = await Promise.all(Array.from({ length: 8 }, ask))
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  const [done] = asked.filter(({ status }) => status === 200)
  expect(Object.keys(await jsonOf(done as Response))).toEqual(['remind_from'])
  const { items } = await ok<EmployerAnswer<'campaigns'>>(
    hr.request('GET', '/employer/api/campaigns'),
  )
  expect(items).toMatchObject([{ id: north.campaign, reminders: [expect.any(String)] }])
  // Earlier tests may have advanced the clock past midnight.
  expect(addDays(day, items[0]?.days_left ?? 0)).toBe(north.lastDay)

  mailer.sent = []
  expect(await sendReminders(shop.shop)).toBe(0)
  shop.clock.advance(11.5 * 3_600_000)
  await Promise.all(Array.from({ length: 8 }, () => sendReminders(shop.shop)))
  await shop.shop.jobs.drain()
  const reached = mailer.sent.map(({ to }) => to)
  expect(new Set(reached).size).toBe(reached.length)
  expect(reached).not.toContain('a@example.com')
  expect(reached.filter((to) => to.startsWith('noordzee-')).length).toBeGreaterThan(5)
  expect(reached.filter((to) => to.startsWith('kwartelhof-'))).toEqual([])

  // After two weeks another reminder is possible, but recipients of the first get no second one.
  shop.clock.advance(14 * 86_400_000)
  await hr.signIn()
  mailer.sent = []
  expect((await ask()).status).toBe(200)
  await sendReminders(shop.shop)
  await shop.shop.jobs.drain()
  expect(mailer.sent.map(({ to }) => to).filter((to) => reached.includes(to))).toEqual([])
  await other.signIn()
  const theirs = await ok<EmployerAnswer<'campaigns'>>(
    other.request('GET', '/employer/api/campaigns'),
  )
  expect(theirs.items).toMatchObject([{ reminders: [], remind_from: null }])
})
