import { afterAll, beforeAll, expect, it } from 'vitest'

import { isBeforeFactor, type StaffCallName, staffPaths } from '#contract/paths.staff.ts'
import { addStaff } from '#server/modules/staff/accounts/add-staff.ts'
import { stepAt, totpAt } from '#server/modules/staff/two-factor/totp.ts'
import {
  staffClient,
  type StaffClient,
  STAFF_PASSWORD,
  jsonOf,
} from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

/** A live shop, where owners and service need two-factor authentication. */
let shop: TestShop
/** The same shop before it is live, where two-factor authentication is optional. */
let before: TestShop
beforeAll(async () => {
  shop = await testShop({ environment: { GIFTPOINT_LIVE: 'true' } })
  before = await testShop({ database: shop.database })
})
afterAll(async () => {
  await before.stop()
  await shop.stop()
})

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The code that an app shows for this secret. */
function codeOf(secret: string, off = 0) {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  return totpAt(key, stepAt(shop.clock.now()) + off)
}

type Who = { staff: { needs_second_factor: boolean; role: string } }
type Answered = { error: { code: string } }
const codeOn = async (response: Response) =>
  response.status === 200 ? 'done' : (await jsonOf<Answered>(response)).error.code
const needs = async (guest: StaffClient) =>
  (await jsonOf<Who>(await guest.request('GET', '/backoffice/api/session'))).staff
    .needs_second_factor

async function startApp(guest: StaffClient) {
  return jsonOf<{ secret: string }>(await guest.request('POST', '/backoffice/api/factors/totp', {}))
}
const confirm = (guest: StaffClient, totp: string) =>
  guest.request('PUT', '/backoffice/api/factors/totp', { totp })

const addPasskey = (guest: StaffClient) =>
  shop.sql`
    insert into staff_mfa_method (staff_id, kind, name, secret, credential_id, counter, transports, confirmed_at, added_at)
    values (${guest.staffId}, 'passkey', 'Key', 'key', ${`key of ${guest.staffId}`}, 0, '{}', now(), now())
    returning id::text`

it('allows only the set-up of two-factor authentication after a sign-in with a password alone, for every call (SAFE-7, S6)', async () => {
  const owner = await staffClient(shop)
  const signedIn = await owner.signIn()
  expect(await jsonOf(signedIn)).toMatchObject({ staff: { needs_second_factor: true } })
  const open: string[] = []
  for (const [name, { method, path, needs }] of Object.entries(staffPaths)) {
    if (needs === 'nobody') continue
    if (isBeforeFactor(name as StaffCallName)) {
      open.push(name)
      continue
    }
    const address = `${path.replace(/:\w+/g, '1')}${method === 'GET' ? '?as=csv' : ''}`
    const response = await owner.request(method, address, method === 'GET' ? undefined : {})
    expect([name, response.status, await codeOn(response)]).toEqual([
      name,
      403,
      'needs-second-factor',
    ])
  }
  expect(open).toEqual([
    'whoAmI',
    'signOut',
    'factors',
    'startTotp',
    'confirmTotp',
    'passkeyToAdd',
    'addPasskey',
  ])
  const reader = await staffClient(shop, 'reader')
  expect(await jsonOf(await reader.signIn())).toMatchObject({
    staff: { needs_second_factor: false },
  })
  expect((await reader.request('GET', '/backoffice/api/tokens')).status).toBe(200)
})

