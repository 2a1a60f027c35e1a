import { allLanguages, fallbackOrder, type Language } from '#domain/language.ts'
import { placeholdersIn } from '#domain/content/text-template.ts'
import { rankOf } from '#server/modules/content/component-blocks.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { placeholdersOf } from '#server/modules/content/validation/check-placeholders.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import { mailTextsOf } from '#server/modules/mail/texts/mail-texts.ts'
import type { ContentRow } from '#server/modules/catalog/read-model/content.sql.ts'
import { isBeyond, isLength, listLengths } from '#server/modules/content/list-length.ts'
import { MAIL_PATH, subjectOf } from '#server/modules/content/releases/change-keys.ts'
import { draftContent } from '#server/modules/content/releases/apply-draft.ts'
import type { AuthoredChange } from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Row = ContentRow & { row_version: number }

const readRows = (sql: Queries, channel: string, path: string) => sql<Row[]>`
  select channel_id, path, block, kind, key, language, value, alt, position, row_version from content
  where channel_id in (${channel}, ${SHARED_CHANNEL}) and path = ${path}
  order by position, block, kind, key`

/** The channel's texts with at least one published version, including those that are empty now. */
async function publishedOnce(
  sql: Queries,
  { channel, kind, path }: { channel: string; kind: 'content' | 'mail'; path?: string },
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ subject: string }[]>`
    select distinct subject from content_version where channel_id = ${channel} and kind = ${kind}
      ${path === undefined ? sql`` : sql`and key ->> 'path' = ${path}`}`
  return new Set(rows.map(({ subject }) => subject))
}

/** Every text of a page in all languages, with its current value and its value after the changes. */
export async function pageTexts(
  sql: Queries,
  {
    channel,
    path,
    defaultLanguage,
    changes,
  }: {
    channel: string
    path: string
    defaultLanguage: Language
    changes: readonly AuthoredChange[]
  },
) {
  const live = await readRows(sql, channel, path)
  const published = await publishedOnce(sql, { channel, kind: 'content', path })
  const shown = draftContent([...live], changes).filter(
    (row) => row.path === path && [channel, SHARED_CHANNEL].includes(row.channel_id),
  )
  const lengths = listLengths(shown, fallbackOrder(defaultLanguage, defaultLanguage))
  const changeOfSubject = new Map(
    changes
      .filter(({ kind }) => kind === 'content')
      .map((change) => [change.subject, change] as const),
  )
  return textsOfPage(path, [...shown, ...live]).map((text) => {
    const { block, kind, key, position } = text
    const isThis = (row: ContentRow) => row.block === block && row.kind === kind && row.key === key
    const own = live.filter((row) => row.channel_id === channel && isThis(row))
    const readable = shown.filter((row) => isThis(row) && row.value !== '')
    return {
      block,
      field: kind,
      key,
      position,
      hidden: !isLength(text) && isBeyond(block, lengths),
      variables: isSpoken(kind) ? placeholdersOf(path, block, key) : [],
      languages: languagesOf(kind, [...own, ...readable]).map((language) => {
        const row = own.find((one) => one.language === language)
        const subject = subjectOf({
          kind: 'content',
          key: { channel, path, block, field: kind, key, language },
        })
        const change = changeOfSubject.get(subject)
        return {
          language,
          subject,
          version: row?.row_version ?? 0,
          was_published: published.has(subject),
          value: row?.value ?? null,
          alt: row?.alt ?? '',
          change: change ? { after: change.after, change_version: change.version } : null,
          reads: readBy(readable, fallbackOrder(language || defaultLanguage, defaultLanguage)),
        }
      }),
    }
  })
}

/** One row per text, in the order of the page. Mails have their own list. */
function textsOfPage(path: string, rows: readonly ContentRow[]) {
  const texts = new Map<string, ContentRow>()
  for (const row of rows) {
    if (path === MAIL_PATH && row.block === '' && row.key.startsWith('mail_')) continue
    const name = `${row.block}\n${row.kind}\n${row.key}`
    if (!texts.has(name)) texts.set(name, row)
  }
  return [...texts.values()].sort((a, b) => a.position - b.position)
}

const isSpoken = (kind: ContentRow['kind']) => kind === 'text' || kind === 'area'

