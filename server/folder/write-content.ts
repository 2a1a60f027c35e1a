import type { Transaction } from '#server/db/database.ts'

import type { ChannelFolder } from './channel-folder.ts'
import { type Count, tally } from './import-counts.ts'
import { storedRows, syncRows } from './row-sync.ts'
import { type ContentRow, contents } from './shop-tables.ts'
import type { PictureBook } from './write-pictures.ts'

/** A component that is in the folder in any language is replaced in all of them, except where a file is wrong. */
export async function writeContent(
  sql: Transaction,
  { id: channel, content, contentMentioned }: ChannelFolder,
  pictures: PictureBook,
): Promise<Count> {
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
  const stored = await storedRows(sql, contents, { column: 'channel_id', value: channel })
  const concerned = stored.filter(({ path, language }) => {
    const page = `${language || 'all'}/${path}`
    return replaced.has(path) && (content.has(page) || !contentMentioned.has(page))
  })
  const found = await syncRows(sql, contents, rows, concerned)
  const count = tally()
  count.of(found, ({ path, language }) => `${language}/${path}`)
  const before = new Set(concerned.map(({ path, language }) => `${language}/${path}`))
  const after = new Set(rows.map(({ path, language }) => `${language}/${path}`))
  for (const page of after) if (!before.has(page)) count.mark(page, 'new')
  for (const page of before) if (!after.has(page)) count.mark(page, 'gone')
  return count.count()
}
