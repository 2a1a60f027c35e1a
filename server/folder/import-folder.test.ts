import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Transaction } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#server/testing/test-database.ts'

import type { FolderProblem } from './folder-place.ts'
import { importFolder, type ImportResult, type ImportSettings } from './import-folder.ts'
import { type Files, temporaryFolder } from './temporary-folder.ts'
import { tinyWorld } from './tiny-world.ts'

let database: TestDatabase
let sql: Transaction
let world: Awaited<ReturnType<typeof temporaryFolder>>
let undo: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())
/** Each test is a transaction that is undone, so that all of them begin with an empty shop. */
beforeEach(async () => {
  world = await temporaryFolder(tinyWorld)
  await new Promise<void>((begun, failed) => {
    const ended = database.sql.begin(async (transaction) => {
      sql = transaction
      await new Promise<void>((_resolve, reject) => {
        undo = async () => {
          reject(new Error('undone'))
          await ended.catch(() => {})
        }
        begun()
      })
    })
    ended.catch(failed)
  })
})
afterEach(async () => {
  await undo()
  await world.remove()
})

/** Changes the folder and imports it. */
async function load(files: Files = {}, settings: Partial<ImportSettings> = {}) {
  await world.write(files)
  return importFolder({ sql, folder: world.folder, makeVoucher, ...settings })
}
const makeVoucher = async () => 'known' as const
const say = ({ file, row, column, message }: FolderProblem) =>
  `${[file, row, column].filter((part) => part !== undefined).join(':')} ${message}`
const written = ({ channels }: ImportResult) =>
  channels.flatMap(({ id, written }) => (written ? id : []))
const count = (
  result: ImportResult,
  channel: string,
  kind: keyof ImportResult['channels'][0]['counts'],
) => result.channels.find(({ id }) => id === channel)?.counts[kind]
const news = async () =>
  (
    await sql<{ topic: string; subject: string }[]>`select topic, subject from news order by id`
  ).map(({ topic, subject }) => `${topic} ${subject}`.trim())
const offers = async () =>
  (
    await sql<{ offer: string }[]>`
    select spli_id || ' ' || points || case when active then '' else ' inactive' end as offer
    from offer order by spli_id`
  ).map(({ offer }) => offer)
const onHand = async (sku: string) =>
  (await sql<{ on_hand: number }[]>`select on_hand from stock where sku = ${sku}`)[0]?.on_hand

