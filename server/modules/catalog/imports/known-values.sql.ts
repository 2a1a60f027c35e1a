import type { ImportKind } from '#contract/catalog/imports.staff.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { isVisibleGiftRow, mayChangeShared } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import type { ImportRow } from '#server/modules/catalog/imports/row-check.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type KnownValues = Awaited<ReturnType<typeof readKnownValues>>

/** The attributes, gifts, variants and offers that the rows refer to. */
export async function readKnownValues(
  sql: Queries,
  rows: readonly ImportRow[],
  {
    kind,
    mapping,
    channels,
  }: {
    kind: ImportKind
    mapping: readonly (string | null)[]
    channels: readonly string[] | null
  },
) {
  const codesIn = (field: string) => {
    const column = mapping.indexOf(field)
    return column < 0
      ? []
      : [...new Set(rows.map(({ cells }) => (cells[column] ?? '').toLowerCase()))]
  }
  const gifts = codesIn('gift')
  const skus = [...new Set([...codesIn('sku'), ...(kind === 'gifts' ? gifts : [])])]
  const pointsChannels = mapping.flatMap((field) =>
    field?.startsWith('points.') ? field.slice('points.'.length) : [],
  )
  const [attributes, namedGifts] = await Promise.all([
    readAttributeNames(sql),
    readNamedGifts(sql, { gifts, skus, pointsChannels }, channels),
  ])
  return {
    ...attributes,
    ...namedGifts,
    owner:
      channels === null || channels.includes(SHARED_CHANNEL) ? SHARED_CHANNEL : (channels[0] ?? ''),
  }
}

/** Brands and tags, by code and by name. */
async function readAttributeNames(sql: Queries) {
  const [brands, tags] = await Promise.all([
    // If two have the same name, the active one wins, because it comes last.
    sql<{ id: string; name: string; retired: boolean }[]>`
      select id, name, retired from brand order by retired desc, id`,
    sql<{ id: string; texts: Record<string, string>; retired: boolean }[]>`
      select id, texts, retired from tag order by retired desc, id`,
  ])
  // If a text is the code of one and the name of another, the code wins, because codes come last.
  const brandNames = new Map([
    ...brands.map(({ id, name }) => [name.toLowerCase(), id] as const),
    ...brands.map(({ id }) => [id, id] as const),
  ])
  const tagNames = new Map([
    ...tags.flatMap(({ id, texts }) =>
      Object.values(texts).map((text) => [text.toLowerCase(), id] as const),
    ),
    ...tags.map(({ id }) => [id, id] as const),
  ])
  const retiredIds = (attributes: readonly { id: string; retired: boolean }[]) =>
    new Set(attributes.flatMap(({ id, retired }) => (retired ? [id] : [])))
  return { brandNames, tagNames, retiredBrands: retiredIds(brands), retiredTags: retiredIds(tags) }
}

/** The gifts and variants that the rows name, with their stock and their points in these channels. */
async function readNamedGifts(
  sql: Queries,
  { gifts, skus, pointsChannels }: { gifts: string[]; skus: string[]; pointsChannels: string[] },
  channels: readonly string[] | null,
) {
  const [articles, products, stockLevels, offers] = await Promise.all([
    sql<{ sku: string; product_id: string; retired: boolean; pictured: boolean; yours: boolean }[]>`
      select sku, product_id, retired, ${mayChangeShared(sql, channels)} as yours,
        product.pictures <> '{}' or article.pictures <> '{}' as pictured
      from article join product on product.id = product_id
      where sku = any(${skus}::text[]) or product_id = any(${gifts}::text[])`,
    sql<
      {
        id: string
        yours: boolean
        seen: boolean
        owner: string
        pictured: boolean
        brand: string
        delivery: string
        tags: string[]
      }[]
    >`
      select id, ${mayChangeShared(sql, channels)} as yours, ${isVisibleGiftRow(sql, channels)} as seen, owner_channel_id as owner, brand_id as brand,
        pictures <> '{}' as pictured,
        delivery_condition as delivery,
        array(select tag_id from product_tag where product_id = product.id) as tags
      from product where id = any(${gifts}::text[])`,
    sql<{ sku: string; on_hand: number; reserved: number }[]>`
      select sku, on_hand, reserved from stock where sku = any(${skus}::text[])`,
    sql<{ sku: string; channel: string; points: number }[]>`
      select sku, channel_id as channel, points from article join offer using (sku)
      where channel_id = any(${pointsChannels}::text[]) and (sku = any(${skus}::text[]) or product_id = any(${gifts}::text[]))`,
  ])
  const articlesOf = new Map<string, { sku: string; retired: boolean }[]>()
  for (const article of articles) {
    const ofGift = articlesOf.get(article.product_id)
    if (ofGift) ofGift.push(article)
    else articlesOf.set(article.product_id, [article])
  }
  return {
    articles: new Map(articles.map((article) => [article.sku, article])),
    products: new Map(products.map((product) => [product.id, product])),
    articlesOf,
    stockLevels: new Map(stockLevels.map((level) => [level.sku, level])),
    points: new Map(offers.map(({ sku, channel, points }) => [`${channel} ${sku}`, points])),
  }
}
