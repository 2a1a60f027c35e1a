import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { addStaff } from '#server/modules/staff/accounts/add-staff.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { addSignInMethods, signInMethodsOf } from '#server/testing/clients/sign-in-methods.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('template_world')
})
afterAll(() => db.drop())

const password = 'a long enough secret'
const add = (colleague: Partial<Parameters<typeof addStaff>[0]>) =>
  addStaff({
    sql: db.sql,
    email: 'ilse@giftpoint.example',
    name: 'Ilse',
    role: 'editor',
    channels: ['1014'],
    password,
    ...colleague,
  })

it('stores a colleague with a password hash, and writes an audit entry', async () => {
  await add({ email: ' Anna@Giftpoint.example ', name: 'Anna', role: 'owner', channels: [] })

  const [row] = await db.sql`select * from staff where email = 'anna@giftpoint.example'`
  expect(row).toMatchObject({ name: 'Anna', role: 'owner', left_at: null })
  expect(row?.['password_hash']).toMatch(/^\$argon2id\$/)
  expect(await verify(row?.['password_hash'], password)).toBe(true)
  expect(await verify(row?.['password_hash'], 'another long secret')).toBe(false)

  const [line] = await db.sql`select * from audit where subject_id = ${String(row?.['id'])}`
  expect(line).toMatchObject({
    actor: 'command',
    action: 'staff.added',
    after: { role: 'owner', email: { changed: true }, name: { changed: true } },
  })
  const [personal] = await db.sql`select after from audit_personal where audit_id = ${line?.['id']}`
  expect(personal?.['after']).toEqual({ email: 'anna@giftpoint.example', name: 'Anna' })
})

it('refuses a colleague with access, and adds a former one again without the old sign-in methods', async () => {
  await add({})
  await expect(add({ role: 'service' })).rejects.toThrow('already has access')

  const [before] = await db.sql<{ id: number }[]>`
    update staff set left_at = now() where email = 'ilse@giftpoint.example' returning id`
  await addSignInMethods(db.sql, before?.id ?? 0)
  await add({ role: 'service', channels: ['2001'] })
  const [row] = await db.sql`select * from staff where email = 'ilse@giftpoint.example'`
  expect(row).toMatchObject({ id: before?.id, role: 'service', left_at: null })
  // The address may belong to another person now than at the company before.
  expect(await signInMethodsOf(db.sql, before?.id ?? 0)).toEqual([])
  expect(
    await db.sql`select channel_id from staff_channel where staff_id = ${row?.['id']}`,
  ).toEqual([{ channel_id: '2001' }])
})

it.each([
  [{ email: 'nobody' }, 'email address'],
  [{ email: 'a@b.example', name: ' ' }, 'needs a name'],
  [{ email: 'a@b.example', role: 'admin' }, 'one of owner, editor'],
  [{ email: 'a@b.example', channels: [] }, 'at least one --channel'],
  [{ email: 'a@b.example', channels: ['1014', '99'] }, 'no channel 99'],
  [{ email: 'a@b.example', role: 'owner' }, 'all channels'],
  [{ email: 'a@b.example', password: 'short' }, 'at least 12'],
])('refuses %o with an error message', async (colleague, sentence) => {
  await expect(add(colleague)).rejects.toThrow(sentence)
  expect(await db.sql`select from staff where email = 'a@b.example'`).toHaveLength(0)
})

it('keeps at least one owner when all owners leave at the same time (DESK-3)', async () => {
  await db.sql`update staff set left_at = now() where role <> 'owner'`
  await add({ email: 'bea@giftpoint.example', role: 'owner', channels: [] })
  const owners = await db.sql<{ id: number }[]>`
    select id from staff where role = 'owner' and left_at is null`
  expect(owners.length).toBeGreaterThan(1)
  const left = await Promise.allSettled(
    owners.map(({ id }) => db.sql`update staff set left_at = now() where id = ${id}`),
  )
  expect(left.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(await db.sql`select from staff where role = 'owner' and left_at is null`).not.toHaveLength(
    0,
  )
})
