import { isVisibleGiftRow } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { translatedName } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The default number of points columns. */
const DEFAULT_CHANNELS = 3

const HISTORY_PAGE = 30

type Name = { id: string; name: string; retired: boolean }

/** The channels whose points a list shows: requested, filtered by, or the first ones. Only the colleague's own. */
export async function listShownChannels(
  sql: Queries,
  requested: readonly string[] | undefined,
  filtered: string | undefined,
  own: readonly string[] | null,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from channel
    where id <> ${SHARED_CHANNEL} ${own === null ? sql`` : sql`and id = any(${own as string[]}::text[])`}
      ${requested === undefined ? sql`` : sql`and id = any(${requested as string[]}::text[])`}
      ${requested === undefined && filtered !== undefined ? sql`and id = ${filtered}` : sql``}
    order by length(id), id ${requested === undefined ? sql`limit ${DEFAULT_CHANNELS}` : sql``}`
  return rows.map(({ id }) => id)
}

export async function isVisibleGift(sql: Queries, id: string, channels: readonly string[] | null) {
  const [row] =
    await sql`select from product where id = ${id} and ${isVisibleGiftRow(sql, channels)}`
  return row !== undefined
}

export const listGiftChanges = (
  sql: Queries,
  { id, before, own }: { id: string; before: number | undefined; own: string[] | null },
) => sql<
  {
    id: number
    kind: 'gift' | 'bulk' | 'import' | 'undo' | 'merge'
    at: Date
    by: string | null
    reason: string
    undone: boolean
    fields: never[]
  }[]
>`
  select change.id, change.kind, change.at, staff.name as by, change.reason,
    exists (select from bulk_change undo where undo.undoes_id = change.id) as undone, changed.fields
  from (
    select bulk_id, jsonb_agg(jsonb_build_object(
      'field', kind || '.' || field, 'id', id, 'channel', channel_id, 'language', language,
      'before', before, 'after', after) order by kind, id, channel_id, language, field) as fields
    from bulk_change_row
    where product_id = ${id} ${before === undefined ? sql`` : sql`and bulk_id < ${before}`}
      ${own === null ? sql`` : sql`and channel_id = any(${own}::text[])`}
    group by bulk_id order by bulk_id desc limit ${HISTORY_PAGE}
  ) changed join bulk_change change on change.id = changed.bulk_id
  left join staff on staff.id = change.staff_id
  order by change.id desc`

export const listBrandNames = (sql: Queries) =>
  sql<Name[]>`select id, name, retired from brand order by lower(name), id`

export const listTagNames = (sql: Queries, language: string) => sql<
  { id: string; name: string; tags: Name[] }[]
>`
  select tag_group.id, ${translatedName(sql, 'tag_group', language)} as name,
    coalesce(jsonb_agg(jsonb_build_object('id', tag.id, 'name', ${translatedName(sql, 'tag', language)}, 'retired', retired)
      order by tag.position, tag.id) filter (where tag.id is not null), '[]') as tags
  from tag_group left join tag on tag.tag_group_id = tag_group.id
  group by tag_group.id order by tag_group.position, tag_group.id`

export const listDimensionNames = (sql: Queries, language: string) => sql<
  {
    id: string
    name: string
    retired: boolean
    values: (Name & { hexcode: string | null })[]
  }[]
>`
  select dimension.id, ${translatedName(sql, 'dimension', language)} as name, dimension.retired,
    coalesce(jsonb_agg(jsonb_build_object('id', dimension_value.id, 'retired', dimension_value.retired,
      'name', ${translatedName(sql, 'dimension_value', language)}, 'hexcode', hexcode)
      order by dimension_value.position, dimension_value.id)
      filter (where dimension_value.id is not null), '[]') as values
  from dimension left join dimension_value on dimension_value.dimension_id = dimension.id
  group by dimension.id order by dimension.id`

export const listMenuNames = (sql: Queries, language: string) => sql<
  { id: string; name: string; parent: string | null }[]
>`
  select distinct on (navigation_item.id) navigation_item.id,
    ${translatedName(sql, 'navigation_item', language)} as name, parent_id as parent
  from navigation_item order by navigation_item.id, channel_id <> ${SHARED_CHANNEL}`
