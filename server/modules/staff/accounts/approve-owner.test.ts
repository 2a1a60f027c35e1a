import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import {
  approve,
  refusalCode as code,
  inviteColleague as invite,
  mailedInvitation,
} from '#server/testing/clients/mailed-invitation.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const mailer = recordingMailer()
let shop: TestShop
let first: ReleaseClient

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())
// Each test starts with one owner.
beforeEach(async () => {
  first = await releaseClient(shop)
  await shop.sql`update staff set role = 'reader', owner_until = null where id <> ${first.guest.staffId}`
})

const linkMailedTo = (email: string) => mailedInvitation(shop, mailer, email)

it('requires a second owner to approve a new owner, and returns no link (SAFE-5, S4)', async () => {
  const second = await releaseClient(shop)
  const asked = await invite(first, 'third@giftpoint.example')
  expect(JSON.stringify(asked.body)).not.toContain('invitation#')
  const role = async () =>
    (
      await shop.sql<{ role: string }[]>`select role from staff where id = ${asked.body.id}::bigint`
    )[0]
  expect(await role()).toEqual({ role: 'reader' })
  expect(code(await approve(first, asked.body.approval))).toBe('second-person')
  expect(code(await approve(second, asked.body.approval))).toBe('done')
  expect(await role()).toEqual({ role: 'owner' })
})

it('refuses a new owner’s approval of earlier requests, and of any request for 24 hours (SAFE-5, S4)', async () => {
  const second = await releaseClient(shop)
  const before = await invite(first, 'before@giftpoint.example')
  await shop.sql`update staff set owner_since = ${shop.clock.now()} where id = ${second.guest.staffId}`
  const after = await invite(first, 'after@giftpoint.example')
  expect(code(await approve(second, before.body.approval))).toBe('new-owner')
  expect(code(await approve(second, after.body.approval))).toBe('approve-later')
  shop.clock.advance(DAY_MS)
  await second.guest.signIn()
  expect(code(await approve(second, before.body.approval))).toBe('new-owner')
  expect(code(await approve(second, after.body.approval))).toBe('done')
})

it('requires a recent sign-in of the approver before an owner is made or reset (SAFE-5, S4)', async () => {
  const second = await releaseClient(shop)
  const third = await releaseClient(shop)
  const make = await invite(first, 'recent@giftpoint.example')
  const reset = await first.request<{ approval: string }>(
    'POST',
    `/staff/${third.guest.staffId}/invitation`,
    { reason: 'Lost' },
  )
  shop.clock.advance(11 * 60_000)
  for (const { body } of [make, reset])
    expect(code(await approve(second, body.approval))).toBe('needs-recent-sign-in')
  await second.guest.signIn()
  const now = shop.clock.now()
  for (const { body } of [make, reset])
    expect(code(await approve(second, body.approval))).toBe('done')
  // The person made an owner by approval waits like every new owner.
  const [made] = await shop.sql<{ since: Date | null }[]>`
    select owner_since as since from staff where id = ${make.body.id}::bigint`
  expect(made?.since?.getTime()).toBeGreaterThanOrEqual(now.getTime())
})

it('requires an approval to change a role to owner, and refuses to approve a reset of someone who is no longer an owner (SAFE-5, S4)', async () => {
  const second = await releaseClient(shop)
  const reader = await releaseClient(shop, 'reader')
  const change = (id: number, role: string, more: object = {}) =>
    first.request<{ role: string; approval: string | null }>('PUT', `/staff/${id}`, {
      version: 1,
      name: 'Somebody',
      role,
      channels: role === 'owner' ? [] : ['1014'],
      ...more,
    })
  expect(code(await change(reader.guest.staffId, 'owner'))).toBe('reason-missing')
  const asked = await change(reader.guest.staffId, 'owner', { reason: 'A third owner' })
  expect(asked.body).toMatchObject({ role: 'reader', approval: expect.any(String) })
  const [row] = await shop.sql`select role from staff where id = ${reader.guest.staffId}`
  expect(row).toEqual({ role: 'reader' })

  const third = await releaseClient(shop)
  const reset = await first.request<{ approval: string }>(
    'POST',
    `/staff/${third.guest.staffId}/invitation`,
    { reason: 'Lost' },
  )
  expect((await change(third.guest.staffId, 'editor')).status).toBe(200)
  expect(code(await approve(second, reset.body.approval))).toBe('no-longer-possible')
})

