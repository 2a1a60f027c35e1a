import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { mailedInvitation } from '#server/testing/mailed-invitation.ts'
import { recordingMailer } from '#server/testing/recording-mailer.ts'
import { type ReleaseDesk, releaseDesk } from '#server/testing/release-desk.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const mailer = recordingMailer()
let shop: TestShop
let first: ReleaseDesk

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())
// Each test begins with one owner.
beforeEach(async () => {
  first = await releaseDesk(shop)
  await shop.sql`update staff set role = 'reader' where role = 'owner' and id <> ${first.guest.staffId}`
})

const code = (answer: { body: unknown }) =>
  (answer.body as { error?: { code: string } }).error?.code ?? 'done'
const invite = (desk: ReleaseDesk, email: string, role = 'owner') =>
  desk.tell<{ id: string; approval: string | null }>('POST', '/staff', {
    email,
    name: 'Second',
    role,
    channels: role === 'owner' ? [] : ['1014'],
    language: 'en',
    reason: 'A second pair of eyes',
  })
const approve = (desk: ReleaseDesk, id: string | null) =>
  desk.tell('POST', `/approvals/${id}/approve`, {})

const linkMailedTo = (email: string) => mailedInvitation(shop, mailer, email)

it('has an owner made by a second owner, and answers no link to anybody (SAFE-5, S4)', async () => {
  const second = await releaseDesk(shop)
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

it('approves nothing as a new owner from before, and nothing for a day (SAFE-5, S4)', async () => {
  const second = await releaseDesk(shop)
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

it('lets the only owner approve alone after a day with a recent sign-in, and says so in the audit (SAFE-5, S4)', async () => {
  const asked = await invite(first, 'alone@giftpoint.example')
  expect(code(await approve(first, asked.body.approval))).toBe('approve-later')
  shop.clock.advance(DAY_MS)
  await first.guest.signIn()
  shop.clock.advance(11 * 60_000)
  expect(code(await approve(first, asked.body.approval))).toBe('needs-recent-sign-in')
  await first.guest.signIn()
  expect(code(await approve(first, asked.body.approval))).toBe('done')
  const [line] = await shop.sql`
    select after from audit where action = 'approval.approved' order by id desc limit 1`
  expect(line?.['after']).toMatchObject({ alone: true })
  await shop.shop.jobs.drain()
  expect(mailer.sent.map(({ subject }) => subject)).toContain('Goedgekeurd zonder tweede persoon')
})

it('resets an owner by a second owner, by mail alone, and then they wait like a new one (SAFE-5, S4)', async () => {
  const second = await releaseDesk(shop)
  const third = await releaseDesk(shop)
  const path = `/staff/${second.guest.staffId}/invitation`
  expect(code(await first.tell('POST', path, {}))).toBe('reason-missing')
  const asked = await first.tell<{ approval: string; ends_at: null }>('POST', path, {
    reason: 'Lost',
  })
  expect(asked.body).toMatchObject({ ends_at: null })
  expect(await linkMailedTo(second.guest.email)).toBe('')
  expect(code(await approve(third, asked.body.approval))).toBe('done')
  const token = await linkMailedTo(second.guest.email)
  const accepted = await shop.request('/desk/api/invitation', {
    method: 'POST',
    headers: { 'x-desk': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: 'orange-tractor-lamp-17' }),
  })
  expect(accepted.status).toBe(200)
  const question = await invite(first, 'later@giftpoint.example')
  await second.guest.signIn({ password: 'orange-tractor-lamp-17' })
  expect(code(await approve(second, question.body.approval))).toBe('approve-later')
})

it('makes an owner wait for a day after a new password, by a change or by mail (SAFE-5, S4)', async () => {
  const second = await releaseDesk(shop)
  const asked = await invite(first, 'password@giftpoint.example')
  const changed = await second.tell('PUT', '/password', {
    password: second.guest.password,
    new_password: 'orange-tractor-lamp-19',
  })
  expect(changed.status).toBe(200)
  expect(code(await approve(second, asked.body.approval))).toBe('new-owner')

  const third = await releaseDesk(shop)
  const token = (
    await third.tell<{ token: string }>('POST', '/tokens', {
      name: 'A program',
      permissions: ['order.read'],
      days: 9,
    })
  ).body.token
  const send = (path: string, input: object) =>
    shop.request(`/desk/api/password/${path}`, {
      method: 'POST',
      headers: { 'x-desk': '1', 'content-type': 'application/json' },
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
  const open = await shop.request('/desk/api/session', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(open.status).toBe(401)
  await third.guest.signIn({ password: 'orange-tractor-lamp-20' })
  expect(code(await approve(third, asked.body.approval))).toBe('new-owner')
})

it('ends tokens with the sessions, a new password and the access, and gives them no rights over people (SAFE-6, S5)', async () => {
  const service = await releaseDesk(shop, 'service')
  const make = async (desk: ReleaseDesk, permissions: string[]) =>
    desk.tell<{ token: string }>('POST', '/tokens', { name: 'A program', permissions, days: 9 })
  const status = async (token: string) =>
    (await shop.request('/desk/api/session', { headers: { authorization: `Bearer ${token}` } }))
      .status
  for (const one of ['staff.manage', 'points.approve', 'credit.approve'])
    expect([one, (await make(first, [one])).status]).toEqual([one, 403])

  const left = (await make(service, ['order.read'])).body.token
  await first.tell('DELETE', `/staff/${service.guest.staffId}/sessions`, { reason: 'In a train' })
  expect(await status(left)).toBe(401)
  await service.guest.signIn()
  const old = (await make(service, ['order.read'])).body.token
  const changed = await service.tell('PUT', '/password', {
    password: service.guest.password,
    new_password: 'orange-tractor-lamp-18',
  })
  expect([changed.status, await status(old)]).toEqual([200, 401])
  await shop.shop.jobs.drain()
  const mails = mailer.sent.filter(({ to }) => to === service.guest.email)
  expect(mails.map(({ text }) => text ?? '').join(' ')).toContain('A program')
})
