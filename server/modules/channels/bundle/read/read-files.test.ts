import { describe, expect, it } from 'vitest'

import { lines, problemsWith, readFiles } from '#server/testing/samples/read-bundle-files.ts'
import { problemText } from '#server/testing/samples/minimal-shop.ts'
import { minimalBundle } from '#server/testing/samples/minimal-bundle.ts'

describe('synonyms.yaml', () => {
  it('gives an error for lists without a synonym and for invalid or repeated words (B1)', async () => {
    const synonyms =
      "nl:\n  same:\n    - [mok]\n    - [mok, '?!']\n  also:\n    mok: []\n  parts: [kan, kan]\nit:\n  parts: [x]\n"
    expect(await problemsWith({ '1014/synonyms.yaml': synonyms })).toEqual([
      '1014/synonyms.yaml:3:7 this list contains only one word, so there is no synonym',
      '1014/synonyms.yaml:4:13 must have 1 to 3 words and at most 80 characters',
      '1014/synonyms.yaml:6:5 this list contains no word',
      "1014/synonyms.yaml:7:16 'kan' appears twice",
      "1014/synonyms.yaml:8:1 'it' is not a known key",
    ])
  })
})

describe('CSV file', () => {
  const prices = (text: string | Buffer) => problemsWith({ '1014/prices.csv': text })
  const rows = async (text: string | Buffer) => {
    const { channels } = await readFiles({ ...minimalBundle, '1014/prices.csv': text })
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

  it('names a missing and an unknown column in its header', async () => {
    expect(await prices('sku,price\nmug-red,3\n')).toEqual([
      "1014/prices.csv:1:1 the column 'points' is missing",
      "1014/prices.csv:1:2 the column 'price' is not one of sku, points, position",
    ])
    expect(await prices('')).toEqual([
      "1014/prices.csv:1:1 the column 'sku' is missing",
      "1014/prices.csv:1:1 the column 'points' is missing",
    ])
  })

  it('names line and column of every invalid value', async () => {
    expect(
      await prices('sku,points,position\nmug-red,3.5,\nMug,3,x\nlamp,100001,1\nlamp,,1,2\n'),
    ).toEqual([
      "1014/prices.csv:2:2 '3.5' is not a whole number",
      "1014/prices.csv:3:1 'Mug' is not a code: 1 to 80 lowercase letters, digits and hyphens",
      "1014/prices.csv:3:3 'x' is not a whole number",
      '1014/prices.csv:4:2 100001 is not between 0 and 100000',
      '1014/prices.csv:5:4 this row has 4 fields, the header 3',
    ])
  })

  it('names the field that is missing in a row', async () => {
    expect(await prices('sku,points\nlamp,\n')).toEqual(["1014/prices.csv:2:2 'points' is missing"])
  })

  it('refuses a duplicate SKU', async () => {
    expect(await prices('sku,points\nlamp,3\nlamp,4\n')).toEqual([
      "1014/prices.csv:3:1 'lamp' appears twice",
    ])
  })

  it('names the row with an open quote', async () => {
    expect((await prices('sku,points\nlamp,3\n"mug,3\n'))[0]).toMatch(
      /^1014\/prices\.csv:\d+ .*quotes/,
    )
  })

  it('validates codes, dates, languages and purchases of vouchers', async () => {
    const text =
      'code,points,valid_until,language,spent_on\ngift,1,2026-02-30,it,\ngiftshop2,1,tomorrow,,Mug\n'
    expect(await problemsWith({ '1014/vouchers.csv': text })).toEqual([
      "1014/vouchers.csv:2:1 'gift' is not a voucher code of 9 letters and digits",
      '1014/vouchers.csv:2:3 2026-02-30 is not a valid date',
      "1014/vouchers.csv:2:4 'it' is not one of nl, en, de, fr",
      "1014/vouchers.csv:3:3 'tomorrow' is not 'now', '+30d', '-1d' or '2026-12-31'",
      "1014/vouchers.csv:3:5 'Mug' is not a list of skus, like 'mug-sea*2 towel'",
    ])
  })
})

describe('menu and tiles', () => {
  it('need titles and unique ids, and have a maximum number', async () => {
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
    expect(await problemsWith({ '1014/navigation.yaml': text })).toEqual([
      '1014/navigation.yaml:3:52 9 is not between 1 and 4',
      '1014/navigation.yaml:12:7 there is room for 6 categories and 3 extra ones',
      "1014/navigation.yaml:13:9 the category 'a' appears twice",
    ])
    expect(await problemsWith({ '1014/navigation.yaml': text.replace('9 }', '2 }') })).toEqual([
      "1014/navigation.yaml:2:14 the menu item 'a' has no title in any language",
      "1014/navigation.yaml:2:38 'mugs' appears twice",
      "1014/navigation.yaml:3:7 the menu item 'a' appears twice",
      '1014/navigation.yaml:12:7 there is room for 6 categories and 3 extra ones',
      "1014/navigation.yaml:13:9 the category 'a' appears twice",
    ])
  })
})

describe('content files', () => {
  it('need a known language and a valid page or component name', async () => {
    const found = await problemsWith({
      '2/content/it/homepagecomponents.yaml': 'a: b\n',
      '2/content/nl/homepagescomponents.yaml': 'a: b\n',
      '2/content/nl/FAQ.yaml': 'a: b\n',
    })
    expect(found).toEqual([
      "2/content/it 'it' is not a language: use nl, en, de, fr or all",
      "2/content/nl/FAQ.yaml 'FAQ' is not the name of a page",
      "2/content/nl/homepagescomponents.yaml 'homepagescomponents' is not one of the 22 components: did you mean 'homepagecomponents'?",
    ])
  })

  it('contain texts by key, with nested keys only in known groups', async () => {
    const text = lines(
      'title: x',
      'medai: { a: b.svg }',
      'urls: { go: "javascript:1" }',
      'numbers: { n: "1,5" }',
      'media: { hero: { alt: x } }',
      'blocks: { steps: { blocks: {} } }',
      '',
    )
    expect(await problemsWith({ '2/content/nl/faq.yaml': text })).toEqual([
      '2/content/nl/faq.yaml:2:1 this group of keys is not a text',
      "2/content/nl/faq.yaml:3:9 'javascript:1' is not /path, #part, https:, http:, mailto: or tel:",
      "2/content/nl/faq.yaml:4:12 '1,5' is not a number",
      "2/content/nl/faq.yaml:5:10 'file' is missing",
      '2/content/nl/faq.yaml:6:20 this group of keys is not a text',
    ])
  })

  it('give a warning with the HTML that was removed and its position', async () => {
    const { warnings } = await readFiles({
      ...minimalBundle,
      '2/content/nl/faq.yaml': 'html:\n  body: <p onclick="x()">a</p><script>b</script>\n',
    })
    expect(warnings.map(problemText)).toEqual([
      '2/content/nl/faq.yaml:2:3 removed from the HTML: onclick="x()" of <p>, <script>',
    ])
  })
})
