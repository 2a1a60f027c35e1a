import { describe, expect, it } from 'vitest'

import { lines, problemsWith, readFiles } from '#server/testing/samples/read-bundle-files.ts'
import { readFolder } from './read-bundle.ts'
import { problemText } from '#server/testing/samples/minimal-shop.ts'
import { minimalBundle } from '#server/testing/samples/minimal-bundle.ts'

describe('bundle folder', () => {
  it('is read with the shared channel first, without errors or warnings', async () => {
    const { channels, problems, warnings } = await readFiles(minimalBundle)
    expect(channels.map(({ id }) => id)).toEqual(['2', '1014'])
    expect([...problems, ...warnings]).toEqual([])
  })

  it('may be one channel by itself', async () => {
    const { channels, problems } = await readFiles({ 'channel.yaml': 'id: 7\nname: 2001\n' })
    expect(problems).toEqual([])
    expect(channels[0]?.channel.value).toMatchObject({ id: '7', name: '2001' })
  })

  it('gives one error when it is missing or contains no channel', async () => {
    expect((await readFolder('/no/such/folder')).problems.map(problemText)).toEqual([
      '. there is no folder /no/such/folder',
    ])
    expect((await readFiles({ 'x/prices.csv': '' })).problems.map(problemText)).toEqual([
      '. there is no channel.yaml here, nor in the folders below',
    ])
  })

  it('reports all errors at once, in the order of the files', async () => {
    const found = await problemsWith({
      '1014/prices.csv': 'sku,points\nmug-red,many\n',
      '2/brands.yaml': 'acme: {}\nBad: { name: x }\n',
      '2/products/lamp.yaml': 'brand: acme\ndelivery: car\ntexts: { nl: { name: Lamp } }\n',
    })
    expect(found).toEqual([
      "2/brands.yaml:1:1 'name' is missing",
      "2/brands.yaml:2:1 'Bad' is not a code: 1 to 80 lowercase letters, digits and hyphens",
      "2/products/lamp.yaml:2:1 'car' is not one of monta, dropship, digital",
      "1014/prices.csv:2:2 'many' is not a whole number",
    ])
  })

  it('warns of files that are not read', async () => {
    const { warnings } = await readFiles({
      ...minimalBundle,
      '1014/price.csv': 'sku\n',
      '2/.DS_Store': 'x',
    })
    expect(warnings.map(problemText)).toEqual(['1014/price.csv this is not read'])
  })

  it('must be named after its channel when there are several', async () => {
    expect(await problemsWith({ '3/channel.yaml': 'id: 4\nname: Four\n' })).toEqual([
      "3/channel.yaml:1:1 the folder is called '3', but the channel is '4'",
    ])
  })
})

describe('YAML file', () => {
  it('is refused with line and column when it is invalid', async () => {
    const [first] = await problemsWith({
      '2/tags.yaml': 'home:\n  texts: { nl: Thuis\n  tags: [\n',
    })
    expect(first).toMatch(/^2\/tags\.yaml:3:\d+ this is not valid YAML: /)
  })

  it('is refused with a duplicate key, a tab or an unknown alias', async () => {
    expect(
      (await problemsWith({ '2/brands.yaml': 'acme: { name: A }\nacme: { name: B }\n' }))[0],
    ).toBe('2/brands.yaml:2:1 this is not valid YAML: Map keys must be unique')
    expect((await problemsWith({ '2/brands.yaml': 'acme:\n\tname: A\n' }))[0]).toMatch(
      /^2\/brands\.yaml:2:1 /,
    )
    expect(await problemsWith({ '2/brands.yaml': 'acme: { name: *who }\n' })).toEqual([
      "2/brands.yaml:1:15 this is not valid YAML: nothing above is called '&who'",
    ])
  })

  it('is refused when its aliases expand too often', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [one, other] of ['ab', 'bc', 'cd', 'de'].map((pair) => pair.split('')))
      bomb.push(`${other}: &${other} [${Array.from({ length: 9 }, () => `*${one}`).join(', ')}]`)
    expect(await problemsWith({ '2/brands.yaml': lines(...bomb) })).toContainEqual(
      '2/brands.yaml:1 this is not valid YAML: it refers to itself too often',
    )
  })

  it('keeps no, 012 and 2001 as texts', async () => {
    const { channels } = await readFiles({
      ...minimalBundle,
      '2/products/lamp.yaml':
        'brand: acme\ndelivery: monta\ntexts:\n  nl: { name: 2001, details: 012, warranty: no }\n  en:\n    name:\n    details: 5e3\n',
    })
    expect(channels[0]?.products?.own.get('lamp')?.value.texts).toEqual({
      nl: { name: '2001', details: '012', warranty: 'no' },
      en: { details: '5e3' },
    })
  })

  it('may start with a BOM and have Windows line endings', async () => {
    expect(await problemsWith({ '2/brands.yaml': '\uFEFFacme:\r\n  name: Acme\r\n' })).toEqual([])
  })

  it('is refused when it is not UTF-8', async () => {
    expect(
      await problemsWith({ '2/brands.yaml': Buffer.from('acme:\n  name: Caf\xe9\n', 'latin1') }),
    ).toEqual(['2/brands.yaml:1 this file is not UTF-8: save it again as UTF-8'])
  })

  it('is refused with the position of an unknown key', async () => {
    expect(await problemsWith({ '2/channel.yaml': "id: '2'\nname: Shared\nhots: []\n" })).toEqual([
      "2/channel.yaml:3:1 'hots' is not a known key",
    ])
  })
})