describe('an import', () => {
  it('fills an empty shop, channel by channel', async () => {
    const result = await load()
    expect(result.problems).toEqual([])
    expect(written(result)).toEqual(['2', '1014'])
    expect(count(result, '2', 'products')).toEqual({ new: 2, changed: 0, unchanged: 0, gone: 0 })
    expect(await offers()).toEqual(['1014-lamp 12', '1014-mug-blue 3', '1014-mug-red 3'])
    const [channel] = await sql`select logo, theme_options, settings from channel where id = '1014'`
    expect(channel).toEqual({
      logo: expect.stringMatching(/^[0-9a-f]{32}\.svg$/),
      theme_options: [{ reference: 'active', value: '#77ceab' }],
      settings: { months: 24, strict: true, note: '24' },
    })
    const tiles = await sql`select id, texts from home_tile order by id`
    expect([...tiles]).toEqual([
      { id: 'acme', texts: { bannerText1: { nl: 'Sinds 1900' } } },
      { id: 'cosy', texts: { bannerText1: { nl: 'Gezellig' } } },
    ])
  })

  it('changes nothing the second time, and tells nobody', async () => {
    await load()
    await sql`delete from news`
    const result = await load()
    for (const { counts } of result.channels)
      for (const count of Object.values(counts))
        expect(count).toMatchObject({ new: 0, changed: 0, gone: 0 })
    expect(await news()).toEqual([])
  })

  it('tells of the channel that changed, and of the catalogue when all share it', async () => {
    await load()
    await sql`delete from news`
    await load({ '1014/prices.csv': 'sku,points\nmug-red,4\nmug-blue,3\nlamp,12\n' })
    expect(await news()).toEqual(['channel 1014'])
    await load({ '2/brands.yaml': 'acme:\n  name: Acme & Co\n  picture: acme.svg\n' })
    expect(await news()).toEqual(['channel 1014', 'channel 2', 'catalogue'])
  })

  it('that is only tried counts the same and writes nothing', async () => {
    const tried = await load({}, { dryRun: true })
    const [left] = await sql`
      select (select count(*) from channel) + (select count(*) from picture) + (select count(*) from news) as rows`
    expect(left).toEqual({ rows: 0 })
    expect(tried).toEqual(await load())
  })

  it('writes a channel whole or not at all, and the others nevertheless', async () => {
    const result = await load({ '1014/prices.csv': 'sku,points\nmug-red,3\nvase,3\n' })
    expect(written(result)).toEqual(['2'])
    expect(result.problems.map(say)).toEqual(["1014/prices.csv:3:1 there is no article 'vase'"])
    expect([...(await sql`select id from channel`)]).toEqual([{ id: '2' }])
    expect(await offers()).toEqual([])
  })

  it('does not blame a channel line by line for what another one lacks', async () => {
    const result = await load({ '2/tags.yaml': 'home: {}\n' })
    expect(written(result)).toEqual([])
    expect(result.problems.map(say)).toEqual([
      "2/tags.yaml:1:1 'texts' is missing",
      "1014/products/mug.yaml:1:1 this needs product 'mug' and 6 more, from a folder that could not be imported",
    ])
  })

  it('names the place of everything that it cannot find', async () => {
    const result = await load({
      '2/products/mug.yaml': String(tinyWorld['2/products/mug.yaml'])
        .replace('[mugs]', '[mugs, cups]')
        .replace('mug.svg', 'cup.svg')
        .replace('colour: blue', 'colour: green')
        .replace('[lamp]', '[lamp, torch]')
        .replace('brand: acme', 'brand: bcme'),
      '1014/navigation.yaml':
        'menu:\n  - { id: a, texts: { nl: A }, tags: [x] }\nhome: { brands: [{ brand: y, media: z.svg }] }\n',
    })
    expect(result.problems.map(say)).toEqual([
      "2/products/mug.yaml:1:1 there is no brand 'bcme'",
      "2/products/mug.yaml:3:14 there is no tag 'cups'",
      "2/products/mug.yaml:4:12 there is no picture 'cup.svg'",
      "2/products/mug.yaml:10:15 there is no value 'green' of 'colour'",
      "2/products/mug.yaml:11:23 there is no product 'torch'",
      "1014/navigation.yaml:2:39 there is no tag 'x'",
      "1014/navigation.yaml:3:20 there is no brand 'y'",
      "1014/navigation.yaml:3:30 there is no picture 'z.svg'",
      "1014/products/mug.yaml:1:1 this needs product 'mug' and 3 more, from a folder that could not be imported",
    ])
  })

  it('of one channel may speak of what the shop has already', async () => {
    await load()
    const alone = await temporaryFolder({
      'channel.yaml': 'id: 3000\nname: Alone\nlogo: acme.svg\n',
      'prices.csv': 'sku;points\nlamp;5\n',
      'products/lamp.yaml': 'texts: { en: { name: Torch } }\n',
    })
    const result = await importFolder({ sql, folder: alone.folder })
    await alone.remove()
    expect(result.problems).toEqual([])
    expect(await offers()).toContain('3000-lamp 5')
  })

  it('takes no hosts, products or articles from another channel', async () => {
    await load()
    const result = await load({
      '3000/channel.yaml': 'id: 3000\nname: Thief\nmain_site: false\nhosts: [new.example]\n',
      '3000/products/torch.yaml': 'brand: acme\ndelivery: monta\ntexts: { nl: { name: Fakkel } }\n',
    })
    expect(result.problems).toEqual([])
    const alone = await temporaryFolder({
      'channel.yaml': 'id: 4000\nname: Thief\nmain_site: true\nhosts: [shop.example]\n',
      'products/lamp.yaml': 'brand: acme\ndelivery: monta\ntexts: { nl: { name: Lamp } }\n',
      'products/vase.yaml':
        'brand: acme\ndelivery: monta\narticles: [{ sku: torch }]\ntexts: { nl: { name: Vaas } }\n',
    })
    const stolen = await importFolder({ sql, folder: alone.folder })
    await alone.remove()
    expect(stolen.problems.map(say)).toEqual([
      'channel.yaml:3:1 channel 1014 is the main site already',
      "channel.yaml:4:9 'shop.example' is a host of channel 1014",
      'products/lamp.yaml:1:1 this product belongs to channel 2: only its texts may stand here',
      "products/vase.yaml:3:14 the article 'torch' belongs to the product 'torch'",
    ])
  })

  it('lets a host and the main site move between two channels of one folder', async () => {
    await load()
    const result = await load({
      '1014/channel.yaml': 'id: 1014\nname: Giftpoint\nmain_site: false\nhosts: []\n',
      '0007/channel.yaml': "id: '0007'\nname: New\nmain_site: true\nhosts: [shop.example]\n",
    })
    expect(result.problems).toEqual([])
    expect([...(await sql`select channel_id from channel_host`)]).toEqual([{ channel_id: '0007' }])
  })
})

