import type { Attribute, AttributeKind } from '#contract/catalog/attributes.staff.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { translatedName } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { isVisibleGiftRow, mayChangeShared } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'

export type AttributeReader = { channels: readonly string[] | null; language: string }
export type AttributeName = { kind: AttributeKind; id: string }

/** The kinds on each page. The second kind is nested in the first. */
export const KINDS_ON_PAGE = {
  brand: ['brand'],
  tag: ['group', 'tag'],
  dimension: ['dimension', 'value'],
} as const satisfies Record<string, readonly AttributeKind[]>

export const TABLE_OF = {
  brand: 'brand',
  group: 'tag_group',
  tag: 'tag',
  dimension: 'dimension',
  value: 'dimension_value',
} as const satisfies Record<AttributeKind, string>

/** Attributes in display order, with their numbers of uses and whether all uses are in the reader's channels. */
export async function readAttributes(
  sql: Queries,
  kinds: readonly AttributeKind[],
  reader: AttributeReader,
): Promise<Attribute[]> {
  const lists = await Promise.all(
    kinds.map(
      (kind) => sql<Attribute[]>`
        with own as materialized (
          select product.id, brand_id, dimension_ids, ${isVisibleGiftRow(sql, reader.channels)} as seen,
            ${mayChangeShared(sql, reader.channels)} as yours
          from product
        ),
        used as (
          select attribute, count(distinct own.id) filter (where seen)::integer as gifts, bool_and(yours) as yours
          from (${selectGiftUses(sql, kind)}) used_by join own on own.id = used_by.product_id group by attribute
        ),
        placed as (
          select attribute, count(*)::integer as places, bool_and(${isInChannels(sql, reader.channels)}) as yours
          from (${selectPlaceUses(sql, kind)}) place group by attribute
        )
        select attribute.kind, attribute.id, attribute.parent, attribute.name, attribute.texts, attribute.hexcode, attribute.supplier_email,
          attribute.retired, attribute.version, coalesce(gifts, 0) as gifts, coalesce(places, 0) as places,
          coalesce(used.yours, true) and coalesce(placed.yours, true) as yours
        from (${selectAttributes(sql, kind, reader.language)}) attribute
          left join used on used.attribute = attribute.id left join placed on placed.attribute = attribute.id
        order by attribute.position, lower(attribute.sorted), attribute.id`,
    ),
  )
  const all = lists.flat()
  return all.map((attribute) => {
    if (attribute.kind !== 'group') return attribute
    // A group is shared if one of its tags is.
    const tags = all.filter(({ parent }) => parent === attribute.id)
    return { ...attribute, yours: tags.every(({ yours }) => yours) }
  })
}

export async function findAttribute(sql: Queries, named: AttributeName, reader: AttributeReader) {
  const kinds = named.kind === 'group' ? KINDS_ON_PAGE.tag : [named.kind]
  return (await readAttributes(sql, kinds, reader)).find(
    ({ kind, id }) => kind === named.kind && id === named.id,
  )
}

/** The id of a value is `dimension/value`. Other attributes have no parent in their id. */
export function splitAttributeId({ kind, id }: AttributeName): { parent: string; ownId: string } {
  const [parent = '', ownId = ''] = id.split('/')
  return kind === 'value' ? { parent, ownId } : { parent: '', ownId: id }
}

/** Locks an attribute against renames and merges; for a removal, also against being added to a gift. */
export async function lockAttribute(
  sql: Queries,
  attribute: AttributeName,
  purpose: 'change' | 'removal' = 'change',
) {
  const { parent, ownId } = splitAttributeId(attribute)
  const rows = await sql`
    select from ${sql(TABLE_OF[attribute.kind])}
    where id = ${ownId} ${attribute.kind === 'value' ? sql`and dimension_id = ${parent}` : sql``}
    ${purpose === 'removal' ? sql`for update` : sql`for no key update`}`
  return rows.count === 1
}

