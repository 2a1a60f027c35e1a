import type { Queries } from '#server/db/database.ts'

import { storedRows } from './row-sync.ts'
import {
  articles,
  brands,
  channelHosts,
  channels,
  contents,
  crossSells,
  dimensions,
  dimensionValues,
  homeTiles,
  navigationItems,
  navigationTags,
  offers,
  products,
  productTags,
  productTexts,
  searchWords,
  tagGroups,
  tags,
} from './shop-tables.ts'

/** All that folders speak of, as it stands in the shop. */
export async function shopContents(sql: Queries) {
  const liveArticles = (await storedRows(sql, articles)).filter(({ retired }) => !retired)
  const live = new Set(liveArticles.map(({ sku }) => sku))
  const liveProducts = new Set(liveArticles.map(({ product_id }) => product_id))
  const isLive = ({ product_id }: { product_id: string }) => liveProducts.has(product_id)
  return {
    channels: await storedRows(sql, channels),
    hosts: await storedRows(sql, channelHosts),
    brands: await storedRows(sql, brands),
    tagGroups: await storedRows(sql, tagGroups),
    tags: await storedRows(sql, tags),
    dimensions: await storedRows(sql, dimensions),
    dimensionValues: await storedRows(sql, dimensionValues),
    products: (await storedRows(sql, products)).filter(({ id }) => liveProducts.has(id)),
    articles: liveArticles,
    productTags: (await storedRows(sql, productTags)).filter(isLive),
    crossSells: (await storedRows(sql, crossSells)).filter(
      (row) => isLive(row) && liveProducts.has(row.other_id),
    ),
    productTexts: (await storedRows(sql, productTexts)).filter(isLive),
    offers: (await storedRows(sql, offers)).filter(({ active, sku }) => active && live.has(sku)),
    stock: [
      ...(await sql<
        { sku: string; on_hand: number }[]
      >`select sku, on_hand from stock order by sku`),
    ].filter(({ sku }) => live.has(sku)),
    navigationItems: await storedRows(sql, navigationItems),
    navigationTags: await storedRows(sql, navigationTags),
    tiles: await storedRows(sql, homeTiles),
    contents: await storedRows(sql, contents),
    searchWords: await storedRows(sql, searchWords),
  }
}
export type ShopContents = Awaited<ReturnType<typeof shopContents>>

/** Every picture that any of it names. */
export function picturesIn(shop: ShopContents): string[] {
  return [
    ...shop.channels.map(({ logo }) => logo),
    ...shop.brands.map(({ picture }) => picture ?? ''),
    ...shop.products.flatMap(({ pictures }) => pictures),
    ...shop.articles.flatMap(({ pictures }) => pictures),
    ...shop.navigationItems.map(({ banner }) => banner),
    ...shop.tiles.flatMap(({ banner, media }) => [banner, media]),
    ...shop.contents.flatMap(({ kind, value }) => (kind === 'media' ? value : [])),
  ]
}