describe('good rows', () => {
  it('are taken, and what is wrong is left as the shop has it', async () => {
    await load()
    const result = await load(
      {
        '1014/prices.csv': 'sku,points\nmug-red,5\nmug-blue,many\nvase,2\n',
        '2/products/lamp.yaml': 'brand: acme\ntexts: {}\n',
        '2/content/nl/homepagecomponents.yaml': 'title: { a: b }\n',
        '2/content/nl/faq.yaml': 'title: Vragen\n',
      },
      { goodRows: true },
    )
    expect(result.problems).toHaveLength(5)
    expect(written(result)).toEqual(['2', '1014'])
    // The lamp is no longer listed, the blue mug is, if badly.
    expect(await offers()).toEqual(['1014-lamp 12 inactive', '1014-mug-blue 3', '1014-mug-red 5'])
    const [lamp] = await sql`select retired from article where sku = 'lamp'`
    expect(lamp).toEqual({ retired: false })
    const titles =
      await sql`select path, value from content where key = 'title' and block = '' order by path`
    expect([...titles]).toEqual([
      { path: 'faq', value: 'Vragen' },
      { path: 'homepagecomponents', value: 'Welkom' },
    ])
  })

  it('leave out whatever needs something wrong', async () => {
    const result = await load(
      { '2/brands.yaml': 'acme: {}\nbeta: { name: Beta }\n' },
      { goodRows: true },
    )
    expect(result.problems.map(say)[0]).toBe("2/brands.yaml:1:1 'name' is missing")
    expect([...(await sql`select id from brand`)]).toEqual([{ id: 'beta' }])
    expect([...(await sql`select id from product`)]).toEqual([])
    expect(await offers()).toEqual([])
  })
})

