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

const BATCH_SIZE = 50

export function imageRegistry(
  bundle: ChannelBundle,
  shared: ChannelBundle | undefined,
  shop: ShopNames,
): ImageRegistry {
  const reference = (name: string | undefined) => {
    if (!name) return ''
    const file = bundle.pictures.get(name) ?? shared?.pictures.get(name)
    return file ? pictureReference(file) : (shop.pictures.get(name) ?? '')
  }
  return { reference, hash: (name) => reference(name).split('.')[0] || null }
}

/** Stores the images of a bundle that the shop does not have yet. */
export async function writePictures(
  sql: Transaction,
  bundle: ChannelBundle,
  shared: ChannelBundle | undefined,
) {
  const needed = pictureNeeds(bundle).flatMap(({ name }) => {
    const code = name.slice('picture:'.length)
    return bundle.pictures.get(code) ?? shared?.pictures.get(code) ?? []
  })
  const files = new Map(needed.map((file) => [file.hash, file]))
  const stored = await sql<{ hash: string }[]>`
    select hash from picture where hash in ${sql(['', ...files.keys()])}`
  const known = new Set(stored.map(({ hash }) => hash))
  // An image in a bundle becomes visible again, even if it was removed from the library.
  await restorePictures(sql, [...known])
  const newFiles = [...files.values()].filter(({ hash }) => !known.has(hash))
  for (let start = 0; start < newFiles.length; start += BATCH_SIZE) {
    const rows = await Promise.all(newFiles.slice(start, start + BATCH_SIZE).map(pictureRow))
    await insertPictures(sql, rows)
  }
  return { ...noCount(), new: newFiles.length, unchanged: known.size }
}

async function pictureRow({ path, hash, mediaType, width, height, name }: PictureFile) {
  const read = await readPicture(path, { known: true })
  if ('problem' in read || read.picture.hash !== hash)
    throw new Error(`${path} changed while it was being imported`)
  return { hash, media_type: mediaType, width, height, bytes: read.bytes, name }
}