/** Texts have all languages. Other values have one without a language, and the languages with a value of their own. */
function languagesOf(kind: ContentRow['kind'], rows: readonly ContentRow[]) {
  if (isSpoken(kind)) return allLanguages
  const used = allLanguages.filter((language) => rows.some((row) => row.language === language))
  return ['' as const, ...used]
}

function readBy(rows: readonly ContentRow[], order: readonly Language[]) {
  let best: { row: ContentRow; rank: number } | undefined
  for (const row of rows) {
    const rank = rankOf(row, order)
    if (rank !== undefined && (!best || rank < best.rank)) best = { row, rank }
  }
  return best
    ? { value: best.row.value, channel: best.row.channel_id, language: best.row.language }
    : null
}

/** Every text of the mails: the channel's, the shared one, or the shop's built-in one. */
export async function mailLines(
  sql: Queries,
  { channel, changes }: { channel: string; changes: readonly AuthoredChange[] },
) {
  const live = await readRows(sql, channel, MAIL_PATH)
  const published = await publishedOnce(sql, { channel, kind: 'mail' })
  const shown = draftContent([...live], changes)
  const standing = sentencesByName(live)
  const showing = sentencesByName(shown)
  return Object.entries(dutchMailTexts).flatMap(([mail, words]) =>
    Object.entries(words).map(([key, dutch]: [string, string]) => {
      const name = `mail_${mail}_${key}`
      return {
        mail,
        key,
        variables: placeholdersIn(dutch),
        languages: allLanguages.map((language) => {
          const row = standing.get(nameOf(channel, name, language))
          const subject = subjectOf({ kind: 'mail', key: { channel, mail, key, language } })
          const change = changes.find((one) => one.kind === 'mail' && one.subject === subject)
          const own = showing.get(nameOf(channel, name, language))?.value
          const shared = showing.get(nameOf(SHARED_CHANNEL, name, language))?.value
          return {
            language,
            subject,
            version: row?.row_version ?? 0,
            was_published: published.has(subject),
            value: row?.value ?? null,
            change: change ? { after: change.after, change_version: change.version } : null,
            reads: own
              ? { value: own, from: 'channel' as const }
              : shared
                ? { value: shared, from: 'shared' as const }
                : { value: mailTextsOf(language)[mail]?.[key] ?? dutch, from: 'shop' as const },
          }
        }),
      }
    }),
  )
}

const nameOf = (channel: string, key: string, language: string) => `${channel}\n${key}\n${language}`

/** Grouped by name, because a channel has thousands of texts and the mails have hundreds per language. */
function sentencesByName<Text extends ContentRow>(rows: readonly Text[]): Map<string, Text> {
  return new Map(
    rows
      .filter(({ path, block, kind }) => path === MAIL_PATH && block === '' && kind === 'text')
      .map((row) => [nameOf(row.channel_id, row.key, row.language), row]),
  )
}

/** Whether texts by language contain the search words at all, before they are split. */
export const canHold = (sql: Queries, texts: Fragment, search: string) => sql`
  strpos(lower(${texts}::text), lower(trim(both '"' from to_jsonb(${search}::text)::text))) > 0`

/**
 * The texts and alternative texts of menu items and tiles in these channels, one row per text. Few contain the search
 * words, so each is tested as a whole before it is split.
 */
export function menuTexts(sql: Queries, search: string, of: Fragment): Fragment {
  return sql`
    select channel_id, 'navigation' as name, item.id as block, position, part.key, said.key as language, said.value as said
    from navigation_item item, lateral (values ('title', texts), ('banner', banner_alt)) part (key, texts),
      jsonb_each_text(part.texts) said
    where channel_id in (${of}) and (${canHold(sql, sql`item.texts`, search)} or ${canHold(sql, sql`banner_alt`, search)})
    union all
    select channel_id, 'tiles', tile.kind || ' ' || tile.id, position, part.key, said.key, said.value
    from home_tile tile, jsonb_each(texts) part, jsonb_each_text(part.value) said
    where channel_id in (${of}) and ${canHold(sql, sql`texts`, search)}`
}

/** A channel without its own menu or tiles shows the shared ones. */
export const hasOwnMenu = (sql: Queries, channel: Fragment, name: Fragment) => sql`
  case ${name} when 'tiles' then exists (select from home_tile where channel_id = ${channel})
    else exists (select from navigation_item where channel_id = ${channel}) end`
