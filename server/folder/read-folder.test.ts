import { afterEach, describe, expect, it } from 'vitest'

import type { FolderProblem } from './folder-place.ts'
import { readFolder } from './read-folder.ts'
import { type Files, temporaryFolder } from './temporary-folder.ts'
import { tinyWorld } from './tiny-world.ts'

let clean: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const remove of clean) await remove()
  clean = []
})

async function read(files: Files) {
  const { folder, remove } = await temporaryFolder(files)
  clean.push(remove)
  return readFolder(folder)
}
const say = ({ file, row, column, message }: FolderProblem) =>
  `${[file, row, column].filter((part) => part !== undefined).join(':')} ${message}`
const problems = async (files: Files) => (await read({ ...tinyWorld, ...files })).problems.map(say)
const lines = (...text: string[]) => text.join('\n')

describe('a folder', () => {
  it('is read with the shared channel first and nothing to complain of', async () => {
    const { channels, problems, warnings } = await read(tinyWorld)
    expect(channels.map(({ id }) => id)).toEqual(['2', '1014'])
    expect([...problems, ...warnings]).toEqual([])
  })

  it('may be one channel by itself', async () => {
    const { channels, problems } = await read({ 'channel.yaml': 'id: 7\nname: 2001\n' })
    expect(problems).toEqual([])
    expect(channels[0]?.channel.value).toMatchObject({ id: '7', name: '2001' })
  })

  it('that is not there, or holds no channel, is one problem', async () => {
    expect((await readFolder('/no/such/folder')).problems.map(say)).toEqual([
      '. there is no folder /no/such/folder',
    ])
    expect((await read({ 'x/prices.csv': '' })).problems.map(say)).toEqual([
      '. there is no channel.yaml here, nor in the folders below',
    ])
  })

  it('tells all its problems at once, in the order of the files', async () => {
    const found = await problems({
      '1014/prices.csv': 'sku,points\nmug-red,many\n',
      '2/brands.yaml': 'acme: {}\nBad: { name: x }\n',
      '2/products/lamp.yaml': 'brand: acme\ndelivery: car\ntexts: { nl: { name: Lamp } }\n',
    })
    expect(found).toEqual([
      "2/brands.yaml:1:1 'name' is missing",
      "2/brands.yaml:2:1 'Bad' is not a code: 1 to 80 lower case letters, digits and hyphens",
      "2/products/lamp.yaml:2:1 'car' is none of digital, monta, dropship",
      "1014/prices.csv:2:2 'many' is not a whole number",
    ])
  })

  it('warns of files that it does not read', async () => {
    const { warnings } = await read({ ...tinyWorld, '1014/price.csv': 'sku\n', '2/.DS_Store': 'x' })
    expect(warnings.map(say)).toEqual(['1014/price.csv this is not read'])
  })

  it('must be called after its channel when it lies among others', async () => {
    expect(await problems({ '3/channel.yaml': 'id: 4\nname: Four\n' })).toEqual([
      "3/channel.yaml:1:1 the folder is called '3', but the channel is '4'",
    ])
  })
})

describe('YAML', () => {
  it('that cannot be read is told by line and column', async () => {
    const [first] = await problems({ '2/tags.yaml': 'home:\n  texts: { nl: Thuis\n  tags: [\n' })
    expect(first).toMatch(/^2\/tags\.yaml:3:\d+ this is no YAML: /)
  })

  it('with a key twice, a tab or an unknown alias is no YAML', async () => {
    expect((await problems({ '2/brands.yaml': 'acme: { name: A }\nacme: { name: B }\n' }))[0]).toBe(
      '2/brands.yaml:2:1 this is no YAML: Map keys must be unique',
    )
    expect((await problems({ '2/brands.yaml': 'acme:\n\tname: A\n' }))[0]).toMatch(
      /^2\/brands\.yaml:2:1 /,
    )
    expect(await problems({ '2/brands.yaml': 'acme: { name: *who }\n' })).toEqual([
      "2/brands.yaml:1:15 this is no YAML: nothing above is called '&who'",
    ])
  })

  it('that refers to itself without end is refused, not followed', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [one, other] of ['ab', 'bc', 'cd', 'de'].map((pair) => pair.split('')))
      bomb.push(`${other}: &${other} [${Array.from({ length: 9 }, () => `*${one}`).join(', ')}]`)
    expect(await problems({ '2/brands.yaml': lines(...bomb) })).toContainEqual(
      '2/brands.yaml:1 this is no YAML: it refers to itself too often',
    )
  })

  it('takes no, 012 and 2001 for the texts they are', async () => {
    const { channels } = await read({
      ...tinyWorld,
      '2/products/lamp.yaml':
        'brand: acme\ndelivery: monta\ntexts:\n  nl: { name: 2001, details: 012, warranty: no }\n  en:\n    name:\n    details: 5e3\n',
    })
    expect(channels[0]?.products?.own.get('lamp')?.value.texts).toEqual({
      nl: { name: '2001', details: '012', warranty: 'no' },
      en: { details: '5e3' },
    })
  })

  it('may begin with a BOM and end its lines as Windows does', async () => {
    expect(await problems({ '2/brands.yaml': '\uFEFFacme:\r\n  name: Acme\r\n' })).toEqual([])
  })

  it('that is not UTF-8 is told so, and not read as something else', async () => {
    expect(
      await problems({ '2/brands.yaml': Buffer.from('acme:\n  name: Caf\xe9\n', 'latin1') }),
    ).toEqual(['2/brands.yaml:1 this file is not UTF-8: save it anew as UTF-8'])
  })

  it('with an unknown key is told where that key stands', async () => {
    expect(await problems({ '2/channel.yaml': "id: '2'\nname: Shared\nhots: []\n" })).toEqual([
      "2/channel.yaml:3:1 'hots' is not known here",
    ])
  })
})

