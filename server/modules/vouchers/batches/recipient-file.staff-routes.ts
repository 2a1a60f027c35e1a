import type { FastifyInstance } from 'fastify'

import { readRecipientFile } from '#contract/vouchers/batch-recipients.staff.ts'
import { MOST_VOUCHERS } from '#contract/vouchers/batches.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { readSheet } from '#server/lists/read-spreadsheet.ts'
import { refuseUnreadable } from '#server/lists/refuse-unreadable-spreadsheet.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const MOST_COLUMNS = 40
const LONGEST_CELL = 2000

/**
 * Spreadsheets of recipients are parsed on the server, because browsers cannot parse thousands of rows; the file is
 * not stored.
 */
export function recipientFileRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, readRecipientFile, handleReadRecipientFile, { reads: true })
}

async function handleReadRecipientFile(_: ParsedInput<typeof readRecipientFile>, caller: SignedIn) {
  const { request } = caller
  const file = request.isMultipart() ? await request.file() : undefined
  if (!file) return refuseStaff('invalid-input', { field: 'file' })
  const sheet = await readSheet(await file.toBuffer(), caller)
  if ('unreadable' in sheet) return refuseUnreadable(sheet)
  const { rows } = sheet
  if (rows.length === 0) return refuseStaff('empty-file')
  // One more for the header row.
  if (rows.length > MOST_VOUCHERS + 1) return refuseStaff('too-large')
  return {
    rows: rows.map(({ cells }) =>
      cells.slice(0, MOST_COLUMNS).map((cell) => cell.slice(0, LONGEST_CELL)),
    ),
  }
}