it('lets the first owner of a new live shop set up an app at the first sign-in (SAFE-7, S6)', async () => {
  const email = 'first@owner.example'
  await addStaff({ sql: shop.sql, email, name: 'First', role: 'owner', password: STAFF_PASSWORD })
  const guest = await staffClient(shop, 'reader')
  const first = { ...guest, email }
  const signIn = async (totp?: string) => {
    const response = await guest.request('POST', '/backoffice/api/session', {
      email,
      password: STAFF_PASSWORD,
      ...(totp === undefined ? {} : { totp }),
    })
    return { response, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const { cookie } = await signIn()
  const request: StaffClient['request'] = (method, path, input) =>
    guest.request(method, path, input, { cookie })
  const owner: StaffClient = { ...first, request }
  expect(await codeOn(await owner.request('GET', '/backoffice/api/staff'))).toBe(
    'needs-second-factor',
  )
  const { secret } = await startApp(owner)
  expect(await codeOn(await confirm(owner, '000000'))).toBe('wrong-code')
  expect(await needs(owner)).toBe(true)
  const { recovery_codes } = await jsonOf<{ recovery_codes: string[] }>(
    await confirm(owner, codeOf(secret)),
  )
  expect(recovery_codes).toHaveLength(10)
  // The session now has all permissions.
  expect(await needs(owner)).toBe(false)
  expect((await owner.request('GET', '/backoffice/api/staff')).status).toBe(200)
  expect((await signIn()).response.status).toBe(401)
  const again = await signIn(codeOf(secret, 1))
  expect(await jsonOf(again.response)).toMatchObject({ staff: { needs_second_factor: false } })
  const byRecovery = await signIn(recovery_codes[0])
  expect(await jsonOf(byRecovery.response)).toMatchObject({ staff: { needs_second_factor: false } })
})

it('refuses to add a factor after a sign-in without the existing one (SAFE-7, S6)', async () => {
  const service = await staffClient(shop, 'service')
  await service.signIn()
  const { secret } = await startApp(service)
  // A passkey unchanged added in another browser meanwhile, and this session has not used it.
  await addPasskey(service)
  const tries = [
    await service.request('POST', '/backoffice/api/factors/totp', {}),
    await confirm(service, codeOf(secret)),
    await service.request('GET', '/backoffice/api/factors/passkeys'),
  ]
  expect(await Promise.all(tries.map(codeOn))).toEqual(Array(3).fill('needs-second-factor'))
  const [{ count } = { count: 0 }] = await shop.sql<{ count: number }[]>`
    select count(*)::integer from staff_mfa_method
    where staff_id = ${service.staffId} and kind = 'totp' and confirmed_at is not null`
  expect(count).toBe(0)
  expect(await needs(service)).toBe(true)
})

it('refuses to remove the last factor of a role that needs one, also in a race of two removals (SAFE-7, S6)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const { secret } = await startApp(owner)
  await confirm(owner, codeOf(secret))
  const remove = (path: string) => owner.request('DELETE', `/backoffice/api/factors/${path}`)
  expect(await codeOn(await remove('totp'))).toBe('factor-required')
  const [key] = await addPasskey(owner)
  const both = await Promise.all([remove('totp'), remove(`passkeys/${key?.['id']}`)])
  expect((await Promise.all(both.map(codeOn))).toSorted()).toEqual(['done', 'factor-required'])
  const left = await shop.sql`
    select kind from staff_mfa_method where staff_id = ${owner.staffId} and kind <> 'recovery'`
  expect(left).toHaveLength(1)
  const reader = await staffClient(shop, 'reader')
  await reader.signIn()
  await confirm(reader, codeOf((await startApp(reader)).secret))
  expect(await codeOn(await reader.request('DELETE', '/backoffice/api/factors/totp'))).toBe('done')
})

it('keeps the second factor and the end of a session when its user signs in again with the password alone (SAFE-7, S6)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  await addPasskey(owner)
  await shop.sql`update staff_session set second_factor = true where staff_id = ${owner.staffId}`
  const ends = async () =>
    (
      await shop.sql`select ends_at, made_at from staff_session where staff_id = ${owner.staffId}`
    )[0]
  const unchanged = await ends()
  shop.clock.advance(11 * 60_000)
  expect(await jsonOf(await owner.signIn())).toMatchObject({
    staff: { needs_second_factor: false },
  })
  expect(await ends()).toEqual(unchanged)
  // In another browser the password is not enough.
  const elsewhere = { cookie: await owner.signInElsewhere() }
  const refused = await shop.request('/backoffice/api/staff', { headers: elsewhere })
  expect(await codeOn(refused)).toBe('needs-second-factor')
})

it('grants nothing to a token or preview of staff without two-factor authentication (SAFE-7, S6)', async () => {
  const owner = await staffClient(before)
  await owner.signIn()
  const made = await owner.request('POST', '/backoffice/api/tokens', {
    name: 'A program',
    permissions: ['order.read', 'preview.view'],
    days: 9,
  })
  const { token } = await jsonOf<{ token: string }>(made)
  const asProgram = (at: TestShop, path: string, more: RequestInit = {}) =>
    fetch(at.url + path, {
      ...more,
      headers: {
        authorization: `Bearer ${token}`,
        'x-backoffice': '1',
        'content-type': 'application/json',
      },
    })
  const look = { method: 'POST', body: JSON.stringify({ channel: '1014', points: 8 }) }
  const previews = await Promise.all([
    owner.request('POST', '/backoffice/api/previews', { channel: '1014', points: 8 }),
    asProgram(before, '/backoffice/api/previews', look),
  ])
  const tokens = await Promise.all(
    previews.map(async (one) => (await jsonOf<{ token: string }>(one)).token),
  )
  const shows = async (at: TestShop) =>
    Promise.all(
      tokens.map(async (wt) => {
        const headers = { authorization: `Bearer ${wt}` }
        return (await at.request('/rest/producttags/products?language=nl', { headers })).status
      }),
    )
  expect(await shows(before)).toEqual([200, 200])
  expect(await shows(shop)).toEqual([401, 401])
  expect((await asProgram(before, '/backoffice/api/orders')).status).toBe(200)
  expect(await codeOn(await asProgram(shop, '/backoffice/api/orders'))).toBe('needs-second-factor')
  // The token works again once its owner has a second factor.
  await addPasskey(owner)
  expect((await asProgram(shop, '/backoffice/api/orders')).status).toBe(200)
  expect(await shows(shop)).toEqual([401, 200])
})

it('shows the OpenAPI contract of a live shop only after a sign-in with a second factor (SAFE-7, S6)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  expect((await shop.request('/backoffice/openapi.json')).status).toBe(401)
  expect(await codeOn(await owner.request('GET', '/backoffice/openapi.json'))).toBe(
    'needs-second-factor',
  )
  await shop.sql`update staff_session set second_factor = true where staff_id = ${owner.staffId}`
  expect((await owner.request('GET', '/backoffice/openapi.json')).status).toBe(200)
})
