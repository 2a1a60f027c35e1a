import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { COMPONENTS } from '#domain/content/components.ts'
import type { contentNodes, CONTENT_NODE_KINDS } from '#contract/content/content-nodes.staff.ts'
import type { Language } from '#domain/language.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { hasOwnMenu, menuTexts } from '#server/modules/content/texts/page-texts.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { LENGTH_KEY } from '#server/modules/content/list-length.ts'
import { MAIL_PATH } from '#server/modules/content/releases/change-keys.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ContentNodeRow = {
  id: number
  channel_id: string
  channel_name: string
  default_language: Language
  kind: (typeof CONTENT_NODE_KINDS)[number]
  name: string
  changes: number
  scheduled_changes: number
  scheduled_at: Date | null
}

/** The nodes that every channel has: components in the order of a recipient's visit, then the others. */
const FIXED: readonly { kind: ContentNodeRow['kind']; name: string }[] = [
  ...COMPONENTS.map((name) => ({ kind: 'component' as const, name: name as string })),
  ...(['mails', 'company', 'countries', 'navigation', 'tiles'] as const).map((name) => ({
    kind: name,
    name: name as string,
  })),
]
/** Pages come after the components. */
const PAGES_AT = COMPONENTS.length

/** Mail texts are stored with the texts of one component, but are listed separately. */
export const contentNodeOf = (sql: Queries, table: Fragment) => sql`
  case when ${table}.path = ${MAIL_PATH} and ${table}.block = '' and starts_with(${table}.key, 'mail_')
    then 'mails' else ${table}.path end`

/** The node that a change in a release or a published version belongs to. */
export const nodeOfChange = (sql: Queries) => sql`
  case kind when 'content' then key ->> 'path' when 'mail' then 'mails'
    when 'navigation' then 'navigation' when 'tile' then 'tiles'
    else case when key ->> 'field' = 'countries' then 'countries' else 'company' end end`

export const isOpen = (sql: Queries) =>
  sql`state in ('draft', 'scheduled', 'stopped') and source <> 'end'`

/** Whether a text contains the search words. */
export const containsSearch = (sql: Queries, table: Fragment, search: string) => sql`
  strpos(${table}.search_text, lower(${search})) > 0`

const isFilledText = (sql: Queries, table: Fragment) => sql`
  ${table}.kind in ('text', 'area') and ${table}.key <> ${LENGTH_KEY} and ${table}.value <> ''`

type Sort = 'place' | 'changes'

/** The channels whose texts are searched. */
type Readers = { isAll: boolean; ids: (sql: Queries) => Fragment }

/** The condition for texts that these channels show. It is omitted if it is always true. */
const isShown = (sql: Queries, table: Fragment, { isAll, ids }: Readers) =>
  isAll
    ? sql`true`
    : sql`(${table}.channel_id = ${SHARED_CHANNEL} or ${table}.channel_id in (${ids(sql)}))`

type Query = Omit<z.output<(typeof contentNodes)['input']>, 'as' | 'sort' | 'cursor' | 'limit'>

/** One row per node with texts in these channels. */
export function contentNodesList(
  query: Query,
  channels: readonly string[] | null,
): ListQuery<Sort> {
  const { channel } = query
  const within = (sql: Queries) => sql`
    ${channels === null ? sql`true` : sql`channel.id = any(${[...channels]}::text[])`}
    ${channel === undefined ? sql`` : sql`and channel.id = ${channel}`}`
  const readers: Readers = {
    isAll: channels === null && channel === undefined,
    ids: (sql) => sql`select id from channel where ${within(sql)}`,
  }
  return {
    select: (sql) => sql`node.*`,
    from: (sql) => sql`
      (${nodesIn(sql, within(sql))}) node
      where true ${conditionOf(sql, query, readers)}`,
    id: (sql) => sql`node.id`,
    materialize: true,
    sorts: {
      place: { by: (sql) => sql`node.place`, type: 'text' },
      changes: { by: (sql) => sql`node.changes`, type: 'bigint' },
    },
    defaultSort: defaultSorts.contentNodes,
  }
}

/** The fixed nodes and the pages of each of these channels, with the number of their changes not published yet. */
const nodesIn = (sql: Queries, within: Fragment) => sql`
  with own as materialized (select id, name, default_language from channel where ${within}),
  pages as materialized (
    select distinct channel_id, path from content
    where path <> all(${[...COMPONENTS]}::text[])
      and (channel_id = ${SHARED_CHANNEL} or channel_id in (select id from own))),
  fixed as (
    select * from unnest(${FIXED.map(({ kind }) => kind)}::text[], ${FIXED.map(({ name }) => name)}::text[],
      ${FIXED.map((_, index) => (index < PAGES_AT ? index : index + 1))}::integer[]) as fixed (kind, name, place)),
  open as materialized (
    select channel_id, ${nodeOfChange(sql)} as name, count(*) as changes,
      count(*) filter (where state = 'scheduled') as scheduled_changes,
      min(from_at) filter (where state = 'scheduled') as scheduled_at
    from release_change join release on release.id = release_id
    where ${isOpen(sql)}
    group by 1, 2)
  select ('x' || substr(md5(own.id || ' ' || node.name), 1, 13))::bit(52)::bigint as id,
    own.id as channel_id, own.name as channel_name, own.default_language, node.kind, node.name,
    lpad(own.id, 10, '0') || lpad(node.place::text, 3, '0') || node.name as place,
    coalesce(open.changes, 0) as changes, coalesce(open.scheduled_changes, 0) as scheduled_changes,
    open.scheduled_at
  from own cross join lateral (
      select kind, name, place from fixed
      union select 'page', path, ${PAGES_AT}::integer from pages
      where channel_id in (own.id, ${SHARED_CHANNEL})) node
    left join open on open.channel_id = own.id and open.name = node.name`

