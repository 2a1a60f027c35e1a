import type { Transaction } from '#server/db/database.ts'
import { thingOfRow } from '#server/releases/desk-work.ts'

import type { ChannelFolder } from './channel-folder.ts'
import { type FolderProblem, problemAt } from './folder-place.ts'
import { type Count, tally } from './import-counts.ts'
import { isComponent } from './page-names.ts'
import type { Keeper } from './keep-desk-work.ts'
import { allRows, syncRows } from './row-sync.ts'
import { type ContentRow, contents } from './shop-tables.ts'
import type { PictureBook } from './write-pictures.ts'

/**
 * A component that is in the folder in any language is replaced in all of them, except where a file is wrong. A page of
 * which no file is left is taken away; components stay, for the shop cannot do without any.
 */
export async function writeContent(
  sql: Transaction,
  { id: channel, label, content, contentMentioned, hasContent }: ChannelFolder,
  pictures: PictureBook,
  keep: Keeper,
): Promise<{ count: Count; warnings: FolderProblem[] }> {
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
    // Where it stands among the others is the file's to say.
    if (wanted && live && wanted.value === live.value && wanted.alt === live.alt) return false
    const file = `content/${row.language || 'all'}/${row.path}.yaml`
    return keep.isKept(thingOfRow(row), file, wanted?.value)
  }
  const found = await syncRows(sql, contents, ...keep.apart(contents, rows, concerned, kept))
  const count = tally()
  count.of(found, ({ path, language }) => `${language}/${path}`)
  const before = new Set(concerned.map(({ path, language }) => `${language}/${path}`))
  const after = new Set(rows.map(({ path, language }) => `${language}/${path}`))
  for (const page of after) if (!before.has(page)) count.mark(page, 'new')
  for (const page of before) if (!after.has(page)) count.mark(page, 'gone')
  const file = label ? `${label}/content` : 'content'
  const warnings = [...gone].map((path) =>
    problemAt({ file }, `the page '/${path}' has no file any more and is taken away`),
  )
  return { count: count.count(), warnings }
}
