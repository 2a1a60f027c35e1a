import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { mayApprove } from '#server/modules/approvals/approval-rules.ts'
import {
  approve,
  refusalCode as code,
  inviteColleague as invite,
  mailedInvitation,
} from '#server/testing/clients/mailed-invitation.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import mailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const mailer = recordingMailer()
let shop: TestShop
let first: ReleaseClient

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())
// Each test starts with a single owner who never had a co-owner.
beforeEach(async () => {
  first = await releaseClient(shop)
  await shop.sql`
    update staff set role = 'reader', owner_until = null where id <> ${first.guest.staffId}`
})

it('lets the only owner approve alone after a day with a recent sign-in, and records it in the audit (SAFE-5, S4)', async () => {
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
  expect(mailer.sent.map(({ subject }) => subject)).toContain(
    mailTexts['account-notice']['approved-alone'],
  )
})

it('refuses approval by the only owner within 7 days of another owner’s removal or change of role (SAFE-5, S4)', async () => {
  const approveAfter = async (days: number, id: string | null) => {
    shop.clock.advance(days * DAY_MS)
    await first.guest.signIn()
    return code(await approve(first, id))
  }
  for (const leave of ['removal', 'role'] as const) {
    const second = await releaseClient(shop)
    const path = `/staff/${second.guest.staffId}`
    await first.guest.signIn()
    const left =
      leave === 'removal'
        ? await first.request('DELETE', path, { reason: 'Left the company' })
        : await first.request('PUT', path, {
            version: 1,
            name: 'Second',
            role: 'reader',
            channels: ['1014'],
          })
    expect([leave, left.status]).toEqual([leave, 200])
    const asked = await invite(first, `after-${leave}@giftpoint.example`)
    expect(await approveAfter(2, asked.body.approval)).toBe('approve-later')
    expect(await approveAfter(4.9, asked.body.approval)).toBe('approve-later')
    expect(await approveAfter(0.2, asked.body.approval)).toBe('done')
    // The new owner has not signed in yet, and counts for nothing in the next round.
    await shop.sql`update staff set role = 'reader', owner_until = null where id = ${asked.body.id}::bigint`
  }
})

it('lets the only other owner approve a reset alone after a day, not counting owners without a password (SAFE-5, S4)', async () => {
  const second = await releaseClient(shop)
  const asked = await first.request<{ approval: string }>(
    'POST',
    `/staff/${second.guest.staffId}/invitation`,
    { reason: 'Lost the phone' },
  )
  expect(code(await approve(first, asked.body.approval))).toBe('approve-later')
  const third = await releaseClient(shop)
  expect(code(await approve(first, asked.body.approval))).toBe('second-person')
  await shop.sql`update staff set password_hash = null where id = ${third.guest.staffId}`
  shop.clock.advance(DAY_MS)
  await first.guest.signIn()
  expect(code(await approve(first, asked.body.approval))).toBe('done')
  expect(await mailedInvitation(shop, mailer, second.guest.email)).not.toBe('')
})

it('requires a recent sign-in of the only owner for every kind of request (SAFE-5, S4)', async () => {
  const holder = await shop.holder()
  const { body } = await first.request<{ approval: string }>(
    'POST',
    `/vouchers/${holder.voucherId}/points`,
    { points: 150, reason: 'Cups arrived broken', key: randomUUID(), granted: 20 },
  )
  shop.clock.advance(DAY_MS)
  await first.guest.signIn()
  shop.clock.advance(11 * 60_000)
  expect(code(await approve(first, body.approval))).toBe('needs-recent-sign-in')
  await first.guest.signIn()
  expect(code(await approve(first, body.approval))).toBe('done')
})

it('allows approval of one’s own request only to owners (SAFE-5, S4)', () => {
  const question = { asked_by: 1, asked_at: new Date(), subject_kind: 'voucher', subject_id: '2' }
  const owners = { since: null, others: [], formerUntil: null, addedColleagues: {} }
  expect(mayApprove(question, { id: 1, role: 'service' }, owners)).toEqual({
    from: null,
    why: 'second-person',
  })
  expect(mayApprove(question, { id: 1, role: 'owner' }, owners)).toMatchObject({ alone: true })
})

it('counts requests within 7 days of an invitation or a new role as requests of the inviter (SAFE-5, S4)', async () => {
  const invited = await releaseClient(shop, 'service')
  const ask = async () => {
    const holder = await shop.holder()
    const { body } = await invited.request<{ approval: string }>(
      'POST',
      `/vouchers/${holder.voucherId}/points`,
      { points: 150, reason: 'Cups arrived broken', key: randomUUID(), granted: 20 },
    )
    return body.approval
  }
  const path = `/staff/${invited.guest.staffId}`
  expect((await first.request('POST', `${path}/invitation`, { reason: 'New here' })).status).toBe(
    200,
  )
  const asked = await ask()
  expect(code(await approve(first, asked))).toBe('approve-later')
  const second = await releaseClient(shop)
  expect(code(await approve(first, asked))).toBe('made-colleague')
  expect(code(await approve(second, asked))).toBe('done')

  shop.clock.advance(7 * DAY_MS)
  for (const one of [first, invited]) await one.guest.signIn()
  const later = await ask()
  expect(code(await approve(first, later))).toBe('done')
})
