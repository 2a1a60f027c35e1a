import { isDeepStrictEqual } from 'node:util'

import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import type { PicturesShape } from '#server/modules/channels/bundle/schemas/images-schema.ts'
import type { ImageRegistry } from './write-images.ts'
import { inLanguageOrder } from '#server/modules/channels/bundle/export/export-catalog.ts'
import {
  deleteAltTexts,
  insertAltTexts,
  saveFocalPoint,
} from '#server/modules/media/picture.sql.ts'

type PictureRow = {
  hash: string
  focal_x: number | null
  focal_y: number | null
  decoration: boolean
  staff_version: number
  texts: Record<string, string>
}

/** Focal points and alternative texts of these images. */
export const readPictureRows = (sql: Queries, hashes: readonly string[]) => sql<PictureRow[]>`
  select hash, focal_x, focal_y, decoration, staff_version,
    coalesce((select jsonb_object_agg(language, alt) from media_alt_text where picture_hash = hash), '{}') as texts
  from picture where hash = any(${hashes as string[]}::text[])`

/**
 * Writes focal points and alternative texts from the bundle. Back-office changes since the export are preserved, with a
 * warning.
 */
export async function writeImageTexts(
  sql: Transaction,
  { label, imageTexts, exportedImageVersion }: ChannelBundle,
  pictures: ImageRegistry,
  overwriteStaff: boolean,
): Promise<{ changed: number; warnings: FolderProblem[] }> {
  const warnings: FolderProblem[] = []
  const wanted = new Map<string, { name: string; entry: PicturesShape[string] }>()
  for (const [name, entry] of Object.entries(imageTexts?.value ?? {})) {
    const hash = pictures.hash(name)
    if (hash !== null) wanted.set(hash, { name, entry })
    else if (imageTexts)
      warnings.push(problemAt(imageTexts.place([name]), `there is no picture '${name}'`))
  }
  if (wanted.size === 0) return { changed: 0, warnings }
  const file = label === '' ? 'pictures.yaml' : `${label}/pictures.yaml`
  let changed = 0
  for (const row of await readPictureRows(sql, [...wanted.keys()])) {
    const { name = '', entry } = wanted.get(row.hash) ?? {}
    if (!entry) continue
    const [x, y] = entry.focus ?? [null, null]
    const texts = inLanguageOrder(entry.alt)
    const stored = [row.focal_x, row.focal_y, row.decoration, row.texts]
    if (isDeepStrictEqual(stored, [x, y, entry.decoration, texts])) continue
    if (row.staff_version > exportedImageVersion && !overwriteStaff) {
      warnings.push(
        problemAt(
          { file },
          `'${name}' was changed in the back office and is kept; the folder has '${Object.values(texts).join(' / ')}'${x === null ? '' : ` with its point at ${x}, ${y}`}`,
        ),
      )
      continue
    }
    changed += 1
    await saveFocalPoint(sql, row.hash, { x, y, decoration: entry.decoration })
    await deleteAltTexts(sql, row.hash)
    await insertAltTexts(sql, row.hash, texts)
  }
  if (changed > 0) {
    await notify(sql, 'picture', '')
    await notify(sql, 'catalogue', '')
  }
  return { changed, warnings }
}
