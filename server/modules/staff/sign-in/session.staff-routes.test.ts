import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffEndpoints } from '#contract/endpoints.staff.ts'
import { permissionsOf, ROLES } from '#domain/staff/permissions.ts'
import { recoveryHash } from '#server/modules/staff/sign-in/verify-credentials.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { stepAt, totpAt } from '#server/modules/staff/two-factor/totp.ts'
import { staffClient, jsonOf as body } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

async function withApp(staffId: number) {
  const secret = Buffer.from('a secret of twenty b')
  const sealed = sealedSecrets(shop.config.GIFTPOINT_PEPPER).seal(secret, `staff ${staffId}`)
  await shop.sql`
    insert into staff_mfa_method (staff_id, kind, secret, confirmed_at)
    values (${staffId}, 'totp', ${sealed}, now())`
  return () => totpAt(secret, stepAt(shop.clock.now()))
}

it('sets a session cookie that scripts and other sites cannot use (DESK-2)', async () => {
  const owner = await staffClient(shop)
  const response = await owner.signIn()
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^backoffice=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  expect(await body(response)).toEqual({
    staff: {
      id: String(owner.staffId),
      email: owner.email,
      name: 'The owner',
      role: 'owner',
      language: 'nl',
      language_chosen: false,
      channels: [],
      permissions: permissionsOf('owner'),
      needs_second_factor: false,
    },
  })
  expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(200)

  const https = await testShop({
    database: shop.database,
    environment: { PUBLIC_URL: 'https://shop.example' },
  })
  try {
    const elsewhere = await staffClient(https)
    expect((await elsewhere.signIn()).headers.getSetCookie()[0]).toMatch(
      /^__Host-backoffice=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
  } finally {
    await https.stop()
  }
})

it('returns the same error for every wrong sign-in (DESK-1)', async () => {
  const owner = await staffClient(shop)
  const withCode = await staffClient(shop)
  await withApp(withCode.staffId)
  const left = await staffClient(shop, 'service')
  await left.signIn()
  await shop.sql`update staff set left_at = now() where id = ${left.staffId}`
  expect((await left.request('GET', '/backoffice/api/session')).status).toBe(401)
  const wrong = await Promise.all([
    owner.signIn({ password: 'another long secret' }),
    withCode.signIn({ totp: '000000' }),
    withCode.signIn({ password: 'another long secret' }),
    withCode.signIn({ password: 'another long secret', totp: '000000' }),
    left.signIn(),
    owner.request('POST', '/backoffice/api/session', {
      email: 'nobody@giftpoint.example',
      password: 'a long enough secret',
    }),
  ])
  const said = await Promise.all(
    wrong.map(async (response) => [response.status, await body(response)]),
  )
  expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(said[0]).toMatchObject([401, { error: { code: 'wrong-sign-in' } }])
})

it('asks for the code of the app only after the right password (PRODUCT-14, DESK-1)', async () => {
  const withCode = await staffClient(shop)
  const code = await withApp(withCode.staffId)
  const half = await withCode.signIn()
  expect([half.status, await body(half)]).toMatchObject([401, { error: { code: 'second-factor' } }])
  expect(half.headers.getSetCookie()).toEqual([])
  expect((await withCode.signIn({ totp: code() })).status).toBe(200)
})

it('counts a right password without a code as a failure, so that codes cannot be guessed (PRODUCT-14, SAFE-8)', async () => {
  const withCode = await staffClient(shop)
  await withApp(withCode.staffId)
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) {
    statuses.push(
      (await withCode.signIn()).status,
      (await withCode.signIn({ totp: '000000' })).status,
    )
  }
  // The sixth attempt in a row costs work, as after six wrong passwords.
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(statuses.slice(5)).toEqual([429, 429, 429])
  await eraseTries()
})

/** Without this, the next sign-in could require proof of work. */
async function eraseTries() {
  await shop.sql`delete from login_attempt`
  await shop.sql`delete from password_failure`
}

