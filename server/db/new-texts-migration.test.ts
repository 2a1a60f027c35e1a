import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { projectRoot } from '#server/ground/project-root.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('template_world')
})
afterAll(() => db.drop())

const migrate = async (name = '017-new-texts.sql') => {
  const file = path.join(projectRoot, 'server/db/migrations', name)
  const text = await readFile(file, 'utf8')
  await db.sql.begin((sql) => sql.unsafe(text))
}

const said = async (key: string) => {
  const rows = await db.sql`
    select language, value from content
    where channel_id = '2' and key = ${key} and path in ('headercomponents', 'logoncomponents')`
  return Object.fromEntries(rows.map(({ language, value }) => [language, value]))
}

it('brings a shop that has begun the texts of new pages, and leaves the editors theirs (A1)', async () => {
  await db.sql`delete from content where key in ('ordersLabel', 'logoutTitle', 'loginCrowded')`
  await db.sql`
    insert into content (channel_id, path, kind, key, language, value)
    values ('2', 'headercomponents', 'text', 'ordersLabel', 'nl', 'Wat ik koos')`
  await db.sql`
    update content set value = 'Wacht {seconds} seconden.'
    where key = 'tooManyAttempts' and language = 'nl'`

  await db.sql`
    update content set value = 'Ihre Geschenke kosten {points} Punkte mehr. Das sind {amount} Euro, Ihre Europakarte.'
    where path = 'molliecomponents' and key = 'text' and language = 'de'`

  await migrate()

  const [text] = await db.sql`
    select value from content where path = 'molliecomponents' and key = 'text' and language = 'de'`
  expect(text).toEqual({
    value: 'Ihre Geschenke kosten {points} mehr. Das sind {amount}, Ihre Europakarte.',
  })
  expect(await said('ordersLabel')).toEqual({ nl: 'Wat ik koos' })
  expect(Object.keys(await said('logoutTitle')).sort()).toEqual(['de', 'en', 'fr', 'nl'])
  expect(await said('loginCrowded')).toMatchObject({ en: expect.stringContaining('busy') })
  expect((await said('tooManyAttempts'))['nl']).not.toContain('{seconds}')
})

it('brings what is said in a preview, once, and leaves the editors theirs (DESK-18)', async () => {
  const texts = () => db.sql`
    select language, value from content where channel_id = '2' and key = 'inPreview' order by 1`
  await db.sql`delete from content where key = 'inPreview'`
  await migrate('052-text-of-previews.sql')
  const brought = await texts()
  expect(brought.map(({ language }) => language as string)).toEqual(['de', 'en', 'fr', 'nl'])
  await db.sql`update content set value = 'Kijken mag' where key = 'inPreview' and language = 'nl'`
  await migrate('052-text-of-previews.sql')
  expect(await texts()).toMatchObject([{}, {}, {}, { value: 'Kijken mag' }])
})

it('brings the texts of the way to an order, too, beside what the editors say there (the looks 1)', async () => {
  await db.sql`delete from content where key in ('addressManual', 'changeUntil', 'mapLink')`
  await db.sql`
    insert into content (channel_id, path, kind, key, language, value)
    values ('2', 'personaldatacomponents', 'text', 'addressManual', 'nl', 'Ik typ het zelf')`
  await migrate('025-texts-of-the-checkout.sql')
  const rows = await db.sql<{ key: string; block: string; languages: string[] }[]>`
    select key, block, array_agg(language order by language) as languages from content
    where channel_id = '2' and key in ('addressManual', 'changeUntil', 'mapLink')
    group by key, block order by key`
  expect([...rows]).toEqual([
    { key: 'addressManual', block: '', languages: ['nl'] },
    { key: 'changeUntil', block: '', languages: ['de', 'en', 'fr', 'nl'] },
    { key: 'mapLink', block: 'orderPage', languages: ['de', 'en', 'fr', 'nl'] },
  ])
})

it('brings what the form says of an address that is not found (D6, D8)', async () => {
  await db.sql`delete from content where key in ('addressNothing', 'phoneTenDigits')`
  await db.sql`
    insert into content (channel_id, path, kind, key, language, value)
    values ('2', 'personaldatacomponents', 'text', 'phoneTenDigits', 'nl', 'Tien cijfers')`
  await migrate('032-texts-of-the-address.sql')
  const rows = await db.sql<{ key: string; languages: string[] }[]>`
    select key, array_agg(language order by language) as languages from content
    where channel_id = '2' and key in ('addressNothing', 'phoneTenDigits') group by key order by key`
  expect([...rows]).toEqual([
    { key: 'addressNothing', languages: ['de', 'en', 'fr', 'nl'] },
    { key: 'phoneTenDigits', languages: ['nl'] },
  ])
})

it('mends what is said of nothing found, where it is not the editors’ own (D19)', async () => {
  await db.sql`
    update content set value = 'This choice leaves nothing over. Switch a filter off or try another word.'
    where key = 'no_products' and language = 'en'`
  await db.sql`
    update content set value = 'Rien ici. Retirez un filtre.' where key = 'no_products' and language = 'fr'`
  await migrate('034-text-of-nothing-found.sql')
  const rows = await db.sql<{ language: string; value: string }[]>`
    select language, value from content
    where channel_id = '2' and key = 'no_products' and language in ('en', 'fr') order by language`
  expect([...rows]).toEqual([
    {
      language: 'en',
      value: 'This choice leaves nothing over. Choose more widely or try another word.',
    },
    { language: 'fr', value: 'Rien ici. Retirez un filtre.' },
  ])
})