describe('a product', () => {
  const mug = (text: string) => problems({ '2/products/mug.yaml': text })
  const head = lines('brand: acme', 'delivery: monta', 'dimensions: [colour]', 'articles:', '')

  it('needs a name in nl', async () => {
    expect(await mug('brand: acme\ndelivery: monta\ntexts:\n  nl: { description: x }\n')).toEqual([
      "2/products/mug.yaml:4:3 a product needs a 'name' in nl",
    ])
  })

  it('speaks no unknown language', async () => {
    expect(
      await mug('brand: acme\ndelivery: monta\ntexts:\n  nl: { name: x }\n  it: { name: y }\n'),
    ).toEqual(["2/products/mug.yaml:5:3 'it' is not known here"])
  })

  it('has no two variants of the same values', async () => {
    const text = lines(
      '  - { sku: a, values: { colour: red } }',
      '  - { sku: b, values: { colour: red } }',
      'texts: { nl: { name: x } }',
    )
    expect(await mug(head + text)).toEqual([
      "2/products/mug.yaml:6:15 'b' has the same values as 'a'",
    ])
  })

  it('has a value in each of its dimensions and in no other', async () => {
    const text = lines(
      '  - { sku: a, values: { size: m } }',
      '  - { sku: a, values: { colour: red } }',
      'texts: { nl: { name: x } }',
    )
    expect(await mug(head + text)).toEqual([
      "2/products/mug.yaml:5:15 'a' has no value for 'colour'",
      "2/products/mug.yaml:5:25 'size' is none of the product's dimensions",
      "2/products/mug.yaml:6:7 the article 'a' stands here twice",
    ])
  })

  it('and its articles stand in one file of one folder only', async () => {
    const found = await problems({
      '1014/products/mug.yaml': 'brand: acme\ndelivery: monta\ntexts: { nl: { name: x } }\n',
      '1014/products/vase.yaml':
        'brand: acme\ndelivery: monta\narticles: [{ sku: lamp }]\ntexts: { nl: { name: x } }\n',
    })
    expect(found).toEqual([
      "1014/products/mug.yaml:1:1 the product 'mug' stands in 2/products/mug.yaml:1 already",
      "1014/products/vase.yaml:3:14 the article 'lamp' stands in 2/products/lamp.yaml:1 already",
    ])
  })
})

describe('a CSV', () => {
  const prices = (text: string | Buffer) => problems({ '1014/prices.csv': text })
  const rows = async (text: string | Buffer) => {
    const { channels } = await read({ ...tinyWorld, '1014/prices.csv': text })
    return channels[1]?.prices?.rows.map(({ value }) => value)
  }

  it('may come from Excel: BOM, semicolons, CRLF, quotes, columns in any order', async () => {
    const text = '\uFEFFPoints;SKU\r\n3;"mug-red"\r\n\r\n12;lamp\r\n;\r\n'
    expect(await prices(text)).toEqual([])
    expect(await rows(text)).toEqual([
      { sku: 'mug-red', points: 3 },
      { sku: 'lamp', points: 12 },
    ])
  })

  it('without a column, or with one that nobody knows, is told so by the header', async () => {
    expect(await prices('sku,price\nmug-red,3\n')).toEqual([
      "1014/prices.csv:1:1 the column 'points' is missing",
      "1014/prices.csv:1:2 the column 'price' is none of sku, points, position",
    ])
    expect(await prices('')).toEqual([
      "1014/prices.csv:1:1 the column 'sku' is missing",
      "1014/prices.csv:1:1 the column 'points' is missing",
    ])
  })

  it('is told every wrong row by its line and column', async () => {
    expect(
      await prices('sku,points,position\nmug-red,3.5,\nMug,3,x\nlamp,100001,1\nlamp,,1,2\n'),
    ).toEqual([
      "1014/prices.csv:2:2 '3.5' is not a whole number",
      "1014/prices.csv:3:1 'Mug' is not a code: 1 to 80 lower case letters, digits and hyphens",
      "1014/prices.csv:3:3 'x' is not a whole number",
      '1014/prices.csv:4:2 100001 is not between 0 and 100000',
      '1014/prices.csv:5:4 this row has 4 fields, the header 3',
    ])
  })

  it('with a missing field is told which', async () => {
    expect(await prices('sku,points\nlamp,\n')).toEqual(["1014/prices.csv:2:2 'points' is missing"])
  })

  it('names nothing twice', async () => {
    expect(await prices('sku,points\nlamp,3\nlamp,4\n')).toEqual([
      "1014/prices.csv:3:1 'lamp' stands here twice",
    ])
  })

  it('with an open quote is told the row', async () => {
    expect((await prices('sku,points\nlamp,3\n"mug,3\n'))[0]).toMatch(
      /^1014\/prices\.csv:\d+ .*quotes/,
    )
  })

  it('of vouchers knows codes, dates, languages and what was bought', async () => {
    const text =
      'code,points,valid_until,language,spent_on\ngift,1,2026-02-30,it,\ngiftshop2,1,tomorrow,,Mug\n'
    expect(await problems({ '1014/vouchers.csv': text })).toEqual([
      "1014/vouchers.csv:2:1 'gift' is not a voucher code of 9 letters and digits",
      '1014/vouchers.csv:2:3 there is no day 2026-02-30',
      "1014/vouchers.csv:2:4 'it' is none of nl, en, de, fr",
      "1014/vouchers.csv:3:3 'tomorrow' is not 'now', '+30d', '-1d' or '2026-12-31'",
      "1014/vouchers.csv:3:5 'Mug' is not a list of skus, like 'mug-sea*2 towel'",
    ])
  })
})

