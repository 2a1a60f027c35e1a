import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Texts } from '#server/modules/catalog/read-model/catalog.sql.ts'

/** The media library's data of an image. */
type ImageText = {
  /** The suffix of the public file name if the image has a focal point: 'f30x70'. */
  focus: string | null
  texts: Texts
}

/** By hash; images without data are left out. */
export type ImageTexts = ReadonlyMap<string, ImageText>

export const NO_IMAGE_TEXTS: ImageTexts = new Map()

const HASH_LENGTH = 32

export async function readImageTexts(sql: Queries): Promise<ImageTexts> {
  const rows = await sql<
    { hash: string; x: number | null; y: number | null; decoration: boolean; texts: Texts }[]
  >`
    select hash, focal_x as x, focal_y as y, decoration, coalesce(texts, '{}') as texts
    from picture left join (
      select picture_hash, jsonb_object_agg(language, alt) as texts from media_alt_text group by picture_hash
    ) said on picture_hash = hash
    where focal_x is not null or texts is not null`
  return new Map(
    rows.map(({ hash, x, y, decoration, texts }) => [
      hash,
      { focus: x === null || y === null ? null : `f${x}x${y}`, texts: decoration ? {} : texts },
    ]),
  )
}

/** The file name with the focal point, so that every place that shows the image knows the point. */
export function fileShown(pictures: ImageTexts, file: string): string {
  const focus = pictures.get(file.slice(0, HASH_LENGTH))?.focus
  return focus ? `${file.slice(0, HASH_LENGTH)}.${focus}${file.slice(HASH_LENGTH)}` : file
}

/** The file name as stored, without a focal point. */
export const plainName = (file: string): string =>
  file.replace(/^([0-9a-f]{32})\.f\d+x\d+\./, '$1.')

/** Returns the same list if no image has a focal point, as most have none. */
export function filesShown(pictures: ImageTexts, files: readonly string[]): readonly string[] {
  return files.some((file) => pictures.get(file.slice(0, HASH_LENGTH))?.focus)
    ? files.map((file) => fileShown(pictures, file))
    : files
}

/**
 * The alternative text of an image: per language, the text of its place, then that of the library. The first language
 * with either one wins.
 */
export function altShown(
  pictures: ImageTexts,
  file: string,
  own: Texts | undefined,
  order: readonly Language[],
): string | undefined {
  if (file === '') return undefined
  for (const language of order) {
    const text = own?.[language] || imageText(pictures, file, language)
    if (text) return text
  }
  return undefined
}

export const imageText = (
  pictures: ImageTexts,
  file: string,
  language: Language,
): string | undefined => pictures.get(file.slice(0, HASH_LENGTH))?.texts[language]