function selectAttributes(sql: Queries, kind: AttributeKind, language: string): Fragment {
  switch (kind) {
    case 'brand':
      return sql`
        select 'brand' as kind, id, null::text as parent, name, jsonb_build_object('nl', name) as texts,
          null::text as hexcode, supplier_email, retired, row_version as version, 0 as position, name as sorted
        from brand`
    case 'group':
      return sql`
        select 'group' as kind, id, null::text as parent, ${translatedName(sql, 'tag_group', language)} as name, texts,
          null::text as hexcode, '' as supplier_email, false as retired, row_version as version, position, id as sorted
        from tag_group`
    case 'tag':
      return sql`
        select 'tag' as kind, id, tag_group_id as parent, ${translatedName(sql, 'tag', language)} as name, texts,
          null::text as hexcode, '' as supplier_email, retired, row_version as version, position, id as sorted
        from tag`
    case 'dimension':
      return sql`
        select 'dimension' as kind, id, null::text as parent, ${translatedName(sql, 'dimension', language)} as name, texts,
          null::text as hexcode, '' as supplier_email, retired, row_version as version, 0 as position, id as sorted
        from dimension`
    case 'value':
      return sql`
        select 'value' as kind, dimension_id || '/' || id as id, dimension_id as parent,
          ${translatedName(sql, 'dimension_value', language)} as name, texts, hexcode, '' as supplier_email, retired,
          row_version as version, position, id as sorted
        from dimension_value`
  }
}

/** Rows of an attribute's id and the id of a gift that uses it. A pair can occur more than once. */
export function selectGiftUses(sql: Queries, kind: AttributeKind): Fragment {
  switch (kind) {
    case 'brand':
      return sql`select brand_id as attribute, id as product_id from product`
    case 'group':
      return sql`
        select tag_group_id as attribute, product_id from product_tag join tag on tag.id = tag_id`
    case 'tag':
      return sql`select tag_id as attribute, product_id from product_tag`
    case 'dimension':
      return sql`select attribute, id as product_id from product, unnest(dimension_ids) attribute`
    case 'value':
      return sql`
        select dimension_ids[1] || '/' || value_0 as attribute, product_id
        from article join product on product.id = product_id where cardinality(dimension_ids) > 0
        union all
        select dimension_ids[2] || '/' || value_1, product_id
        from article join product on product.id = product_id where cardinality(dimension_ids) > 1`
  }
}

/** Menu items and tiles that use an attribute. */
export function selectPlaceUses(sql: Queries, kind: AttributeKind): Fragment {
  switch (kind) {
    case 'tag':
      return sql`
        select tag_id as attribute, 'navigation' as kind, '' as tile, channel_id, item_id as id from navigation_tag
        union all
        select tag, 'tile', kind, channel_id, home_tile.id from home_tile, unnest(tag_ids) tag`
    case 'brand':
      return sql`
        select id as attribute, 'tile' as kind, kind as tile, channel_id, id from home_tile where kind = 'brand'`
    case 'group':
    case 'dimension':
    case 'value':
      return sql`
        select ''::text as attribute, ''::text as kind, ''::text as tile, ''::text as channel_id, ''::text as id
        where false`
  }
}

const isInChannels = (sql: Queries, channels: readonly string[] | null): Fragment =>
  channels === null ? sql`true` : sql`channel_id = any(${channels as string[]}::text[])`

export type AttributePlace = {
  kind: 'navigation' | 'tile'
  tile: '' | 'category' | 'brand'
  channel_id: string
  id: string
}

export const listPlacesOfAttribute = (sql: Queries, { kind, id }: AttributeName) =>
  sql<AttributePlace[]>`
    select kind, tile, channel_id, id from (${selectPlaceUses(sql, kind)}) place
    where attribute = ${id} order by length(channel_id), channel_id, kind, id`

