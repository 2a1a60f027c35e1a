import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { DISABLE_AFTER_FAILURES, WARN_AFTER_FAILURES } from '#domain/staff/password-attempts.ts'
import { proofSearch } from '#domain/sessions/proof-search.ts'
import { accountKey } from '#server/modules/staff/accounts/account-password.ts'
import { countAttempt } from '#server/modules/sessions/throttling/password-failures.sql.ts'
import {
  staffClient,
  type StaffClient,
  STAFF_PASSWORD,
  jsonOf,
} from '#server/testing/clients/staff-client.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const WRONG = 'not this one, sorry'
const mailer = recordingMailer()
let shop: TestShop

beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())
beforeEach(async () => {
  mailer.sent = []
  await shop.sql`delete from login_attempt`
})

const keyOf = (email: string) => accountKey('staff', email, shop.shop.config.GIFTPOINT_PEPPER)
const seed = (email: string, failures: number) => shop.sql`
  insert into password_failure (account, failures, at)
  values (${keyOf(email)}, ${failures}, ${shop.clock.now()})
  on conflict (account) do update set failures = excluded.failures, at = excluded.at`
const failuresOf = async (email: string) =>
  (
    await shop.sql<{ failures: number }[]>`
      select failures from password_failure where account = ${keyOf(email)}`
  )[0]?.failures ?? 0
const tries = (email: string, password: string, proof?: object) =>
  fetch(`${shop.url}/backoffice/api/session`, {
    method: 'POST',
    headers: { 'x-backoffice': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, ...(proof ? { proof } : {}) }),
  })
const challengeFor = async (email: string) =>
  (await jsonOf<{ challenge: { salt: string; difficulty: number } }>(await tries(email, WRONG)))
    .challenge
/** A proof of work that is sufficient for any number of failures. */
async function workFor(guest: StaffClient) {
  await seed(guest.email, 20)
  const challenge = await challengeFor(guest.email)
  return { salt: challenge.salt, nonce: proofSearch(challenge, guest.email)(2 ** 31) ?? '' }
}
const subjects = async () => {
  await shop.shop.jobs.drain()
  return mailer.sent.map(({ to, subject }) => [to, subject])
}

it('disables a password after 100 consecutive failures, with an unchanged response, and mails the user (SAFE-8, S8)', async () => {
  const owner = await staffClient(shop)
  const proof = await workFor(owner)
  await seed(owner.email, DISABLE_AFTER_FAILURES - 1)
  const last = await tries(owner.email, WRONG, proof)
  expect([last.status, await jsonOf(last)]).toMatchObject([
    401,
    { error: { code: 'wrong-sign-in' } },
  ])
  expect(await subjects()).toEqual([[owner.email, 'Je wachtwoord is uitgeschakeld']])

  // The right password is refused like a wrong one, also without stored failures.
  await shop.sql`delete from password_failure`
  const right = await owner.signIn()
  expect([right.status, await jsonOf(right)]).toMatchObject([
    401,
    { error: { code: 'wrong-sign-in' } },
  ])

  // A new password after an invitation by an owner enables it.
  const other = await staffClient(shop)
  await other.signIn()
  const { reset } = await resetByInvitation(owner)
  expect(reset.status).toBe(200)
  await shop.sql`delete from login_attempt`
  expect((await owner.signIn({ password: 'violet kettle rowing 41' })).status).toBe(200)
})

async function resetByInvitation(guest: StaffClient) {
  const { linkHash, newLinkToken } = await import('#server/platform/crypto/link-token.ts')
  const id = crypto.randomUUID()
  const token = newLinkToken(shop.shop.config.GIFTPOINT_PEPPER, 'backoffice invitation', id)
  const now = shop.clock.now()
  await shop.sql`
    insert into staff_invitation (id, token_hash, staff_id, made_at, ends_at)
    values (${id}, ${linkHash(token)}, ${guest.staffId}, ${now}, ${new Date(now.getTime() + 1000)})`
  const reset = await guest.request('POST', '/backoffice/api/invitation', {
    token,
    password: 'violet kettle rowing 41',
  })
  return { reset }
}

it('requires proof of work from the sixth consecutive failure, also days later and for unknown addresses (SAFE-8, S8)', async () => {
  const owner = await staffClient(shop)
  for (const email of [owner.email, 'nobody@giftpoint.example']) {
    await seed(email, 5)
    shop.clock.advance(2 * 24 * 3_600_000)
    expect(await challengeFor(email)).toMatchObject({ difficulty: 18 })
    await seed(email, 80)
    expect(await challengeFor(email)).toMatchObject({ difficulty: 22 })
    await seed(email, 4)
    expect((await tries(email, WRONG)).status).toBe(401)
  }
})

it('counts each of eight parallel attempts, and resets the count after the right password (SAFE-8, S8)', async () => {
  const owner = await staffClient(shop)
  const now = shop.clock.now()
  const counted = await Promise.all(
    Array.from({ length: 8 }, () => countAttempt(shop.sql, keyOf(owner.email), now)),
  )
  expect(counted.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  await seed(owner.email, 3)
  expect((await owner.signIn()).status).toBe(200)
  expect(await failuresOf(owner.email)).toBe(0)
})

it('mails one warning after ten consecutive failures (SAFE-8, S8)', async () => {
  const owner = await staffClient(shop)
  const proof = await workFor(owner)
  await seed(owner.email, WARN_AFTER_FAILURES - 1)
  expect((await tries(owner.email, WRONG, proof)).status).toBe(401)
  expect(await subjects()).toEqual([[owner.email, 'Mislukte wachtwoordpogingen op je account']])
  expect(mailer.sent[0]?.text).toContain('10 keer achter elkaar')
})

it('expires failures after one day each, and never those of a disabled password (SAFE-8, S8)', async () => {
  const owner = await staffClient(shop)
  await seed(owner.email, 4)
  shop.clock.advance(4 * 24 * 3_600_000)
  await tries(owner.email, WRONG)
  expect(await failuresOf(owner.email)).toBe(1)
  await seed(owner.email, DISABLE_AFTER_FAILURES)
  shop.clock.advance(365 * 24 * 3_600_000)
  expect(await countAttempt(shop.sql, keyOf(owner.email), shop.clock.now())).toBe(
    DISABLE_AFTER_FAILURES + 1,
  )
  expect((await owner.signIn({ password: STAFF_PASSWORD })).status).toBe(429)
})
