import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { initShop } from '#server/modules/channels/bundle/init-shop.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'
import {
  applyDefaultTexts,
  recordDefaultTexts,
} from '#server/modules/content/texts/default-texts.ts'
import { pidOf, waitsForLock } from '#server/testing/database/waits-for-lock.ts'
import { testDatabase } from '#server/testing/test-database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const PATH = 'basketcomponents'
const OLD_TEXT = 'As an earlier version said it'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ database: await testDatabase('template_migrated') })
  await initShop({
    sql: shop.sql,
    channel: '5001',
    name: 'Z',
    language: 'nl',
    hosts: ['z.example'],
  })
  await shop.shop.changeEvents.poll()
})
afterAll(() => shop.stop())

/** The texts of the basket in Dutch, by key. */
async function storedTexts() {
  const rows = await shop.sql<{ key: string; value: string }[]>`
    select key, value from content where channel_id = '2' and path = ${PATH} and language = 'nl'`
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

const write = (key: string, value: string) => shop.sql`
  update content set value = ${value}
  where channel_id = '2' and path = ${PATH} and language = 'nl' and key = ${key}`
const remove = (key: string) => shop.sql`
  delete from content where channel_id = '2' and path = ${PATH} and language = 'nl' and key = ${key}`

/** Sets the applied defaults to those of an earlier version: other texts for these keys, and none for the new key. */
const applyEarlier = (keys: readonly string[], newKey: string) => shop.sql`
  update applied_default_texts set hash = 'earlier', texts = (
    select jsonb_agg(case when entry ->> 'path' = ${PATH} and entry ->> 'language' = 'nl'
        and entry ->> 'key' = any(${[...keys]}) then entry || jsonb_build_object('value', ${OLD_TEXT}::text) else entry end)
    from jsonb_array_elements(texts) entry
    where not (entry ->> 'path' = ${PATH} and entry ->> 'language' = 'nl' and entry ->> 'key' = ${newKey}))`

/** The title of the basket that the shop shows. */
async function shownTitle() {
  const answer = await shop.call('component', { path: PATH, language: 'nl' })
  if (refused(answer)) throw new Error('no texts')
  const page = answer.response.blocks.find(({ code }) => code === 'page')
  return page?.custom_fields.find(({ key }) => key === 'title')?.value_string
}

let shipped: Record<string, string>
beforeEach(async () => {
  shipped = await storedTexts()
  expect(shipped).toMatchObject({ title: expect.any(String), sentBack: expect.any(String) })
})

it('applies changed and new default texts, but keeps texts that the shop has changed or removed', async () => {
  await applyEarlier(['title', 'sentBack', 'putBack'], 'removed')
  await write('title', OLD_TEXT)
  await write('sentBack', 'As the shop says it')
  await remove('putBack')
  await remove('removed')
  await shop.sql`insert into change_event (topic, subject) values ('channel', '2')`
  await shop.shop.changeEvents.poll()
  expect(await shownTitle()).toBe(OLD_TEXT)

  expect(await applyDefaultTexts(shop.sql)).toBe(2)

  const { putBack: _, ...others } = shipped
  expect(await storedTexts()).toEqual({ ...others, sentBack: 'As the shop says it' })
  await shop.shop.changeEvents.poll()
  expect(await shownTitle()).toBe(shipped['title'])
})

it('applies default texts once when several processes start together', async () => {
  await applyEarlier(['title'], 'removed')
  await write('title', OLD_TEXT)
  const written = await Promise.all(Array.from({ length: 4 }, () => applyDefaultTexts(shop.sql)))
  expect(written.toSorted()).toEqual([0, 0, 0, 1])
  expect(await applyDefaultTexts(shop.sql)).toBe(0)
})

it('waits while a release is published', async () => {
  let started: Promise<unknown> = Promise.resolve()
  await shop.sql.begin(async (publishing) => {
    await lockPublishing(publishing)
    const pid = await new Promise<number>((found) => {
      started = shop.sql.begin(async (sql) => {
        found(await pidOf(sql))
        await recordDefaultTexts(sql)
      })
    })
    expect(await waitsForLock(shop.sql, pid, started)).toBe(true)
  })
  await started
})

it('leaves the texts of a shop unchanged when no default texts were recorded before', async () => {
  await shop.sql`delete from applied_default_texts`
  await write('title', OLD_TEXT)
  await remove('removed')
  const before = await storedTexts()
  expect(await applyDefaultTexts(shop.sql)).toBe(0)
  expect(await storedTexts()).toEqual(before)
  expect([...(await shop.sql`select hash from applied_default_texts`)]).toHaveLength(1)
})