/** Unpublished changes of menus and tiles that use the attribute. */
export async function listDraftsOfAttribute(sql: Queries, { kind, id }: AttributeName) {
  if (kind !== 'tag' && kind !== 'brand') return []
  const names =
    kind === 'brand'
      ? sql`change.kind = 'tile' and change.key ->> 'tile' = 'brand' and change.key ->> 'id' = ${id}`
      : sql`(change.kind = 'navigation' and change.after -> 'tags' @> ${sql.json([{ tag: id }])})
          or (change.kind = 'tile' and change.after -> 'tags' ? ${id})`
  return sql<{ id: string; name: string; scheduled: boolean; channels: string[] }[]>`
    select release.id::text, release.name, release.state = 'scheduled' as scheduled, release.channels
    from release
    where release.state in ('draft', 'stopped', 'scheduled') and release.source = 'backoffice'
      and exists (select from release_change change where change.release_id = release.id and (${names}))
    order by release.id`
}

/** All gifts with the attribute, in the order in which they are locked. */
export async function listGiftsOfAttribute(
  sql: Queries,
  { kind, id }: AttributeName,
): Promise<string[]> {
  const rows = await sql<{ product_id: string }[]>`
    select distinct product_id from (${selectGiftUses(sql, kind)}) used_by where attribute = ${id} order by 1`
  return rows.map(({ product_id }) => product_id)
}

export async function countChildren(
  { sql }: SignedIn,
  { kind, id }: AttributeName,
): Promise<number> {
  if (kind !== 'group' && kind !== 'dimension') return 0
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from ${kind === 'group' ? sql`tag where tag_group_id = ${id}` : sql`dimension_value where dimension_id = ${id}`}`
  return row?.count ?? 0
}

/** The number of variants with this attribute that were ever ordered. */
export async function countSold(
  { sql, channels }: SignedIn,
  named: AttributeName,
): Promise<number> {
  const gifts = await listGiftsOfAttribute(sql, named)
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from article join product on product.id = product_id
    where product_id = any(${gifts}::text[]) and ${isVisibleGiftRow(sql, channels)}
      and exists (select from order_line where order_line.sku = article.sku)`
  return row?.count ?? 0
}

export async function readPlaceNames(
  { sql, colleague: { language } }: SignedIn,
  places: readonly { kind: string; tile: string; channel_id: string; id: string }[],
): Promise<Map<string, string>> {
  const rows = await sql<{ key: string; name: string | null }[]>`
    select concat_ws(' ', place.channel_id, place.kind, place.tile, place.id) as key,
      coalesce(named.texts ->> ${language}, named.texts ->> 'nl', named.texts ->> 'en') as name
    from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb)
      as place (kind text, tile text, channel_id text, id text)
    cross join lateral (
      select texts from navigation_item item
      where place.kind = 'navigation' and item.channel_id = place.channel_id and item.id = place.id
      union all
      select coalesce(texts -> 'title', '{}') from home_tile
      where place.kind = 'tile' and home_tile.channel_id = place.channel_id and home_tile.kind = place.tile
        and home_tile.id = place.id
    ) named`
  return new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name] as const])))
}

export const listOwnerNames = (sql: Queries) => sql<{ name: string }[]>`
  select name from staff where role = 'owner' and left_at is null order by name limit 5`

export const lockAttributeId = (sql: Queries, id: string, kind: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`word ${kind} ${id}`}, 0))`

export const lockAttributesIn = (
  sql: Queries,
  kind: 'value' | 'group' | 'tag',
  parent: string | null,
) => {
  const isInParent = {
    group: sql`true`,
    tag: sql`tag_group_id = ${parent}`,
    value: sql`dimension_id = ${parent}`,
  }[kind]
  return sql`select from ${sql(TABLE_OF[kind])} where ${isInParent} order by id for no key update`
}

export const saveReleaseOfChange = (sql: Queries, id: number, release: number | null) =>
  sql`update bulk_change set release_id = ${release} where id = ${id}`

export const listChangedFields = (sql: Queries, id: number) => sql<
  { field: string; before: unknown; after: unknown }[]
>`
  select field, before, after from bulk_change_row where bulk_id = ${id} order by field`

export async function lockAttributeParent(sql: Queries, kind: 'value' | 'tag', parent: string) {
  const [row] = await sql`
    select from ${sql(kind === 'tag' ? 'tag_group' : 'dimension')} where id = ${parent} for key share`
  return row !== undefined
}
