import { describe, expect, it } from 'vitest'

import {
  countOf,
  problemText,
  writtenChannels,
  minimalShop,
} from '#server/testing/samples/minimal-shop.ts'
import { minimalBundle } from '#server/testing/samples/minimal-bundle.ts'

const { load, loadAlone, changeEvents, offers, sql } = minimalShop()

describe('import', () => {
  it('fills an empty shop, channel by channel', async () => {
    const result = await load()
    expect(result.problems).toEqual([])
    expect(writtenChannels(result)).toEqual(['2', '1014'])
    expect(countOf(result, '2', 'products')).toEqual({
      new: 2,
      changed: 0,
      unchanged: 0,
      removed: 0,
    })
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

  it('changes nothing the second time, and publishes no change event', async () => {
    await load()
    await sql`delete from change_event`
    const result = await load()
    for (const { counts } of result.channels)
      for (const count of Object.values(counts))
        expect(count).toMatchObject({ new: 0, changed: 0, removed: 0 })
    expect(await changeEvents()).toEqual([])
  })

  it('publishes a change event of the changed channel, and of the catalogue if shared data has changed', async () => {
    await load()
    await sql`delete from change_event`
    await load({ '1014/prices.csv': 'sku,points\nmug-red,4\nmug-blue,3\nlamp,12\n' })
    expect(await changeEvents()).toEqual(['channel 1014'])
    await load({ '2/brands.yaml': 'acme:\n  name: Acme & Co\n  picture: acme.svg\n' })
    expect(await changeEvents()).toEqual(['channel 1014', 'channel 2', 'catalogue'])
  })

  it('returns the same counts in a dry run, and writes nothing', async () => {
    const tried = await load({}, { dryRun: true })
    const [left] = await sql`
      select (select count(*) from channel) + (select count(*) from picture) + (select count(*) from change_event) as rows`
    expect(left).toEqual({ rows: 0 })
    expect(tried).toEqual(await load())
  })

  it('writes nothing of a channel with an error, but the other channels', async () => {
    const result = await load({ '1014/prices.csv': 'sku,points\nmug-red,3\nvase,3\n' })
    expect(writtenChannels(result)).toEqual(['2'])
    expect(result.problems.map(problemText)).toEqual([
      "1014/prices.csv:3:1 there is no article 'vase'",
    ])
    expect([...(await sql`select id from channel`)]).toEqual([{ id: '2' }])
    expect(await offers()).toEqual([])
  })

  it('reports one error for a channel that depends on a folder that could not be imported', async () => {
    const result = await load({ '2/tags.yaml': 'home: {}\n' })
    expect(writtenChannels(result)).toEqual([])
    expect(result.problems.map(problemText)).toEqual([
      "2/tags.yaml:1:1 'texts' is missing",
      "1014/products/mug.yaml:1:1 this needs product 'mug' and 6 more, from a folder that could not be imported",
    ])
  })

  it('reports the errors of one channel when the channel.yaml of another is invalid, too', async () => {
    const result = await load({
      '2/channel.yaml': "id: '2'\nnme: Shared\n",
      '1014/prices.csv': 'sku,points\nmug-red,3\nvase,3\n',
    })
    expect(writtenChannels(result)).toEqual([])
    const found = result.problems.map(problemText).filter((words) => words.startsWith('1014/'))
    expect(found).toContain("1014/prices.csv:3:1 there is no article 'vase'")
    expect(found).toHaveLength(2)
    expect(found.join()).toContain('from a folder that could not be imported')
  })

  it('names file, line and column of every unknown reference', async () => {
    const result = await load({
      '2/products/mug.yaml': String(minimalBundle['2/products/mug.yaml'])
        .replace('[mugs]', '[mugs, cups]')
        .replace('mug.svg', 'cup.svg')
        .replace('colour: blue', 'colour: green')
        .replace('[lamp]', '[lamp, torch]')
        .replace('brand: acme', 'brand: bcme'),
      '1014/navigation.yaml':
        'menu:\n  - { id: a, texts: { nl: A }, tags: [x] }\nhome: { brands: [{ brand: y, media: z.svg }] }\n',
    })
    expect(result.problems.map(problemText)).toEqual([
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

  it('of a single channel may refer to products and images that the shop has already', async () => {
    await load()
    const result = await loadAlone({
      'channel.yaml': 'id: 3000\nname: Alone\nlogo: acme.svg\n',
      'prices.csv': 'sku;points\nlamp;5\n',
      'products/lamp.yaml': 'texts: { en: { name: Torch } }\n',
    })
    expect(result.problems).toEqual([])
    expect(await offers()).toContain('3000-lamp 5')
  })

  it('refuses hosts, products and articles that belong to another channel', async () => {
    await load()
    const result = await load({
      '3000/channel.yaml': 'id: 3000\nname: Thief\nmain_site: false\nhosts: [new.example]\n',
      '3000/products/torch.yaml': 'brand: acme\ndelivery: monta\ntexts: { nl: { name: Fakkel } }\n',
    })
    expect(result.problems).toEqual([])
    const stolen = await loadAlone({
      'channel.yaml': 'id: 4000\nname: Thief\nmain_site: true\nhosts: [shop.example]\n',
      'products/lamp.yaml': 'brand: acme\ndelivery: monta\ntexts: { nl: { name: Lamp } }\n',
      'products/vase.yaml':
        'brand: acme\ndelivery: monta\narticles: [{ sku: torch }]\ntexts: { nl: { name: Vaas } }\n',
    })
    expect(stolen.problems.map(problemText)).toEqual([
      'channel.yaml:3:1 channel 1014 is already the main site',
      "channel.yaml:4:9 'shop.example' is a host of channel 1014",
      'products/lamp.yaml:1:1 this product belongs to channel 2: only its texts are allowed here',
      "products/vase.yaml:3:14 the article 'torch' belongs to the product 'torch'",
    ])
  })

  it('moves a host and the main site between two channels of the same folder', async () => {
    await load()
    const result = await load({
      '1014/channel.yaml': 'id: 1014\nname: Giftpoint\nmain_site: false\nhosts: []\n',
      '0007/channel.yaml': "id: '0007'\nname: New\nmain_site: true\nhosts: [shop.example]\n",
    })
    expect(result.problems).toEqual([])
    expect([...(await sql`select channel_id from channel_host`)]).toEqual([{ channel_id: '0007' }])
  })
})

describe('shared catalogue attributes', () => {
  const WORDS = ['brands.yaml', 'tags.yaml', 'dimensions.yaml']
  const repeated = Object.fromEntries(
    WORDS.map((file) => [`1014/${file}`, minimalBundle[`2/${file}`]]),
  )

  it('may be repeated unchanged in the folder of another channel, with or without channel 2 (B27)', async () => {
    const result = await load(repeated)
    expect(result.problems).toEqual([])
    expect(writtenChannels(result)).toEqual(['2', '1014'])
    for (const kind of ['brands', 'tags', 'dimensions'] as const)
      expect(countOf(result, '1014', kind)).toMatchObject({ new: 0, changed: 0, removed: 0 })
    const alone = await loadAlone({
      'channel.yaml': 'id: 3000\nname: Alone\n',
      ...Object.fromEntries(WORDS.map((file) => [file, minimalBundle[`2/${file}`]])),
    })
    expect(alone.problems).toEqual([])
  })

  it('can only be changed in the folder of channel 2; another channel gets one error (B27)', async () => {
    const tags = String(minimalBundle['2/tags.yaml'])
    const changed = await load({ '1014/tags.yaml': tags.replace('Lampen', 'Lichten') })
    expect(changed.problems.map(problemText)).toEqual([
      "1014/tags.yaml:5:5 the tag 'lamps' is shared by all channels and is different there: change it in the folder of channel 2",
    ])
    const renamed = tags.replace('Thuis', 'Wonen')
    const both = await load({ '2/tags.yaml': renamed, '1014/tags.yaml': renamed })
    expect(both.problems).toEqual([])
    const failing = await load({
      '2/tags.yaml': tags,
      '1014/tags.yaml': tags,
      '2/brands.yaml': 'acme: { name: Acme, nme: A, picture: acme.svg }\n',
    })
    expect(failing.problems.map(problemText)).toContain(
      "1014/tags.yaml:1:1 the group 'home' is different in the shop, and the folder that changes it could not be imported",
    )
  })

  it('refuse a tag that is in two groups, with its position (B27)', async () => {
    const twice = `${String(minimalBundle['2/tags.yaml'])}more:\n  texts: { nl: Meer }\n  tags: { mugs: { nl: Mokken } }\n`
    const { problems } = await load({ '2/tags.yaml': twice })
    expect(problems.map(problemText)).toContain(
      "2/tags.yaml:8:11 the tag 'mugs' is already in 2/tags.yaml:4",
    )
  })
})

describe('import of valid rows only', () => {
  it('writes the valid rows, and leaves the shop’s data where a row is invalid', async () => {
    await load()
    const result = await load(
      {
        '1014/prices.csv': 'sku,points\nmug-red,5\nmug-blue,many\nvase,2\n',
        '2/products/lamp.yaml': 'brand: acme\ntexts: {}\n',
        '2/content/nl/homepagecomponents.yaml': 'title: { a: b }\n',
        '2/content/nl/faq.yaml': 'title: Vragen\n',
      },
      { skipInvalidRows: true },
    )
    expect(result.problems).toHaveLength(5)
    expect(writtenChannels(result)).toEqual(['2', '1014'])
    // The lamp is no longer listed. The blue mug is listed with an invalid row.
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

  it('skips rows that depend on an invalid row', async () => {
    const result = await load(
      { '2/brands.yaml': 'acme: {}\nbeta: { name: Beta }\n' },
      { skipInvalidRows: true },
    )
    expect(result.problems.map(problemText)[0]).toBe("2/brands.yaml:1:1 'name' is missing")
    expect([...(await sql`select id from brand`)]).toEqual([{ id: 'beta' }])
    expect([...(await sql`select id from product`)]).toEqual([])
    expect(await offers()).toEqual([])
  })
})
