import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle, Name } from '#server/modules/channels/bundle/channel-bundle.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The names that exist in the shop. */
export type ShopNames = {
  names: Set<Name>
  /** The data of each brand, group, tag, dimension and value. */
  attributes: Map<string, object>
  /** Whether the shared channel exists, in the shop or in this run. */
  hasShared: boolean
  /** The channel that owns each product. */
  owners: Map<string, string>
  /** By sku, including retired ones. */
  articles: Map<string, { product: string; retired: boolean }>
  hosts: Map<string, string>
  mainSite: string | undefined
  /** The reference of the newest image with each file name. */
  pictures: Map<string, string>
}

const EXTENSION = `case media_type when 'image/jpeg' then 'jpg' when 'image/svg+xml' then 'svg'
  else split_part(media_type, '/', 2) end`

export async function readShopNames(
  sql: Transaction,
  bundles: ChannelBundle[] = [],
): Promise<ShopNames> {
  const attributes = await sql<{ name: Name; content: object }[]>`
    select 'brand:' || id as name,
      jsonb_build_object('name', name, 'picture', picture, 'supplier_email', supplier_email,
        'supplier', coalesce((select email from supplier where supplier.id = supplier_id), '')) as content
    from brand union all
    select 'tagGroup:' || id, jsonb_build_object('texts', texts) from tag_group union all
    select 'tag:' || id, jsonb_build_object('texts', texts, 'group', tag_group_id) from tag union all
    select 'dimension:' || id, jsonb_build_object('texts', texts) from dimension union all
    select 'value:' || dimension_id || '/' || id, jsonb_build_object('texts', texts, 'hexcode', hexcode)
    from dimension_value`
  const [shared] = await sql`select from channel where id = ${SHARED_CHANNEL}`
  const products = await sql<{ id: string; owner: string }[]>`
    select id, owner_channel_id as owner from product`
  const articles = await sql<{ sku: string; product: string; retired: boolean }[]>`
    select sku, product_id as product, retired from article`
  const hosts = await sql<{ host: string; channel: string }[]>`
    select host, channel_id as channel from channel_host`
  // A host that another bundle of this run removes can be used before that bundle is written.
  const isRemoved = (channel: string, host: string) =>
    bundles.some(
      ({ id, channel: { value } }) => id === channel && value.hosts && !value.hosts.includes(host),
    )
  const [mainSite] = await sql<{ id: string }[]>`select id from channel where main_site`
  const pictures = await sql<{ file: string; reference: string }[]>`
    select name || '.' || ${sql.unsafe(EXTENSION)} as file, hash || '.' || ${sql.unsafe(EXTENSION)} as reference
    from picture order by created_at, hash`
  return {
    names: new Set(attributes.map(({ name }) => name)),
    attributes: new Map(attributes.map(({ name, content }) => [name, content])),
    hasShared: shared !== undefined || bundles.some(({ id }) => id === SHARED_CHANNEL),
    owners: new Map(products.map(({ id, owner }) => [id, owner])),
    articles: new Map(articles.map(({ sku, ...article }) => [sku, article])),
    hosts: new Map(
      hosts.flatMap(({ host, channel }) => (isRemoved(channel, host) ? [] : [[host, channel]])),
    ),
    mainSite: bundles.some(
      ({ id, channel }) => id === mainSite?.id && channel.value.main_site === false,
    )
      ? undefined
      : mainSite?.id,
    pictures: new Map(pictures.map(({ file, reference }) => [file, reference])),
  }
}

/** Returns a function that checks whether a name exists in the shop after the import of a bundle. */
export function knownNames(
  shop: ShopNames,
  bundle: ChannelBundle,
  shared: ChannelBundle | undefined,
  isSkipped: (product: string) => boolean,
) {
  const liveProducts = new Set(
    [...shop.articles.values()].flatMap(({ product, retired }) => (retired ? [] : product)),
  )
  const remains = (product: string) => {
    const { products } = bundle
    if (!products || shop.owners.get(product) !== bundle.id) return liveProducts.has(product)
    return liveProducts.has(product) && products.mentioned.has(product)
  }
  return (name: Name) => {
    const code = name.slice(name.indexOf(':') + 1)
    if (name.startsWith('picture:'))
      return bundle.pictures.has(code) || !!shared?.pictures.has(code) || shop.pictures.has(code)
    if (name.startsWith('product:')) return remains(code)
    if (name.startsWith('sku:')) {
      const article = shop.articles.get(code)
      if (!article || article.retired || !remains(article.product)) return false
      // A variant that the product's file no longer contains will be retired.
      return !bundle.products?.own.has(article.product) || isSkipped(article.product)
    }
    return shop.names.has(name)
  }
}
