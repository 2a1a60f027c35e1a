import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { signOut } from '#contract/staff/sign-in.staff.ts'
import { openBackoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { staffClient, type StaffClient } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: StaffClient
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  await service.signIn()
})
afterAll(() => shop.stop())

it('stores an action together with its audit entry, and neither if the commit fails (DESK-6)', async () => {
  const { number } = await sampleOrder(shop, { gifts: [await shop.gift({ points: 3 })] })
  const note = (body: string) =>
    service
      .request('POST', `/backoffice/api/orders/${number}/notes`, { body })
      .then(({ status }) => status)
  const countRows = async () => {
    const [row] = await shop.sql<{ notes: number; lines: number }[]>`
      select (select count(*)::integer from order_note where order_number = ${number}) as notes,
        (select count(*)::integer from audit where action = 'order.noted' and subject_id = ${number}) as lines`
    return row
  }
  expect(await note('Both stand')).toBe(200)
  expect(await countRows()).toEqual({ notes: 1, lines: 1 })

  await shop.sql`
    create function refuse_it() returns trigger language plpgsql as $$
    begin raise exception 'not today'; end $$`
  for (const table of ['order_note', 'audit']) {
    await shop.sql.unsafe(`
      create constraint trigger refuse_it after insert on ${table} deferrable initially deferred
      for each row execute function refuse_it()`)
    expect(await note(`Refused by ${table}`)).toBe(500)
    await shop.sql.unsafe(`drop trigger refuse_it on ${table}`)
    expect(await countRows(), table).toEqual({ notes: 1, lines: 1 })
  }
})

it('rolls back a write whose handler adds no audit entry, or two (DESK-6)', async () => {
  const outcomes: [lines: number, status: number][] = []
  for (const lines of [0, 2, 1]) {
    const app = fastify()
    serveStaff(app, openBackoffice(shop.shop), signOut, async (_, { sql, audit }) => {
      await sql`update staff set name = ${`Told ${lines} times`} where id = ${service.staffId}`
      for (let entries = 0; entries < lines; entries += 1)
        audit({ action: 'session.told', subjectKind: 'staff', subjectId: String(lines) })
      return {}
    })
    const { statusCode } = await app.inject({
      method: signOut.method,
      url: signOut.path,
      headers: { 'x-backoffice': '1', cookie: service.cookie() },
    })
    await app.close()
    outcomes.push([lines, statusCode])
    const [row] = await shop.sql`select name from staff where id = ${service.staffId}`
    expect(row?.['name'] === `Told ${lines} times`).toBe(lines === 1)
  }
  expect(outcomes).toEqual([
    [0, 500],
    [2, 500],
    [1, 200],
  ])
  const entries = await shop.sql`select subject_id from audit where action = 'session.told'`
  expect([...entries]).toEqual([{ subject_id: '1' }])
})
