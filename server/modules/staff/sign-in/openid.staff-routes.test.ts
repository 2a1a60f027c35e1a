import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  CLIENT,
  fakeOpenIdProvider,
  type Employee,
} from '#server/testing/fakes/fake-openid-provider.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const PLACE = '/backoffice/api/session/openid'
let company: Awaited<ReturnType<typeof fakeOpenIdProvider>>
let shop: TestShop
const environment = (settings = {}) => ({
  STAFF_OPENID_ISSUER: company.issuer,
  STAFF_OPENID_CLIENT: CLIENT.id,
  STAFF_OPENID_SECRET: CLIENT.secret,
  STAFF_OPENID_NAME: 'Giftpoint B.V.',
  ...settings,
})

beforeAll(async () => {
  company = await fakeOpenIdProvider()
  shop = await testShop({ environment: environment() })
  company.registerRedirect(`${shop.url}/backoffice/openid`)
})
afterAll(async () => {
  await shop.stop()
  await company.close()
})

/** The redirect from the back office, with the URL and the cookie of this browser. */
async function startSignIn(at = shop) {
  const response = await fetch(at.url + PLACE)
  const cookie = response.headers.get('set-cookie') ?? ''
  return { response, cookie, url: String((await jsonOf(response))['url']) }
}

const signIn = (query: string, cookie: string, at = shop) =>
  fetch(at.url + PLACE, {
    method: 'POST',
    headers: {
      'x-backoffice': '1',
      'content-type': 'application/json',
      cookie: cookie.split(';')[0] ?? '',
    },
    body: JSON.stringify({ query }),
  })

async function signInAs(who: Employee) {
  const { url, cookie } = await startSignIn()
  const back = await company.followSignIn(url, who)
  return { response: await signIn(back.search, cookie), back, cookie }
}

it('signs in a person whom the provider confirms with a staff member’s verified address (openid)', async () => {
  expect(await jsonOf(await shop.request('/backoffice/api/session/methods'))).toEqual({
    openid: 'Giftpoint B.V.',
  })
  const guest = await staffClient(shop, 'editor')
  const { url, cookie } = await startSignIn()
  expect(cookie).toMatch(/; Path=\/backoffice\/api\/session\/openid; .*HttpOnly; SameSite=Strict/)
  expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')

  const email = guest.email.toUpperCase()
  const { response, back } = await signInAs({ sub: 'e-1', email, verified: true })
  expect(back.pathname).toBe('/backoffice/openid')
  expect(response.status).toBe(200)
  expect(await jsonOf(response)).toMatchObject({ staff: { email: guest.email, role: 'editor' } })
  const [session] = response.headers.getSetCookie().filter((one) => one.startsWith('backoffice='))
  const who = await shop.request('/backoffice/api/session', {
    headers: { cookie: session?.split(';')[0] ?? '' },
  })
  expect(who.status).toBe(200)
  const [line] = await shop.sql`
    select action, after from audit where subject_id = ${String(guest.staffId)}`
  expect(line).toEqual({ action: 'session.opened', after: { way: 'openid' } })
})

it('identifies a staff member by the provider’s subject, even if another person gets the address (openid)', async () => {
  const guest = await staffClient(shop, 'service')
  const { email } = guest
  expect((await signInAs({ sub: 's-1', email, verified: true })).response.status).toBe(200)
  // Another name and address at the provider: the same person. The old address belongs to another person by now.
  const elsewhere = 'married@giftpoint.example'
  const same = await signInAs({ sub: 's-1', email: elsewhere, verified: true })
  expect(await jsonOf(same.response)).toMatchObject({ staff: { email } })
  const other = await signInAs({ sub: 's-2', email, verified: true })
  expect(other.response.status).toBe(401)
  expect(await jsonOf(other.response)).toMatchObject({ error: { code: 'not-a-colleague' } })

  await shop.sql`update staff set left_at = now() where id = ${guest.staffId}`
  expect((await signInAs({ sub: 's-1', email, verified: true })).response.status).toBe(401)
})

it('refuses an unverified address and an address of no staff member (openid)', async () => {
  const { email } = await staffClient(shop, 'reader')
  const before = await shop.sql`select from audit`
  for (const who of [
    { sub: 'u-1', email, verified: false },
    { sub: 'u-2', email: 'nobody@elsewhere.example', verified: true },
  ]) {
    const { response } = await signInAs(who)
    expect(await jsonOf(response)).toMatchObject({ error: { code: 'not-a-colleague' } })
  }
  expect((await shop.sql`select from audit`).count).toBe(before.count)
})

