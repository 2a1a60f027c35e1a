import { allLanguages, fallbackOrder, type Language } from '#domain/language.ts'
import { placeholdersIn } from '#domain/content/text-template.ts'
import { rankOf } from '#server/modules/content/component-blocks.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { placeholdersOf } from '#server/modules/content/validation/check-placeholders.ts'
import dutchMailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }
import { mailTextsOf } from '#server/modules/mail/texts/mail-texts.ts'
import type { ContentRow } from '#server/modules/catalog/read-model/content.sql.ts'
import { isBeyondLength, isListLength, listLengths } from '#server/modules/content/list-length.ts'
import { MAIL_PATH, subjectOf } from '#server/modules/content/releases/change-keys.ts'
import { draftContent } from '#server/modules/content/releases/apply-draft.ts'
import type { AuthoredChange } from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Row = ContentRow & { row_version: number }

const readRows = (sql: Queries, channel: string, path: string) => sql<Row[]>`
  select channel_id, path, block, kind, key, language, value, alt, position, row_version from content
  where channel_id in (${channel}, ${SHARED_CHANNEL}) and path = ${path}
  order by position, block, kind, key`

/** The subjects of the channel's texts with at least one published version, including texts that are empty now. */
async function findPublishedSubjects(
  sql: Queries,
  { channel, kind, path }: { channel: string; kind: 'content' | 'mail'; path?: string },
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ subject: string }[]>`
    select distinct subject from content_version where channel_id = ${channel} and kind = ${kind}
      ${path === undefined ? sql`` : sql`and key ->> 'path' = ${path}`}`
  return new Set(rows.map(({ subject }) => subject))
}

type PageQuery = {
  channel: string
  path: string
  defaultLanguage: Language
  changes: readonly AuthoredChange[]
}

/** Every text of a page in all languages, with its current value and its value after the changes. */
export async function pageTexts(
  sql: Queries,
  { channel, path, defaultLanguage, changes }: PageQuery,
) {
  const live = await readRows(sql, channel, path)
  const published = await findPublishedSubjects(sql, { channel, kind: 'content', path })
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
    const isOfText = (row: ContentRow) =>
      row.block === block && row.kind === kind && row.key === key
    const own = live.filter((row) => row.channel_id === channel && isOfText(row))
    const candidates = shown.filter((row) => isOfText(row) && row.value !== '')
    return {
      block,
      field: kind,
      key,
      position,
      hidden: !isListLength(text) && isBeyondLength(block, lengths),
      variables: isText(kind) ? placeholdersOf(path, block, key) : [],
      languages: languagesOf(kind, [...own, ...candidates]).map((language) => {
        const row = own.find((candidate) => candidate.language === language)
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
          reads: shownValue(
            candidates,
            fallbackOrder(language || defaultLanguage, defaultLanguage),
          ),
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

const isText = (kind: ContentRow['kind']) => kind === 'text' || kind === 'area'

/** Texts are listed in all languages; other values without a language and in the languages that have a value. */
function languagesOf(kind: ContentRow['kind'], rows: readonly ContentRow[]) {
  if (isText(kind)) return allLanguages
  const used = allLanguages.filter((language) => rows.some((row) => row.language === language))
  return ['' as const, ...used]
}

/** The value that a recipient sees with this order of languages. */
function shownValue(rows: readonly ContentRow[], order: readonly Language[]) {
  let best: { row: ContentRow; rank: number } | undefined
  for (const row of rows) {
    const rank = rankOf(row, order)
    if (rank !== undefined && (!best || rank < best.rank)) best = { row, rank }
  }
  return best
    ? { value: best.row.value, channel: best.row.channel_id, language: best.row.language }
    : null
}

/** Every text of the mails, with the channel's own value and the value that is used: own, shared or built in. */
export async function listMailTexts(
  sql: Queries,
  { channel, changes }: { channel: string; changes: readonly AuthoredChange[] },
) {
  const live = await readRows(sql, channel, MAIL_PATH)
  const published = await findPublishedSubjects(sql, { channel, kind: 'mail' })
  const shown = draftContent([...live], changes)
  const liveTexts = mailTextsByName(live)
  const shownTexts = mailTextsByName(shown)
  return Object.entries(dutchMailTexts).flatMap(([mail, texts]) =>
    Object.entries(texts).map(([key, dutch]: [string, string]) => {
      const name = `mail_${mail}_${key}`
      return {
        mail,
        key,
        variables: placeholdersIn(dutch),
        languages: allLanguages.map((language) => {
          const row = liveTexts.get(textKey(channel, name, language))
          const subject = subjectOf({ kind: 'mail', key: { channel, mail, key, language } })
          const change = changes.find(
            ({ kind, subject: changed }) => kind === 'mail' && changed === subject,
          )
          const own = shownTexts.get(textKey(channel, name, language))?.value
          const shared = shownTexts.get(textKey(SHARED_CHANNEL, name, language))?.value
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

const textKey = (channel: string, key: string, language: string) =>
  `${channel}\n${key}\n${language}`

/** Indexed, because a channel has thousands of texts and the mails have hundreds per language. */
function mailTextsByName<Text extends ContentRow>(rows: readonly Text[]): Map<string, Text> {
  return new Map(
    rows
      .filter(({ path, block, kind }) => path === MAIL_PATH && block === '' && kind === 'text')
      .map((row) => [textKey(row.channel_id, row.key, row.language), row]),
  )
}

/** A quick test of a JSON column: whether any of its texts can contain the search words. */
export const mayContain = (sql: Queries, texts: Fragment, search: string) => sql`
  strpos(lower(${texts}::text), lower(trim(both '"' from to_jsonb(${search}::text)::text))) > 0`

/**
 * The texts and alternative texts of menu items and tiles in these channels, one row per text. Few contain the search
 * words, so a row is tested first before its texts are split.
 */
export function menuTexts(sql: Queries, search: string, channels: Fragment): Fragment {
  return sql`
    select channel_id, 'navigation' as name, item.id as block, position, part.key, translation.key as language, translation.value as plain_text
    from navigation_item item, lateral (values ('title', texts), ('banner', banner_alt)) part (key, texts),
      jsonb_each_text(part.texts) translation
    where channel_id in (${channels}) and (${mayContain(sql, sql`item.texts`, search)} or ${mayContain(sql, sql`banner_alt`, search)})
    union all
    select channel_id, 'tiles', tile.kind || ' ' || tile.id, position, part.key, translation.key, translation.value
    from home_tile tile, jsonb_each(texts) part, jsonb_each_text(part.value) translation
    where channel_id in (${channels}) and ${mayContain(sql, sql`texts`, search)}`
}

/** A channel without its own menu or tiles shows the shared ones. */
export const hasOwnMenu = (sql: Queries, channel: Fragment, name: Fragment) => sql`
  case ${name} when 'tiles' then exists (select from home_tile where channel_id = ${channel})
    else exists (select from navigation_item where channel_id = ${channel}) end`