it('accepts a code of the app and a recovery code once each in a race of eight sign-ins (DESK-1)', async () => {
  const owner = await staffClient(shop)
  const code = await withApp(owner.staffId)
  await shop.sql`
    insert into staff_mfa_method (staff_id, kind, secret)
    values (${owner.staffId}, 'recovery', ${recoveryHash('ABCD-EFGH-IJKL-MNOP')})`
  for (const totp of [code(), 'abcd efgh ijkl mnop']) {
    const tried = await Promise.all(Array.from({ length: 8 }, () => owner.signIn({ totp })))
    // Tries above the limit per second get a proof-of-work challenge before any lookup.
    expect(tried.map(({ status }) => status).filter((status) => status !== 429)).toEqual(
      expect.arrayContaining([200, 401]),
    )
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(1)
    await eraseTries()
    expect((await owner.signIn({ totp })).status).toBe(401)
    await eraseTries()
  }
  shop.clock.advance(30_000)
  expect((await owner.signIn({ totp: code() })).status).toBe(200)
})

it('requires a short proof of work after wrong attempts, and locks no account (DESK-1)', async () => {
  const strict = await testShop({
    database: shop.database,
    environment: { LOGIN_TRIES_PER_MINUTE: '5' },
  })
  await shop.sql`delete from login_attempt`
  try {
    const owner = await staffClient(strict)
    for (let wrong = 0; wrong < 5; wrong += 1) {
      expect((await owner.signIn({ password: 'not this one, sorry' })).status).toBe(401)
    }
    const asked = await owner.signIn()
    expect(asked.status).toBe(429)
    expect(asked.headers.get('retry-after')).toBe('0')
    const { challenge } = await body(asked)
    expect(challenge).toMatchObject({ salt: expect.any(String), difficulty: expect.any(Number) })
  } finally {
    await strict.stop()
    await shop.sql`delete from login_attempt`
  }
})

it('requires proof of work from an address that tries many accounts, and from no other address (DESK-1)', async () => {
  const behind = await testShop({
    database: shop.database,
    environment: { TRUSTED_PROXIES: '127.0.0.1', LOGIN_TRIES_PER_MINUTE: '5' },
  })
  await shop.sql`delete from login_attempt`
  try {
    const owner = await staffClient(behind)
    const tryFrom = async (address: string, email: string) => {
      const answer = await fetch(`${behind.url}/backoffice/api/session`, {
        method: 'POST',
        headers: {
          'x-backoffice': '1',
          'content-type': 'application/json',
          'x-forwarded-for': address,
        },
        body: JSON.stringify({ email, password: owner.password }),
      })
      return answer.status
    }
    for (let door = 0; door < 5; door += 1) {
      const email = `door-${door}@giftpoint.example`
      expect(await tryFrom('198.51.100.7', email)).toBe(401)
    }
    expect(await tryFrom('198.51.100.7', owner.email)).toBe(429)
    expect(await tryFrom('203.0.113.9', owner.email)).toBe(200)
  } finally {
    await behind.stop()
    await shop.sql`delete from login_attempt`
  }
})

