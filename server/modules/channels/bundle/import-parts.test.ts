import { describe, expect, it } from 'vitest'

import {
  countOf,
  problemText,
  writtenChannels,
  minimalShop,
} from '#server/testing/samples/minimal-shop.ts'
import { minimalBundle } from '#server/testing/samples/minimal-bundle.ts'

const { load, offers, onHand, sql } = minimalShop()

describe('imported products', () => {
  it('go out of sale without being deleted when their file is gone, and return with it', async () => {
    await load()
    const withoutLamp = await load({
      '2/products/lamp.yaml': undefined,
      '2/products/mug.yaml': String(minimalBundle['2/products/mug.yaml']).replace(
        'cross_selling: [lamp]\n',
        '',
      ),
    })
    expect(withoutLamp.problems.map(problemText)).toEqual([
      "1014/prices.csv:4:1 there is no article 'lamp'",
    ])
    expect(countOf(withoutLamp, '2', 'products')).toEqual({
      new: 0,
      changed: 1,
      unchanged: 0,
      removed: 1,
    })
    expect(await offers()).toContain('1014-lamp 12 inactive')
    await load({ '1014/prices.csv': 'sku,points\nmug-red,3\n' })
    expect(countOf(await load(), '2', 'products')).toMatchObject({ changed: 0, removed: 0 })
    await load({
      '2/products/lamp.yaml': minimalBundle['2/products/lamp.yaml'],
      '1014/prices.csv': minimalBundle['1014/prices.csv'],
    })
    expect(await offers()).toContain('1014-lamp 12')
  })

  it('may rename an article and keep its values', async () => {
    await load()
    const text = String(minimalBundle['2/products/mug.yaml']).replace('mug-blue', 'mug-navy')
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
    const text = String(minimalBundle['2/products/mug.yaml'])
      .replace('colour: red', 'colour: x')
      .replace('colour: blue', 'colour: red')
      .replace('colour: x', 'colour: blue')
    expect((await load({ '2/products/mug.yaml': text })).problems).toEqual([])
    const [red] = await sql`select value_0, retired from article where sku = 'mug-red'`
    expect(red).toEqual({ value_0: 'blue', retired: false })
  })

  it('have own texts in another channel until its file is gone', async () => {
    await load()
    const words = () => sql`select name from product_text where channel_id = '1014'`
    expect([...(await words())]).toEqual([{ name: 'Mok van de zaak' }])
    await load({
      '1014/products/mug.yaml': undefined,
      '1014/products/lamp.yaml': 'texts: { nl: { name: L } }\n',
    })
    expect([...(await words())]).toEqual([{ name: 'L' }])
  })

  it('remove the tags that no product uses any more', async () => {
    await load()
    const result = await load({
      '2/tags.yaml': 'home:\n  texts: { nl: Thuis }\n  tags:\n    mugs: { nl: Mokken, en: Mugs }\n',
      '2/products/lamp.yaml': String(minimalBundle['2/products/lamp.yaml']).replace(
        'tags: [lamps]\n',
        '',
      ),
      '1014/navigation.yaml': 'menu: []\n',
    })
    expect(result.problems).toEqual([])
    expect([...(await sql`select id from tag`)]).toEqual([{ id: 'mugs' }])
    const again = await load()
    expect(again.channels.map(({ counts }) => counts.tags.removed)).toEqual([0, 0])
  })
})

describe('imported stock', () => {
  /** The stock effect of an order, without the order. */
  const sell = (sku: string, units: number) =>
    sql`update stock set on_hand = on_hand - ${units} where sku = ${sku}`

  it('leaves sold units deducted when the count is unchanged, and replaces the stock level when it differs', async () => {
    await load()
    await sell('mug-red', 4)
    const same = await load()
    expect(countOf(same, '2', 'stock')).toMatchObject({ changed: 0, unchanged: 2 })
    expect(await onHand('mug-red')).toBe(6)
    await load({ '2/stock.csv': 'sku,on_hand\nmug-red,9\nmug-blue,3\n' })
    expect(await onHand('mug-red')).toBe(9)
    const moves =
      await sql`select quantity, reason from stock_movement where sku = 'mug-red' order by id`
    expect([...moves]).toEqual([
      { quantity: 10, reason: 'count' },
      { quantity: 3, reason: 'count' },
    ])
  })

  it('is unchanged when the count is the same as at the export', async () => {
    await load()
    await load({ '2/stock.csv': 'sku,on_hand,as_exported\nmug-red,8,8\nmug-blue,2,3\n' })
    expect([await onHand('mug-red'), await onHand('mug-blue')]).toEqual([10, 2])
  })

  it('is refused when it is lower than the units reserved for payments', async () => {
    await load()
    await sql`update stock set reserved = 3 where sku = 'mug-red'`
    const result = await load({ '2/stock.csv': 'sku,on_hand\nmug-red,2\nmug-blue,3\n' })
    expect(result.problems.map(problemText)).toEqual([
      "2/stock.csv:2:2 3 of 'mug-red' are reserved for payments in progress, so the stock cannot be 2",
    ])
    expect(await onHand('mug-red')).toBe(10)
    const good = await load(
      { '2/stock.csv': 'sku,on_hand\nmug-red,2\nmug-blue,7\n' },
      { skipInvalidRows: true },
    )
    expect(writtenChannels(good)).toContain('2')
    expect([await onHand('mug-red'), await onHand('mug-blue')]).toEqual([10, 7])
  })

  it('may become unlimited only while no units are sold or reserved', async () => {
    await load()
    await sql`update stock set reserved = 1 where sku = 'mug-red'`
    const result = await load({ '2/stock.csv': 'sku,on_hand\nmug-red,\nmug-blue,\n' })
    expect(result.problems.map(problemText)).toEqual([
      "2/stock.csv:2:2 'mug-red' was sold from stock, so it can no longer be set to never run out",
    ])
    await sql`update stock set reserved = 0 where sku = 'mug-red'`
    await load()
    expect(await onHand('mug-red')).toBeUndefined()
  })
})

describe('imported content and vouchers', () => {
  it('replaces a component of the folder in all languages, keeps the others and removes missing pages', async () => {
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

  it('creates vouchers with the given function, and warns when there is none', async () => {
    const created: unknown[] = []
    const now = new Date('2026-05-01T12:00:00Z')
    const result = await load(
      {},
      {
        now,
        createVoucher: async (_sql, voucher) => {
          created.push(voucher)
          return created.length > 1 ? 'known' : 'new'
        },
      },
    )
    expect(countOf(result, '1014', 'vouchers')).toEqual({
      new: 1,
      changed: 0,
      unchanged: 1,
      removed: 0,
    })
    expect(created).toMatchObject([
      {
        channelId: '1014',
        code: 'giftshop1',
        validFrom: new Date('2026-04-29T22:00:00Z'),
        validUntil: new Date('2030-12-31T23:00:00Z'),
        language: 'nl',
        isDemo: true,
        ownBatch: { note: 'Welkom', at: now },
      },
      {
        code: 'giftshop7',
        blocked: true,
        validFrom: null,
        spentOn: [{ sku: 'mug-red', quantity: 2 }],
      },
    ])
    const { warnings } = await load({}, { createVoucher: undefined })
    expect(warnings.map(problemText)).toContain(
      '1014/vouchers.csv this import does not create vouchers',
    )
  })
})
