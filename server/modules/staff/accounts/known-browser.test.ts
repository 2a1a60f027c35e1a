import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { stepAt, totpAt } from '#server/modules/staff/two-factor/totp.ts'
import { deleteExpiredData } from '#server/modules/privacy/clean-up.ts'
import { staffClient, STAFF_PASSWORD, jsonOf } from '#server/testing/clients/staff-client.ts'
import { EMPLOYER_PASSWORD, employerClient } from '#server/testing/clients/employer-client.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop
let employer = ''

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  const [row] = await shop.sql<{ id: string }[]>`
    insert into employer (name, added_at) values ('Noordzee', now()) returning id::text`
  employer = row?.id ?? ''
})
afterAll(() => shop.stop())
beforeEach(() => {
  mailer.sent = []
})

const takeSentMails = async () => {
  await shop.shop.jobs.drain()
  const mails = mailer.sent.map(({ to, subject }) => [to, subject])
  mailer.sent = []
  return mails
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

const sites = [
  [
    'the back office',
    '/backoffice/api/session',
    'x-backoffice',
    STAFF_PASSWORD,
    () => staffClient(shop, 'editor'),
  ],
  [
    'the employer portal',
    '/employer/api/session',
    'x-employer',
    EMPLOYER_PASSWORD,
    () => employerClient(shop, employer),
  ],
] as const

it.each(sites)(
  'mails about a sign-in to %s with a new browser, but not about the first or a known browser (SAFE-8, S9)',
  async (_, path, mark, password, newGuest) => {
    const { email } = await newGuest()
    const signIn = async (cookie = '') => {
      const response = await fetch(shop.url + path, {
        method: 'POST',
        headers: { [mark]: '1', 'content-type': 'application/json', cookie, 'user-agent': FIREFOX },
        body: JSON.stringify({ email, password }),
      })
      expect(response.status).toBe(200)
      return response.headers.getSetCookie()[1] ?? ''
    }
    const first = await signIn()
    expect(first).toMatch(
      /^browser=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    expect(await takeSentMails()).toEqual([])
    const known = first.split(';')[0] ?? ''
    expect((await signIn(known)).split(';')[0]).toBe(known)
    expect(await takeSentMails()).toEqual([])
    const second = (await signIn()).split(';')[0] ?? ''
    await shop.shop.jobs.drain()
    const [mail] = mailer.sent
    expect(mail?.text).toContain('Firefox, Windows')
    expect(mail?.text).toContain('127.0.0.1')
    expect(await takeSentMails()).toEqual([[email, 'Nieuwe login op je account']])
    await Promise.all([signIn(known), signIn(second)])
    // The database contains no cookie value.
    const [row] = await shop.sql<{ rows: string }[]>`
      select string_agg(known_device::text, ' ') as rows from known_device`
    expect(row?.rows).not.toContain(known.split('=')[1])
    expect(await takeSentMails()).toEqual([])
    // Eight sign-ins at once from unknown browsers send eight warnings.
    await Promise.all(Array.from({ length: 8 }, () => signIn()))
    expect(await takeSentMails()).toHaveLength(8)
  },
)

const statusWith = async (cookie: string) =>
  (await shop.request('/backoffice/api/session', { headers: { cookie } })).status

it('lets a staff member sign in when the warning cannot be stored or takeSentMails (SAFE-8, S9)', async () => {
  const editor = await staffClient(shop, 'editor')
  await editor.signIn()
  await shop.sql`alter table account_notice add constraint broken check (kind <> 'new-sign-in') not valid`
  try {
    expect(await statusWith(await editor.signInElsewhere())).toBe(200)
  } finally {
    await shop.sql`alter table account_notice drop constraint broken`
  }
  mailer.failure = new Error('the mail server is down')
  try {
    const cookie = await editor.signInElsewhere()
    await shop.shop.jobs.drain()
    expect(await statusWith(cookie)).toBe(200)
  } finally {
    mailer.failure = undefined
  }
})

it('warns a staff member again after old known browsers were cleaned up (SAFE-8, S9)', async () => {
  const editor = await staffClient(shop, 'editor')
  await editor.signIn()
  await editor.signInElsewhere()
  await takeSentMails()
  await shop.sql`update known_device set seen_at = seen_at - interval '500 days' where staff_id = ${editor.staffId}`
  await deleteExpiredData(shop.shop)
  const left = await shop.sql`select from known_device where staff_id = ${editor.staffId}`
  expect(left).toHaveLength(1)
  await editor.signInElsewhere()
  expect(await takeSentMails()).toHaveLength(1)
})

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function codeOf(secret: string) {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  return totpAt(key, stepAt(shop.clock.now()))
}

it('mails a colleague in their language about an app, recovery codes and a removed passkey (SAFE-8, S9)', async () => {
  const editor = await staffClient(shop, 'editor')
  await shop.sql`update staff set language = 'en' where id = ${editor.staffId}`
  await editor.signIn()
  const started = await editor.request('POST', '/backoffice/api/factors/totp', {})
  const { secret } = await jsonOf<{ secret: string }>(started)
  expect(await takeSentMails()).toEqual([])
  await editor.request('PUT', '/backoffice/api/factors/totp', { totp: codeOf(secret) })
  await editor.request('POST', '/backoffice/api/factors/recovery-codes', {})
  await editor.request('DELETE', '/backoffice/api/factors/totp')
  const [key] = await shop.sql<{ id: string }[]>`
    insert into staff_mfa_method (staff_id, kind, name, secret, credential_id, counter, transports, confirmed_at, added_at)
    values (${editor.staffId}, 'passkey', 'Key', 'key', 'a key of one', 0, '{}', now(), now()) returning id::text`
  await editor.request('DELETE', `/backoffice/api/factors/passkeys/${key?.id}`)
  expect(
    (await takeSentMails()).map(([to, subject]) => [to === editor.email, subject]).toSorted(),
  ).toEqual([
    [true, 'Authenticator app removed'],
    [true, 'Authenticator app set up'],
    [true, 'New recovery codes created'],
    [true, 'Passkey removed'],
  ])
})

it('mails an employer user about an app and a removed passkey, and when staff reset both (SAFE-8, S9)', async () => {
  const hr = await employerClient(shop, employer)
  await shop.sql`update employer_user set language = 'de' where id = ${hr.userId}`
  await hr.signIn()
  const password = EMPLOYER_PASSWORD
  const started = await hr.request('POST', '/employer/api/totp', { password })
  const { secret } = await jsonOf<{ secret: string }>(started)
  await hr.request('PUT', '/employer/api/totp', { totp: codeOf(secret) })
  await hr.request('DELETE', '/employer/api/totp', { password })
  const [key] = await shop.sql<{ id: string }[]>`
    insert into employer_passkey (employer_user_id, name, public_key, credential_id, counter, transports, added_at)
    values (${hr.userId}, 'Laptop', 'key', 'a key of an employer', 0, '{}', now()) returning id::text`
  await hr.request('DELETE', `/employer/api/passkeys/${key?.id}`, { password })
  expect(
    (await takeSentMails()).map(([to, subject]) => [to === hr.email, subject]).toSorted(),
  ).toEqual([
    [true, 'Authenticator-App eingerichtet'],
    [true, 'Authenticator-App entfernt'],
    [true, 'Passkey entfernt'],
  ])
  const owner = await staffClient(shop)
  await owner.signIn()
  const again = `/backoffice/api/employers/${employer}/users/${hr.userId}/invitation`
  expect((await owner.request('POST', again, { without_app: true })).status).toBe(200)
  const mails = await takeSentMails()
  expect(mails.map(([, subject]) => subject)).toContain('Ihr Zugang wurde zurückgesetzt')
})
