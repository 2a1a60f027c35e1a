import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { Memory } from '#server/platform/cache/memory-cache.ts'
import { sessionsIn } from '#server/modules/sessions/sessions.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const eight = Array.from({ length: 8 }, (_, index) => index)

/** The pool, whose answers travel until the gate opens. */
function slowAnswers(sql: Sql) {
  let arrived = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const slow = new Proxy(sql, {
    apply: async (target, self, words) => {
      const rows: unknown = await Reflect.apply(target, self, words)
      arrived += 1
      await gate
      return rows
    },
  })
  const allArrived = (count: number) =>
    vi.waitFor(() => expect(arrived).toBe(count), { timeout: 30_000, interval: 1 })
  return { slow, open, allArrived }
}

it('does not cache a session that a logout ended while it was being read (LOGIN-11)', async () => {
  const { voucherId } = await shop.holder()
  const { slow, open, allArrived } = slowAnswers(shop.sql)
  // Without change events, which would correct the cache afterwards.
  const deaf = { ...shop.shop.changeEvents, on() {}, onFailover() {}, current: () => true }
  const sessions = sessionsIn(slow, deaf, {
    clock: shop.clock,
    config: shop.config,
    memory: new Memory(1_000_000),
  })
  const { token } = await shop.shop.sessions.open(voucherId, 'nl')

  const finding = eight.map(async () => sessions.find(token))
  await allArrived(8)
  await sessions.close(shop.sql, token)
  open()
  // They asked before the logout, and were answered before it.
  for (const found of await Promise.all(finding)) expect(found).toMatchObject({ voucherId })
  expect(await sessions.find(token)).toBeUndefined()
})

it('keeps the token until the cart is empty, so that a failed logout can be repeated (LOGIN-11)', async () => {
  const holder = await shop.holder()
  const gift = await shop.gift()
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await shop.sql.unsafe(`
    create function not_now() returns trigger language plpgsql as $$
    begin raise exception 'not now' using errcode = '40001'; end $$;
    create trigger not_now before delete on cart_line for each row execute function not_now()`)
  expect(await holder.call('logOut', {})).toMatchObject({ refused: 'unavailable' })
  await shop.sql`drop trigger not_now on cart_line`

  expect((await holder.done('readCart', {})).response.shopping_cart_items).toHaveLength(1)
  await holder.done('logOut', {})
  expect(await holder.call('readCart', {})).toMatchObject({ refused: 'no-session' })
  const again = await shop.logIn(holder.code)
  expect((await again.done('readCart', {})).response.shopping_cart_items).toEqual([])
})
