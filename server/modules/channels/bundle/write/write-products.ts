import { eachFactColumn, type GiftFactColumns, giftFact } from '#domain/catalog/gift-facts.ts'
import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { articlesOf } from '#server/modules/channels/bundle/checks/bundle-references.ts'
import { sameText } from '#server/platform/parsing/name-order.ts'
import { type Count, noCount, tally } from './import-counts.ts'
import type { CatalogueKeeper } from './preserve-catalog-changes.ts'
import type {
  ProductShape,
  ProductTexts,
} from '#server/modules/channels/bundle/schemas/product-schema.ts'
import { type Difference, difference, keyOf, saveRows, allRows, syncRows } from './sync-rows.ts'
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

type FolderProducts = NonNullable<ChannelBundle['products']>
type Shape = { code: string; value: ProductShape }
type ProductRow = RowOf<typeof products>
type Tally = ReturnType<typeof tally>

export async function writeProducts(
  sql: Transaction,
  folder: ChannelBundle,
  pictures: ImageRegistry,
  keep: CatalogueKeeper,
): Promise<Count> {
  if (!folder.products) return noCount()
  const { own, mentioned } = folder.products
  const channel = folder.id
  const count = tally()
  const shapes = [...own].map(([code, { value }]) => ({ code, value }))

  const before = await allRows(sql, products)
  const rows = shapes.map(({ code, value }) => productRow(code, value, channel, pictures))
  await writeGifts(
    sql,
    rows,
    before.filter(({ id }) => own.has(id)),
    { before, keep, count },
  )
  const gone = before.filter(
    (row) =>
      row.owner_channel_id === channel &&
      !mentioned.has(row.id) &&
      !keep.isPreserved({ kind: 'gift', id: row.id }, fileOf(row.id), `the gift '${row.id}'`),
  )
  const goneIds = new Set(gone.map(({ id }) => id))
  const retired = await writeArticles(
    sql,
    shapes.flatMap(({ code, value }) => articleRows(code, value, pictures)),
    { gone: goneIds, own: new Set(own.keys()), keep },
  )
  count.of(retired.articles, ({ product_id }) => product_id)
  for (const product of retired.products) count.mark(product, 'gone')

  const lists = { own, keep, count }
  await writeList(sql, productTags, tagRows(shapes), {
    kind: 'tags',
    called: 'the list of tags of',
    ...lists,
  })
  await writeList(sql, crossSells, crossSellRows(shapes), {
    kind: 'cross_selling',
    called: 'the list of related gifts of',
    ...lists,
  })
  await writeTexts(sql, folder.products, { channel, gone: goneIds, keep, count })
  return count.count()
}

const fileOf = (code: string) => `products/${code}.yaml`

async function writeGifts(
  sql: Transaction,
  rows: ProductRow[],
  live: ProductRow[],
  { before, keep, count }: { before: ProductRow[]; keep: CatalogueKeeper; count: Tally },
) {
  const [wanted] = keep.apart(
    products,
    rows,
    live,
    ({ id }) => ({ kind: 'gift', id }),
    ({ id }) => ({ file: fileOf(id), subject: `the gift '${id}'`, words: 'something else' }),
  )
  const found = difference(products, wanted, before)
  await saveRows(sql, products, [...found.added, ...found.changed])
  count.of({ ...found, gone: [] }, ({ id }) => id, 'first')
}

/** Writes one list of each gift. A list that was changed in the back office stays completely. */
async function writeList<Row extends { product_id: string }>(
  sql: Transaction,
  table: Table<Row>,
  rows: Row[],
  {
    kind,
    called,
    own,
    keep,
    count,
  }: {
    kind: 'tags' | 'cross_selling'
    called: string
    own: FolderProducts['own']
    keep: CatalogueKeeper
    count: Tally
  },
) {
  const stored = (await allRows(sql, table)).filter((row) => own.has(row.product_id))
  const preserved = new Set(
    [...differing(rows, stored)].filter((id) =>
      keep.isPreserved({ kind, id }, fileOf(id), `${called} '${id}'`),
    ),
  )
  const found = await syncRows(
    sql,
    table,
    rows.filter((row) => !preserved.has(row.product_id)),
    stored.filter((row) => !preserved.has(row.product_id)),
  )
  count.of(found, ({ product_id }) => product_id)
}

