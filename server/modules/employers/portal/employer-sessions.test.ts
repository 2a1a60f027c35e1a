import { afterAll, beforeAll, expect, it } from 'vitest'

import { jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  EMPLOYER_PASSWORD,
  type EmployerClient,
  employerClient,
} from '#server/testing/clients/employer-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let employer = ''
beforeAll(async () => {
  shop = await testShop()
  const [row] = await shop.sql<{ id: string }[]>`
    insert into employer (name, added_at) values ('Noordzee', now()) returning id::text`
  employer = row?.id ?? ''
})
afterAll(() => shop.stop())

const statusWith = async (cookie: string) =>
  (await shop.request('/employer/api/session', { headers: { cookie } })).status

async function signInWith({ email }: EmployerClient, cookie = '') {
  const response = await shop.request('/employer/api/session', {
    method: 'POST',
    headers: { 'x-employer': '1', 'content-type': 'application/json', cookie },
    body: JSON.stringify({ email, password: EMPLOYER_PASSWORD }),
  })
  expect(response.status).toBe(200)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

it('has one session in a browser: it continues under a new token, or ends when someone else signs in (SAFE-10, S15, S27)', async () => {
  const hr = await employerClient(shop, employer)
  const first = await signInWith(hr)
  const elsewhere = await signInWith(hr)
  const second = await signInWith(hr, first)
  expect(await Promise.all([first, second, elsewhere].map(statusWith))).toEqual([401, 200, 200])
  const sessions = await shop.request('/employer/api/sessions', { headers: { cookie: second } })
  expect((await jsonOf<{ items: object[] }>(sessions)).items).toHaveLength(2)

  const other = await employerClient(shop, employer)
  const taken = await signInWith(other, second)
  expect(await Promise.all([second, taken, elsewhere].map(statusWith))).toEqual([401, 200, 200])
  // An expired session is not continued.
  shop.clock.advance(2 * 3_600_000)
  const later = await signInWith(other, taken)
  const [row] = await shop.sql<{ open: number }[]>`
    select count(*)::integer as open from employer_session where employer_user_id = ${other.userId}`
  expect([row?.open, await statusWith(later)]).toEqual([1, 200])
})

it('ends the oldest session of an employer user beyond ten, of sixteen sign-ins at once (SAFE-10, S15, S27)', async () => {
  const hr = await employerClient(shop, employer)
  const oldest = await signInWith(hr)
  shop.clock.advance(60_000)
  const cookies = await Promise.all(Array.from({ length: 16 }, () => signInWith(hr)))
  const open = await Promise.all(cookies.map(statusWith))
  expect(open.filter((status) => status === 200)).toHaveLength(10)
  expect(await statusWith(oldest)).toBe(401)
})
