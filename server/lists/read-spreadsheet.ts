import type { readSheetBytes, writeSheetBytes } from '#server/lists/parse-spreadsheet.ts'
import type { Sheet, Unreadable } from '#server/lists/spreadsheet.ts'
import { ParseFailed, parserTask, withParser } from '#server/platform/parsing/parser-pool.ts'
import { QueueFull } from '#server/platform/jobs/work-queue.ts'

const parse = parserTask<typeof readSheetBytes>('read-sheet')
const format = parserTask<typeof writeSheetBytes>('write-sheet')

/** Files of different colleagues are read in turn. A request whose client has disconnected is skipped. */
type Sender = { colleague: { id: number }; request: { socket: { destroyed: boolean } } }

const BUSY: Unreadable = { unreadable: 'busy' }
const isDisconnected = ({ request }: Sender) => request.socket.destroyed

/**
 * Reads any table that a spreadsheet program saves: XLSX, or text with any delimiter in UTF-8, UTF-16 or
 * Windows-1252. It runs in another process, because twenty thousand rows take seconds. Cells stay text, so that 00120
 * keeps its zeros.
 */
export async function readSheet(bytes: Buffer, sender: Sender): Promise<Sheet | Unreadable> {
  try {
    return await withParser('sheet', String(sender.colleague.id), async (slot) =>
      isDisconnected(sender) ? BUSY : parse(slot, bytes),
    )
  } catch (error) {
    if (error instanceof QueueFull) return BUSY
    if (!(error instanceof ParseFailed)) throw error
    return error.mayBeUnrelatedToInput ? BUSY : { unreadable: null }
  }
}

/** Writes an XLSX file. Text stays text, even if it looks like a formula. */
export const writeSheet = (rows: (string | number | null)[][]): Promise<Buffer> =>
  withParser('writing', '', (slot) => format(slot, rows))
