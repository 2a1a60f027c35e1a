import type { Queries } from '#server/platform/db/database.ts'

import { byName } from '#server/platform/parsing/name-order.ts'
import { extensionOf, isMediaType } from '#server/modules/media/image-type.ts'

export type PictureNames = {
  /** The file name of a reference such as '<hash>.webp' or a hash; undefined if the shop has no such image. */
  file: (reference: string | null) => string | undefined
  hashes: () => Map<string, string>
}

/** Gives every referenced image a readable name, the same in all bundles and in each export. */
export async function pictureNames(sql: Queries, references: string[]): Promise<PictureNames> {
  const wanted = [...new Set(references.map(hashIn).filter((hash) => hash !== ''))]
  const rows = await sql<{ hash: string; name: string; media_type: string }[]>`
    select hash, name, media_type from picture where hash = any(${wanted})`
  const taken = new Set<string>()
  const files = new Map<string, string>()
  const sorted = [...rows].sort(
    (one, other) => byName(one.name, other.name) || byName(one.hash, other.hash),
  )
  for (const { hash, name, media_type } of sorted) {
    if (!isMediaType(media_type)) continue
    const stem =
      name
        .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
        .replace(/^[.-]+/, '')
        .slice(0, 100) || 'picture'
    const extension = extensionOf(media_type)
    let file = `${stem}.${extension}`
    // Some file systems ignore upper and lower case.
    for (let number = 2; taken.has(file.toLowerCase()); number += 1)
      file = `${stem}-${number}.${extension}`
    taken.add(file.toLowerCase())
    files.set(hash, file)
  }
  return { file: (reference) => files.get(hashIn(reference ?? '')), hashes: () => files }
}

const hashIn = (reference: string) => reference.split('.')[0] ?? ''

export async function pictureBytes(sql: Queries, hash: string) {
  const [row] = await sql<{ bytes: Buffer }[]>`select bytes from picture where hash = ${hash}`
  return row?.bytes
}
