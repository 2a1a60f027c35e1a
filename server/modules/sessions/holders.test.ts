import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { ChangeEvents, Topic } from '#server/platform/db/change-events.ts'
import { Memory } from '#server/platform/cache/memory-cache.ts'
import { holdersIn } from '#server/modules/sessions/holders.ts'
import { sessionsIn } from '#server/modules/sessions/sessions.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

/** A database whose responses wait at a gate, and change events triggered by the test. */
function stand() {
  let asked = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const sql = new Proxy(shop.sql, {
    async apply(target, self, words) {
      const rows: unknown = await Reflect.apply(target, self, words)
      asked += 1
      await gate
      return rows
    },
  })
  const listeners = new Map<Topic, (subject: string) => void>()
  const changeEvents: ChangeEvents = {
    ...shop.shop.changeEvents,
    current: () => true,
    on: (topic, listener) => void listeners.set(topic, listener),
    onFailover: () => {},
  }
  return {
    sql,
    changeEvents,
    memory: new Memory(1_000_000),
    request: (topic: Topic, subject: string) => listeners.get(topic)?.(subject),
    open: () => open(),
    asked: () => asked,
    allAsked: (count: number) =>
      vi.waitFor(() => expect(asked).toBe(count), { timeout: 30_000, interval: 1 }),
  }
}

it('caches a holder who had no change event while being read, whatever events others had (B5)', async () => {
  const { sql, changeEvents, memory, request, open, asked, allAsked } = stand()
  const holders = holdersIn(sql, changeEvents, memory)
  const [told, untold] = [await shop.holder(), await shop.holder()]
  const finding = [told, untold].map(async ({ voucherId }) => holders.find(voucherId))
  await allAsked(2)
  request('voucher', String(told.voucherId))
  open()
  await Promise.all(finding)
  expect(holders.known(untold.voucherId)).toMatchObject({ voucherId: untold.voucherId })
  expect(holders.known(told.voucherId)).toBeUndefined()
  expect(asked()).toBe(2)
})

it('caches a session that was read while another session ended (B5)', async () => {
  const { sql, changeEvents, memory, request, open, allAsked } = stand()
  const { clock, config } = shop
  const sessions = sessionsIn(sql, changeEvents, { clock, config, memory })
  const { token } = await shop.holder()
  const finding = (async () => sessions.find(token))()
  await allAsked(1)
  request('session', 'another-session')
  open()
  await finding
  expect(sessions.known(token)).toBeDefined()
})
