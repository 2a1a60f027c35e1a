import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  EMPLOYER_PASSWORD,
  type EmployerClient,
  employerClient,
} from '#server/testing/clients/employer-client.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const NEW = 'violet kettle rowing 41'
const HOUR = 3_600_000
const mailer = recordingMailer()
let shop: TestShop
let employer: string

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  const [row] = await shop.sql<{ id: string }[]>`
    insert into employer (name, added_at) values ('Zeewind', now()) returning id::text`
  employer = row?.id ?? ''
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await shop.shop.jobs.drain()
  mailer.sent = []
  await shop.sql`delete from reset_request`
})

type Site = 'backoffice' | 'employer'
const ask = (site: Site, path: string, input: object) =>
  fetch(`${shop.url}/${site}/api/password/${path}`, {
    method: 'POST',
    headers: { [`x-${site}`]: '1', 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
const codeOf = async (response: Response) =>
  (await jsonOf<{ error: { code: string } }>(response)).error.code
const sent = async () => {
  await shop.shop.jobs.drain()
  return mailer.sent.splice(0)
}
const tokenOf = (text: string) => /\/reset#([\w-]{43})/.exec(text)?.[1] ?? ''

it.each(['backoffice', 'employer'] as const)(
  'resets a forgotten password once with a link that expires after one hour: %s (SAFE-8, S9)',
  async (site) => {
    const guest =
      site === 'backoffice' ? await staffClient(shop) : await employerClient(shop, employer)
    await guest.signIn()
    await ask(site, 'link', { email: guest.email })
    const token = tokenOf((await sent())[0]?.text ?? '')
    const stored = await shop.sql<{ row: string }[]>`
      select password_reset::text as row from password_reset union all select mail::text from mail`
    expect(token).toHaveLength(43)
    expect(stored.filter(({ row }) => row.includes(token))).toEqual([])

    const weak = await ask(site, 'reset', { token, password: 'Amsterdam2026' })
    expect(await codeOf(weak)).toBe('weak-password')
    const used = await Promise.all(
      Array.from({ length: 8 }, () => ask(site, 'reset', { token, password: NEW })),
    )
    expect(used.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    // Existing sessions end, and the user is mailed.
    expect((await guest.request('GET', `/${site}/api/session`)).status).toBe(401)
    expect((await sent()).map(({ subject }) => subject)).toContainEqual(
      'Wachtwoord opnieuw ingesteld',
    )
    expect((await guest.signIn()).status).toBe(401)
    expect((await guest.signIn({ password: NEW })).status).toBe(200)

    // The next link replaces the one before, and lasts an hour.
    await ask(site, 'link', { email: guest.email })
    const first = tokenOf((await sent())[0]?.text ?? '')
    await ask(site, 'link', { email: guest.email })
    const second = tokenOf((await sent())[0]?.text ?? '')
    expect(await codeOf(await ask(site, 'reset', { token: first, password: NEW }))).toBe(
      'invitation-over',
    )
    shop.clock.advance(HOUR)
    expect(await codeOf(await ask(site, 'reset', { token: second, password: NEW }))).toBe(
      'invitation-over',
    )
  },
)

const guestOf = (site: Site) =>
  site === 'backoffice' ? staffClient(shop, 'service') : employerClient(shop, employer)
/** An owner in the back office, with the calls for users of either site. */
async function manager(site: Site) {
  const owner = await staffClient(shop)
  await owner.signIn()
  const path =
    site === 'backoffice' ? '/backoffice/api/staff' : `/backoffice/api/employers/${employer}/users`
  const request = async (method: string, more: string, input: object) =>
    expect((await owner.request(method, path + more, input)).status).toBe(200)
  const reason = 'Has lost the phone'
  return {
    invite: (email: string) =>
      request('POST', '', {
        email,
        name: 'Femke',
        language: 'nl',
        ...(site === 'backoffice' ? { role: 'service', channels: ['1014'] } : {}),
      }),
    remove: (id: number) => request('DELETE', `/${id}`, { reason }),
    reset: (id: number) =>
      request(
        'POST',
        `/${id}/invitation`,
        site === 'backoffice' ? { reason } : { without_app: true },
      ),
  }
}
const idOf = (guest: StaffClient | EmployerClient) =>
  'staffId' in guest ? guest.staffId : guest.userId
/** Requests a link and returns the token of the mail. */
const newLink = async (site: Site, email: string) => {
  await shop.sql`delete from reset_request`
  await ask(site, 'link', { email })
  const [mail] = (await sent()).filter(({ text }) => text?.includes('/reset#'))
  const token = tokenOf(mail?.text ?? '')
  expect(token).toHaveLength(43)
  return token
}

it.each(['backoffice', 'employer'] as const)(
  'invalidates an open link when the password changes, an owner resets the access or the user is removed: %s (SAFE-8, S9)',
  async (site) => {
    const { invite, remove, reset } = await manager(site)
    const use = async (token: string) =>
      codeOf(await ask(site, 'reset', { token, password: 'amber walrus canoe 77' }))
    const guest = await guestOf(site)
    await guest.signIn()

    const beforeChange = await newLink(site, guest.email)
    const change = { password: EMPLOYER_PASSWORD, new_password: NEW }
    expect((await guest.request('PUT', `/${site}/api/password`, change)).status).toBe(200)
    expect(await use(beforeChange)).toBe('invitation-over')

    const beforeReset = await newLink(site, guest.email)
    await reset(idOf(guest))
    expect(await use(beforeReset)).toBe('invitation-over')

    // A user who is invited again chooses a password with the invitation, not with the old link.
    const beforeRemoval = await newLink(site, guest.email)
    await remove(idOf(guest))
    const openLinks = await shop.sql`
      select from password_reset where used_at is null
        and ${idOf(guest)} = ${shop.sql(site === 'backoffice' ? 'staff_id' : 'employer_user_id')}`
    expect(openLinks).toHaveLength(0)
    await invite(guest.email)
    expect(await use(beforeRemoval)).toBe('invitation-over')
  },
)

/** Waits until this many statements wait for a lock. */
const lockWaits = (count: number) =>
  expect
    .poll(
      async () => {
        const found = await shop.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return found.count
      },
      { timeout: 20_000 },
    )
    .toBe(count)

it.each(['backoffice', 'employer'] as const)(
  'keeps one valid link when three are created at once: %s (SAFE-8, S9)',
  async (site) => {
    const { email } = await guestOf(site)
    await Promise.all(Array.from({ length: 3 }, () => ask(site, 'link', { email })))
    let jobs: Promise<unknown> = Promise.resolve()
    await shop.sql.begin(async (sql) => {
      await sql`select from ${sql(site === 'backoffice' ? 'staff' : 'employer_user')} where email = ${email} for update`
      jobs = shop.shop.jobs.drain({ parallel: true })
      await lockWaits(3)
    })
    await jobs
    const tokens = (await sent()).map(({ text }) => tokenOf(text ?? ''))
    const opens = await Promise.all(
      tokens.map(async (token) =>
        codeOf(await ask(site, 'reset', { token, password: 'Amsterdam2026' })),
      ),
    )
    expect(opens.filter((code) => code === 'weak-password')).toHaveLength(1)
  },
)

it('answers the same for known and unknown addresses and mails at most three links an hour (SAFE-8, S9)', async () => {
  const owner = await staffClient(shop)
  const answers: [number, string][] = []
  const links: { to: string }[] = []
  for (const email of [
    owner.email,
    'nobody@giftpoint.example',
    owner.email,
    owner.email,
    owner.email,
  ]) {
    const answer = await ask('backoffice', 'link', { email })
    answers.push([answer.status, await answer.text()])
    links.push(...(await sent()))
  }
  expect(new Set(answers.map((answer) => answer.join(' ')))).toEqual(new Set(['200 {}']))
  expect(links.map(({ to }) => to)).toEqual([owner.email, owner.email, owner.email])
  const jobs = await shop.sql<{ data: object }[]>`
    select data from job where name = 'send-password-reset'`
  expect(JSON.stringify(jobs)).not.toContain('nobody')
  // One network can send ten requests an hour.
  const more = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      ask('backoffice', 'link', { email: `n${at}@giftpoint.example` }),
    ),
  )
  expect(more.map(({ status }) => status).toSorted()).toEqual([
    200, 200, 200, 200, 200, 429, 429, 429,
  ])
  shop.clock.advance(HOUR)
  expect((await ask('backoffice', 'link', { email: owner.email })).status).toBe(200)
})

it('sends no link to an account that has no password (SAFE-8, S10)', async () => {
  const owner = await staffClient(shop)
  await shop.sql`update staff set password_hash = null where id = ${owner.staffId}`
  await ask('backoffice', 'link', { email: owner.email })
  expect(await sent()).toEqual([])
})

it('lets an employer user change the password, list sessions, and end one or all other sessions (SAFE-8, S9)', async () => {
  const hr = await employerClient(shop, employer)
  const elsewhere = await signedIn(hr)
  const third = await signedIn(hr)
  await hr.signIn()
  type Sessions = { items: { id: string; this_one: boolean; agent: string }[] }
  const sessions = async () =>
    (await jsonOf<Sessions>(await hr.request('GET', '/employer/api/sessions'))).items
  const open = await sessions()
  expect(open).toHaveLength(3)
  const other = open.find(({ this_one }) => !this_one)
  expect((await hr.request('DELETE', `/employer/api/sessions/${other?.id}`)).status).toBe(200)
  expect(await sessions()).toHaveLength(2)
  expect(await jsonOf(await hr.request('DELETE', '/employer/api/sessions'))).toEqual({ ended: 1 })
  const ended = await Promise.all([elsewhere, third].map((cookie) => statusWith(cookie)))
  expect(ended).toEqual([401, 401])

  const again = await signedIn(hr)
  await sent()
  mailer.sent = []
  const change = (password: string, new_password: string) =>
    hr.request('PUT', '/employer/api/password', { password, new_password })
  expect(await codeOf(await change('not this one, sorry', NEW))).toBe('wrong-password')
  expect(await codeOf(await change(EMPLOYER_PASSWORD, 'Zeewind2026!'))).toBe('weak-password')
  expect((await change(EMPLOYER_PASSWORD, NEW)).status).toBe(200)
  expect(await statusWith(again)).toBe(401)
  expect((await sent()).map(({ to, subject }) => [to, subject])).toEqual([
    [hr.email, 'Wachtwoord gewijzigd'],
  ])
  expect((await hr.signIn({ password: NEW })).status).toBe(200)
})

async function signedIn(guest: EmployerClient) {
  const answer = await fetch(`${shop.url}/employer/api/session`, {
    method: 'POST',
    headers: { 'x-employer': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ email: guest.email, password: EMPLOYER_PASSWORD }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}
const statusWith = async (cookie: string) =>
  (await fetch(`${shop.url}/employer/api/session`, { headers: { cookie } })).status
