import type { drawForPrint } from '#server/modules/media/image-encoding.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { parserTask, parserTurn } from '#server/platform/parsing/parser-pool.ts'

const print = parserTask<typeof drawForPrint>('draw-for-print')

/** An image for a PDF document. Null if there is none, or if it cannot be read: documents are created without it. */
export async function printedPicture(
  { sql, log }: Pick<Shop, 'sql' | 'log'>,
  file: string,
  width: number,
): Promise<Buffer | null> {
  if (file === '') return null
  const [found] = await sql<{ bytes: Buffer }[]>`
    select bytes from picture where hash = ${file.replace(/\.\w+$/, '')} and unusable is null`
  if (!found) return null
  try {
    return await parserTurn('upload', 'documents', (turn) =>
      print(turn, { bytes: found.bytes, width }),
    )
  } catch (error) {
    log.warn({ err: error, picture: file }, 'document created without an unreadable image')
    return null
  }
}
