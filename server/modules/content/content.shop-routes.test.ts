import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { COMPONENTS } from '#domain/content/components.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { componentBlocks } from '#server/modules/content/component-blocks.ts'
import type { ContentRow } from '#server/modules/catalog/read-model/content.sql.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

async function content(ask: {
  path: string
  language?: string
  sales_channel?: string
  website_url?: string
}) {
  const answer = await shop.call('component', ask)
  if (refused(answer)) throw new Error(`${ask.path}: ${answer.refused}`)
  return answer.response
}

describe('content routes', () => {
  it.each(COMPONENTS)(
    'return %s in four languages on every channel (WIRE-1, LOGIN-13)',
    async (path) => {
      for (const sales_channel of ['1014', '2001', '2002', '2']) {
        for (const language of ['nl', 'en', 'de', 'fr-FR']) {
          const { blocks, ...page } = await content({ path, language, sales_channel })
          expect(page).toEqual({ path, language: language.slice(0, 2), sales_channel })
          expect(blocks.length).toBeGreaterThan(0)
        }
      }
    },
  )

  it('return 404 with the error phrase of the specification for an unknown path (PAGES-2, WIRE-1)', async () => {
    const response = await shop.request('/rest/hcms/cmsurls?path=nothinglikeit&sales_channel=1014')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      success: false,
      error: { code: 'no-such-page', Message: 'No configuration found for URL key' },
    })
  })

  it('choose the channel by sales_channel, then website_url, then the host, then the default channel (WIRE-1)', async () => {
    const path = 'logoncomponents'
    const [row] = await shop.sql<{ host: string }[]>`
      select host from channel_host where channel_id = '2001' limit 1`
    const host = row?.host ?? ''
    expect((await content({ path, sales_channel: '2002' })).sales_channel).toBe('2002')
    expect((await content({ path, website_url: `https://${host}/x` })).sales_channel).toBe('2001')
    expect((await content({ path, website_url: 'unknown.example' })).sales_channel).toBe('1014')
    expect((await content({ path, sales_channel: '77777' })).sales_channel).toBe('1014')
  })

  it('use the channel of the session, and accept only sales_channel=2 instead (WIRE-1)', async () => {
    const holder = await shop.logIn('giftshop3')
    const ask = async (sales_channel?: string) =>
      (
        await holder.done('component', {
          path: 'basketoverlaycomponents',
          ...(sales_channel ? { sales_channel } : {}),
        })
      ).response.sales_channel
    expect(await ask()).toBe('2001')
    expect(await ask('1014')).toBe('2001')
    expect(await ask('2')).toBe('2')
  })

  it('return an ETag, 304 for an unchanged page and 200 after a text has changed', async () => {
    const url = '/rest/hcms/cmsurls?path=footercomponents&language=nl&sales_channel=1014'
    const first = await shop.request(url)
    const etag = first.headers.get('etag') ?? ''
    expect((await shop.request(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    await shop.sql.begin(async (sql) => {
      await sql`
        insert into content (channel_id, path, kind, key, language, value)
        values ('1014', 'footercomponents', 'text', 'a_test', 'nl', 'Nieuw')`
      await sql`insert into change_event (topic, subject) values ('channel', '1014')`
    })
    await shop.shop.changeEvents.poll()
    const after = await shop.request(url, { headers: { 'if-none-match': etag } })
    expect(after.status).toBe(200)
    expect(await after.text()).toContain('a_test')
  })

  it('return company information, countries and the menu (WIRE-2)', async () => {
    const company = await shop.call('companyInfo', { sales_channel: '1014' })
    expect(refused(company) ? '' : company.response.company_name).not.toBe('')
    const countries = await shop.call('countries', { language: 'de', sales_channel: '1014' })
    expect(refused(countries) ? [] : countries.response).toContainEqual({
      key: 'NL',
      value_string: 'Niederlande',
    })
    const navigation = await shop.call('navigation', { language: 'nl', sales_channel: '1014' })
    if (refused(navigation)) throw new Error('no menu')
    const [first] = navigation.response.navItems
    expect(first?.producttags.length).toBeGreaterThan(0)
    expect(navigation.response.homeCategories.length).toBeGreaterThan(0)
    expect(navigation.response.homeCategories[0]?.bannerText1.value_string).not.toBe('')
    expect(navigation.response.homeBrands.length).toBeGreaterThan(0)
    expect(navigation.response.gift_points.length).toBeGreaterThan(1)
    expect(navigation.response.digital_gifts).toBe(true)
  })
})

describe('content text', () => {
  const row = (more: Partial<ContentRow>): ContentRow => ({
    channel_id: '2',
    path: 'p',
    block: '',
    kind: 'text',
    key: 'title',
    language: 'nl',
    value: 'x',
    alt: '',
    position: 0,
    ...more,
  })
  const title = (rows: ContentRow[], order: ('nl' | 'en' | 'de' | 'fr')[]) =>
    componentBlocks(rows, order)[0]?.custom_fields[0]

  it('falls back by itself: requested language, channel default, nl; own text before the shared one', () => {
    const rows = [
      row({ value: 'shared nl' }),
      row({ channel_id: '2002', language: 'de', value: 'own de' }),
      row({ language: 'en', value: 'shared en' }),
    ]
    expect(title(rows, ['en', 'de', 'nl'])).toEqual({ key: 'title', value_string: 'shared en' })
    expect(title(rows, ['fr', 'de', 'nl'])).toEqual({
      key: 'title',
      value_string: 'own de',
      lang: 'de',
    })
    expect(title(rows, ['fr', 'nl'])).toEqual({
      key: 'title',
      value_string: 'shared nl',
      lang: 'nl',
    })
    expect(title([row({ language: 'de' })], ['fr', 'nl'])).toBeUndefined()
  })

  it('falls back when its value is empty', () => {
    expect(title([row({ language: 'en', value: '' }), row({})], ['en', 'nl'])).toMatchObject({
      value_string: 'x',
    })
  })

  it.each([
    ['nl', ['own one', 'shared two']],
    ['en', ['shared one', 'shared two']],
    ['fr', ['own one', 'shared two']],
  ] as const)(
    'is left out in %s when the channel has shortened the shared list and the item is beyond its end (B24)',
    (language, titles) => {
      const list = (channel_id: string, language: 'nl' | 'en', length: number, first: string) => [
        row({
          channel_id,
          language,
          block: 'faq',
          kind: 'number',
          key: 'items',
          value: String(length),
        }),
        row({ channel_id, language, block: 'faq/1', value: first }),
      ]
      const rest = (['nl', 'en'] as const).flatMap((language) =>
        ['two', 'three'].map((name, index) =>
          row({
            language,
            block: `faq/${index + 2}`,
            value: `shared ${name}`,
            position: index + 2,
          }),
        ),
      )
      const blocks = componentBlocks(
        [
          ...list('2', 'nl', 3, 'shared one'),
          ...list('2', 'en', 3, 'shared one'),
          ...rest,
          ...list('2002', 'nl', 2, 'own one'),
        ],
        [language, 'nl'],
      )
      expect(blocks[0]?.items?.map((item) => item.custom_fields[0]?.value_string)).toEqual(titles)
      expect(blocks[0]?.custom_fields).toEqual([])
    },
  )

  it('is nested in its block when it belongs to a list item', () => {
    const blocks = componentBlocks(
      [
        row({ block: 'faq', value: 'FAQ' }),
        row({ block: 'faq/1', value: 'One', position: 1 }),
        row({ block: 'faq/2', value: 'Two', position: 2 }),
      ],
      ['nl'],
    )
    expect(blocks).toMatchObject([{ code: 'faq', items: [{ code: '1' }, { code: '2' }] }])
  })
})
