import type { Queries } from '#server/platform/db/database.ts'
import type { MediaType } from '#server/modules/media/image-type.ts'

type NewImage = { hash: string; bytes: Buffer; mediaType: MediaType; width: number; height: number }

/** Finds an image by the hash of an upload, or of its stored bytes in case it was downloaded from the library. */
export async function findUploadedPicture(
  sql: Queries,
  sentHash: string,
): Promise<{ hash: string; bytes?: undefined } | undefined> {
  const [row] = await sql<{ hash: string }[]>`
    select picture_hash as hash from image_upload where sent_hash = ${sentHash}
    union all select hash from picture where hash = ${sentHash.slice(0, 32)} limit 1`
  return row
}

/** Stores an image and returns whether it is new. */
export async function insertImage(
  sql: Queries,
  { hash, bytes, mediaType, width, height }: NewImage,
  name: string,
  now: Date,
) {
  const { count } = await sql`
    insert into picture (hash, media_type, width, height, bytes, name, created_at)
    values (${hash}, ${mediaType}, ${width}, ${height}, ${bytes}, ${name}, ${now})
    on conflict do nothing`
  return count === 1
}

export const insertUpload = (sql: Queries, sentHash: string, hash: string) => sql`
  insert into image_upload (sent_hash, picture_hash) values (${sentHash}, ${hash})
  on conflict do nothing`

export const insertImageUploader = (
  sql: Queries,
  { hash, staffId, now }: { hash: string; staffId: number; now: Date },
) => sql`
  insert into image_uploader (picture_hash, staff_id, at) values (${hash}, ${staffId}, ${now})
  on conflict do nothing`

export const restoreUploadedPicture = (sql: Queries, hash: string) =>
  sql`update picture set removed_at = null where hash = ${hash} and removed_at is not null`
