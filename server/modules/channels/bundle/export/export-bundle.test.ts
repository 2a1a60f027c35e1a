import path from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { projectRoot } from '#server/platform/storage/project-root.ts'
import { testDatabase } from '#server/testing/test-database.ts'

import { exportFolder } from './export-bundle.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { sameText } from '#server/platform/parsing/name-order.ts'
import { shopContents } from './shop-contents.sql.ts'
import { filesIn, temporaryFolder } from '#server/testing/temporary-folder.ts'
import { minimalBundle } from '#server/testing/samples/minimal-bundle.ts'

let clean: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const undo of clean) await undo()
  clean = []
})
async function emptyFolder(files = {}) {
  const made = await temporaryFolder(files)
  clean.push(made.remove)
  return made
}
async function shopOf(folder: string) {
  const database = await testDatabase()
  const { sql } = database
  clean.push(() => database.drop())
  const result = await importFolder({ sql, folder })
  expect(result.problems).toEqual([])
  return sql
}
async function exported(sql: Awaited<ReturnType<typeof shopOf>>) {
  const { folder } = await emptyFolder()
  await exportFolder({ sql, folder })
  return { folder, files: await filesIn(folder) }
}

/** All that folders name, in an order that does not depend on when it was written. */
async function everything(sql: Awaited<ReturnType<typeof shopOf>>) {
  const tables = Object.entries(await shopContents(sql))
  return Object.fromEntries(
    tables.map(([table, rows]) => [table, rows.map((row: object) => sameText(row)).sort()]),
  )
}

