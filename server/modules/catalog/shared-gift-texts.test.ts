import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

const owner = {
  'channel.yaml': "id: '3001'\nname: Owner\n",
  'brands.yaml': 'borgwerk:\n  name: Borgwerk\n',
  'products/owl.yaml':
    'brand: borgwerk\ndelivery: digital\ntexts:\n  nl: { name: Uiltje, description: Waakt over het bureau, delivery: Meteen, search_words: [Bosuil, wachter van de nacht] }\n  en: { name: Little owl, description: Watches over the back office }\n',
}
const seller = {
  'channel.yaml': "id: '3002'\nname: Seller\ndefault_language: de\n",
  'products/owl.yaml': 'texts:\n  en: { name: Our own owl }\n',
  'prices.csv': 'sku,points\nowl,3\n',
}

let shop: TestShop
let holder: TestHolder
let warnings: string[]
beforeAll(async () => {
  shop = await testShop()
  const result = await importing(owner, seller)
  expect(result.problems).toEqual([])
  warnings = result.warnings.map(({ file, message }) => `${file} ${message}`)
  holder = await shop.holder({ channel: '3002' })
})
afterAll(() => shop.stop())

async function importing(...channels: Record<string, string>[]) {
  const files = channels.flatMap((files) => {
    const id = /'(\d+)'/.exec(files['channel.yaml'] ?? '')?.[1] ?? ''
    return Object.entries(files).map(([name, text]) => [`${id}/${name}`, text] as const)
  })
  const { folder, remove } = await temporaryFolder(Object.fromEntries(files))
  const result = await importFolder({ sql: shop.sql, folder })
  await remove()
  await shop.shop.changeEvents.poll()
  return result
}

const detail = async (language: string) =>
  (await holder.done('product', { scpId: 'owl', language })).response

describe('a gift of another channel', () => {
  it('has each text of its owner if the channel that sells it has none (A7)', async () => {
    expect(await detail('nl')).toMatchObject({
      name: 'Uiltje',
      description: 'Waakt over het bureau',
      delivery_info: 'Meteen',
    })
    expect(await detail('en')).toMatchObject({
      name: 'Our own owl',
      description: 'Watches over the back office',
      delivery_info: 'Meteen',
    })
    expect(await detail('de')).toMatchObject({ name: 'Uiltje' })
  })

  it('is found, wished for, ordered and remembered under these texts (A7)', async () => {
    const found = await holder.done('products', { search: 'uiltje', language: 'nl' })
    expect(found.response.map(({ SCP }) => SCP)).toEqual(['owl'])
    await holder.done('addWish', { sales_pricelist_item: '3002-owl' })
    const { number } = await sampleOrder(shop, {
      gifts: [{ spliId: '3002-owl', points: 3 }],
      holder,
    })
    const { response: order } = await holder.done('order', { order_number: number })
    expect(order.items).toMatchObject([{ name: 'Uiltje' }])

    await importing({ ...seller, 'prices.csv': 'sku,points\n' })
    const { response } = await holder.done('wishlist', { language: 'en' })
    expect(response.at(-1)?.wishlistsitems).toMatchObject([{ name: 'Our own owl' }])
  })

  it('is found by its search words in their language only, below gifts with the word in their name (B1)', async () => {
    const found = async (search: string, language: 'nl' | 'en' | 'de' = 'nl') =>
      (await holder.done('products', { search, language })).response.map(({ SCP }) => SCP)
    await importing(owner, seller)
    for (const words of ['bosuil', 'bosuilen', 'bosuli', 'nacht wachter', 'wachters van de nacht'])
      expect(await found(words), words).toEqual(['owl'])
    expect(await found('bosuil', 'de')).toEqual([])
    expect(await found('bosuil', 'en')).toEqual([])
    await expect(detail('nl')).resolves.not.toHaveProperty('search_words')

    const lamp =
      'brand: borgwerk\ndelivery: digital\ntexts:\n  nl: { name: Bosuil van klei, description: Kerkuil }\n'
    const other = 'texts:\n  nl: { search_words: [kerkuil] }\n'
    const both = { ...seller, 'prices.csv': 'sku,points\nowl,3\nlamp,3\n' }
    await importing({ ...owner, 'products/lamp.yaml': lamp }, both)
    expect(await found('bosuil')).toEqual(['lamp', 'owl'])
    await importing({ ...both, 'products/owl.yaml': other })
    expect(await found('bosuil')).toEqual(['lamp'])
    expect(await found('kerkuil')).toEqual(['owl', 'lamp'])
    await importing({ ...both, 'products/owl.yaml': other.replace('[kerkuil]', '[]') })
    expect(await found('kerkuil')).toEqual(['lamp'])
  })

  it('is named by the import if texts are missing (A7)', () => {
    expect(warnings).toEqual([
      '3002/channel.yaml 1 of the gifts sold here has no name in de, the language of this channel: owl',
    ])
  })
})
