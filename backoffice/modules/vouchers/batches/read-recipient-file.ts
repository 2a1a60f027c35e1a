import { sendFile } from '#backoffice/kit/api/send-file.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { rowsOfText } from '#domain/vouchers/recipient-list.ts'
import { decodeWindows1252 } from '#domain/text/windows-1252.ts'

/** The rows of a file: a spreadsheet, or a text in any common encoding. */
export async function rowsOfFile(file: File): Promise<string[][]> {
  if (!/\.xlsx$/i.test(file.name)) return rowsOfText(textOf(await file.arrayBuffer()))
  // Thousands of rows take a worker, and the back office's own policy lets no page make one out of text.
  const table = await sendFile('readRecipientFile', file)
  if (refused(table)) throw new Error(table.refused)
  return table.rows
}

/** A text that is not UTF-8 comes from an older spreadsheet program. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows1252(new Uint8Array(bytes))
  }
}
