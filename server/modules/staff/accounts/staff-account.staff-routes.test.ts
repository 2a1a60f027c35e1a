import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { addSignInMethods, signInMethodsOf } from '#server/testing/clients/sign-in-methods.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

type Member = {
  id: string
  name: string
  role: string
  channels: string[]
  version: number
  left_at: string | null
}
const members = async () =>
  (await jsonOf<{ items: Member[] }>(await owner.request('GET', '/backoffice/api/staff'))).items
const memberOf = async ({ staffId }: StaffClient) =>
  (await members()).find(({ id }) => id === String(staffId)) as Member

it('ends the sessions of a staff member whose role changes, but not when the name changes (DESK-2)', async () => {
  const service = await staffClient(shop, 'service')
  await service.signIn()
  const { version } = await memberOf(service)
  const change = (more: object) =>
    owner.request('PUT', `/backoffice/api/staff/${service.staffId}`, {
      version,
      name: 'Sam',
      role: 'service',
      channels: ['1014', '2001'],
      ...more,
    })
  const named = await change({})
  expect(await jsonOf(named)).toMatchObject({
    name: 'Sam',
    channels: ['1014', '2001'],
    version: version + 1,
  })
  expect((await service.request('GET', '/backoffice/api/session')).status).toBe(200)

  expect(await jsonOf(await change({ role: 'reader' }))).toMatchObject({
    error: { code: 'changed-since' },
  })
  expect((await change({ role: 'reader', version: version + 1 })).status).toBe(200)
  expect((await service.request('GET', '/backoffice/api/session')).status).toBe(401)

  const lines = await shop.sql`
    select action, before, after from audit
    where subject_id = ${String(service.staffId)} and action = 'staff.changed' order by id`
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({
    before: { role: 'service', name: { changed: true } },
    after: { role: 'reader', channels: ['1014', '2001'] },
  })
})

it.each([
  [{ role: 'editor', channels: [] }, 'needs-channel'],
  [{ role: 'editor', channels: ['1014', '99'] }, 'unknown-channel'],
])('refuses %o with an error code', async (more, code) => {
  const editor = await staffClient(shop, 'editor')
  const { version } = await memberOf(editor)
  const answer = await owner.request('PUT', `/backoffice/api/staff/${editor.staffId}`, {
    version,
    name: 'Eva',
    ...more,
  })
  expect(await jsonOf(answer)).toMatchObject({ error: { code } })
})

it('changes a colleague once in a race of eight requests (DESK-14)', async () => {
  const editor = await staffClient(shop, 'editor')
  const { version } = await memberOf(editor)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      owner.request('PUT', `/backoffice/api/staff/${editor.staffId}`, {
        version,
        name: `Eva ${at}`,
        role: 'editor',
        channels: ['1014'],
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
})

it('removes all access of a staff member who leaves, and keeps the record of their actions (DESK-6)', async () => {
  const service = await staffClient(shop, 'service')
  await service.signIn()
  await addSignInMethods(shop.sql, service.staffId)
  const left = await owner.request('DELETE', `/backoffice/api/staff/${service.staffId}`, {
    reason: 'Moved to another company',
  })
  expect(left.status).toBe(200)
  expect((await service.request('GET', '/backoffice/api/session')).status).toBe(401)
  expect((await service.signIn()).status).toBe(401)
  expect(await signInMethodsOf(shop.sql, service.staffId)).toEqual([])
  expect((await memberOf(service)).left_at).not.toBeNull()
  const done = await shop.sql`select from audit where staff_id = ${service.staffId}`
  expect(done.count).toBeGreaterThan(0)
  const twice = await owner.request('DELETE', `/backoffice/api/staff/${service.staffId}`, {
    reason: 'Again',
  })
  expect(twice.status).toBe(404)
})

it('ends all sessions of a colleague, returns their number, and still lists the last sign-in (DESK-2)', async () => {
  const service = await staffClient(shop, 'service')
  await service.signIn()
  await service.signInElsewhere()
  const ended = await owner.request('DELETE', `/backoffice/api/staff/${service.staffId}/sessions`, {
    reason: 'A lost laptop',
  })
  expect(await jsonOf(ended)).toEqual({ ended: 2, tokens: 0 })
  expect((await service.request('GET', '/backoffice/api/session')).status).toBe(401)
  const listed = await owner.request('GET', `/backoffice/api/staff?ids=${service.staffId}`)
  const { items } = await jsonOf<{ items: { seen_at: string | null }[] }>(listed)
  expect(items.map(({ seen_at: seen }) => seen)).toEqual([expect.any(String)])
})

it('keeps one owner when eight owners remove each other at the same time (DESK-3)', async () => {
  const others = await Promise.all(Array.from({ length: 7 }, () => staffClient(shop)))
  await Promise.all(others.map((guest) => guest.signIn()))
  const all = [owner, ...others]
  const answers = await Promise.all(
    all.map((guest, at) =>
      guest.request('DELETE', `/backoffice/api/staff/${all[(at + 1) % all.length]?.staffId}`, {
        reason: 'A quarrel',
      }),
    ),
  )
  const owners = await shop.sql`select id from staff where role = 'owner' and left_at is null`
  expect(owners.count).toBeGreaterThan(0)
  for (const { status } of answers) expect([200, 401, 404, 409]).toContain(status)

  // The last one neither leaves nor becomes something else.
  const last = await staffClient(shop)
  await last.signIn()
  await shop.sql`
    update staff set left_at = now() where role = 'owner' and left_at is null and id <> ${last.staffId}`
  const path = `/backoffice/api/staff/${last.staffId}`
  const other = { name: 'Last', role: 'reader', channels: ['1014'] }
  const [standing] = await shop.sql<{ version: number }[]>`
    select version from staff where id = ${last.staffId}`
  for (const answer of [
    await last.request('PUT', path, { ...other, version: standing?.version }),
    await last.request('DELETE', path, { reason: 'Tired' }),
  ]) {
    expect(await jsonOf(answer)).toMatchObject({ error: { code: 'last-owner' } })
  }
})

it('refuses to remove the second owner while the first one is being removed (DESK-3)', async () => {
  const one = await staffClient(shop)
  const other = await staffClient(shop)
  await one.signIn()
  await shop.sql`
    update staff set left_at = now() where role = 'owner' and left_at is null
      and id <> all(${[one.staffId, other.staffId]}::bigint[])`
  const asked = await shop.sql.begin(async (sql) => {
    await sql`update staff set left_at = now() where id = ${one.staffId}`
    let isAnswered = false
    const answer = one
      .request('DELETE', `/backoffice/api/staff/${other.staffId}`, { reason: 'A quarrel' })
      .finally(() => (isAnswered = true))
    const waits = async () => {
      const waiting = await shop.sql`
        select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      return isAnswered || waiting.count > 0
    }
    await expect.poll(waits).toBe(true)
    return { answer }
  })
  expect(await jsonOf(await asked.answer)).toMatchObject({ error: { code: 'last-owner' } })
})