it('brings what a limit and an empty search say, and leaves the editors theirs (CART-3, LIST-11)', async () => {
  await db.sql`delete from content where key in ('pointsExtra', 'searchAbove')`
  await db.sql`
    insert into content (channel_id, path, kind, key, language, value)
    values ('2', 'basketcomponents', 'text', 'pointsExtra', 'nl', 'Erbij mag')`
  await db.sql`
    update content set value = 'This choice leaves nothing over. Choose more widely or try another word.'
    where key = 'no_products' and language = 'en'`
  await db.sql`update content set value = 'Rien ici.' where key = 'no_products' and language = 'fr'`
  await migrate('049-limits-said.sql')
  const rows = await db.sql<{ key: string; languages: string[] }[]>`
    select key, array_agg(language order by language) as languages from content
    where channel_id = '2' and key in ('pointsExtra', 'searchAbove') group by key order by key`
  expect([...rows]).toEqual([
    { key: 'pointsExtra', languages: ['nl'] },
    { key: 'searchAbove', languages: ['de', 'en', 'fr', 'nl'] },
  ])
  const nothing = await db.sql<{ value: string }[]>`
    select value from content
    where channel_id = '2' and key = 'no_products' and language in ('en', 'fr') order by language`
  expect(nothing.map(({ value }) => value)).toEqual([
    'Nothing found. Choose more widely or search for another word.',
    'Rien ici.',
  ])
})

it('says in natural words that a gift is not delivered, and leaves the editors theirs (P4)', async () => {
  const keys = ['eventFellAway', 'orderNotice', 'eventChoiceCalledOff', 'doneCalledOff']
  const texts = () => db.sql<{ text: string; value: string }[]>`
    select language || ' ' || key as text, value from content
    where channel_id = '2' and path = 'confirmationpagecomponents' and key = any(${keys}) order by 1`
  const now = await texts()
  expect(now).toHaveLength(16)
  expect(now.filter(({ value }) => /venir|\bkommen|\bcome\b/.test(value))).toEqual([])
  await db.sql`
    update content set value = '{description} ne peut pas venir' where key = 'eventFellAway' and language = 'fr'`
  await db.sql`
    update content set value = '{name} ne peut pas venir. Choisissez autre chose, ou récupérez ce qu’il a coûté.'
    where key = 'orderNotice' and language = 'fr'`
  await db.sql`update content set value = 'Doch' where key = 'doneCalledOff' and language = 'de'`
  await migrate('204-gifts-are-delivered.sql')
  expect(await texts()).toEqual(
    now.map((one) => (one.text === 'de doneCalledOff' ? { ...one, value: 'Doch' } : one)),
  )
})

it('brings the texts of ended vouchers, and rewords the points that are left unless the editors did (SAFE-15, B2, C3)', async () => {
  await db.sql`delete from content where key in ('messageVoucherExpired', 'validityEndedText', 'serverDown')`
  await db.sql`
    update content set value = case language when 'nl' then 'nog {left} van {points}' else 'Rest: {left}' end
    where key = 'pointsLeftLabel' and language in ('nl', 'de')`
  await db.sql`
    insert into content (channel_id, path, kind, key, language, value)
    values ('2', 'websitetranslationcomponents', 'text', 'pointsOf', 'nl', 'van {points}')
    on conflict do nothing`
  await migrate('237-points-and-ended-vouchers.sql')
  const rows = await db.sql<{ key: string; languages: string[] }[]>`
    select key, array_agg(language order by language) as languages from content
    where channel_id = '2' and key in ('messageVoucherExpired', 'validityEndedText', 'serverDown', 'pointsOf')
    group by key order by key`
  const all = ['de', 'en', 'fr', 'nl']
  expect([...rows]).toEqual([
    { key: 'messageVoucherExpired', languages: all },
    { key: 'serverDown', languages: all },
    { key: 'validityEndedText', languages: all },
  ])
  expect(await said('pointsLeftLabel')).toMatchObject({ nl: 'nog {left} over', de: 'Rest: {left}' })
})

it('gives nothing to a shop that has not begun', async () => {
  await db.sql`delete from content`
  await migrate()
  await migrate('025-texts-of-the-checkout.sql')
  await migrate('032-texts-of-the-address.sql')
  await migrate('049-limits-said.sql')
  expect(await db.sql`select from content`).toHaveLength(0)
})

it('brings what a closed shop says, beside what the editors say there (DESK-22)', async () => {
  await db.sql`delete from content where key in ('closedTitle', 'closedText')`
  await db.sql`
    insert into content (channel_id, path, kind, key, language, value)
    values ('2', 'logoncomponents', 'text', 'closedTitle', 'nl', 'Even dicht')`
  await migrate('055-texts-of-a-closed-shop.sql')
  expect(await said('closedTitle')).toEqual({ nl: 'Even dicht' })
  expect(Object.keys(await said('closedText')).sort()).toEqual(['de', 'en', 'fr', 'nl'])
})
