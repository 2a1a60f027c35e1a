import type { Transaction } from '#server/db/database.ts'

import type { ChannelFolder } from './channel-folder.ts'
import { articlesOf } from './folder-needs.ts'
import { type Count, noCount, tally } from './import-counts.ts'
import type { ProductShape, ProductWords } from './product-shape.ts'
import { type Difference, difference, keyOf, saveRows, allRows, syncRows } from './row-sync.ts'
import { LANGUAGES } from './shape-fields.ts'
import {
  articles,
  crossSells,
  products,
  productTags,
  type ProductTextRow,
  productTexts,
  type RowOf,
} from './shop-tables.ts'
import type { PictureBook } from './write-pictures.ts'

export async function writeProducts(
  sql: Transaction,
  folder: ChannelFolder,
  pictures: PictureBook,
): Promise<Count> {
  if (!folder.products) return noCount()
  const { own, words, mentioned } = folder.products
  const channel = folder.id
  const count = tally()
  const shapes = [...own].map(([code, { value }]) => ({ code, value }))
  const mine = <Row extends { product_id: string }>(rows: Row[]) =>
    rows.filter((row) => own.has(row.product_id))

  const rows = shapes.map(({ code, value }) => productRow(code, value, channel, pictures))
  const before = await allRows(sql, products)
  const found = difference(products, rows, before)
  await saveRows(sql, products, [...found.added, ...found.changed])
  count.of({ ...found, gone: [] }, ({ id }) => id, 'first')

  const gone = before.filter((row) => row.owner_channel_id === channel && !mentioned.has(row.id))
  const retired = await writeArticles(
    sql,
    shapes.flatMap(({ code, value }) => articleRows(code, value, pictures)),
    { gone: new Set(gone.map(({ id }) => id)), own: new Set(own.keys()) },
  )
  count.of(retired.articles, ({ product_id }) => product_id)
  for (const product of retired.products) count.mark(product, 'gone')

  const tagRows = shapes.flatMap(({ code, value }) =>
    value.tags.map((tag_id, position) => ({ product_id: code, tag_id, position })),
  )
  const tagsFound = await syncRows(sql, productTags, tagRows, mine(await allRows(sql, productTags)))
  count.of(tagsFound, ({ product_id }) => product_id)
  const crossRows = shapes.flatMap(({ code, value }) =>
    value.cross_selling.map((other_id, position) => ({ product_id: code, other_id, position })),
  )
  const crossFound = await syncRows(
    sql,
    crossSells,
    crossRows,
    mine(await allRows(sql, crossSells)),
  )
  count.of(crossFound, ({ product_id }) => product_id)

  const texts = [...own, ...words].flatMap(([code, { value }]) =>
    textRows(code, channel, value.texts),
  )
  const storedTexts = await allRows(sql, productTexts, { column: 'channel_id', value: channel })
  // What is named badly stays as it is, and so do the texts of what was taken out of sale.
  const keep = new Set(gone.map(({ id }) => id))
  const replaced = storedTexts.filter(
    ({ product_id: code }) =>
      own.has(code) || words.has(code) || !(mentioned.has(code) || keep.has(code)),
  )
  count.of(await syncRows(sql, productTexts, texts, replaced), ({ product_id }) => product_id)
  return count.count()
}

function productRow(id: string, product: ProductShape, channel: string, pictures: PictureBook) {
  return {
    id,
    brand_id: product.brand,
    delivery_condition: product.delivery,
    digital_kind: product.digital ?? 'issuer',
    sustainable: product.sustainable,
    dimension_ids: product.dimensions,
    pictures: product.pictures.map(pictures.reference),
    picture_alts: Object.fromEntries(
      Object.entries(product.picture_alts).map(([name, alt]) => [pictures.reference(name), alt]),
    ),
    owner_channel_id: channel,
  }
}

function articleRows(code: string, product: ProductShape, pictures: PictureBook) {
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

/** Articles are never deleted, because carts and orders name them: they are retired and taken out of sale. */
async function writeArticles(
  sql: Transaction,
  wanted: RowOf<typeof articles>[],
  { gone, own }: { gone: Set<string>; own: Set<string> },
) {
  const stored = await allRows(sql, articles)
  const moving = new Set(wanted.map((row) => keyOf(articles, row)))
  const concerned = stored.filter(
    (row) => own.has(row.product_id) || moving.has(keyOf(articles, row)),
  )
  const found = difference(articles, wanted, concerned)
  const leaving = [
    ...found.gone.filter(({ retired }) => !retired),
    ...stored.filter(
      (row) => gone.has(row.product_id) && !row.retired && !moving.has(keyOf(articles, row)),
    ),
  ]
  const skus = [...leaving, ...found.changed].map(({ sku }) => sku)
  // Those that change are set aside for a moment as well, so that two may swap their values.
  if (skus.length > 0) await sql`update article set retired = true where sku = any(${skus})`
  await saveRows(sql, articles, [...found.added, ...found.changed])
  const out = leaving.map(({ sku }) => sku)
  if (out.length > 0) await sql`update offer set active = false where sku = any(${out}) and active`
  const changed: Difference<RowOf<typeof articles>> = { ...found, gone: leaving }
  const retiredProducts = leaving.flatMap(({ product_id }) =>
    gone.has(product_id) ? product_id : [],
  )
  return { articles: changed, products: new Set(retiredProducts) }
}

function textRows(
  product: string,
  channel: string,
  texts: Partial<Record<(typeof LANGUAGES)[number], ProductWords | undefined>>,
): ProductTextRow[] {
  return LANGUAGES.flatMap((language) => {
    const words = texts[language]
    if (!words || Object.values(words).every((text) => text === undefined)) return []
    return {
      product_id: product,
      channel_id: channel,
      language,
      name: words.name ?? null,
      description: words.description ?? null,
      details: words.details ?? null,
      sustainability: words.sustainability ?? null,
      warranty: words.warranty ?? null,
      delivery_info: words.delivery ?? null,
      search_words: words.search_words ?? null,
    }
  })
}
