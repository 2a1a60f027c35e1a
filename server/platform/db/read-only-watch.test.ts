import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
let holder: TestHolder
beforeAll(async () => {
  shop = await testShop()
  holder = await shop.holder()
})
afterAll(() => shop.stop())

let saved = 0
/** A different name each time: an unchanged value needs no write. */
const save = () =>
  fetch(`${shop.url}/rest/shopping_cart_add_contact_and_address`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${holder.token}` },
    body: JSON.stringify({
      cart_guid: holder.cartGuid,
      ...sampleContact,
      contact_surname: `Vries${(saved += 1)}`,
    }),
  })
const readiness = async () => {
  const answer = await shop.request('/health/ready')
  return { status: answer.status, text: await answer.text() }
}

/** Simulates a full disk: writes that extend a table fail, and reads work. */
async function simulateFullDisk(code: string) {
  await shop.sql.unsafe(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '${code}'; end $$;
    create function no_table() returns event_trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '${code}'; end $$;
    create trigger no_room before update on cart execute function no_room();
    create event trigger no_table on ddl_command_start when tag in ('CREATE TABLE AS')
      execute function no_table();`)
  return () =>
    shop.sql.unsafe('drop event trigger no_table; drop function no_table, no_room cascade')
}

it.each([
  ['a full disk', '53100'],
  ['a disk that fails', '58030'],
  ['no memory left', '53200'],
  ['a copy that may only be read', '25006'],
])(
  'answers writes with 503 and is not ready with %s, and recovers by itself (B37)',
  async (_, code) => {
    expect((await readiness()).status).toBe(200)
    const restore = await simulateFullDisk(code)

    const refused = await save()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })
    expect(await readiness()).toMatchObject({
      status: 503,
      text: expect.stringContaining('storage'),
    })
    expect(await holder.call('readCart', { cart_guid: holder.cartGuid })).toMatchObject({
      success: true,
    })

    await restore()
    expect((await readiness()).status).toBe(200)
    expect((await save()).status).toBe(200)
  },
)
