import { eachFactColumn, type GiftFactColumns, giftFact } from '#domain/catalog/gift-facts.ts'
import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { articlesOf } from '#server/modules/channels/bundle/checks/bundle-references.ts'
import { sameText } from '#server/platform/parsing/name-order.ts'
import { type Count, noCount, createTally } from './import-counts.ts'
import type { CatalogChangeFilter } from './preserve-catalog-changes.ts'
import type {
  ProductShape,
  ProductTexts,
} from '#server/modules/channels/bundle/schemas/product-schema.ts'
import { type Difference, difference, keyOf, saveRows, readRows, syncRows } from './sync-rows.ts'
import {
  articles,
  crossSells,
  products,
  productTags,
  type ProductTextRow,
  productTexts,
  type RowOf,
  type Table,
} from './shop-tables.ts'
import type { ImageRegistry } from './write-images.ts'
import { allLanguages, type Language } from '#domain/language.ts'
import { eachGiftText, GIFT_TEXTS } from '#domain/catalog/gift-texts.ts'
import { endOffersOf, retireArticles } from '#server/modules/catalog/gifts/retire-articles.sql.ts'

type BundleProducts = NonNullable<ChannelBundle['products']>
type Shape = { code: string; value: ProductShape }
type ProductRow = RowOf<typeof products>
type Tally = ReturnType<typeof createTally>

export async function writeProducts(
  sql: Transaction,
  bundle: ChannelBundle,
  pictures: ImageRegistry,
  catalogChanges: CatalogChangeFilter,
): Promise<Count> {
  if (!bundle.products) return noCount()
  const { own, mentioned } = bundle.products
  const channel = bundle.id
  const tally = createTally()
  const shapes = [...own].map(([code, { value }]) => ({ code, value }))

  const before = await readRows(sql, products)
  const rows = shapes.map(({ code, value }) => productRow(code, value, channel, pictures))
  await writeGifts(
    sql,
    rows,
    before.filter(({ id }) => own.has(id)),
    { before, catalogChanges, tally },
  )
  const removedProducts = before.filter(
    (row) =>
      row.owner_channel_id === channel &&
      !mentioned.has(row.id) &&
      !catalogChanges.isPreserved(
        { kind: 'gift', id: row.id },
        fileOf(row.id),
        `the gift '${row.id}'`,
      ),
  )
  const removedIds = new Set(removedProducts.map(({ id }) => id))
  const retired = await writeArticles(
    sql,
    shapes.flatMap(({ code, value }) => articleRows(code, value, pictures)),
    { removedIds, own: new Set(own.keys()), catalogChanges },
  )
  tally.add(retired.articles, ({ product_id }) => product_id)
  for (const product of retired.products) tally.mark(product, 'removed')

  const context = { own, catalogChanges, tally }
  await writeList(sql, productTags, tagRows(shapes), {
    kind: 'tags',
    label: 'the list of tags of',
    ...context,
  })
  await writeList(sql, crossSells, crossSellRows(shapes), {
    kind: 'cross_selling',
    label: 'the list of related gifts of',
    ...context,
  })
  await writeTexts(sql, bundle.products, { channel, removedIds, catalogChanges, tally })
  return tally.count()
}

const fileOf = (code: string) => `products/${code}.yaml`

async function writeGifts(
  sql: Transaction,
  rows: ProductRow[],
  live: ProductRow[],
  {
    before,
    catalogChanges,
    tally,
  }: { before: ProductRow[]; catalogChanges: CatalogChangeFilter; tally: Tally },
) {
  const [wanted] = catalogChanges.withoutPreserved(
    products,
    rows,
    live,
    ({ id }) => ({ kind: 'gift', id }),
    ({ id }) => ({ file: fileOf(id), subject: `the gift '${id}'`, bundleValue: 'something else' }),
  )
  const found = difference(products, wanted, before)
  await saveRows(sql, products, [...found.added, ...found.changed])
  tally.add({ ...found, removed: [] }, ({ id }) => id, 'first')
}

/** Writes the tags or the related gifts. A gift's list that was changed in the back office is preserved completely. */
async function writeList<Row extends { product_id: string }>(
  sql: Transaction,
  table: Table<Row>,
  rows: Row[],
  {
    kind,
    label,
    own,
    catalogChanges,
    tally,
  }: {
    kind: 'tags' | 'cross_selling'
    label: string
    own: BundleProducts['own']
    catalogChanges: CatalogChangeFilter
    tally: Tally
  },
) {
  const stored = (await readRows(sql, table)).filter((row) => own.has(row.product_id))
  const preserved = new Set(
    [...giftsWithOtherList(rows, stored)].filter((id) =>
      catalogChanges.isPreserved({ kind, id }, fileOf(id), `${label} '${id}'`),
    ),
  )
  const found = await syncRows(
    sql,
    table,
    rows.filter((row) => !preserved.has(row.product_id)),
    stored.filter((row) => !preserved.has(row.product_id)),
  )
  tally.add(found, ({ product_id }) => product_id)
}

