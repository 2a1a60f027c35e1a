import { sendFile } from '#backoffice/kit/api/send-file.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { rowsOfText } from '#domain/vouchers/recipient-list.ts'
import { decodeWindows1252 } from '#domain/text/windows-1252.ts'

/** The rows of a file: a spreadsheet, or a text in any common encoding. */
export async function readFileRows(file: File): Promise<string[][]> {
  if (!/\.xlsx$/i.test(file.name)) return rowsOfText(decodeText(await file.arrayBuffer()))
  // The server parses spreadsheets: a library in the browser needs a worker, which the content security policy blocks.
  const table = await sendFile('readRecipientFile', file)
  if (refused(table)) throw new Error(table.refused)
  return table.rows
}

/** Older spreadsheet programs save text as Windows-1252. */
function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows1252(new Uint8Array(bytes))
  }
}