it('mails the link of an approved owner reset only to that owner, who then has the waiting period of a new owner (SAFE-5, S4)', async () => {
  const second = await releaseClient(shop)
  const third = await releaseClient(shop)
  const path = `/staff/${second.guest.staffId}/invitation`
  expect(code(await first.request('POST', path, {}))).toBe('reason-missing')
  const asked = await first.request<{ approval: string; ends_at: null }>('POST', path, {
    reason: 'Lost',
  })
  expect(asked.body).toMatchObject({ ends_at: null })
  expect(await linkMailedTo(second.guest.email)).toBe('')
  expect(code(await approve(third, asked.body.approval))).toBe('done')
  const token = await linkMailedTo(second.guest.email)
  const accepted = await shop.request('/backoffice/api/invitation', {
    method: 'POST',
    headers: { 'x-backoffice': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: 'orange-tractor-lamp-17' }),
  })
  expect(accepted.status).toBe(200)
  const question = await invite(first, 'later@giftpoint.example')
  await second.guest.signIn({ password: 'orange-tractor-lamp-17' })
  expect(code(await approve(second, question.body.approval))).toBe('approve-later')
})

it('restarts the waiting period of an owner after a changed or reset password (SAFE-5, S4)', async () => {
  const second = await releaseClient(shop)
  const asked = await invite(first, 'password@giftpoint.example')
  const changed = await second.request('PUT', '/password', {
    password: second.guest.password,
    new_password: 'orange-tractor-lamp-19',
  })
  expect(changed.status).toBe(200)
  expect(code(await approve(second, asked.body.approval))).toBe('new-owner')

  const third = await releaseClient(shop)
  const token = (
    await third.request<{ token: string }>('POST', '/tokens', {
      name: 'A program',
      permissions: ['order.read'],
      days: 9,
    })
  ).body.token
  const send = (path: string, input: object) =>
    shop.request(`/backoffice/api/password/${path}`, {
      method: 'POST',
      headers: { 'x-backoffice': '1', 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  await send('link', { email: third.guest.email })
  await shop.shop.jobs.drain()
  const mail = mailer.sent.findLast(
    ({ to, text }) => to === third.guest.email && text?.includes('/reset#'),
  )
  const link = /reset#([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  expect((await send('reset', { token: link, password: 'orange-tractor-lamp-20' })).status).toBe(
    200,
  )
  const open = await shop.request('/backoffice/api/session', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(open.status).toBe(401)
  await third.guest.signIn({ password: 'orange-tractor-lamp-20' })
  expect(code(await approve(third, asked.body.approval))).toBe('new-owner')
})

it('ends API tokens when sessions end, the password changes or access is removed, and refuses staff permissions for tokens (SAFE-6, S5)', async () => {
  const service = await releaseClient(shop, 'service')
  const make = async (backoffice: ReleaseClient, permissions: string[]) =>
    backoffice.request<{ token: string }>('POST', '/tokens', {
      name: 'A program',
      permissions,
      days: 9,
    })
  const status = async (token: string) =>
    (
      await shop.request('/backoffice/api/session', {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  for (const one of ['staff.manage', 'points.approve', 'credit.approve'])
    expect([one, (await make(first, [one])).status]).toEqual([one, 403])

  const left = (await make(service, ['order.read'])).body.token
  await first.request('DELETE', `/staff/${service.guest.staffId}/sessions`, {
    reason: 'In a train',
  })
  expect(await status(left)).toBe(401)
  await service.guest.signIn()
  const among = (await make(service, ['order.read'])).body.token
  const many = await first.request('POST', '/staff-sessions/end', {
    ids: String(service.guest.staffId),
    count: 1,
    reason: 'Several lost laptops',
  })
  expect([many.body, await status(among)]).toEqual([{ colleagues: 1, ended: 1, tokens: 1 }, 401])
  await service.guest.signIn()
  const old = (await make(service, ['order.read'])).body.token
  const changed = await service.request('PUT', '/password', {
    password: service.guest.password,
    new_password: 'orange-tractor-lamp-18',
  })
  expect([changed.status, await status(old)]).toEqual([200, 401])
  await shop.shop.jobs.drain()
  const mails = mailer.sent.filter(({ to }) => to === service.guest.email)
  expect(mails.map(({ text }) => text ?? '').join(' ')).toContain('A program')

  await make(service, ['order.read'])
  await first.request('DELETE', `/staff/${service.guest.staffId}`, { reason: 'Left' })
  const tokens = await shop.sql`
    select from staff_token where staff_id = ${service.guest.staffId} and ended_at is null`
  expect(tokens.count).toBe(0)
})
