import type { ChangeKind } from '#contract/content/release-change.ts'
import { allLanguages, type Language } from '#domain/language.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import {
  contentCounts,
  type CountedRow,
  mailCounts,
} from '#server/modules/content/texts/text-counts.ts'
import { hasOwnMenu, menuTexts } from '#server/modules/content/texts/page-texts.ts'
import { LENGTH_KEY } from '#server/modules/content/list-length.ts'
import { MAIL_PATH } from '#server/modules/content/releases/change-keys.ts'
import {
  contentNodeOf,
  type ContentNodeRow,
  containsSearch,
  isOpen,
  nodeOfChange,
} from '#server/modules/content/search/content-node-list.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The text without markup; for an image its alternative text. */
const plainTextOf = (sql: Queries, table: Fragment) => sql`
  case ${table}.kind when 'area' then regexp_replace(${table}.value, '<[^>]*>', '', 'g')
    when 'media' then ${table}.alt else ${table}.value end`

/** The number of texts of each node, by their source in each language. */
export async function countTexts(sql: Queries, nodes: readonly ContentNodeRow[]) {
  const paths = [...new Set(nodes.map(({ name }) => (name === 'mails' ? MAIL_PATH : name)))]
  const channels = [...new Set(nodes.map(({ channel_id }) => channel_id))]
  const rows = await sql<CountedRow[]>`
    select channel_id, path, block, kind, key, language, value <> '' as filled from content
    where channel_id = any(${[...channels, SHARED_CHANNEL]}) and path = any(${paths})
      and kind in ('text', 'area') and key <> ${LENGTH_KEY}`
  const rowsByNode = new Map<string, CountedRow[]>()
  for (const row of rows) {
    const isMail = row.path === MAIL_PATH && row.block === '' && row.key.startsWith('mail_')
    const node = `${row.channel_id} ${isMail ? 'mails' : row.path}`
    const rowsOfNode = rowsByNode.get(node)
    if (rowsOfNode) rowsOfNode.push(row)
    else rowsByNode.set(node, [row])
  }
  return nodes.map((node) => {
    if (!hasTexts(node)) return { texts: 0, languages: [] }
    const { channel_id, name, kind, default_language } = node
    const shared =
      channel_id === SHARED_CHANNEL ? [] : (rowsByNode.get(`${SHARED_CHANNEL} ${name}`) ?? [])
    const texts = [...(rowsByNode.get(`${channel_id} ${name}`) ?? []), ...shared]
    const counted = kind === 'mails' ? mailCounts(texts) : contentCounts(texts, default_language)[0]
    return {
      texts: counted?.texts ?? 0,
      languages: allLanguages.map((language) => {
        const counts = counted?.languages.find((candidate) => candidate.language === language)
        return {
          language,
          own: counts?.own ?? 0,
          shared: counts?.shared ?? 0,
          rest: (counts?.fallback ?? 0) + (counts?.missing ?? 0),
        }
      }),
    }
  })
}

type LastChange = { at: Date; by: string | null }
type Range = { kind: ChangeKind; prefix: string }

const hasTexts = ({ kind }: ContentNodeRow) =>
  kind === 'component' || kind === 'page' || kind === 'mails'

/** The kind of a node's versions, and the prefix of their subjects: one range of the index. */
function rangeOf({ kind, name }: ContentNodeRow, channel: string): Range {
  switch (kind) {
    case 'component':
    case 'page':
      return { kind: 'content', prefix: `${channel} ${name} ` }
    case 'mails':
      return { kind: 'mail', prefix: `${channel} ` }
    case 'navigation':
      return { kind: 'navigation', prefix: `${channel} ` }
    case 'tiles':
      return { kind: 'tile', prefix: `${channel} ` }
    case 'company':
    case 'countries':
      return { kind: 'channel', prefix: `${channel} ` }
  }
}

/** Columns `channel_id`, `name`, `id`: the newest version of each node with a subject in these ranges. */
function newestVersions(sql: Queries, ranges: readonly Range[]) {
  // The first version that a subject has in the index is its newest.
  const first = (after: Fragment) => sql`
    select id, subject, channel_id, ${nodeOfChange(sql)} as name
    from content_version version where ${after} order by version.subject, version.id desc limit 1`
  return sql`
    with recursive asked as (
      select * from unnest(${ranges.map(({ kind }) => kind)}::text[], ${ranges.map(({ prefix }) => prefix)}::text[])
        as asked (of_kind, prefix)),
    -- A skip scan of the index: one step per subject, however long its history is.
    newest as (
      select asked.*, version.*
      from asked cross join lateral (
        ${first(sql`version.kind = asked.of_kind and version.subject > asked.prefix`)}) version
      where starts_with(version.subject, asked.prefix)
      union all
      select newest.of_kind, newest.prefix, version.*
      from newest cross join lateral (
        ${first(sql`version.kind = newest.of_kind and version.subject > newest.subject`)}) version
      where starts_with(version.subject, newest.prefix))
    select channel_id, name, max(id) as id from newest group by 1, 2`
}

