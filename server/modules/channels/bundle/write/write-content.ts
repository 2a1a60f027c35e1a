import type { Transaction } from '#server/platform/db/database.ts'
import { contentNodeOfRow } from '#server/modules/content/releases/staff-changes.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { type Count, tally } from './import-counts.ts'
import { isComponent } from '#server/modules/content/validation/page-names.ts'
import type { Keeper } from './preserve-staff-changes.ts'
import { allRows, keyOf, syncRows } from './sync-rows.ts'
import { type ContentRow, contents } from './shop-tables.ts'
import type { ImageRegistry } from './write-images.ts'

/**
 * Replaces a component in all languages if the bundle contains it in any, except where a file is invalid. A page
 * without files is removed; components stay, because the shop needs all of them.
 */
export async function writeContent(
  sql: Transaction,
  { id: channel, label, content, contentMentioned, hasContent }: ChannelBundle,
  pictures: ImageRegistry,
  keep: Keeper,
): Promise<{ count: Count; moved: boolean; warnings: FolderProblem[] }> {
  const rows = [...content.values()].flatMap(({ path, language, fields }) =>
    fields.value.map(({ block, kind, key, value, alt }, position): ContentRow => ({
      channel_id: channel,
      path,
      block,
      kind,
      key,
      language,
      value: kind === 'media' ? pictures.reference(value) : value,
      alt,
      position,
    })),
  )
  const replaced = new Set([...contentMentioned].map((page) => page.split('/')[1]))
  const stored = await allRows(sql, contents, { column: 'channel_id', value: channel })
  const gone = new Set(
    stored.flatMap(({ path }) =>
      hasContent && !isComponent(path) && !replaced.has(path) ? path : [],
    ),
  )
  const concerned = stored.filter(({ path, language }) => {
    const page = `${language || 'all'}/${path}`
    return (
      gone.has(path) || (replaced.has(path) && (content.has(page) || !contentMentioned.has(page)))
    )
  })
  const kept = (row: ContentRow, wanted?: ContentRow, live?: ContentRow) => {
    // The file determines the position.
    if (wanted && live && wanted.value === live.value && wanted.alt === live.alt) return false
    const file = `content/${row.language || 'all'}/${row.path}.yaml`
    return keep.isPreserved(contentNodeOfRow(row), file, wanted?.value)
  }
  const found = await syncRows(sql, contents, ...keep.apart(contents, rows, concerned, kept))
  // A text that was only moved has not changed, and releases do not record positions.
  const before = new Map(concerned.map((row) => [keyOf(contents, row), row]))
  const hasOtherText = (row: ContentRow) => {
    const old = before.get(keyOf(contents, row))
    return old?.value !== row.value || old.alt !== row.alt
  }
  const changed = found.changed.filter(hasOtherText)
  const moved = found.changed.filter((row) => !hasOtherText(row))
  const count = tally()
  count.of({ ...found, changed, same: [...found.same, ...moved] }, pageOf)
  const [pagesBefore, pagesAfter] = [new Set(concerned.map(pageOf)), new Set(rows.map(pageOf))]
  for (const page of pagesAfter) if (!pagesBefore.has(page)) count.mark(page, 'new')
  for (const page of pagesBefore) if (!pagesAfter.has(page)) count.mark(page, 'gone')
  const file = label ? `${label}/content` : 'content'
  const warnings = [...gone].map((path) =>
    problemAt({ file }, `the page '/${path}' no longer has a file and is removed`),
  )
  return { count: count.count(), moved: moved.length > 0, warnings }
}

const pageOf = ({ path, language }: ContentRow) => `${language}/${path}`
