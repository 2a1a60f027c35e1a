import type { Queries } from '#server/platform/db/database.ts'

import { allRows } from '#server/modules/channels/bundle/write/sync-rows.ts'
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
} from '#server/modules/channels/bundle/write/shop-tables.ts'

/** Everything in the shop that bundles contain. */
export async function shopContents(sql: Queries) {
  const liveArticles = (await allRows(sql, articles)).filter(({ retired }) => !retired)
  const live = new Set(liveArticles.map(({ sku }) => sku))
  const liveProducts = new Set(liveArticles.map(({ product_id }) => product_id))
  const isLive = ({ product_id }: { product_id: string }) => liveProducts.has(product_id)
  return {
    channels: await allRows(sql, channels),
    hosts: await allRows(sql, channelHosts),
    brands: await allRows(sql, brands),
    suppliers: [
      ...(await sql<{ brand: string; email: string }[]>`
        select brand.id as brand, email from brand join supplier on supplier.id = supplier_id`),
    ],
    tagGroups: await allRows(sql, tagGroups),
    tags: await allRows(sql, tags),
    dimensions: await allRows(sql, dimensions),
    dimensionValues: await allRows(sql, dimensionValues),
    products: (await allRows(sql, products)).filter(({ id }) => liveProducts.has(id)),
    articles: liveArticles,
    productTags: (await allRows(sql, productTags)).filter(isLive),
    crossSells: (await allRows(sql, crossSells)).filter(
      (row) => isLive(row) && liveProducts.has(row.other_id),
    ),
    productTexts: (await allRows(sql, productTexts)).filter(isLive),
    offers: (await allRows(sql, offers)).filter(({ active, sku }) => active && live.has(sku)),
    stock: [
      ...(await sql<
        { sku: string; on_hand: number }[]
      >`select sku, on_hand from stock order by sku`),
    ].filter(({ sku }) => live.has(sku)),
    navigationItems: await allRows(sql, navigationItems),
    navigationTags: await allRows(sql, navigationTags),
    tiles: await allRows(sql, homeTiles),
    contents: await allRows(sql, contents),
    searchWords: await allRows(sql, searchWords),
  }
}
export type ShopContents = Awaited<ReturnType<typeof shopContents>>

/** Every image that the contents refer to. */
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
