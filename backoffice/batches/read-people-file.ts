import { rowsOfText } from '#domain/people-list.ts'

/** The rows of a file that somebody has: a spreadsheet, or a text in whatever letters their program writes. */
export async function rowsOfFile(file: File): Promise<string[][]> {
  if (/\.xlsx$/i.test(file.name)) {
    // Heavier than the whole page, and most lists are pasted.
    const { readSheet } = await import('read-excel-file/browser')
    const rows = await readSheet(file)
    return rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ''))
  }
  return rowsOfText(textOf(await file.arrayBuffer()))
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : ''
}

/** What is no UTF-8 was written by an older spreadsheet. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
