import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let shop: TestShop
let owner: StaffClient
let service: StaffClient
beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  owner = await staffClient(shop)
  service = await staffClient(shop, 'service')
  await shop.sql`update staff set language = 'en' where id = ${service.staffId}`
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await owner.signIn()
  await service.signIn()
  await shop.shop.jobs.drain()
  mailer.sent = []
})

async function made(guest: StaffClient, name: string) {
  const input = { name, permissions: ['order.read'], days: 30 }
  const answer = await guest.request('POST', '/backoffice/api/tokens', input)
  const token = await jsonOf<{ id: string; token: string }>(answer)
  const use = () =>
    shop.request('/backoffice/api/orders', { headers: { authorization: `Bearer ${token.token}` } })
  return { ...token, use }
}

const PATH = '/backoffice/api/staff-tokens'
const listed = async (query = '') =>
  (await jsonOf<StaffResponse<'staffTokens'>>(await owner.request('GET', `${PATH}?${query}`))).items

const end = (ids: string[], more: object = {}) =>
  owner.request('POST', `${PATH}/revoke`, {
    ids: ids.join(','),
    count: ids.length,
    reason: 'No longer needed',
    ...more,
  })

it('lists the API tokens of all staff for an owner, with owner, permissions, last use and expiry (SAFE-6, S5)', async () => {
  const theirs = await made(service, 'The ticket system')
  const own = await made(owner, 'Reports')
  expect((await theirs.use()).status).toBe(200)
  const items = await listed('sort=owner')
  expect(items.map(({ name, owner, state }) => [name, owner.email, state])).toEqual([
    ['Reports', owner.email, 'active'],
    ['The ticket system', service.email, 'active'],
  ])
  expect(items.find(({ id }) => id === theirs.id)).toMatchObject({
    permissions: ['order.read'],
    seen_at: expect.any(String),
    ends_at: expect.any(String),
    ended_at: null,
  })
  expect(items.find(({ id }) => id === own.id)?.seen_at).toBeNull()
  expect(JSON.stringify(items)).not.toContain(theirs.token)
  expect((await listed(`search=${service.email}`)).map(({ id }) => id)).toEqual([theirs.id])
  const csv = await (await owner.request('GET', `${PATH}?as=csv`)).text()
  expect(csv).toContain('The ticket system')
  // An owner's list of tokens is only for owners, not for their API tokens.
  expect((await service.request('GET', PATH)).status).toBe(403)
  const byProgram = await shop.request(PATH, {
    headers: { authorization: `Bearer ${own.token}` },
  })
  expect(byProgram.status).toBe(403)
})

it('revokes several API tokens of any staff, with one audit entry and a mail to each token owner (SAFE-6, S5)', async () => {
  const theirs = await made(service, 'Old program')
  const own = await made(owner, 'Another one')
  await shop.shop.jobs.drain()
  mailer.sent = []
  expect(
    (await service.request('POST', `${PATH}/revoke`, { ids: theirs.id, count: 1, reason: 'x' }))
      .status,
  ).toBe(403)
  expect((await end([theirs.id], { reason: '' })).status).toBe(400)
  expect((await end([theirs.id], { count: 2 })).status).toBe(409)
  expect((await theirs.use()).status).toBe(200)
  expect(await jsonOf(await end([theirs.id, own.id]))).toEqual({ ended: 2 })
  expect(await Promise.all([theirs, own].map(async ({ use }) => (await use()).status))).toEqual([
    401, 401,
  ])
  await shop.shop.jobs.drain()
  expect(mailer.sent.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
    [owner.email, 'API-token ingetrokken'],
    [service.email, 'API token revoked'],
  ])
  expect(mailer.sent.find(({ to }) => to === service.email)?.text).toContain(
    'The owner revoked your API token “Old program”.',
  )
  const [line] = await shop.sql`
    select subject_id, reason, before from audit where action = 'tokens.ended' order by id desc limit 1`
  expect(line).toMatchObject({ subject_id: 'several', reason: 'No longer needed' })
  expect(JSON.stringify(line?.['before'])).toContain('Old program')
  const [gone] = await listed(`ids=${theirs.id}`)
  expect(gone).toMatchObject({ state: 'ended', ended_at: expect.any(String) })
  // Nothing is left to end.
  expect((await end([theirs.id])).status).toBe(409)
})

it('revokes all API tokens of a search once in a race of eight requests, and mails once (SAFE-6, S5)', async () => {
  const one = await made(service, 'One of many')
  const found = { found: { search: 'one of many' }, count: 1, reason: 'Audit' }
  await shop.shop.jobs.drain()
  mailer.sent = []
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => owner.request('POST', `${PATH}/revoke`, found)),
  )
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect((await one.use()).status).toBe(401)
  await shop.shop.jobs.drain()
  expect(mailer.sent).toHaveLength(1)
})