describe('export', () => {
  it('of the small demo shop creates the same shop in an empty database, which exports the same files', async () => {
    const shop = await shopOf(path.join(projectRoot, 'demo/small-world'))
    const first = await exported(shop)
    const copy = await shopOf(first.folder)
    expect(await everything(copy)).toEqual(await everything(shop))
    const second = await exported(copy)
    expect(Object.keys(first.files).length).toBeGreaterThan(200)
    expect(second.files).toEqual(first.files)
  })

  it('changes nothing when it is imported into the same shop', async () => {
    const { folder } = await emptyFolder(minimalBundle)
    const sql = await shopOf(folder)
    await sql`update stock set on_hand = on_hand - 1`
    const copy = await exported(sql)
    await sql`update stock set on_hand = on_hand - 1`
    const { channels, problems } = await importFolder({ sql, folder: copy.folder })
    expect(problems).toEqual([])
    for (const { counts } of channels)
      for (const count of Object.values(counts))
        expect(count).toMatchObject({ new: 0, changed: 0, removed: 0 })
    expect([...(await sql`select sku, on_hand from stock order by sku`)]).toEqual([
      { sku: 'mug-blue', on_hand: 1 },
      { sku: 'mug-red', on_hand: 8 },
    ])
  })

  it('contains the offered languages of a channel; an import refuses invalid ones and defaults to nl and en (SAFE-16, B-4)', async () => {
    const { folder } = await emptyFolder({
      ...minimalBundle,
      '1014/channel.yaml': `${String(minimalBundle['1014/channel.yaml'])}offered_languages: [nl, de, fr]\n`,
    })
    const sql = await shopOf(folder)
    const copy = await exported(sql)
    expect(copy.files['1014/channel.yaml']).toContain(
      'offered_languages:\n  - nl\n  - de\n  - fr\n',
    )
    const other = await shopOf(copy.folder)
    expect([...(await other`select id, offered_languages from channel order by id`)]).toEqual([
      { id: '1014', offered_languages: ['nl', 'de', 'fr'] },
      { id: '2', offered_languages: ['nl', 'en'] },
    ])
    for (const wrong of ['[nl, it]', '[nl, nl]', 'nl']) {
      const { folder } = await emptyFolder({
        ...minimalBundle,
        '1014/channel.yaml': `${String(minimalBundle['1014/channel.yaml'])}offered_languages: ${wrong}\n`,
      })
      const { problems } = await importFolder({ sql: other, folder })
      expect([wrong, problems.map(({ file }) => file)]).toEqual([wrong, ['1014/channel.yaml']])
    }
  })

  it('contains the supplier of a brand and the kind of a digital gift; an import creates no supplier', async () => {
    const { folder } = await emptyFolder({
      ...minimalBundle,
      '2/brands.yaml':
        'acme:\n  name: Acme\n  picture: acme.svg\n  supplier: Orders@acme.example\n',
      '2/products/lamp.yaml':
        'brand: acme\ndelivery: digital\ndigital: code\ntags: [lamps]\ntexts:\n  nl: { name: Lamp }\n',
    })
    const database = await testDatabase()
    clean.push(() => database.drop())
    const { sql } = database
    const first = await importFolder({ sql, folder })
    expect(first.problems).toEqual([])
    const about = ({ warnings }: typeof first) =>
      warnings.filter(({ message }) => message.includes('supplier'))
    expect(about(first)).toMatchObject([
      {
        file: '2/brands.yaml',
        row: 4,
        message: expect.stringContaining('this shop has no supplier with this address') as string,
      },
    ])
    const [supplier] = await sql<{ id: number }[]>`
      insert into supplier (name, email) values ('Acme orders', 'orders@acme.example') returning id`
    const second = await importFolder({ sql, folder })
    expect(about(second)).toEqual([])
    const third = await importFolder({ sql, folder })
    expect(third.channels.map(({ counts }) => counts.brands.changed)).toEqual([0, 0])
    expect([
      ...(await sql`
        select supplier_id, digital_kind from brand join product on brand_id = brand.id where product.id = 'lamp'`),
    ]).toEqual([{ supplier_id: supplier?.id, digital_kind: 'code' }])
    const { files } = await exported(sql)
    expect(files['2/brands.yaml']).toContain('  supplier: orders@acme.example\n')
    expect(files['2/products/lamp.yaml']).toContain('delivery: digital\ndigital: code\n')
    // Without the field it stays unchanged; '' removes it.
    const { folder: silent } = await emptyFolder(minimalBundle)
    await importFolder({ sql, folder: silent })
    const left = async () => [...(await sql`select supplier_id from brand where id = 'acme'`)]
    expect(await left()).toEqual([{ supplier_id: supplier?.id }])
    const { folder: without } = await emptyFolder({
      ...minimalBundle,
      '2/brands.yaml': "acme:\n  name: Acme\n  picture: acme.svg\n  supplier: ''\n",
    })
    await importFolder({ sql, folder: without })
    expect(await left()).toEqual([{ supplier_id: null }])
  })

  it('contains every field that a bundle can contain', async () => {
    const { folder } = await emptyFolder(minimalBundle)
    const { files } = await exported(await shopOf(folder))
    expect(Object.keys(files).sort()).toEqual(
      Object.keys(minimalBundle)
        .filter((name) => name !== '1014/vouchers.csv')
        .concat('1014/pictures/acme.svg', '1014/pictures/mug.svg')
        .sort(),
    )
    expect(files['2/content/nl/homepagecomponents.yaml']).toBe(
      'title: Welkom\nhtml:\n  body: <p>Hallo</p>\nblocks:\n  steps:\n    items:\n      - title: Kies\n      - title: Bestel\n',
    )
    expect(files['2/products/mug.yaml']).toContain(
      '  - sku: mug-red\n    values:\n      colour: red\n',
    )
    expect(files['2/products/mug.yaml']).toContain(
      '    description: Om uit te drinken\n    search_words:\n      - Kroes\n      - beker voor thee\n',
    )
    expect(files['1014/products/mug.yaml']).toBe(
      'texts:\n  nl:\n    name: Mok van de zaak\n    search_words: []\n',
    )
    expect(files['1014/synonyms.yaml']).toBe(
      [
        'nl:',
        '  same:',
        '    - - mok',
        '      - beker',
        '    - - lamp',
        '      - licht',
        '      - bed lamp',
        '  also:',
        '    servies:',
        '      - mok',
        '  sustainable:',
        '    - duurzaam',
        '  parts:',
        '    - kan',
        'en:',
        '  same:',
        '    - - mug',
        '      - cup',
        '',
      ].join('\n'),
    )
    expect(files['2/stock.csv']).toBe('sku,on_hand,as_exported\nmug-blue,3,3\nmug-red,10,10\n')
    expect(files['1014/channel.yaml']).toContain(
      "settings:\n  note: '24'\n  months: 24\n  strict: true\n",
    )
  })

  it('gives two images of the same name different file names', async () => {
    const { folder } = await emptyFolder({
      ...minimalBundle,
      '1014/pictures/acme.svg': String(minimalBundle['1014/pictures/logo.svg']).replace(
        '00ff00',
        '123456',
      ),
    })
    const { files } = await exported(await shopOf(folder))
    const names = new Set(
      Object.keys(files).flatMap((name) => /acme[^/]*\.svg$/.exec(name)?.[0] ?? []),
    )
    expect([...names].sort()).toEqual(['acme-2.svg', 'acme.svg'])
  })

  it('keeps fields named like a key of the format, empty list items and long texts', async () => {
    const long = 'Een lange zin die niet op één regel past. '.repeat(6).trim()
    const { folder } = await emptyFolder({
      ...minimalBundle,
      '2/content/nl/faq.yaml': `texts: { media: Pers }\nlong: ${long}\nlines: |-\n  een\n\n  twee: drie\nblocks:\n  list:\n    items: [{}, { q: "no" }]\n`,
    })
    const sql = await shopOf(folder)
    const first = await exported(sql)
    const rows =
      await sql`select block, key, value from content where path = 'faq' order by block, key`
    expect([...rows]).toEqual([
      { block: '', key: 'lines', value: 'een\n\ntwee: drie' },
      { block: '', key: 'long', value: long },
      { block: '', key: 'media', value: 'Pers' },
      { block: 'list', key: 'items', value: '2' },
      { block: 'list/2', key: 'q', value: 'no' },
    ])
    expect(first.files['2/content/nl/faq.yaml']).toMatch(/long: >-\n/)
    expect((await exported(await shopOf(first.folder))).files).toEqual(first.files)
  })

  it('into an existing folder deletes outdated files of its own and no others', async () => {
    const { folder } = await emptyFolder(minimalBundle)
    const sql = await shopOf(folder)
    await sql`delete from home_tile`
    await sql`delete from navigation_item`
    await exportFolder({ sql, folder })
    const files = Object.keys(await filesIn(folder))
    expect(files).not.toContain('1014/navigation.yaml')
    expect(files).toContain('1014/vouchers.csv')
  })

  it('refuses to overwrite the folder of a single channel', async () => {
    const { folder } = await emptyFolder({ 'channel.yaml': 'id: 7\nname: Seven\n' })
    await expect(exportFolder({ sql: await shopOf(folder), folder })).rejects.toThrow(/one channel/)
  })
})
