import type { Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { lockGifts } from '#server/modules/catalog/changes/write-catalog.ts'
import { mayChangeShared, isVisibleGiftRow } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'

type LockedGift = {
  version: number
  owner_channel_id: string
  shared_is_yours: boolean
}

/** Locks a gift for a change; undefined if it does not exist or the caller may not see it. */
export async function lockGift(
  { sql, channels }: SignedIn,
  id: string,
): Promise<LockedGift | undefined> {
  await lockGifts(sql, [id])
  const [row] = await sql<LockedGift[]>`
    select row_version as version, owner_channel_id, ${mayChangeShared(sql, channels)} as shared_is_yours
    from product where id = ${id} and ${isVisibleGiftRow(sql, channels)}`
  return row
}

/** Returns the first brand, tag, gift or image that does not exist; null if all exist. */
export async function findUnknownName(
  sql: Queries,
  id: string,
  wanted: {
    brand?: string | undefined
    pictures?: string[] | undefined
    picture_alts?: Record<string, unknown> | undefined
    tags?: string[] | undefined
    cross_selling?: string[] | undefined
  },
): Promise<string | null> {
  const findMissingGift = async (names: string[] | undefined) => {
    if (!names || names.length === 0) return null
    const [row] = await sql<{ name: string }[]>`
      select name from unnest(${names}::text[]) named (name)
      where not exists (select from product where id = named.name) limit 1`
    return row?.name ?? null
  }
  const { brand, tags, cross_selling, pictures = [], picture_alts = {} } = wanted
  const unknown =
    (brand === undefined ? null : await findMissingAttribute(sql, id, 'brand', [brand])) ??
    (await findMissingAttribute(sql, id, 'tag', tags ?? [])) ??
    (await findMissingGift(cross_selling))
  if (unknown !== null) return unknown
  if (cross_selling?.includes(id)) return id
  const [unknownPicture] = await sql<{ file: string }[]>`
    select file from unnest(${pictures}::text[]) named (file)
    where not exists (select from picture where hash = split_part(named.file, '.', 1))
      -- Images that the gift has already may stay.
      and not exists (select from product where product.id = ${id} and named.file = any(product.pictures))
    limit 1`
  if (unknownPicture) return unknownPicture.file
  // An alternative text needs an image of the gift or its variants.
  const [unusedAlt] = await sql<{ file: string }[]>`
    select file from unnest(${Object.keys(picture_alts)}::text[]) named (file)
    where file <> all(${pictures}::text[])
      and not exists (select from product where product.id = ${id} and named.file = any(product.pictures))
      and not exists (select from article where product_id = ${id} and named.file = any(article.pictures))
    limit 1`
  return unusedAlt?.file ?? null
}

/**
 * Returns the first id that does not exist, or that is retired and not on the gift already. Locks the others, so none of
 * them can be merged or removed until this write commits.
 */
async function findMissingAttribute(
  sql: Queries,
  gift: string,
  table: 'brand' | 'tag',
  ids: readonly string[],
): Promise<string | null> {
  const isOnGift =
    table === 'brand'
      ? sql`exists (select from product where product.id = ${gift} and brand_id = attribute.id)`
      : sql`exists (select from product_tag where product_id = ${gift} and tag_id = attribute.id)`
  const rows = await sql<{ id: string }[]>`
    select id from ${sql(table)} attribute
    where id = any(${ids as string[]}::text[]) and (not retired or ${isOnGift})
    order by id for key share`
  const known = new Set(rows.map(({ id }) => id))
  return ids.find((id) => !known.has(id)) ?? null
}

export async function hasChannel(sql: Queries, channel: string) {
  const [row] = await sql`select from channel where id = ${channel}`
  return row !== undefined
}

export async function lockGiftText(
  sql: Queries,
  { id, channel, language }: { id: string; channel: string; language: string },
) {
  const [row] = await sql<{ row_version: number }[]>`
    select row_version from product_text
    where product_id = ${id} and channel_id = ${channel} and language = ${language} for update`
  return row
}

export const listOfferVersions = (sql: Queries, id: string, rows: string) => sql<
  { key: string; version: number | null; known: boolean }[]
>`
  select wanted.channel || ' ' || wanted.sku as key, offer.row_version as version,
    article.product_id is not null and channel.id is not null as known
  from jsonb_to_recordset(${rows}::text::jsonb) as wanted (channel text, sku text)
  left join article on article.sku = wanted.sku and article.product_id = ${id}
  left join channel on channel.id = wanted.channel and channel.id <> ${SHARED_CHANNEL}
  left join offer on offer.channel_id = wanted.channel and offer.sku = wanted.sku`

export const listArticles = (sql: Queries, id: string) =>
  sql<{ sku: string }[]>`select sku from article where product_id = ${id}`

export const listActiveOffers = (sql: Queries, skus: string[]) => sql<
  { sku: string; channel_id: string }[]
>`
  select sku, channel_id from offer where sku = any(${skus}::text[]) and active`

export async function isKnownId(sql: Queries, id: string) {
  const [row] = await sql`
    select from product where id = ${id} union all select from article where sku = ${id}`
  return row !== undefined
}

export const listChangedFields = (sql: Queries, id: number) => sql<
  { name: string; before: unknown; after: unknown }[]
>`
  select kind || '.' || field || rtrim(' ' || case when id <> product_id then id || ' ' else '' end
    || channel_id || ' ' || language) as name, before, after
  from bulk_change_row where bulk_id = ${id} order by 1 limit 200`

export async function findArticleElsewhere(sql: Queries, id: string, skus: string[]) {
  const [row] = await sql<{ sku: string }[]>`
    select sku from article where sku = any(${skus}::text[]) and product_id <> ${id}`
  return row
}

export const lockDimensionValues = (sql: Queries, dimensionId: string, values: string[]) => sql<
  { id: string }[]
>`
  select id from dimension_value
  where dimension_id = ${dimensionId} and id = any(${values}::text[]) order by id for key share`
