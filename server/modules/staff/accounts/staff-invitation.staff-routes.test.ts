import { afterAll, beforeAll, expect, it } from 'vitest'

import { linkHash } from '#server/platform/crypto/link-token.ts'
import { type StaffClient, staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { mailedInvitation } from '#server/testing/clients/mailed-invitation.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { addSignInMethods, signInMethodsOf } from '#server/testing/clients/sign-in-methods.ts'

const mailer = recordingMailer()
let shop: TestShop
let owner: StaffClient

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

let colleagues = 0
async function invite(more: object = {}) {
  const email = `new-${(colleagues += 1)}@giftpoint.example`
  // As it is pasted.
  const input = {
    email: ` ${email} `,
    name: 'Noor',
    role: 'editor',
    channels: ['1014'],
    language: 'en',
    ...more,
  }
  const response = await owner.request('POST', '/backoffice/api/staff', input)
  return { email: input.email.trim(), response }
}

async function mailsTo(email: string) {
  await shop.shop.jobs.drain()
  return mailer.sent.filter(({ to }) => to === email)
}

it('mails the link only to the invited colleague, in their language, and never returns it (DESK-1, SAFE-5, S4)', async () => {
  const { email, response } = await invite()
  const answer = await response.text()
  const { id } = JSON.parse(answer) as { id: string }
  const token = await mailedInvitation(shop, mailer, email)
  expect(token).not.toBe('')
  expect(answer).not.toContain(token)
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe('You have been invited to the Giftpoint back office')
  expect(mail?.text).toContain('The owner has given you access')
  await owner.request('POST', `/backoffice/api/staff/${id}/invitation`)
  expect(await mailedInvitation(shop, mailer, email)).not.toBe(token)
})

it('sends one mail, with the newest link, to someone invited again before the mail was sent (DESK-1)', async () => {
  const { email, response } = await invite()
  const { id } = await jsonOf<{ id: string }>(response)
  await owner.request('POST', `/backoffice/api/staff/${id}/invitation`)
  expect(await mailsTo(email)).toHaveLength(1)
  const [newest] = await shop.sql<{ token_hash: Buffer }[]>`
    select token_hash from staff_invitation where staff_id = ${id}::bigint`
  const token = await mailedInvitation(shop, mailer, email)
  expect(linkHash(token).equals(newest?.token_hash ?? Buffer.of())).toBe(true)
  const states = async () =>
    (
      await shop.sql<{ state: string }[]>`
        select state from mail where recipient = ${email} order by created_at, state`
    ).map(({ state }) => state)
  expect(await states()).toEqual(['replaced', 'sent'])

  await owner.request('POST', `/backoffice/api/staff/${id}/invitation`)
  const removed = await owner.request('DELETE', `/backoffice/api/staff/${id}`, {
    reason: 'Came no more',
  })
  expect(removed.status).toBe(200)
  expect(await mailsTo(email)).toHaveLength(1)
  expect((await states()).sort()).toEqual(['replaced', 'replaced', 'sent'])
  const failing = await shop.sql`
    select from job where name = 'send-mail'`
  expect(failing).toHaveLength(0)
})

it('stores no token in plain text, neither in the invitation nor in the mail or the job (DESK-1)', async () => {
  const { email } = await invite()
  const token = await mailedInvitation(shop, mailer, email)
  expect(token).not.toBe('')
  expect(await mailsTo(email)).toHaveLength(1)
  const kept = await shop.sql<{ row: string }[]>`
    select staff_invitation::text as row from staff_invitation
    union all select mail::text from mail union all select job::text from job
    union all select audit::text from audit`
  expect(kept.length).toBeGreaterThan(3)
  expect(kept.filter(({ row }) => row.includes(token))).toEqual([])
})

it('invites an address once in a race of eight, and mails nothing when the invitation is refused (DESK-1)', async () => {
  const eight = await Promise.all(
    Array.from({ length: 8 }, () => invite({ email: 'eight@giftpoint.example' })),
  )
  expect(eight.filter(({ response }) => response.status === 200)).toHaveLength(1)
  expect(await mailsTo('eight@giftpoint.example')).toHaveLength(1)
  for (const [channels, code] of [
    [[], 'needs-channel'],
    [['1014', '99'], 'unknown-channel'],
  ] as const) {
    const { email, response } = await invite({ channels })
    expect(await jsonOf(response)).toMatchObject({ error: { code } })
    expect(await mailsTo(email)).toEqual([])
    expect((await shop.sql`select from staff where email = ${email}`).count).toBe(0)
  }
  // Who left may come back, as who they were.
  const first = await jsonOf<{ id: string }>(
    eight.find(({ response }) => response.status === 200)?.response ?? Response.error(),
  )
  await owner.request('DELETE', `/backoffice/api/staff/${first.id}`, {
    reason: 'chose another place',
  })
  await addSignInMethods(shop.sql, Number(first.id))
  const back = await invite({
    email: 'eight@giftpoint.example',
    role: 'reader',
    channels: ['1014'],
  })
  expect(await jsonOf(back.response)).toMatchObject({ id: first.id })
  expect(await signInMethodsOf(shop.sql, Number(first.id))).toEqual([])
})