async function writeTexts(
  sql: Transaction,
  { own, otherTexts, mentioned }: BundleProducts,
  {
    channel,
    removedIds,
    catalogChanges,
    tally,
  }: {
    channel: string
    removedIds: ReadonlySet<string>
    catalogChanges: CatalogChangeFilter
    tally: Tally
  },
) {
  const texts = [...own, ...otherTexts].flatMap(([code, { value }]) =>
    textRows(code, channel, value.texts),
  )
  const storedTexts = await readRows(sql, productTexts, { column: 'channel_id', value: channel })
  // Invalid products and products that go off sale keep their texts.
  const replaced = storedTexts.filter(
    ({ product_id: code }) =>
      own.has(code) || otherTexts.has(code) || !(mentioned.has(code) || removedIds.has(code)),
  )
  const [applied, compared] = catalogChanges.withoutPreserved(
    productTexts,
    texts,
    replaced,
    ({ product_id: id, language }) => ({ kind: 'text', id, channel, language }),
    ({ product_id: id, language, name }) => ({
      file: fileOf(id),
      subject: `the text of '${id}' in ${language}`,
      bundleValue: name === null ? 'something else' : `'${name}'`,
    }),
  )
  tally.add(await syncRows(sql, productTexts, applied, compared), ({ product_id }) => product_id)
}

const tagRows = (shapes: Shape[]) =>
  shapes.flatMap(({ code, value }) =>
    value.tags.map((tag_id, position) => ({ product_id: code, tag_id, position })),
  )

const crossSellRows = (shapes: Shape[]) =>
  shapes.flatMap(({ code, value }) =>
    value.cross_selling.map((other_id, position) => ({ product_id: code, other_id, position })),
  )

/** The ids of gifts whose stored list differs from the wanted one. */
function giftsWithOtherList<Row extends { product_id: string }>(
  wanted: Row[],
  stored: Row[],
): Set<string> {
  const listsByGift = (rows: Row[]) => {
    const lists = new Map<string, string[]>()
    for (const row of rows)
      lists.set(row.product_id, [...(lists.get(row.product_id) ?? []), sameText(row)])
    return new Map([...lists].map(([id, list]) => [id, list.sort().join()]))
  }
  const wantedLists = listsByGift(wanted)
  const storedLists = listsByGift(stored)
  const ids = [...wantedLists.keys(), ...storedLists.keys()]
  return new Set(ids.filter((id) => wantedLists.get(id) !== storedLists.get(id)))
}

function productRow(id: string, product: ProductShape, channel: string, pictures: ImageRegistry) {
  return {
    id,
    brand_id: product.brand,
    ...(eachFactColumn((name) => product[name] ?? giftFact(name).usual) as GiftFactColumns),
    dimension_ids: product.dimensions,
    pictures: product.pictures.map(pictures.reference),
    picture_alts: Object.fromEntries(
      Object.entries(product.picture_alts).map(([name, alt]) => [pictures.reference(name), alt]),
    ),
    owner_channel_id: channel,
  }
}

function articleRows(code: string, product: ProductShape, pictures: ImageRegistry) {
  const [first, second] = product.dimensions
  return articlesOf(code, product).map((article, position) => ({
    sku: article.sku,
    product_id: code,
    position,
    value_0: first === undefined ? '' : (article.values[first] ?? ''),
    value_1: second === undefined ? '' : (article.values[second] ?? ''),
    pictures: article.pictures.map(pictures.reference),
    retired: false,
    vat_class: product.vat,
  }))
}

/** Variants are never deleted, because carts and orders refer to them. They are retired and go off sale. */
async function writeArticles(
  sql: Transaction,
  wanted: RowOf<typeof articles>[],
  {
    removedIds,
    own,
    catalogChanges,
  }: { removedIds: Set<string>; own: Set<string>; catalogChanges: CatalogChangeFilter },
) {
  const stored = await readRows(sql, articles)
  const wantedKeys = new Set(wanted.map((row) => keyOf(articles, row)))
  const replaceable = stored.filter(
    (row) => own.has(row.product_id) || wantedKeys.has(keyOf(articles, row)),
  )
  const [applied, compared] = catalogChanges.withoutPreserved(
    articles,
    wanted,
    replaceable,
    ({ sku }) => ({ kind: 'article', id: sku }),
    ({ sku, product_id }) => ({
      file: `products/${product_id}.yaml`,
      subject: `the variant '${sku}'`,
      bundleValue: 'something else',
    }),
  )
  const found = difference(articles, applied, compared)
  const retiring = [
    ...found.removed.filter(({ retired }) => !retired),
    ...stored.filter(
      (row) =>
        removedIds.has(row.product_id) && !row.retired && !wantedKeys.has(keyOf(articles, row)),
    ),
  ]
  const skus = [...retiring, ...found.changed].map(({ sku }) => sku)
  // Changed variants are retired until they are saved, so that two can swap their values.
  if (skus.length > 0) await retireArticles(sql, skus)
  await saveRows(sql, articles, [...found.added, ...found.changed])
  if (retiring.length > 0)
    await endOffersOf(
      sql,
      retiring.map(({ sku }) => sku),
    )
  const changed: Difference<RowOf<typeof articles>> = { ...found, removed: retiring }
  const retiredProducts = retiring.flatMap(({ product_id }) =>
    removedIds.has(product_id) ? product_id : [],
  )
  return { articles: changed, products: new Set(retiredProducts) }
}

function textRows(
  product: string,
  channel: string,
  texts: Partial<Record<Language, ProductTexts | undefined>>,
): ProductTextRow[] {
  return allLanguages.flatMap((language) => {
    const productTexts = texts[language]
    if (!productTexts || Object.values(productTexts).every((text) => text === undefined)) return []
    return {
      product_id: product,
      channel_id: channel,
      language,
      ...eachGiftText((name) => productTexts[GIFT_TEXTS[name].inFolder] ?? null),
      search_words: productTexts.search_words ?? null,
    }
  })
}
