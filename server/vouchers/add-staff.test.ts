import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { addStaff } from '#server/vouchers/add-staff.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

const password = 'a long enough secret'
const add = (colleague: Partial<Parameters<typeof addStaff>[0]>) =>
  addStaff({
    sql: db.sql,
    email: 'ilse@giftpoint.example',
    name: 'Ilse',
    role: 'editor',
    password,
    ...colleague,
  })

it('keeps a colleague with a hash that only the password opens', async () => {
  await add({ email: ' Anna@Giftpoint.example ', name: 'Anna', role: 'admin' })

  const [row] = await db.sql`select * from staff where email = 'anna@giftpoint.example'`
  expect(row).toMatchObject({ name: 'Anna', role: 'admin', left_at: null })
  expect(row?.['password_hash']).toMatch(/^\$argon2id\$/)
  expect(await verify(row?.['password_hash'], password)).toBe(true)
  expect(await verify(row?.['password_hash'], 'another long secret')).toBe(false)
})

it('refuses one who has access already, and takes back one who had left', async () => {
  await add({})
  await expect(add({ role: 'admin' })).rejects.toThrow('has access already')

  await db.sql`update staff set left_at = now() where email = 'ilse@giftpoint.example'`
  await add({ role: 'service' })
  const [row] = await db.sql`select * from staff where email = 'ilse@giftpoint.example'`
  expect(row).toMatchObject({ role: 'service', left_at: null })
})

it.each([
  [{ email: 'nobody' }, 'e-mail address'],
  [{ email: 'a@b.example', name: ' ' }, 'needs a name'],
  [{ email: 'a@b.example', role: 'owner' }, 'one of editor, service, admin'],
  [{ email: 'a@b.example', password: 'short' }, 'at least 12'],
])('refuses %o in a sentence', async (colleague, sentence) => {
  await expect(add(colleague)).rejects.toThrow(sentence)
  expect(await db.sql`select from staff where email = 'a@b.example'`).toHaveLength(0)
})
