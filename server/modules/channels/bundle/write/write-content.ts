import type { Transaction } from '#server/platform/db/database.ts'
import { contentNodeOfRow } from '#server/modules/content/releases/staff-changes.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { type Count, createTally } from './import-counts.ts'
import { isComponent } from '#server/modules/content/validation/page-names.ts'
import type { StaffChangeFilter } from './preserve-staff-changes.ts'
import { readRows, keyOf, syncRows } from './sync-rows.ts'
import { type ContentRow, contents } from './shop-tables.ts'
import type { ImageRegistry } from './write-images.ts'

/**
 * Replaces a page in all languages if the bundle contains it in any, except where a file is invalid. A page without
 * files is removed. Components are not, because the shop needs all of them.
 */
export async function writeContent(
  sql: Transaction,
  { id: channel, label, content, contentMentioned, hasContent }: ChannelBundle,
  pictures: ImageRegistry,
  staffChanges: StaffChangeFilter,
): Promise<{ count: Count; isMoved: boolean; warnings: FolderProblem[] }> {
  const rows = contentRows(channel, content, pictures)
  const replacedPages = new Set([...contentMentioned].map((page) => page.split('/')[1]))
  const stored = await readRows(sql, contents, { column: 'channel_id', value: channel })
  const removedPages = new Set(
    stored.flatMap(({ path }) =>
      hasContent && !isComponent(path) && !replacedPages.has(path) ? path : [],
    ),
  )
  const replaceable = stored.filter(({ path, language }) => {
    const page = `${language || 'all'}/${path}`
    return (
      removedPages.has(path) ||
      (replacedPages.has(path) && (content.has(page) || !contentMentioned.has(page)))
    )
  })
  const isPreserved = (row: ContentRow, wanted?: ContentRow, live?: ContentRow) => {
    // A changed position alone is no conflict: the file determines it.
    if (wanted && live && wanted.value === live.value && wanted.alt === live.alt) return false
    const file = `content/${row.language || 'all'}/${row.path}.yaml`
    return staffChanges.isPreserved(contentNodeOfRow(row), file, wanted?.value)
  }
  const found = await syncRows(
    sql,
    contents,
    ...staffChanges.withoutPreserved(contents, rows, replaceable, isPreserved),
  )
  // A text with only another position counts as unchanged, because releases do not record positions.
  const storedByKey = new Map(replaceable.map((row) => [keyOf(contents, row), row]))
  const hasOtherText = (row: ContentRow) => {
    const storedRow = storedByKey.get(keyOf(contents, row))
    return storedRow?.value !== row.value || storedRow.alt !== row.alt
  }
  const changed = found.changed.filter(hasOtherText)
  const moved = found.changed.filter((row) => !hasOtherText(row))
  const tally = createTally()
  tally.add({ ...found, changed, same: [...found.same, ...moved] }, pageOf)
  const pagesBefore = new Set(replaceable.map(pageOf))
  const pagesAfter = new Set(rows.map(pageOf))
  for (const page of pagesAfter) if (!pagesBefore.has(page)) tally.mark(page, 'new')
  for (const page of pagesBefore) if (!pagesAfter.has(page)) tally.mark(page, 'removed')
  const file = label ? `${label}/content` : 'content'
  const warnings = [...removedPages].map((path) =>
    problemAt({ file }, `the page '/${path}' no longer has a file and is removed`),
  )
  return { count: tally.count(), isMoved: moved.length > 0, warnings }
}

const contentRows = (channel: string, content: ChannelBundle['content'], pictures: ImageRegistry) =>
  [...content.values()].flatMap(({ path, language, fields }) =>
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

const pageOf = ({ path, language }: ContentRow) => `${language}/${path}`
