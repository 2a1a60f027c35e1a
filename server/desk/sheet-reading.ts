import type { readSheetBytes, writeSheetBytes } from '#server/desk/sheet-parsing.ts'
import type { Sheet, Unreadable } from '#server/desk/sheet.ts'
import { ParseFailed, parserTask, parserTurn } from '#server/ground/parser-pool.ts'
import { QueueFull } from '#server/ground/work-queue.ts'

const read = parserTask<typeof readSheetBytes>('read-sheet')
const write = parserTask<typeof writeSheetBytes>('write-sheet')

/**
 * Any table that a spreadsheet program saves: XLSX, or text with any delimiter in UTF-8, UTF-16 or Windows-1252. Read
 * beside the requests: twenty thousand rows take seconds. Cells are text, so that 00120 stays what it is.
 */
export async function readSheet(bytes: Buffer): Promise<Sheet | Unreadable> {
  try {
    return await parserTurn('sheet', 'read', (turn) => read(turn, bytes))
  } catch (error) {
    if (error instanceof QueueFull) return { unreadable: 'busy' }
    if (!(error instanceof ParseFailed)) throw error
    return { unreadable: error.why === 'ended' ? 'busy' : null }
  }
}

/** Writes an XLSX file. A text stays a text, also if it begins like a formula. */
export const writeSheet = (rows: (string | number | null)[][]): Promise<Buffer> =>
  parserTurn('sheet', 'write', (turn) => write(turn, rows))