describe('product file', () => {
  const mug = (text: string) => problemsWith({ '2/products/mug.yaml': text })
  const head = lines('brand: acme', 'delivery: monta', 'dimensions: [colour]', 'articles:', '')

  it('needs a name in nl', async () => {
    expect(await mug('brand: acme\ndelivery: monta\ntexts:\n  nl: { description: x }\n')).toEqual([
      "2/products/mug.yaml:4:3 a product needs a 'name' in nl",
    ])
  })

  it('refuses texts in an unknown language', async () => {
    expect(
      await mug('brand: acme\ndelivery: monta\ntexts:\n  nl: { name: x }\n  it: { name: y }\n'),
    ).toEqual(["2/products/mug.yaml:5:3 'it' is not a known key"])
  })

  it('names the search keywords that are invalid, repeated, too many or too long (B1)', async () => {
    const many = Array.from({ length: 61 }, (_, at) => `word${at}`).join(', ')
    const text = (words: string) =>
      `brand: acme\ndelivery: monta\ntexts:\n  nl: { name: x }\n  en: { search_words: ${words} }\n`
    expect(await mug(text(`[ok, '?!', a b c d e f, ${'x'.repeat(81)}, [y]]`))).toEqual([
      '2/products/mug.yaml:5:28 must have 1 to 5 words and at most 80 characters',
      '2/products/mug.yaml:5:34 must have 1 to 5 words and at most 80 characters',
      '2/products/mug.yaml:5:47 must have 1 to 5 words and at most 80 characters',
      '2/products/mug.yaml:5:130 this list is not a text',
    ])
    expect(await mug(text('[ok, cup, ok]'))).toEqual([
      "2/products/mug.yaml:5:33 'ok' appears twice",
    ])
    expect(await mug(text('cup'))).toEqual(["2/products/mug.yaml:5:9 'cup' is not a list"])
    expect(await mug(text(`[${many}]`))).toEqual([
      '2/products/mug.yaml:5:9 this list has more than 60 entries',
    ])
  })

  it('refuses two variants with the same values', async () => {
    const text = lines(
      '  - { sku: a, values: { colour: red } }',
      '  - { sku: b, values: { colour: red } }',
      'texts: { nl: { name: x } }',
    )
    expect(await mug(head + text)).toEqual([
      "2/products/mug.yaml:6:15 'b' has the same values as 'a'",
    ])
  })

  it('needs a value for each of its options and refuses a value for another one', async () => {
    const text = lines(
      '  - { sku: a, values: { size: m } }',
      '  - { sku: a, values: { colour: red } }',
      'texts: { nl: { name: x } }',
    )
    expect(await mug(head + text)).toEqual([
      "2/products/mug.yaml:5:15 'a' has no value for 'colour'",
      "2/products/mug.yaml:5:25 'size' is not one of the product's dimensions",
      "2/products/mug.yaml:6:7 the article 'a' appears twice",
    ])
  })

  it('is refused when the product or its article is in another file already', async () => {
    const found = await problemsWith({
      '1014/products/mug.yaml': 'brand: acme\ndelivery: monta\ntexts: { nl: { name: x } }\n',
      '1014/products/vase.yaml':
        'brand: acme\ndelivery: monta\narticles: [{ sku: lamp }]\ntexts: { nl: { name: x } }\n',
    })
    expect(found).toEqual([
      "1014/products/mug.yaml:1:1 the product 'mug' is already in 2/products/mug.yaml:1",
      "1014/products/vase.yaml:3:14 the article 'lamp' is already in 2/products/lamp.yaml:1",
    ])
  })
})