it('requires proof of work from the sixth attempt at one account, from any address (DESK-1)', async () => {
  const behind = await testShop({
    database: shop.database,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  })
  await shop.sql`delete from login_attempt`
  try {
    const owner = await staffClient(behind)
    const other = await staffClient(behind)
    const tryAt = async (email: string, line: number, password: string) => {
      const answer = await fetch(`${behind.url}/backoffice/api/session`, {
        method: 'POST',
        headers: {
          'x-backoffice': '1',
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.${line}.7`,
        },
        body: JSON.stringify({ email, password }),
      })
      return { status: answer.status, said: await body(answer) }
    }
    const nobody = 'nobody-here@giftpoint.example'
    for (const email of [owner.email, nobody]) {
      for (let line = 1; line <= 5; line += 1) {
        expect((await tryAt(email, line, 'not this one, sorry')).status).toBe(401)
      }
      const asked = await tryAt(` ${email.toUpperCase()}`, 99, owner.password)
      expect(asked.status).toBe(429)
      expect(asked.said).toMatchObject({ challenge: { difficulty: expect.any(Number) } })
    }
    expect((await tryAt(other.email, 99, other.password)).status).toBe(200)
    const kept = await shop.sql<{ bucket: string }[]>`select bucket from login_attempt`
    expect(JSON.stringify(kept)).not.toContain('giftpoint.example')
  } finally {
    await behind.stop()
    await shop.sql`delete from login_attempt`
  }
})

it('ends another session of the same colleague at once, and never that of another colleague (DESK-2)', async () => {
  const owner = await staffClient(shop)
  const other = await staffClient(shop, 'reader')
  const first = await owner.signInElsewhere()
  await owner.signIn()
  await other.signIn()
  const { items } = (await body(await owner.request('GET', '/backoffice/api/sessions'))) as {
    items: { id: string; this_one: boolean }[]
  }
  const elsewhere = items.find(({ this_one }) => !this_one)
  expect(items).toHaveLength(2)

  expect((await other.request('DELETE', `/backoffice/api/sessions/${elsewhere?.id}`)).status).toBe(
    404,
  )
  expect((await owner.request('DELETE', `/backoffice/api/sessions/${elsewhere?.id}`)).status).toBe(
    200,
  )
  const ended = await fetch(`${shop.url}/backoffice/api/session`, { headers: { cookie: first } })
  expect(ended.status).toBe(401)

  expect((await owner.request('DELETE', '/backoffice/api/session')).status).toBe(200)
  expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(401)
})

it('ends a session after two idle hours, and after twelve hours in use (DESK-2)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  for (let hour = 0; hour < 11; hour += 1) {
    shop.clock.advance(3_600_000)
    expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(200)
  }
  shop.clock.advance(3_600_001)
  expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(401)
  await owner.signIn()
  shop.clock.advance(2 * 3_600_000)
  expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(401)
})

it('refuses cross-site writes and tokens of the shop (DESK-4)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const holder = await shop.holder()
  const write = (headers: Record<string, string>) =>
    fetch(`${shop.url}/backoffice/api/session`, {
      method: 'DELETE',
      headers: { cookie: owner.cookie(), ...headers },
    })
  const foreign = await Promise.all([
    write({}),
    write({ 'x-backoffice': '0' }),
    write({ 'x-backoffice': '1', origin: 'https://elsewhere.example' }),
    write({ 'x-backoffice': '1', origin: 'null' }),
    write({ 'x-backoffice': '1', 'sec-fetch-site': 'cross-site' }),
    write({ 'x-backoffice': '1', 'sec-fetch-site': 'same-site' }),
  ])
  expect(foreign.map(({ status }) => status)).toEqual(Array(6).fill(403))
  expect(await body(await write({}))).toMatchObject({ error: { code: 'foreign-write' } })

  const asHolder = await fetch(`${shop.url}/backoffice/api/session`, {
    headers: { authorization: `Bearer ${holder.token}` },
  })
  expect(asHolder.status).toBe(401)
  const frame = asHolder.headers
  expect(frame.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(frame.get('x-frame-options')).toBe('DENY')

  const byProxy = await fetch(`${shop.url}/backoffice/api/session`, {
    method: 'POST',
    headers: {
      'x-backoffice': '1',
      'content-type': 'application/json',
      origin: shop.url.replace('http:', 'https:'),
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  })
  expect(byProxy.status).toBe(200)

  // Still in: none of the refused writes did anything.
  expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(200)
  expect(
    (await write({ 'x-backoffice': '1', origin: shop.url, 'sec-fetch-site': 'same-origin' }))
      .status,
  ).toBe(200)
})

it('writes an audit entry for each sign-in and sign-out, none for refused ones, and none can be changed (DESK-6)', async () => {
  const owner = await staffClient(shop)
  const lines = () =>
    shop.sql`select * from audit where subject_id = ${String(owner.staffId)} order by id`
  await owner.signIn({ password: 'not this one, sorry' })
  expect(await lines()).toHaveLength(0)
  expect(shop.shop.metrics.staffRefusals).toBeDefined()
  await owner.signIn()
  await owner.request('DELETE', '/backoffice/api/session')
  const written = await lines()
  expect(written.map(({ action }) => action as string)).toEqual(['session.opened', 'session.ended'])
  expect(written[0]).toMatchObject({ staff_id: owner.staffId, actor: 'staff' })
  expect(written[0]?.['session_id']).toBe(written[1]?.['session_id'])

  await expect(shop.sql`update audit set reason = 'x'`).rejects.toThrow('append-only')
  await expect(shop.sql`delete from audit`).rejects.toThrow('append-only')
  await expect(shop.sql`truncate audit cascade`).rejects.toThrow('append-only')
})

it('lists all audit entries for an owner and only their own for other roles, page by page (DESK-3, DESK-6)', async () => {
  const owner = await staffClient(shop)
  const service = await staffClient(shop, 'service')
  const reader = await staffClient(shop, 'reader')
  await owner.signIn()
  await service.signIn()
  await reader.signIn()
  const read = async (guest: typeof owner, query = '') =>
    (await body(await guest.request('GET', `/backoffice/api/audit${query}`))) as {
      items: { id: string; staff: { id: string } }[]
      next: string | null
    }
  const all = await read(owner, '?limit=200')
  expect(new Set(all.items.map(({ staff }) => staff.id)).size).toBeGreaterThan(2)
  const own = await read(service, `?staff=${owner.staffId}`)
  expect(new Set(own.items.map(({ staff }) => staff.id))).toEqual(
    new Set([String(service.staffId)]),
  )
  expect((await reader.request('GET', '/backoffice/api/audit')).status).toBe(403)

  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page = await read(owner, `?limit=3${next === '' ? '' : `&cursor=${next}`}`)
    seen.push(...page.items.map(({ id }) => id))
    next = page.next
  }
  expect(seen).toEqual((await read(owner, '?limit=200')).items.map(({ id }) => id))
})

it('names the needed permission of each call in the OpenAPI contract, and enforces it for every role (DESK-3)', async () => {
  const contract = (await body(await shop.request('/backoffice/openapi.json'))) as {
    paths: Record<string, Record<string, { 'x-needs': string; operationId: string }>>
  }
  const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  expect(calls.map(({ operationId }) => operationId).sort()).toEqual(
    Object.keys(staffEndpoints).sort(),
  )
  for (const role of ROLES) {
    const guest = await staffClient(shop, role)
    for (const { path, method, ...operation } of calls) {
      const needs = operation['x-needs']
      if (needs === 'nobody') continue
      const asked = () =>
        guest.request(
          method.toUpperCase(),
          path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
        )
      let { status } = await asked()
      // No session yet, or the previous call has ended it.
      if (status === 401) {
        await guest.signIn()
        status = (await asked()).status
      }
      expect(status).not.toBe(401)
      const allowed =
        needs === 'signed-in' || permissionsOf(role).some((permission) => permission === needs)
      expect({ role, path, method, refused: status === 403 }).toEqual({
        role,
        path,
        method,
        refused: !allowed,
      })
      expect(status).toBeLessThan(500)
    }
  }
})

it('leaves database connections for the shop while forty colleagues sign in at once (DESK-1)', async () => {
  const owner = await staffClient(shop)
  const answers = Promise.all(Array.from({ length: 40 }, () => owner.signIn()))
  const holder = await shop.holder()
  expect(await holder.call('readCart', {})).toMatchObject({ success: true })
  const seen = (await answers).map(({ status }) => status)
  // On a busy machine, a try that waited three seconds gets a proof-of-work challenge instead.
  expect(seen).toContain(200)
  expect(seen.filter((status) => status !== 200 && status !== 429)).toEqual([])
})