function conditionOf(sql: Queries, query: Query, readers: Readers): Fragment {
  const { search, named, ids } = query
  return sql`
    ${filterConditions<'contentNodes'>(sql, query, {
      kind: (kind) => sql`node.kind = any(${kind}::text[])`,
      state: (state) => (state === 'changed' ? sql`node.changes > 0` : sql`node.changes = 0`),
      source: (source) =>
        sql`((node.channel_id, node.name) in (${nodesWithOwnData(sql, readers)})) = ${source === 'own'}`,
      gap: (gap) =>
        gap
          .map(
            (language) =>
              sql`(node.channel_id, node.name) in (${nodesWithGap(sql, language, readers)})`,
          )
          .reduce((a, b) => sql`${a} and ${b}`, sql`true`),
      // Filtered above.
      channel: null,
      // Filtered below, with the search.
      named: null,
    })}
    ${ids === undefined ? sql`` : sql`and node.id = any(${ids.map(Number)}::bigint[])`}
    ${
      search === undefined || search === ''
        ? sql``
        : sql`and (${named === undefined ? sql`false` : sql`node.name = any(${named}::text[])`}
          or strpos(lower(node.name), lower(${search})) > 0
          or (node.channel_id, node.name) in (${nodesWithMatch(sql, search, readers)}))`
    }`
}

/** Channel and node of a channel's own data: a text in any language, its own menu or its own tiles. */
const nodesWithOwnData = (sql: Queries, readers: Readers) => sql`
  select t.channel_id, ${contentNodeOf(sql, sql`t`)} from content t
  where ${isShown(sql, sql`t`, readers)} and ${isFilledText(sql, sql`t`)}
  union select channel_id, 'navigation' from navigation_item
  union select channel_id, 'tiles' from home_tile`

/**
 * Channel and node of each text that contains the search words: the channel's own texts, and the shared ones that it
 * shows. The shared texts that a channel hides with its own are counted in one pass, which is cheaper than a query per
 * channel and text.
 */
const nodesWithMatch = (sql: Queries, search: string, readers: Readers) => sql`
  with hit as materialized (
      select t.channel_id, t.path, t.block, t.kind, t.key, t.language, ${contentNodeOf(sql, sql`t`)} as name
      from content t
      where ${isShown(sql, sql`t`, readers)} and ${containsSearch(sql, sql`t`, search)}),
    common as (select name, count(*) as texts from hit where channel_id = ${SHARED_CHANNEL} group by 1),
    -- Written with 'in' and 'is true' so that the planner starts from the few hits and does not read all texts.
    hidden as (
      select o.channel_id, ${contentNodeOf(sql, sql`o`)} as name, count(*) as texts
      from content o
      where o.channel_id <> ${SHARED_CHANNEL} and o.value <> '' and ((o.path, o.block, o.kind, o.key, o.language)
        in (select path, block, kind, key, language from hit where channel_id = ${SHARED_CHANNEL})) is true
      group by 1, 2),
    menu as materialized (
      select distinct channel_id, name
      from (${menuTexts(sql, search, sql`${readers.ids(sql)} union select ${SHARED_CHANNEL}`)}) text
      where strpos(lower(plain_text), lower(${search})) > 0)
  select channel_id, name from hit
  union
  select channel_id, name from menu
  union
  select reader.id, menu.name from (${readers.ids(sql)}) reader cross join menu
  where menu.channel_id = ${SHARED_CHANNEL} and not ${hasOwnMenu(sql, sql`reader.id`, sql`menu.name`)}
  union
  select reader.id, common.name from (${readers.ids(sql)}) reader cross join common
    left join hidden on hidden.channel_id = reader.id and hidden.name = common.name
  where common.texts > coalesce(hidden.texts, 0)`

/**
 * Channel and node of each text that falls back to another language. Texts with a shared text in this language are
 * excluded first, because they are most of them. The others are checked one by one.
 */
const nodesWithGap = (sql: Queries, language: string, readers: Readers): Fragment => sql`
  with common as materialized (
      select distinct path, block, kind, key from content o
      where channel_id = ${SHARED_CHANNEL} and language in (${language}, '') and ${isFilledText(sql, sql`o`)}),
    others as materialized (
      select t.channel_id, path, block, kind, key, ${contentNodeOf(sql, sql`t`)} as name,
        bool_or(language in (${language}, '')) as is_translated
      from content t
      where ${isFilledText(sql, sql`t`)} and ${isShown(sql, sql`t`, readers)}
        and not exists (select from common where (common.path, common.block, common.kind, common.key)
          = (t.path, t.block, t.kind, t.key))
      group by 1, 2, 3, 4, 5),
    needed as (select name, count(*) as texts from others where channel_id = ${SHARED_CHANNEL} group by 1),
    translated as (
      select own.channel_id, own.name, count(*) as texts
      from others own join others shared using (path, block, kind, key)
      where own.is_translated and own.channel_id <> ${SHARED_CHANNEL} and shared.channel_id = ${SHARED_CHANNEL}
      group by 1, 2)
  select reader.id, needed.name from (${readers.ids(sql)}) reader cross join needed
    left join translated on translated.channel_id = reader.id and translated.name = needed.name
  where needed.texts > coalesce(translated.texts, 0)
  union
  select channel_id, name from others where not is_translated`