/** The latest change of each node, published or in a draft, in the channel's own texts or the shared ones. */
export async function findLastChanges(
  sql: Queries,
  nodes: readonly ContentNodeRow[],
): Promise<(LastChange | null)[]> {
  const channels = [...new Set([SHARED_CHANNEL, ...nodes.map(({ channel_id }) => channel_id)])]
  const ranges = new Map<string, Range>()
  for (const node of nodes) {
    for (const channel of hasTexts(node) ? [node.channel_id, SHARED_CHANNEL] : [node.channel_id]) {
      const range = rangeOf(node, channel)
      ranges.set(`${range.kind} ${range.prefix}`, range)
    }
  }
  const rows = await sql<(LastChange & { channel_id: string; name: string })[]>`
    select channel_id, change.name, change.at, staff.name as by
    from (
      select distinct on (channel_id, name) channel_id, name, at, by_id
      from (
        select newest.channel_id, newest.name, content_version.at, published_by as by_id
        from (${newestVersions(sql, [...ranges.values()])}) newest
          join content_version using (id) join release on release.id = release_id
        union all
        select channel_id, ${nodeOfChange(sql)}, changed_at, changed_by
        from release_change join release on release.id = release_id
        where channel_id = any(${channels}::text[]) and ${isOpen(sql)}) each_change
      order by channel_id, name, at desc) change
    left join staff on staff.id = change.by_id`
  const byNode = new Map(rows.map((row) => [`${row.channel_id} ${row.name}`, row]))
  return nodes.map((node) => {
    const own = byNode.get(`${node.channel_id} ${node.name}`)
    const shared = hasTexts(node) ? byNode.get(`${SHARED_CHANNEL} ${node.name}`) : undefined
    const last = own && shared ? (own.at < shared.at ? shared : own) : (own ?? shared)
    return last ? { at: last.at, by: last.by } : null
  })
}

/** Titles of pages, one row per page and channel: the channel's own title before the shared one. */
export const listPageTitles = (
  sql: Queries,
  nodes: readonly ContentNodeRow[],
  language: string,
) => {
  const pages = nodes.filter(({ kind }) => kind === 'page')
  return sql<{ channel_id: string; name: string; title: string }[]>`
    select distinct on (asked.channel_id, name) asked.channel_id, name, value as title
    from unnest(${pages.map(({ channel_id }) => channel_id)}::text[], ${pages.map(({ name }) => name)}::text[],
        ${pages.map((page) => page.default_language)}::text[]) as asked (channel_id, name, default_language)
      join content on content.channel_id in (asked.channel_id, ${SHARED_CHANNEL}) and path = name
        and block = '' and content.kind = 'text' and key = 'title' and value <> ''
    order by asked.channel_id, name, language = ${language} desc, language = asked.default_language desc,
      content.channel_id = asked.channel_id desc, language`
}

export type FoundText = {
  channel_id: string
  name: string
  block: string
  key: string
  language: Language | ''
  excerpt: string
  shared: boolean
}

const EXCERPT_MARGIN = 40

/** Needs a row with the column `plain_text` and the position `match_at` of the search words in it. */
export const excerptOf = (sql: Queries, search: string) => sql`
  (case when match_at > ${EXCERPT_MARGIN + 1} then '… ' else '' end)
    || substr(plain_text, greatest(1, match_at - ${EXCERPT_MARGIN}), ${2 * EXCERPT_MARGIN} + length(${search}))
    || (case when length(plain_text) > match_at + ${EXCERPT_MARGIN} + length(${search}) then ' …' else '' end)`

/** The matches of the search words, up to this many per node. */
export async function findMatches(
  sql: Queries,
  nodes: readonly ContentNodeRow[],
  search: string,
  limit: number,
): Promise<FoundText[]> {
  return sql<FoundText[]>`
    select channel_id, name, block, key, language, shared,
      ${excerptOf(sql, search)} as excerpt
    from (
      with asked as materialized (
        select * from unnest(${nodes.map(({ channel_id }) => channel_id)}::text[], ${nodes.map(({ name }) => name)}::text[])
          as asked (channel_id, name)),
      text as (
      select asked.channel_id, asked.name, t.block, t.position, t.key, t.language,
        t.channel_id <> asked.channel_id as shared, ${plainTextOf(sql, sql`t`)} as plain_text
      from asked join content t on t.channel_id in (asked.channel_id, ${SHARED_CHANNEL})
          and t.path = case asked.name when 'mails' then ${MAIL_PATH} else asked.name end
      where ${containsSearch(sql, sql`t`, search)} and ${contentNodeOf(sql, sql`t`)} = asked.name
        and (t.channel_id = asked.channel_id or not exists (
          select from content o where o.channel_id = asked.channel_id and o.path = t.path and o.block = t.block
            and o.kind = t.kind and o.key = t.key and o.language = t.language and o.value <> ''))
      union all
      select asked.channel_id, asked.name, menu.block, menu.position, menu.key, menu.language,
        menu.channel_id <> asked.channel_id, menu.plain_text
      from asked join (${menuTexts(sql, search, sql`select channel_id from asked union select ${SHARED_CHANNEL}`)}) menu
        on menu.name = asked.name and (menu.channel_id = asked.channel_id
          or menu.channel_id = ${SHARED_CHANNEL} and not ${hasOwnMenu(sql, sql`asked.channel_id`, sql`asked.name`)}))
      select text.*, strpos(lower(plain_text), lower(${search})) as match_at,
        row_number() over (partition by channel_id, name order by position, block, key, language) as rank
      from text where strpos(lower(plain_text), lower(${search})) > 0) hit
    where rank <= ${limit}
    order by channel_id, name, rank`
}
