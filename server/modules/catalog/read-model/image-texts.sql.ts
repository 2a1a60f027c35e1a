import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Texts } from '#server/modules/catalog/read-model/catalog.sql.ts'

/** The media library's data of an image. */
type ImageText = {
  /** The suffix of the public file name if the image has a focal point: 'f30x70'. */
  focus: string | null
  texts: Texts
}

/** By hash. Images without a focal point and alternative texts are left out. */
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
    ) alt_texts on picture_hash = hash
    where focal_x is not null or texts is not null`
  return new Map(
    rows.map(({ hash, x, y, decoration, texts }) => [
      hash,
      { focus: x === null || y === null ? null : `f${x}x${y}`, texts: decoration ? {} : texts },
    ]),
  )
}

/** The file name with the focal point, which every page needs that shows the image. */
export function publicFileName(pictures: ImageTexts, file: string): string {
  const focus = pictures.get(file.slice(0, HASH_LENGTH))?.focus
  return focus ? `${file.slice(0, HASH_LENGTH)}.${focus}${file.slice(HASH_LENGTH)}` : file
}

/** The file name as stored, without a focal point. */
export const storedFileName = (file: string): string =>
  file.replace(/^([0-9a-f]{32})\.f\d+x\d+\./, '$1.')

/** Returns the same list if no image has a focal point, as most have none. */
export function publicFileNames(pictures: ImageTexts, files: readonly string[]): readonly string[] {
  return files.some((file) => pictures.get(file.slice(0, HASH_LENGTH))?.focus)
    ? files.map((file) => publicFileName(pictures, file))
    : files
}

/** The alternative text in the first language that has one: the text where the image is used, else the library's. */
export function findAltText(
  pictures: ImageTexts,
  file: string,
  own: Texts | undefined,
  order: readonly Language[],
): string | undefined {
  if (file === '') return undefined
  for (const language of order) {
    const text = own?.[language] || libraryAltText(pictures, file, language)
    if (text) return text
  }
  return undefined
}

export const libraryAltText = (
  pictures: ImageTexts,
  file: string,
  language: Language,
): string | undefined => pictures.get(file.slice(0, HASH_LENGTH))?.texts[language]
