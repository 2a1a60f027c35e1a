import { afterAll, beforeAll, expect, it } from 'vitest'

import { proofSearch } from '#domain/sessions/proof-search.ts'
import { recoveryHash } from '#server/modules/staff/sign-in/verify-credentials.ts'
import { stepAt, totpAt } from '#server/modules/staff/two-factor/totp.ts'
import { staffClient, STAFF_PASSWORD, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  // Codes change every 30 seconds.
  shop.clock.halt()
})
afterAll(() => shop.stop())

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** What an app makes of the text that it was given. */
function codeOf(secret: string, off = 0) {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  return totpAt(key, stepAt(shop.clock.now()) + off)
}

it.each([
  // RFC 6238, appendix B, the last six digits.
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('computes the code of RFC 6238 at %i seconds (DESK-1)', (seconds, code) => {
  const key = Buffer.from('12345678901234567890')
  expect(totpAt(key, stepAt(new Date(seconds * 1000)))).toBe(code)
})

it('requires the app after its first confirmed code, and accepts each app code and recovery code once (DESK-1, SAFE-10, S28)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const started = await jsonOf<{ secret: string; uri: string }>(
    await owner.request('POST', '/backoffice/api/factors/totp', {}),
  )
  expect(started.uri).toBe(
    `otpauth://totp/Giftpoint%3A${encodeURIComponent(owner.email)}?secret=${started.secret}&issuer=Giftpoint`,
  )
  // No code is required before the app is confirmed.
  expect((await owner.signIn()).status).toBe(200)
  const wrong = await owner.request('PUT', '/backoffice/api/factors/totp', { totp: '000000' })
  expect(await jsonOf(wrong)).toMatchObject({ error: { code: 'wrong-code' } })
  const confirmed = await owner.request('PUT', '/backoffice/api/factors/totp', {
    totp: codeOf(started.secret),
  })
  const { recovery_codes } = await jsonOf<{ recovery_codes: string[] }>(confirmed)
  expect(new Set(recovery_codes).size).toBe(10)
  expect(recovery_codes[0]).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)

  expect((await owner.signIn()).status).toBe(401)
  // The code that confirmed the app cannot be used again.
  expect((await owner.signIn({ totp: codeOf(started.secret) })).status).toBe(401)
  // Apps show the code in two groups.
  const grouped = codeOf(started.secret, 1).replace(/(?=...$)/, ' ')
  expect((await owner.signIn({ totp: grouped })).status).toBe(200)
  expect((await owner.signIn({ totp: recovery_codes[3] ?? '' })).status).toBe(200)
  expect((await owner.signIn({ totp: recovery_codes[3] ?? '' })).status).toBe(401)
  expect(await jsonOf(await owner.request('GET', '/backoffice/api/factors'))).toMatchObject({
    totp: { id: expect.any(String) },
    recovery_codes_left: 9,
  })

  const replaced = await owner.request('POST', '/backoffice/api/factors/recovery-codes', {})
  expect(replaced.status).toBe(200)
  expect((await owner.signIn({ totp: recovery_codes[4] ?? '' })).status).toBe(401)

  // Older recovery codes have 80 bits. They are valid until they are used or replaced.
  await shop.sql`
    insert into staff_mfa_method (staff_id, kind, secret)
    values (${owner.staffId}, 'recovery', ${recoveryHash('ABCD-EFGH-IJKL-MNOP')})`
  expect((await owner.signIn({ totp: 'abcd efgh ijkl mnop' })).status).toBe(200)

  await shop.sql`delete from login_attempt`
  // A person at an unattended computer cannot change the password without knowing it.
  const stranger = { password: 'not this one, sorry', new_password: 'another long enough secret' }
  expect(
    await jsonOf(await owner.request('PUT', '/backoffice/api/password', stranger)),
  ).toMatchObject({
    error: { code: 'wrong-password' },
  })
  const codeFor = async (method: string, path: string, input: object) =>
    (await jsonOf<{ error: { code: string } }>(await owner.request(method, path, input))).error.code
  expect(await codeFor('POST', '/backoffice/api/factors/totp', {})).toBe('factor-is-set')
  const removed = await owner.request('DELETE', '/backoffice/api/factors/totp')
  expect(removed.status).toBe(200)
  for (const [method, path] of [
    ['DELETE', 'totp'],
    ['POST', 'recovery-codes'],
  ] as const) {
    expect(await codeFor(method, `/backoffice/api/factors/${path}`, {})).toBe('no-factor')
  }
  const early = { totp: codeOf(started.secret, 2) }
  expect(await codeFor('PUT', '/backoffice/api/factors/totp', early)).toBe('wrong-code')
  expect((await owner.signIn()).status).toBe(200)
})

