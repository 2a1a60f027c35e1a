import type { Queries } from '#server/platform/db/database.ts'

import { readRows } from '#server/modules/channels/bundle/write/sync-rows.ts'
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
  const liveArticles = (await readRows(sql, articles)).filter(({ retired }) => !retired)
  const live = new Set(liveArticles.map(({ sku }) => sku))
  const liveProducts = new Set(liveArticles.map(({ product_id }) => product_id))
  const isLive = ({ product_id }: { product_id: string }) => liveProducts.has(product_id)
  return {
    channels: await readRows(sql, channels),
    hosts: await readRows(sql, channelHosts),
    brands: await readRows(sql, brands),
    suppliers: [
      ...(await sql<{ brand: string; email: string }[]>`
        select brand.id as brand, email from brand join supplier on supplier.id = supplier_id`),
    ],
    tagGroups: await readRows(sql, tagGroups),
    tags: await readRows(sql, tags),
    dimensions: await readRows(sql, dimensions),
    dimensionValues: await readRows(sql, dimensionValues),
    products: (await readRows(sql, products)).filter(({ id }) => liveProducts.has(id)),
    articles: liveArticles,
    productTags: (await readRows(sql, productTags)).filter(isLive),
    crossSells: (await readRows(sql, crossSells)).filter(
      (row) => isLive(row) && liveProducts.has(row.other_id),
    ),
    productTexts: (await readRows(sql, productTexts)).filter(isLive),
    offers: (await readRows(sql, offers)).filter(({ active, sku }) => active && live.has(sku)),
    stock: [
      ...(await sql<
        { sku: string; on_hand: number }[]
      >`select sku, on_hand from stock order by sku`),
    ].filter(({ sku }) => live.has(sku)),
    navigationItems: await readRows(sql, navigationItems),
    navigationTags: await readRows(sql, navigationTags),
    tiles: await readRows(sql, homeTiles),
    contents: await readRows(sql, contents),
    searchWords: await readRows(sql, searchWords),
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