async function writeTexts(
  sql: Transaction,
  { own, words, mentioned }: FolderProducts,
  {
    channel,
    gone,
    keep,
    count,
  }: { channel: string; gone: ReadonlySet<string>; keep: CatalogueKeeper; count: Tally },
) {
  const texts = [...own, ...words].flatMap(([code, { value }]) =>
    textRows(code, channel, value.texts),
  )
  const storedTexts = await allRows(sql, productTexts, { column: 'channel_id', value: channel })
  // Invalid products stay as they are, and so do the texts of those taken off sale.
  const replaced = storedTexts.filter(
    ({ product_id: code }) =>
      own.has(code) || words.has(code) || !(mentioned.has(code) || gone.has(code)),
  )
  const [applied, compared] = keep.apart(
    productTexts,
    texts,
    replaced,
    ({ product_id: id, language }) => ({ kind: 'text', id, channel, language }),
    ({ product_id: id, language, name }) => ({
      file: fileOf(id),
      subject: `the text of '${id}' in ${language}`,
      words: name === null ? 'something else' : `'${name}'`,
    }),
  )
  count.of(await syncRows(sql, productTexts, applied, compared), ({ product_id }) => product_id)
}

const tagRows = (shapes: Shape[]) =>
  shapes.flatMap(({ code, value }) =>
    value.tags.map((tag_id, position) => ({ product_id: code, tag_id, position })),
  )

const crossSellRows = (shapes: Shape[]) =>
  shapes.flatMap(({ code, value }) =>
    value.cross_selling.map((other_id, position) => ({ product_id: code, other_id, position })),
  )

/** Gifts with different lists. */
function differing<Row extends { product_id: string }>(wanted: Row[], stored: Row[]): Set<string> {
  const listOf = (rows: Row[]) => {
    const lists = new Map<string, string[]>()
    for (const row of rows)
      lists.set(row.product_id, [...(lists.get(row.product_id) ?? []), sameText(row)])
    return new Map([...lists].map(([id, list]) => [id, list.sort().join()]))
  }
  const [one, other] = [listOf(wanted), listOf(stored)]
  return new Set([...one.keys(), ...other.keys()].filter((id) => one.get(id) !== other.get(id)))
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

/** Variants are never deleted, because carts and orders refer to them: they are retired and go off sale. */
async function writeArticles(
  sql: Transaction,
  wanted: RowOf<typeof articles>[],
  { gone, own, keep }: { gone: Set<string>; own: Set<string>; keep: CatalogueKeeper },
) {
  const stored = await allRows(sql, articles)
  const moving = new Set(wanted.map((row) => keyOf(articles, row)))
  const concerned = stored.filter(
    (row) => own.has(row.product_id) || moving.has(keyOf(articles, row)),
  )
  const [applied, compared] = keep.apart(
    articles,
    wanted,
    concerned,
    ({ sku }) => ({ kind: 'article', id: sku }),
    ({ sku, product_id }) => ({
      file: `products/${product_id}.yaml`,
      subject: `the variant '${sku}'`,
      words: 'something else',
    }),
  )
  const found = difference(articles, applied, compared)
  const leaving = [
    ...found.gone.filter(({ retired }) => !retired),
    ...stored.filter(
      (row) => gone.has(row.product_id) && !row.retired && !moving.has(keyOf(articles, row)),
    ),
  ]
  const skus = [...leaving, ...found.changed].map(({ sku }) => sku)
  // Changed variants are retired temporarily, so that two can swap their values.
  if (skus.length > 0) await retireArticles(sql, skus)
  await saveRows(sql, articles, [...found.added, ...found.changed])
  const out = leaving.map(({ sku }) => sku)
  if (out.length > 0) await endOffersOf(sql, out)
  const changed: Difference<RowOf<typeof articles>> = { ...found, gone: leaving }
  const retiredProducts = leaving.flatMap(({ product_id }) =>
    gone.has(product_id) ? product_id : [],
  )
  return { articles: changed, products: new Set(retiredProducts) }
}

function textRows(
  product: string,
  channel: string,
  texts: Partial<Record<Language, ProductTexts | undefined>>,
): ProductTextRow[] {
  return allLanguages.flatMap((language) => {
    const words = texts[language]
    if (!words || Object.values(words).every((text) => text === undefined)) return []
    return {
      product_id: product,
      channel_id: channel,
      language,
      ...eachGiftText((name) => words[GIFT_TEXTS[name].inFolder] ?? null),
      search_words: words.search_words ?? null,
    }
  })
}