it('accepts a response once, within ten minutes, and only from the browser that started the sign-in (openid)', async () => {
  const { email } = await staffClient(shop, 'editor')
  const who = { sub: 'o-1', email, verified: true }
  const { url, cookie } = await startSignIn()
  const { search } = await company.followSignIn(url, who)
  const elsewhere = await startSignIn()
  // The response to a request in which one value comes from another browser's request.
  const responseWithForeign = async (part: string) => {
    const to = new URL(url)
    to.searchParams.set(part, elsewhere.url.match(new RegExp(`${part}=([^&]+)`))?.[1] ?? '')
    return (await company.followSignIn(to.href, who)).search
  }
  const wrong = [
    await signIn(await responseWithForeign('nonce'), cookie),
    await signIn(await responseWithForeign('code_challenge'), cookie),
    await signIn(await responseWithForeign('state'), cookie),
    await signIn(search, ''),
    await signIn(search, 'backoffice-openid=AAAA'),
    await signIn(search, elsewhere.cookie),
    await signIn(search.replace(/state=[^&]*/, 'state=another'), cookie),
    await signIn(search.replace(/code=[^&]*/, 'code=another'), cookie),
    await signIn(search.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Felsewhere.example'), cookie),
    await signIn('?error=access_denied&state=x', cookie),
    await signIn('', cookie),
  ]
  for (const response of wrong) {
    expect(response.status).toBe(401)
    expect(await jsonOf(response)).toMatchObject({ error: { code: 'wrong-sign-in' } })
  }
  expect((await signIn(search, cookie)).status).toBe(200)
  const repeats = await Promise.all(Array.from({ length: 8 }, () => signIn(search, cookie)))
  expect(new Set(repeats.map(({ status }) => status))).toEqual(new Set([401]))

  const expired = await startSignIn()
  const back = await company.followSignIn(expired.url, who)
  shop.clock.advance(600_001)
  expect((await signIn(back.search, expired.cookie)).status).toBe(401)
})

it('returns 503 if the provider does not respond, and 404 without a configured provider (openid)', async () => {
  const unavailable = await fakeOpenIdProvider()
  await unavailable.close()
  const withoutProvider = await testShop({
    database: shop.database,
    environment: environment({ STAFF_OPENID_ISSUER: unavailable.issuer }),
  })
  try {
    expect((await startSignIn(withoutProvider)).response.status).toBe(503)
  } finally {
    await withoutProvider.stop()
  }
  const notConfigured = await testShop({ database: shop.database })
  try {
    expect((await startSignIn(notConfigured)).response.status).toBe(404)
    expect(await jsonOf(await notConfigured.request('/backoffice/api/session/methods'))).toEqual({
      openid: null,
    })
  } finally {
    await notConfigured.stop()
  }
})

it.each<[string, Record<string, string>, Partial<Employee>, boolean]>([
  ['nothing', {}, { amr: ['mfa'] }, true],
  ['an acr', { STAFF_OPENID_ACR: 'high' }, { acr: 'high' }, false],
  ['an amr', { STAFF_OPENID_AMR: 'mfa' }, { amr: ['mfa'] }, false],
])(
  'needs a second factor besides a company sign-in only if the shop does not require an acr or amr: required is %s (SAFE-7, S6)',
  async (_, settings, claims, needsFactor) => {
    const rule = environment({ ...settings, STAFF_TWO_FACTOR_ROLES: 'editor' })
    const at = await testShop({ database: shop.database, environment: rule })
    try {
      company.registerRedirect(`${at.url}/backoffice/openid`)
      const { email } = await staffClient(at, 'editor')
      const { url, cookie } = await startSignIn(at)
      const who = { sub: `factor-${email}`, email, verified: true, ...claims }
      const answer = await signIn((await company.followSignIn(url, who)).search, cookie, at)
      expect(await jsonOf(answer)).toMatchObject({ staff: { needs_second_factor: needsFactor } })
    } finally {
      await at.stop()
    }
  },
)

it.each<[string, Record<string, string>, Partial<Employee>, number]>([
  ['one of two acr values', { STAFF_OPENID_ACR: 'highest, high' }, { acr: 'high' }, 200],
  ['another acr', { STAFF_OPENID_ACR: 'high' }, { acr: 'low' }, 403],
  ['no acr', { STAFF_OPENID_ACR: 'high' }, {}, 403],
  ['one of two amr values', { STAFF_OPENID_AMR: 'mfa,hwk' }, { amr: ['pwd', 'mfa'] }, 200],
  ['other amr values', { STAFF_OPENID_AMR: 'mfa,hwk' }, { amr: ['pwd'] }, 403],
  ['no amr', { STAFF_OPENID_AMR: 'mfa' }, {}, 403],
  [
    'an acr without the required amr',
    { STAFF_OPENID_ACR: 'high', STAFF_OPENID_AMR: 'mfa' },
    { acr: 'high' },
    403,
  ],
])(
  'checks the provider’s acr and amr against the configuration: %s (SAFE-7, S6)',
  async (_, settings, claims, status) => {
    const at = await testShop({ database: shop.database, environment: environment(settings) })
    try {
      company.registerRedirect(`${at.url}/backoffice/openid`)
      const guest = await staffClient(at, 'editor')
      const { url, cookie } = await startSignIn(at)
      expect(new URL(url).searchParams.get('acr_values')).toBe(
        settings['STAFF_OPENID_ACR']?.replace(', ', ' ') ?? null,
      )
      const who = { sub: `strength-${guest.email}`, email: guest.email, verified: true, ...claims }
      const answer = await signIn((await company.followSignIn(url, who)).search, cookie, at)
      expect(answer.status).toBe(status)
      if (status === 403)
        expect(await jsonOf(answer)).toMatchObject({ error: { code: 'weak-sign-in' } })
    } finally {
      await at.stop()
    }
  },
)
