import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const asProgram = (token: string, method: string, path: string, input?: unknown) =>
  fetch(shop.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-backoffice': '1',
      ...(input === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  })

it('has at most the permissions of its creator, also after the role changes (DESK-3)', async () => {
  const service = await staffClient(shop, 'service')
  await service.signIn()
  const wide = await service.request('POST', '/backoffice/api/tokens', {
    name: 'Everything',
    permissions: ['staff.manage'],
    days: 30,
  })
  expect(wide.status).toBe(403)
  const { token } = await jsonOf<{ token: string }>(
    await service.request('POST', '/backoffice/api/tokens', {
      name: 'The ticket system',
      permissions: ['audit.own', 'order.read'],
      days: 30,
    }),
  )
  expect(token).toMatch(/^gpb_[\w-]{43}$/)
  const who = await jsonOf<{ staff: { permissions: string[] } }>(
    await asProgram(token, 'GET', '/backoffice/api/session'),
  )
  expect(who.staff.permissions).toEqual(['audit.own', 'order.read'])
  expect((await asProgram(token, 'GET', '/backoffice/api/audit')).status).toBe(200)
  expect((await asProgram(token, 'GET', '/backoffice/api/staff')).status).toBe(403)

  await shop.sql`update staff set role = 'reader' where id = ${service.staffId}`
  expect((await asProgram(token, 'GET', '/backoffice/api/audit')).status).toBe(403)
})

it('cannot create other tokens or change the password or two-factor authentication (DESK-2)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const { token } = await jsonOf<{ token: string }>(
    await owner.request('POST', '/backoffice/api/tokens', {
      name: 'A program',
      permissions: ['order.read'],
      days: 1,
    }),
  )
  const tried = await Promise.all([
    asProgram(token, 'POST', '/backoffice/api/tokens', {
      name: 'B',
      permissions: ['order.read'],
      days: 9,
    }),
    asProgram(token, 'PUT', '/backoffice/api/password', {
      password: owner.password,
      new_password: 'another long enough secret',
    }),
    asProgram(token, 'POST', '/backoffice/api/factors/totp', { password: owner.password }),
  ])
  expect(tried.map(({ status }) => status)).toEqual([403, 403, 403])
})

it('allows only the calls of its own permissions, not all those of its creator (DESK-3)', async () => {
  const contract = await jsonOf<{
    paths: Record<
      string,
      Record<
        string,
        {
          'x-needs': string
          'x-recent-sign-in'?: boolean
          operationId: string
          security: object[]
        }
      >
    >
  }>(await shop.request('/backoffice/openapi.json'))
  const owner = await staffClient(shop)
  await owner.signIn()
  const permissions = ['content.read', 'finance.read']
  const { token } = await jsonOf<{ token: string }>(
    await owner.request('POST', '/backoffice/api/tokens', {
      name: 'A reader',
      permissions,
      days: 1,
    }),
  )
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const needs = operation['x-needs']
      if (needs === 'nobody') continue
      const { status } = await asProgram(
        token,
        method.toUpperCase(),
        path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
      )
      const allowed =
        permissions.includes(needs) || ['whoAmI', 'roles'].includes(operation.operationId)
      expect({ path, method, refused: status === 403 }).toEqual({ path, method, refused: !allowed })
      const isForPeople =
        needs === 'signed-in' ||
        /^staff\.|\.approve$/.test(needs) ||
        operation['x-recent-sign-in'] === true ||
        // It answers a code, which is as good as the points (SAFE-9, S26).
        operation.operationId === 'replaceCode'
      const isForTokens = !isForPeople || ['whoAmI', 'roles'].includes(operation.operationId)
      expect([path, method, operation.security.length]).toEqual([path, method, isForTokens ? 2 : 1])
    }
  }
  // The session of the token's creator is still active, and so is the token.
  expect((await owner.request('GET', '/backoffice/api/session')).status).toBe(200)
  expect((await asProgram(token, 'GET', '/backoffice/api/session')).status).toBe(200)
})

it('ends on its last day, when it is deleted, and when its creator leaves (DESK-2)', async () => {
  const owner = await staffClient(shop)
  await owner.signIn()
  const make = async (days: number) =>
    jsonOf<{ id: string; token: string }>(
      await owner.request('POST', '/backoffice/api/tokens', {
        name: 'A program',
        permissions: ['content.read'],
        days,
      }),
    )
  const [short, long, told] = [await make(1), await make(366), await make(366)]
  const status = async ({ token }: { token: string }) =>
    (await asProgram(token, 'GET', '/backoffice/api/session')).status
  expect((await owner.request('DELETE', `/backoffice/api/tokens/${told.id}`)).status).toBe(200)
  expect((await owner.request('DELETE', `/backoffice/api/tokens/${told.id}`)).status).toBe(404)
  expect([await status(short), await status(long), await status(told)]).toEqual([200, 200, 401])
  shop.clock.advance(24 * 3_600_000)
  expect([await status(short), await status(long)]).toEqual([401, 200])

  const { items } = await jsonOf<{ items: { id: string; ended_at: string | null }[] }>(
    await (await again(owner)).request('GET', '/backoffice/api/tokens'),
  )
  expect(items.map(({ id }) => id).sort()).toEqual([short.id, long.id, told.id].sort())
  expect(JSON.stringify(items)).not.toContain('gpb_')

  const leaves = await again(await staffClient(shop, 'editor'))
  const lost = await jsonOf<{ token: string }>(
    await leaves.request('POST', '/backoffice/api/tokens', {
      name: 'A program',
      permissions: ['content.read'],
      days: 1,
    }),
  )
  expect((await leaves.request('DELETE', `/backoffice/api/tokens/${long.id}`)).status).toBe(404)
  expect([await status(lost), await status(long)]).toEqual([200, 200])
  await shop.sql`update staff set left_at = now() where id = ${leaves.staffId}`
  expect(await status(lost)).toBe(401)

  const second = await staffClient(shop)
  await second.signIn()
  await second.request('DELETE', `/backoffice/api/staff/${owner.staffId}`, {
    reason: 'Left the company',
  })
  expect(await status(long)).toBe(401)
})

async function again<Guest extends { signIn(): Promise<Response> }>(guest: Guest): Promise<Guest> {
  await guest.signIn()
  return guest
}

it('shows the contract of a live shop only to staff and their programs (SAFE-10, S16)', async () => {
  const live = await testShop({ database: shop.database, environment: { GIFTPOINT_LIVE: 'true' } })
  try {
    const reader = await staffClient(live, 'reader')
    const read = (headers: Record<string, string>) =>
      live.request('/backoffice/openapi.json', { headers })
    expect((await read({})).status).toBe(401)
    expect((await read({ authorization: 'Bearer gpb_unknown' })).status).toBe(401)
    await reader.signIn()
    const shown = await read({ cookie: reader.cookie(), 'accept-encoding': 'br' })
    expect(shown.status).toBe(200)
    expect(shown.headers.get('cache-control')).toBe('private, no-cache')
    expect(shown.headers.get('content-encoding')).toBe('br')
    const again = await read({
      cookie: reader.cookie(),
      'if-none-match': shown.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
  } finally {
    await live.stop()
  }
})
