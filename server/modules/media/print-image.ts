import type { renderForPrint } from '#server/modules/media/image-encoding.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { parserTask, withParser } from '#server/platform/parsing/parser-pool.ts'

const renderInProcess = parserTask<typeof renderForPrint>('draw-for-print')

/** An image for a PDF document; null if there is none or it cannot be read. Then the document is created without it. */
export async function loadPrintImage(
  { sql, log }: Pick<Shop, 'sql' | 'log'>,
  file: string,
  width: number,
): Promise<Buffer | null> {
  if (file === '') return null
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from picture where hash = ${file.replace(/\.\w+$/, '')} and unusable is null`
  if (!row) return null
  try {
    return await withParser('upload', 'documents', (turn) =>
      renderInProcess(turn, { bytes: row.bytes, width }),
    )
  } catch (error) {
    log.warn({ err: error, picture: file }, 'document created without an unreadable image')
    return null
  }
}
