import type { Shop } from '#server/door/shop.ts'

/** As a document takes it. Null where there is none, or none that can be read: no document waits for a picture. */
export async function printedPicture(
  { sql, log }: Pick<Shop, 'sql' | 'log'>,
  file: string,
  width: number,
): Promise<Buffer | null> {
  if (file === '') return null
  const [found] = await sql<{ bytes: Buffer }[]>`
    select bytes from picture where hash = ${file.replace(/\.\w+$/, '')}`
  if (!found) return null
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(found.bytes, { density: 300 })
      .resize({ width, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer()
  } catch (error) {
    log.warn(
      { err: error, picture: file },
      'a document is made without a picture that cannot be read',
    )
    return null
  }
}