describe('products', () => {
  it('that vanish go out of sale, are never deleted, and come back with their file', async () => {
    await load()
    const gone = await load({
      '2/products/lamp.yaml': undefined,
      '2/products/mug.yaml': String(tinyWorld['2/products/mug.yaml']).replace(
        'cross_selling: [lamp]\n',
        '',
      ),
    })
    expect(gone.problems.map(say)).toEqual(["1014/prices.csv:4:1 there is no article 'lamp'"])
    expect(count(gone, '2', 'products')).toEqual({ new: 0, changed: 1, unchanged: 0, gone: 1 })
    expect(await offers()).toContain('1014-lamp 12 inactive')
    await load({ '1014/prices.csv': 'sku,points\nmug-red,3\n' })
    expect(count(await load(), '2', 'products')).toMatchObject({ changed: 0, gone: 0 })
    await load({
      '2/products/lamp.yaml': tinyWorld['2/products/lamp.yaml'],
      '1014/prices.csv': tinyWorld['1014/prices.csv'],
    })
    expect(await offers()).toContain('1014-lamp 12')
  })

  it('may rename an article and keep its values', async () => {
    await load()
    const text = String(tinyWorld['2/products/mug.yaml']).replace('mug-blue', 'mug-navy')
    const result = await load({
      '2/products/mug.yaml': text,
      '2/stock.csv': 'sku,on_hand\nmug-red,10\nmug-navy,3\n',
      '1014/prices.csv': 'sku,points\nmug-red,3\nmug-navy,3\n',
    })
    expect(result.problems).toEqual([])
    expect(await offers()).toEqual([
      '1014-lamp 12 inactive',
      '1014-mug-blue 3 inactive',
      '1014-mug-navy 3',
      '1014-mug-red 3',
    ])
  })

  it('may swap the values of two articles', async () => {
    await load()
    const text = String(tinyWorld['2/products/mug.yaml'])
      .replace('colour: red', 'colour: x')
      .replace('colour: blue', 'colour: red')
      .replace('colour: x', 'colour: blue')
    expect((await load({ '2/products/mug.yaml': text })).problems).toEqual([])
    const [red] = await sql`select value_0, retired from article where sku = 'mug-red'`
    expect(red).toEqual({ value_0: 'blue', retired: false })
  })

  it('have other words in another channel, until those vanish', async () => {
    await load()
    const words = () => sql`select name from product_text where channel_id = '1014'`
    expect([...(await words())]).toEqual([{ name: 'Mok van de zaak' }])
    await load({
      '1014/products/mug.yaml': undefined,
      '1014/products/lamp.yaml': 'texts: { nl: { name: L } }\n',
    })
    expect([...(await words())]).toEqual([{ name: 'L' }])
  })

  it('lose the brands, tags and values that nothing needs any more', async () => {
    await load()
    const result = await load({
      '2/tags.yaml': 'home:\n  texts: { nl: Thuis }\n  tags:\n    mugs: { nl: Mokken, en: Mugs }\n',
      '2/products/lamp.yaml': String(tinyWorld['2/products/lamp.yaml']).replace(
        'tags: [lamps]\n',
        '',
      ),
      '1014/navigation.yaml': 'menu: []\n',
    })
    expect(result.problems).toEqual([])
    expect([...(await sql`select id from tag`)]).toEqual([{ id: 'mugs' }])
    const again = await load()
    expect(again.channels.map(({ counts }) => counts.tags.gone)).toEqual([0, 0])
  })
})

