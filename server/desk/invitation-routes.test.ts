import { afterAll, beforeAll, expect, it } from 'vitest'

import { type DeskGuest, deskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { recordingMailer } from '#server/testing/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const DAY_MS = 24 * 3_600_000
const PASSWORD = 'a password of my own'
const mailer = recordingMailer()
let shop: TestShop
let owner: DeskGuest

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  owner = await deskGuest(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

let colleagues = 0
async function invite(more: object = {}) {
  const input = {
    email: `new-${(colleagues += 1)}@giftpoint.example`,
    name: 'Noor Bakker',
    role: 'editor',
    channels: ['1014'],
    language: 'en',
    ...more,
  }
  const response = await owner.ask('POST', '/desk/api/staff', input)
  return { input, response, member: await jsonOf<{ id: string }>(response.clone()) }
}

/** The newest mail to an address, and the secret of its link. */
async function mailTo(email: string) {
  await shop.shop.jobs.drain()
  const mail = mailer.sent.findLast(({ to }) => to === email)
  if (!mail) throw new Error(`no mail to ${email}`)
  return { mail, token: /\/desk\/invitation#([\w-]{43})/.exec(mail.text)?.[1] ?? '' }
}

const accept = (token: string, more: object = {}) =>
  fetch(`${shop.url}/desk/api/session/invitation`, {
    method: 'POST',
    headers: { 'x-desk': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ token, new_password: PASSWORD, ...more }),
  })

it('lets a colleague in by a link that came by mail, once, of eight at the same time (DESK-1)', async () => {
  const { input, response, member } = await invite()
  expect(response.status).toBe(200)
  const { mail, token } = await mailTo(input.email)
  expect(mail.subject).toBe('You are invited to the Giftpoint desk')
  expect(mail.text).toContain('The owner has given you access')
  // A link that a mail program looks ahead at is used by nobody: its secret lies where no server sees it.
  expect((await accept(token, { new_password: 'too short' })).status).toBe(400)

  const eight = await Promise.all(Array.from({ length: 8 }, () => accept(token)))
  expect(eight.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
  const [winner] = eight.filter(({ status }) => status === 200)
  expect(winner?.headers.get('set-cookie')).toMatch(/^desk=/)
  expect(await jsonOf(winner ?? Response.error())).toMatchObject({
    staff: {
      id: member.id,
      email: input.email,
      role: 'editor',
      channels: ['1014'],
      language: 'en',
    },
  })
  const again = await owner.ask('POST', '/desk/api/session', {
    email: input.email,
    password: PASSWORD,
  })
  expect(again.status).toBe(200)
  await owner.signIn()
  expect((await owner.ask('POST', `/desk/api/staff/${member.id}/invitation`)).status).toBe(409)

  const lines = await shop.sql<{ action: string }[]>`
    select action from audit where subject_id = ${member.id} order by id`
  expect(lines.map(({ action }) => action)).toEqual([
    'staff.invited',
    'session.opened',
    'session.opened',
  ])
})

it('keeps nothing that opens the door: neither in the invitation nor in the mail that waits (DESK-1)', async () => {
  const { input } = await invite()
  const { token } = await mailTo(input.email)
  const kept = await shop.sql<{ row: string }[]>`
    select staff_invitation::text as row from staff_invitation
    union all select mail::text from mail union all select job::text from pgboss.job job
    union all select audit::text from audit`
  expect(kept.length).toBeGreaterThan(3)
  expect(kept.filter(({ row }) => row.includes(token))).toEqual([])
})

it('ends a link after seven days, with a newer one, and with the colleague (DESK-1)', async () => {
  const { input, member } = await invite()
  const first = await mailTo(input.email)
  expect((await owner.ask('POST', `/desk/api/staff/${member.id}/invitation`)).status).toBe(200)
  const second = await mailTo(input.email)
  expect(second.token).not.toBe(first.token)
  expect((await accept(first.token)).status).toBe(409)

  shop.clock.advance(7 * DAY_MS)
  await owner.signIn()
  expect((await accept(second.token)).status).toBe(409)
  await owner.ask('POST', `/desk/api/staff/${member.id}/invitation`)
  const third = await mailTo(input.email)
  await owner.ask('DELETE', `/desk/api/staff/${member.id}`, { reason: 'chose another place' })
  expect((await accept(third.token)).status).toBe(409)
  expect((await accept('x'.repeat(43))).status).toBe(409)

  // Who left may come back, as who they were.
  const back = await invite({ email: input.email, role: 'owner', channels: [] })
  expect(back.member.id).toBe(member.id)
  const fourth = await mailTo(input.email)
  expect(await jsonOf(await accept(fourth.token))).toMatchObject({
    staff: { id: member.id, role: 'owner', channels: [] },
  })
})

it('invites nobody twice, nobody nowhere, and nobody who is not told (DESK-1, DESK-3)', async () => {
  const { input } = await invite()
  const count = async () => (await shop.sql`select from staff`).count
  const before = await count()
  const refused = await Promise.all([
    invite({ email: input.email.toUpperCase() }),
    invite({ channels: [] }),
    invite({ channels: ['1014', '424242'] }),
    invite({ email: 'no address' }),
  ])
  expect(
    await Promise.all(refused.map(async ({ response }) => (await jsonOf(response))['error'])),
  ).toMatchObject([
    { code: 'address-taken' },
    { code: 'needs-channel' },
    { code: 'unknown-channel' },
    { code: 'invalid-input' },
  ])
  expect(await count()).toBe(before)
  const eight = await Promise.all(
    Array.from({ length: 8 }, () => invite({ email: 'eight@giftpoint.example' })),
  )
  expect(eight.filter(({ response }) => response.status === 200)).toHaveLength(1)
  await mailTo('eight@giftpoint.example')
  expect(mailer.sent.filter(({ to }) => to === 'eight@giftpoint.example')).toHaveLength(1)
})
