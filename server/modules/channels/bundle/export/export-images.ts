import type { Queries } from '#server/platform/db/database.ts'

import { byName } from '#server/platform/parsing/name-order.ts'
import { extensionOf, isMediaType } from '#server/modules/media/image-type.ts'

/** The file names of exported images. */
export type PictureNames = {
  /** The file name of a reference such as '<hash>.webp' or a hash; undefined if the shop has no such image. */
  file: (reference: string | null) => string | undefined
  /** File names by hash. */
  hashes: () => Map<string, string>
}

/** Gives every referenced image a readable name, the same in all bundles and in each export. */
export async function pictureNames(sql: Queries, references: string[]): Promise<PictureNames> {
  const wanted = [...new Set(references.map(hashOf).filter((hash) => hash !== ''))]
  const rows = await sql<{ hash: string; name: string; media_type: string }[]>`
    select hash, name, media_type from picture where hash = any(${wanted})`
  const usedNames = new Set<string>()
  const files = new Map<string, string>()
  const sorted = [...rows].sort((a, b) => byName(a.name, b.name) || byName(a.hash, b.hash))
  for (const { hash, name, media_type } of sorted) {
    if (!isMediaType(media_type)) continue
    const stem =
      name
        .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
        .replace(/^[.-]+/, '')
        .slice(0, 100) || 'picture'
    const extension = extensionOf(media_type)
    let file = `${stem}.${extension}`
    // On some file systems names that differ only in case are the same file.
    for (let number = 2; usedNames.has(file.toLowerCase()); number += 1)
      file = `${stem}-${number}.${extension}`
    usedNames.add(file.toLowerCase())
    files.set(hash, file)
  }
  return { file: (reference) => files.get(hashOf(reference ?? '')), hashes: () => files }
}

const hashOf = (reference: string) => reference.split('.')[0] ?? ''

export async function pictureBytes(sql: Queries, hash: string) {
  const [row] = await sql<{ bytes: Buffer }[]>`select bytes from picture where hash = ${hash}`
  return row?.bytes
}