it('encrypts the app’s secret for its account, so that a copied row grants no access (DESK-1)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const started = await jsonOf<{ secret: string }>(
    await owner.request('POST', '/backoffice/api/factors/totp', {}),
  )
  await owner.request('PUT', '/backoffice/api/factors/totp', { totp: codeOf(started.secret) })
  const other = await staffClient(shop)
  // A row copied to another account grants no access.
  await shop.sql`
    insert into staff_mfa_method (staff_id, kind, secret, confirmed_at)
    select ${other.staffId}, kind, secret, confirmed_at from staff_mfa_method
    where staff_id = ${owner.staffId} and kind = 'totp'`
  expect((await other.signIn({ totp: codeOf(started.secret, 1) })).status).not.toBe(200)
})

it('activates one app in a race of eight set-ups (DESK-1)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const started = await Promise.all(
    Array.from({ length: 8 }, async () =>
      jsonOf<{ secret: string }>(await owner.request('POST', '/backoffice/api/factors/totp', {})),
    ),
  )
  const confirmed = await Promise.all(
    started.map(({ secret }) =>
      owner.request('PUT', '/backoffice/api/factors/totp', { totp: codeOf(secret) }),
    ),
  )
  expect(confirmed.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
})

it('returns new recovery codes for a repeated confirmation, only in the same recent session and until the codes are saved (DESK-1)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const elsewhere = await owner.signInElsewhere()
  const { secret } = await jsonOf<{ secret: string }>(
    await owner.request('POST', '/backoffice/api/factors/totp', {}),
  )
  type Answer = { recovery_codes?: string[]; error?: { code: string } }
  const confirm = async (totp = codeOf(secret)) =>
    jsonOf<Answer>(await owner.request('PUT', '/backoffice/api/factors/totp', { totp }))
  const isSet = { error: { code: 'factor-is-set' } }
  const lost = (await confirm()).recovery_codes ?? []
  expect(lost).toHaveLength(10)
  const elevenMinutes = 11 * 60_000
  expect(await confirm(codeOf(secret, 20))).toMatchObject({ error: { code: 'wrong-code' } })
  const other = await fetch(`${shop.url}/backoffice/api/factors/totp`, {
    method: 'PUT',
    headers: { 'x-backoffice': '1', 'content-type': 'application/json', cookie: elsewhere },
    body: JSON.stringify({ totp: codeOf(secret) }),
  })
  expect(await jsonOf(other)).toMatchObject(isSet)
  shop.clock.advance(elevenMinutes)
  expect(await confirm()).toMatchObject(isSet)
  shop.clock.advance(-elevenMinutes)
  // The code before the one that confirmed the app.
  expect(await confirm(codeOf(secret, -1))).toMatchObject({ error: { code: 'wrong-code' } })

  const shown = (await confirm()).recovery_codes ?? []
  expect(shown).toHaveLength(10)
  expect(new Set([...lost, ...shown]).size).toBe(20)
  const factors = async () => jsonOf(await owner.request('GET', '/backoffice/api/factors'))
  expect(await factors()).toMatchObject({ recovery_codes_left: 10, recovery_codes_saved: false })
  expect((await owner.request('PUT', '/backoffice/api/factors/recovery-codes', {})).status).toBe(
    200,
  )
  expect(await factors()).toMatchObject({ recovery_codes_left: 10, recovery_codes_saved: true })
  expect(await confirm()).toMatchObject(isSet)

  expect((await owner.signIn({ totp: lost[0] ?? '' })).status).toBe(401)
  expect((await owner.signIn({ totp: shown[0] ?? '' })).status).toBe(200)
  const mails = await shop.sql<{ kind: string }[]>`
    select kind from account_notice where staff_id = ${owner.staffId} order by id`
  expect(mails.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['app-added', 'recovery-codes-created']),
  )
  const audit = await shop.sql<{ action: string }[]>`
    select action from audit where subject_kind = 'staff' and subject_id = ${String(owner.staffId)} order by at, id`
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['factor.added', 'recovery-codes.created', 'recovery-codes.saved']),
  )
})

