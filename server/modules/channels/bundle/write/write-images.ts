import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { pictureNeeds } from '#server/modules/channels/bundle/checks/bundle-references.ts'
import { noCount } from './import-counts.ts'
import {
  type PictureFile,
  pictureReference,
  readPicture,
} from '#server/modules/media/read-image.ts'
import type { ShopNames } from '#server/modules/channels/bundle/checks/known-names.sql.ts'
import { insertPictures, restorePictures } from '#server/modules/media/picture.sql.ts'

/** Maps file names to image references in the database. */
export type ImageRegistry = {
  /** '<hash>.<extension>', or '' without an image. */
  reference: (name: string | undefined) => string
  hash: (name: string | undefined) => string | null
}

const AT_ONCE = 50

export function imageRegistry(
  folder: ChannelBundle,
  shared: ChannelBundle | undefined,
  shop: ShopNames,
): ImageRegistry {
  const reference = (name: string | undefined) => {
    if (!name) return ''
    const file = folder.pictures.get(name) ?? shared?.pictures.get(name)
    return file ? pictureReference(file) : (shop.pictures.get(name) ?? '')
  }
  return { reference, hash: (name) => reference(name).split('.')[0] || null }
}

/** Stores images of this folder that the shop does not have yet. */
export async function writePictures(
  sql: Transaction,
  folder: ChannelBundle,
  shared: ChannelBundle | undefined,
) {
  const named = pictureNeeds(folder).flatMap(({ name }) => {
    const code = name.slice('picture:'.length)
    return folder.pictures.get(code) ?? shared?.pictures.get(code) ?? []
  })
  const files = new Map(named.map((file) => [file.hash, file]))
  const stored = await sql<{ hash: string }[]>`
    select hash from picture where hash in ${sql(['', ...files.keys()])}`
  const known = new Set(stored.map(({ hash }) => hash))
  // An image in a bundle becomes visible again, even if it was removed from the library.
  await restorePictures(sql, [...known])
  const wanted = [...files.values()].filter(({ hash }) => !known.has(hash))
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const rows = await Promise.all(wanted.slice(at, at + AT_ONCE).map(pictureRow))
    await insertPictures(sql, rows)
  }
  return { ...noCount(), new: wanted.length, unchanged: known.size }
}

async function pictureRow({ path, hash, mediaType, width, height, name }: PictureFile) {
  const read = await readPicture(path, { known: true })
  if ('problem' in read || read.picture.hash !== hash)
    throw new Error(`${path} changed while it was being imported`)
  return { hash, media_type: mediaType, width, height, bytes: read.bytes, name }
}
