import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { giftsWhere, tagsBelow } from '#server/modules/catalog/gifts/gift-list.sql.ts'
import { isWithinChannels } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import type { CATALOGUE_CHANGE_KINDS, BulkAction } from '#contract/catalog/bulk-changes.staff.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { variantIn } from '#server/modules/catalog/variant-label.sql.ts'
import { fallbackOrder, type StaffLanguage } from '#domain/language.ts'
import { nameOfGift, pictureOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'

/** Whether the tags, the menu item or the channels of an action exist. */
export async function doNamesExist(sql: Queries, action: BulkAction, channels: readonly string[]) {
  const [row] = await sql<{ exist: boolean }[]>`
    select ${
      action.field === 'tags'
        ? sql`not exists (
            select from unnest(${action.value}::text[]) named (id)
            where not exists (select from tag where tag.id = named.id))`
        : action.field === 'category'
          ? sql`exists (
              select from navigation_item join navigation_tag
                on navigation_tag.channel_id = navigation_item.channel_id and item_id = id
              where id = ${action.value})`
          : sql`not exists (
              select from unnest(${channels as string[]}::text[]) named (id)
              where not exists (select from channel where channel.id = named.id))`
    } as exist`
  return row?.exist === true
}

/** Counts what the rows of a bulk change would write. `seen` identifies this state. */
export async function countChangedRows(sql: Queries, rows: Fragment) {
  const [counts] = await sql<{ gifts: number; fields: number; carts: number; seen: string }[]>`
    with written as materialized (
      select * from (${rows}) row where why is null and before is distinct from after
    )
    select count(distinct product_id)::integer as gifts, count(*)::integer as fields,
      (
        select count(distinct line.cart_guid)::integer from written
        join offer on offer.channel_id = written.channel_id and offer.sku = written.id
        join cart_line line on line.spli_id = offer.spli_id
        join cart on cart.guid = line.cart_guid and cart.state = 'open'
        where written.kind = 'offer'
      ) as carts,
      md5(coalesce(string_agg(concat_ws(' ', kind, id, channel_id, language, field, before, after), '\n'
        order by id, channel_id, language), '')) as seen
    from written`
  return counts ?? { gifts: 0, fields: 0, carts: 0, seen: '' }
}

export async function readFirstRows(
  sql: Queries,
  rows: Fragment,
  { language, shown }: { language: StaffLanguage; shown: number },
) {
  const found = await sql<
    {
      gift: string
      name: string
      picture: string | null
      id: string
      variant: string
      channel: string
      language: string
      field: string
      before: unknown
      after: unknown
    }[]
  >`
    select product_id as gift, coalesce(named.name, nullif(product_id, ''), row.id) as name, named.picture, row.id,
      coalesce(options.variant, '') as variant, channel_id as channel, language, kind || '.' || field as field, before, after
    from (
      select * from (${rows}) all_rows where why is null and before is distinct from after
      order by product_id, id, channel_id, field limit ${shown}
    ) row
    left join lateral (
      select ${nameOfGift(sql, language)} as name, ${pictureOfGift(sql)} as picture
      from product where product.id = row.product_id
    ) named on true
    left join lateral (
      select ${variantIn(sql, fallbackOrder(language, undefined))} as variant
      from article join product on product.id = article.product_id
      where article.sku = row.id and row.kind in ('article', 'offer')
    ) options on true
    order by product_id, row.id, channel_id`
  return [...found]
}

export type ChangeRow = {
  id: number
  kind: 'gift' | (typeof CATALOGUE_CHANGE_KINDS)[number]
  about: Record<string, unknown>
  reason: string
  by: string | null
  by_id: number | null
  at: Date
  written: number
  left_alone: number
  undone_by: string | null
  undone_at: Date | null
  release_id: number | null
}

const changeRow = (sql: Queries) => sql`
  change.id, change.kind, change.about, change.reason, staff.name as by, staff.id as by_id, change.at,
  coalesce(import_undo.written, change.written) as written,
  coalesce(import_undo.left_alone, change.left_alone) as left_alone,
  change.release_id, undoer.name as undone_by, undo.at as undone_at`

const changeFrom = (sql: Queries) => sql`
  bulk_change change left join staff on staff.id = change.staff_id
  left join bulk_change undo on undo.undoes_id = change.id
  left join staff undoer on undoer.id = undo.staff_id
  left join lateral (
    select max(chunk_undo.id) as last_id, sum(chunk_undo.written)::integer as written,
      sum(chunk_undo.left_alone)::integer as left_alone
    from bulk_change undone join bulk_change chunk on chunk.import_id = undone.import_id
    join bulk_change chunk_undo on chunk_undo.undoes_id = chunk.id
    where undone.id = change.undoes_id
  ) import_undo on change.kind = 'undo'`

export const changeList = ({
  search,
  staff,
  channels,
  ids,
  since,
  ...filters
}: AskedFilters<'bulkChanges'> & {
  search?: string | undefined
  /** The reader. */
  staff: number
  channels: readonly string[] | null
  ids?: string[] | undefined
  /** Older changes cannot be undone. */
  since: Date
}): ListQuery<'at'> => ({
  select: changeRow,
  from: (sql) => sql`${changeFrom(sql)}
    where change.kind <> 'gift' and ${isWithinChannels(sql, channels)}
      -- An import runs in chunks that are undone together, so the list shows one row for their undo.
      and change.id = coalesce(import_undo.last_id, change.id)
      ${search === undefined ? sql`` : sql`and strpos(lower(change.reason || ' ' || coalesce(staff.name, '') || ' ' || change.about::text), ${search.toLowerCase()}) > 0`}
      ${channels === null ? sql`` : sql`and change.staff_id = ${staff}`}
      ${filterConditions<'bulkChanges'>(sql, filters, {
        kind: (kind) => sql`change.kind = any(${kind}::text[])`,
        open: (open) =>
          sql`(change.kind <> 'undo' and undo.id is null and change.at > ${since}) = ${open === 'yes'}`,
        mine: () => sql`change.staff_id = ${staff}`,
      })}
      ${ids === undefined ? sql`` : sql`and change.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`change.id`,
  sorts: { at: { by: (sql) => sql`change.at`, type: 'timestamptz' } },
  defaultSort: defaultSorts.bulkChanges,
})

/** Visible to its author while they work in all channels that it changed, and to colleagues of all channels. */
export async function findChange(
  sql: Queries,
  id: number,
  { channels, colleague }: Pick<SignedIn, 'channels' | 'colleague'>,
) {
  const [row] = await sql<ChangeRow[]>`
    select ${changeRow(sql)} from ${changeFrom(sql)}
    where change.id = ${id} and ${isWithinChannels(sql, channels)}
      ${channels === null ? sql`` : sql`and change.staff_id = ${colleague.id}`}`
  return row
}

export const countLeftOut = (sql: Queries, rows: Fragment) => sql<
  { why: 'same' | 'least' | 'not-offered' | 'shared'; count: number }[]
>`
  select coalesce(why, 'same') as why, count(*)::integer as count from (${rows}) row
  where why is not null or before is not distinct from after group by 1 order by 1`

export const insertChangeRows = (sql: Queries, id: number, rows: Fragment) => sql`
  insert into bulk_change_row (bulk_id, kind, product_id, id, channel_id, language, field, before, after)
  select ${id}, kind, product_id, id, channel_id, language, field, before, after from (${rows}) row
  where why is null and before is distinct from after`

export const selectChangeRows = (
  sql: Queries,
  id: number,
) => sql`select kind, product_id, id, channel_id, language, field, before, after, null::text as why
  from bulk_change_row where bulk_id = ${id}`

export async function hasRelease(sql: Queries, change: number) {
  const [row] = await sql`
    select from bulk_change where id = ${change} and release_id is not null`
  return row !== undefined
}

export const lockChange = (sql: Queries, change: number) =>
  sql`select from bulk_change where id = ${change} for update`

export const listSelectedGifts = (
  sql: Queries,
  {
    ids,
    found,
    ...reader
  }: {
    ids: string[] | undefined
    found:
      | ({
          search?: string | undefined
          sort?: string | undefined
        } & AskedFilters<'gifts'>)
      | undefined
    channels: readonly string[] | null
    colleague: { id: number }
    language: string
  },
) => sql<{ id: string }[]>`
  select product.id from product join brand on brand.id = product.brand_id
  where ${giftsWhere(sql, ids ? { ids } : (found ?? {}), reader)}
  order by product.id`

export async function listTagsBelow(sql: Queries, item: string): Promise<string[]> {
  const rows = await sql<{ tag_id: string }[]>`
    select distinct tag_id from (${tagsBelow(sql, [item])}) below order by tag_id`
  return rows.map(({ tag_id }) => tag_id)
}

export const lockTags = (sql: Queries, tags: string[]) => sql<{ id: string; retired: boolean }[]>`
  select id, retired from tag where id = any(${tags}::text[]) order by id for share`

export const lockNavigationTags = (sql: Queries, tags: string[]) => sql`
  select from navigation_tag where tag_id = any(${tags}::text[]) order by channel_id, item_id, tag_id for share`