it('does not mark recovery codes as saved that another session has created since (DESK-1)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const elsewhere = await owner.signInElsewhere()
  const { secret } = await jsonOf<{ secret: string }>(
    await owner.request('POST', '/backoffice/api/factors/totp', {}),
  )
  await owner.request('PUT', '/backoffice/api/factors/totp', { totp: codeOf(secret) })
  const replaced = await fetch(`${shop.url}/backoffice/api/factors/recovery-codes`, {
    method: 'POST',
    headers: { 'x-backoffice': '1', 'content-type': 'application/json', cookie: elsewhere },
    body: '{}',
  })
  expect(replaced.status).toBe(200)
  expect((await owner.request('PUT', '/backoffice/api/factors/recovery-codes', {})).status).toBe(
    200,
  )
  expect(await jsonOf(await owner.request('GET', '/backoffice/api/factors'))).toMatchObject({
    recovery_codes_saved: false,
  })
})

it('requires proof of work for a password change after wrong passwords, and counts them like wrong sign-ins (DESK-1)', async () => {
  await shop.sql`delete from login_attempt`
  const owner = await staffClient(shop)
  await owner.signIn()
  type Answer = { error: { code: string }; challenge: { salt: string; difficulty: number } }
  const guess = async (password: string, proof?: { salt: string; nonce: string }) =>
    jsonOf<Answer>(
      await owner.request('PUT', '/backoffice/api/password', {
        password,
        new_password: 'passwordpassword',
        ...(proof ? { proof } : {}),
      }),
    )
  for (let wrong = 0; wrong < 5; wrong += 1) {
    expect((await guess(`not this one, ${wrong}`)).error.code).toBe('wrong-password')
  }
  expect((await guess('not this one, 5')).error.code).toBe('too-many-attempts')
  expect((await owner.signIn()).status).toBe(429)
  const { challenge } = await guess(STAFF_PASSWORD)
  const nonce = proofSearch(challenge, STAFF_PASSWORD)(2 ** 31) ?? ''
  // The password is right, so the response shows the next error.
  expect((await guess(STAFF_PASSWORD, { salt: challenge.salt, nonce })).error.code).toBe(
    'weak-password',
  )
  await shop.sql`delete from login_attempt`
})

it('refuses a new password that is easy to guess, with an error at its field (DESK-1)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  for (const new_password of ['passwordpassword', owner.email, 'Giftpoint-2026', 'xyxyxyxyxyxy']) {
    const answer = await owner.request('PUT', '/backoffice/api/password', {
      password: STAFF_PASSWORD,
      new_password,
    })
    expect(await jsonOf(answer)).toMatchObject({
      error: { code: 'weak-password', field: 'new_password' },
    })
  }
  expect((await owner.signIn()).status).toBe(200)
})

it('ends the other sessions when the password changes (DESK-2)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const elsewhere = await owner.signInElsewhere()
  const short = await owner.request('PUT', '/backoffice/api/password', {
    password: STAFF_PASSWORD,
    new_password: 'short',
  })
  expect(await jsonOf(short)).toMatchObject({ error: { field: 'new_password' } })
  const changed = await owner.request('PUT', '/backoffice/api/password', {
    password: STAFF_PASSWORD,
    new_password: 'another long enough secret',
  })
  expect(changed.status).toBe(200)
  const old = await fetch(`${shop.url}/backoffice/api/session`, { headers: { cookie: elsewhere } })
  expect(old.status).toBe(401)
  expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(200)
  expect((await owner.signIn()).status).toBe(401)
  expect((await owner.signIn({ password: 'another long enough secret' })).status).toBe(200)
})
