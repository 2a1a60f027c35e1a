import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffPaths } from '#contract/paths.staff.ts'
import { CLIENT, fakeOpenIdProvider } from '#server/testing/fakes/fake-openid-provider.ts'
import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const MINUTE_MS = 60_000
let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const codeOf = async (response: Response) =>
  response.status === 200
    ? 'done'
    : (await jsonOf<{ error: { code: string } }>(response)).error.code

const TOKEN = { name: 'A program', permissions: ['content.read'], days: 1 }
const createToken = (guest: StaffClient) => guest.request('POST', '/backoffice/api/tokens', TOKEN)

const statusWith = async (cookie: string) =>
  (await shop.request('/backoffice/api/session', { headers: { cookie } })).status

it('requires a sign-in within ten minutes for each sensitive call, such as creating a token or adding a passkey (SAFE-6, SAFE-7, S5, S10)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  expect((await createToken(owner)).status).toBe(200)
  shop.clock.advance(10 * MINUTE_MS + 1)
  const sensitive = Object.values(staffPaths).filter((path) => 'recent' in path)
  expect(sensitive.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/backoffice/api/tokens',
      '/backoffice/api/factors/passkeys',
      '/backoffice/api/factors/totp',
      '/backoffice/api/factors/recovery-codes',
    ]),
  )
  for (const { method, path } of sensitive) {
    const response = await owner.request(
      method,
      path.replace(/:\w+/, '1'),
      method === 'GET' ? undefined : {},
    )
    expect([path, response.status, await codeOf(response)]).toEqual([
      path,
      403,
      'needs-recent-sign-in',
    ])
  }
  // Other calls still work.
  expect((await owner.request('GET', '/backoffice/api/tokens')).status).toBe(200)
  await owner.signIn()
  expect((await createToken(owner)).status).toBe(200)
})

it('requires a recent sign-in of staff without a password as well (SAFE-7, S10)', async () => {
  const editor = await staffClient(shop, 'editor')
  await editor.signIn()
  await shop.sql`update staff set password_hash = null where id = ${editor.staffId}`
  shop.clock.advance(11 * MINUTE_MS)
  const asked = await editor.request('GET', '/backoffice/api/factors/passkeys')
  expect(await codeOf(asked)).toBe('needs-recent-sign-in')
})

it('replaces the browser’s session at a new sign-in, and leaves sessions of other browsers open (SAFE-10, S27)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const [first, elsewhere] = [owner.cookie(), await owner.signInElsewhere()]
  await owner.signIn()
  expect(await Promise.all([first, owner.cookie(), elsewhere].map(statusWith))).toEqual([
    401, 200, 200,
  ])
  const { items } = await jsonOf<{ items: object[] }>(
    await owner.request('GET', '/backoffice/api/sessions'),
  )
  expect(items).toHaveLength(2)

  const other = await staffClient(shop, 'reader')
  const before = owner.cookie()
  const taken = await shop.request('/backoffice/api/session', {
    method: 'POST',
    headers: { 'x-backoffice': '1', 'content-type': 'application/json', cookie: before },
    body: JSON.stringify({ email: other.email, password: other.password }),
  })
  expect(taken.status).toBe(200)
  expect(await statusWith(before)).toBe(401)
})

it('ends the least recently used sessions above ten in a race of sixteen sign-ins (SAFE-10, S27)', async () => {
  const owner = await staffClient(shop)
  const oldest = await owner.signInElsewhere()
  shop.clock.advance(MINUTE_MS)
  const cookies = await Promise.all(Array.from({ length: 16 }, () => owner.signInElsewhere()))
  const open = await Promise.all(cookies.map(statusWith))
  expect(open.filter((status) => status === 200)).toHaveLength(10)
  expect(await statusWith(oldest)).toBe(401)
})

it('accepts a company sign-in as recent only if the provider asked for the credentials again (SAFE-7, S10)', async () => {
  const company = await fakeOpenIdProvider()
  const at = await testShop({
    environment: {
      STAFF_OPENID_ISSUER: company.issuer,
      STAFF_OPENID_CLIENT: CLIENT.id,
      STAFF_OPENID_SECRET: CLIENT.secret,
    },
  })
  try {
    company.registerRedirect(`${at.url}/backoffice/openid`)
    const editor = await staffClient(at, 'editor')
    const who = { sub: 'c-1', email: editor.email, verified: true }
    const signIn = async (query: string, change = (url: URL) => url) => {
      const sent = await at.request(`/backoffice/api/session/openid${query}`)
      const { url } = await jsonOf<{ url: string }>(sent)
      const back = await company.followSignIn(change(new URL(url)).href, who)
      const response = await at.request('/backoffice/api/session/openid', {
        method: 'POST',
        headers: {
          'x-backoffice': '1',
          'content-type': 'application/json',
          cookie: sent.headers.get('set-cookie')?.split(';')[0] ?? '',
        },
        body: JSON.stringify({ query: back.search }),
      })
      const cookie = response.headers.getSetCookie().find((one) => one.startsWith('backoffice='))
      return { url: new URL(url), response, cookie: cookie?.split(';')[0] ?? '' }
    }
    const tokenWith = async (cookie: string) =>
      codeOf(
        await at.request('/backoffice/api/tokens', {
          method: 'POST',
          headers: { 'x-backoffice': '1', 'content-type': 'application/json', cookie },
          body: JSON.stringify(TOKEN),
        }),
      )
    // It is unknown when the provider last asked for the credentials.
    expect(await tokenWith((await signIn('')).cookie)).toBe('needs-recent-sign-in')
    const again = await signIn('?again=1')
    expect(again.url.searchParams.get('prompt')).toBe('login')
    expect(again.url.searchParams.get('max_age')).toBe('0')
    expect(await jsonOf(again.response.clone())).toMatchObject({ again: true })
    expect(await tokenWith(again.cookie)).toBe('done')
    // A user may remove the parameters from the URL.
    const without = await signIn('?again=1', (url) => {
      url.searchParams.delete('prompt')
      url.searchParams.delete('max_age')
      return url
    })
    expect(await codeOf(without.response)).toBe('wrong-sign-in')
  } finally {
    await at.stop()
    await company.close()
  }
})
