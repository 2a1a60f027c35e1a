import type { Queries } from '#server/platform/db/database.ts'

/** Restores images that were removed from the library. */
export const restorePictures = (sql: Queries, hashes: readonly string[]) =>
  sql`update picture set removed_at = null where hash = any(${[...hashes]}) and removed_at is not null`

export type NewPicture = {
  hash: string
  media_type: string
  width: number
  height: number
  bytes: Buffer
  name: string
}

export const insertPictures = (sql: Queries, rows: readonly NewPicture[]) =>
  sql`insert into picture ${sql(rows)} on conflict do nothing`

export const saveFocalPoint = (
  sql: Queries,
  hash: string,
  { x, y, decoration }: { x: number | null; y: number | null; decoration: boolean },
) =>
  sql`update picture set focal_x = ${x}, focal_y = ${y}, decoration = ${decoration} where hash = ${hash}`

export const deleteAltTexts = (sql: Queries, hash: string) =>
  sql`delete from media_alt_text where picture_hash = ${hash}`

export const insertAltTexts = (sql: Queries, hash: string, texts: Record<string, string>) => sql`
  insert into media_alt_text (picture_hash, language, alt)
  select ${hash}, key, value from jsonb_each_text(${sql.json(texts)})`

/** Clears the failure of these images, so that the next request renders them again. */
export const retryPictures = (sql: Queries, hashes: readonly string[]) =>
  sql`update picture set unusable = null where hash = any(${[...hashes]}::text[])`