describe('stock', () => {
  /** What an order does to a shelf, without the order. */
  const sell = (sku: string, pieces: number) =>
    sql`update stock set on_hand = on_hand - ${pieces} where sku = ${sku}`

  it('is a count: the same number again leaves what was sold since, another number replaces it', async () => {
    await load()
    await sell('mug-red', 4)
    const same = await load()
    expect(count(same, '2', 'stock')).toMatchObject({ changed: 0, unchanged: 2 })
    expect(await onHand('mug-red')).toBe(6)
    await load({ '2/stock.csv': 'sku,on_hand\nmug-red,9\nmug-blue,3\n' })
    expect(await onHand('mug-red')).toBe(9)
    const moves =
      await sql`select quantity, reason from stock_move where sku = 'mug-red' order by id`
    expect([...moves]).toEqual([
      { quantity: 10, reason: 'count' },
      { quantity: 3, reason: 'count' },
    ])
  })

  it('that was exported and not counted again is left alone', async () => {
    await load()
    await load({ '2/stock.csv': 'sku,on_hand,as_exported\nmug-red,8,8\nmug-blue,2,3\n' })
    expect([await onHand('mug-red'), await onHand('mug-blue')]).toEqual([10, 2])
  })

  it('cannot be less than what is set aside for payments', async () => {
    await load()
    await sql`update stock set reserved = 3 where sku = 'mug-red'`
    const result = await load({ '2/stock.csv': 'sku,on_hand\nmug-red,2\nmug-blue,3\n' })
    expect(result.problems.map(say)).toEqual([
      "2/stock.csv:2:2 3 of 'mug-red' are set aside for payments under way, so 2 cannot be all",
    ])
    expect(await onHand('mug-red')).toBe(10)
    const good = await load(
      { '2/stock.csv': 'sku,on_hand\nmug-red,2\nmug-blue,7\n' },
      { goodRows: true },
    )
    expect(written(good)).toContain('2')
    expect([await onHand('mug-red'), await onHand('mug-blue')]).toEqual([10, 7])
  })

  it('may become endless only while nothing was sold from it', async () => {
    await load()
    await sql`update stock set reserved = 1 where sku = 'mug-red'`
    const result = await load({ '2/stock.csv': 'sku,on_hand\nmug-red,\nmug-blue,\n' })
    expect(result.problems.map(say)).toEqual([
      "2/stock.csv:2:2 'mug-red' was sold from its shelf, so it can no longer be one that never runs out",
    ])
    await sql`update stock set reserved = 0 where sku = 'mug-red'`
    await load()
    expect(await onHand('mug-red')).toBeUndefined()
  })
})

describe('content and vouchers', () => {
  it('replaces a component that is in the folder, in all languages, and leaves the others', async () => {
    await load({
      '2/content/en/homepagecomponents.yaml': 'title: Welcome\n',
      '2/content/en/faq.yaml': 'title: Questions\n',
    })
    await load({
      '2/content/en/homepagecomponents.yaml': undefined,
      '2/content/en/faq.yaml': undefined,
      '2/content/nl/homepagecomponents.yaml': 'title: Hallo\n',
    })
    const rows = await sql`
      select path, language, block, kind, key, value from content where kind <> 'media' order by path, kind, key`
    expect([...rows]).toEqual(
      [
        { path: 'faq', language: 'en', block: '', kind: 'text', key: 'title', value: 'Questions' },
        {
          path: 'homepagecomponents',
          language: 'nl',
          block: '',
          kind: 'text',
          key: 'title',
          value: 'Hallo',
        },
        {
          path: 'homepagecomponents',
          language: '',
          block: '',
          kind: 'number',
          key: 'columns',
          value: '5',
        },
        {
          path: 'homepagecomponents',
          language: '',
          block: '',
          kind: 'url',
          key: 'faq',
          value: '/faq',
        },
      ].sort((a, b) => (a.path + a.kind < b.path + b.kind ? -1 : 1)),
    )
  })

  it('makes vouchers by the function it was given, and says so when it was given none', async () => {
    const made: unknown[] = []
    const now = new Date('2026-05-01T12:00:00Z')
    const result = await load(
      {},
      {
        now,
        makeVoucher: async (_sql, voucher) => {
          made.push(voucher)
          return made.length > 1 ? 'known' : 'new'
        },
      },
    )
    expect(count(result, '1014', 'vouchers')).toEqual({ new: 1, changed: 0, unchanged: 1, gone: 0 })
    expect(made).toMatchObject([
      {
        channelId: '1014',
        code: 'giftshop1',
        validFrom: new Date('2026-04-30T12:00:00Z'),
        validUntil: new Date('2031-01-01T00:00:00Z'),
        language: 'nl',
        isDemo: true,
      },
      {
        code: 'giftshop7',
        blocked: true,
        validFrom: null,
        spentOn: [{ sku: 'mug-red', quantity: 2 }],
      },
    ])
    const { warnings } = await importFolder({ sql, folder: world.folder })
    expect(warnings.map(say)).toEqual(['1014/vouchers.csv vouchers are not made by this import'])
  })
})