describe('the menu and the tiles', () => {
  it('have titles, ids of their own, and room for so many', async () => {
    const text = lines(
      'menu:',
      '  - { id: a, texts: {}, tags: [mugs, mugs] }',
      '  - { id: a, texts: { nl: A }, tags: [{ tag: mugs, web_menu_column: 9 }] }',
      'home:',
      '  categories:',
      ...'abcdefg'.split('').map((code) => `    - { code: ${code} }`),
      '    - { code: a, extra: true }',
      '',
    )
    expect(await problems({ '1014/navigation.yaml': text })).toEqual([
      '1014/navigation.yaml:3:52 9 is not between 1 and 4',
      '1014/navigation.yaml:12:7 there is room for 6 categories and 3 extra ones',
      "1014/navigation.yaml:13:9 the category 'a' stands here twice",
    ])
    expect(await problems({ '1014/navigation.yaml': text.replace('9 }', '2 }') })).toEqual([
      "1014/navigation.yaml:2:14 the menu item 'a' has a title in no language",
      "1014/navigation.yaml:2:38 'mugs' stands here twice",
      "1014/navigation.yaml:3:7 the menu item 'a' stands here twice",
      '1014/navigation.yaml:12:7 there is room for 6 categories and 3 extra ones',
      "1014/navigation.yaml:13:9 the category 'a' stands here twice",
    ])
  })
})

describe('content', () => {
  it('stands in a language that the shop speaks, under a name that it knows', async () => {
    const found = await problems({
      '2/content/it/homepagecomponents.yaml': 'a: b\n',
      '2/content/nl/homepagescomponents.yaml': 'a: b\n',
      '2/content/nl/FAQ.yaml': 'a: b\n',
    })
    expect(found).toEqual([
      "2/content/it 'it' is no language: nl, en, de, fr, or all",
      "2/content/nl/FAQ.yaml 'FAQ' is not the name of a page",
      "2/content/nl/homepagescomponents.yaml 'homepagescomponents' is none of the 22 components",
    ])
  })

  it('has keys with texts, and groups only under the words that mean one', async () => {
    const text = lines(
      'title: x',
      'medai: { a: b.svg }',
      'urls: { go: "javascript:1" }',
      'numbers: { n: "1,5" }',
      'media: { hero: { alt: x } }',
      'blocks: { steps: { blocks: {} } }',
      '',
    )
    expect(await problems({ '2/content/nl/faq.yaml': text })).toEqual([
      '2/content/nl/faq.yaml:2:1 this group of keys is not a text',
      "2/content/nl/faq.yaml:3:9 'javascript:1' is not /path, #part, https:, http:, mailto: or tel:",
      "2/content/nl/faq.yaml:4:12 '1,5' is not a number",
      "2/content/nl/faq.yaml:5:10 'file' is missing",
      '2/content/nl/faq.yaml:6:20 this group of keys is not a text',
    ])
  })

  it('says what was taken out of its HTML, and where', async () => {
    const { warnings } = await read({
      ...tinyWorld,
      '2/content/nl/faq.yaml': 'html:\n  body: <p onclick="x()">a</p><script>b</script>\n',
    })
    expect(warnings.map(say)).toEqual([
      '2/content/nl/faq.yaml:2:3 taken out of the HTML: onclick="x()" of <p>, <script>',
    ])
  })
})
