import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Unreadable } from '#server/lists/spreadsheet.ts'

/** The refusal for an unreadable file, with position and reason as far as the parser knows them. */
export function refuseUnreadable({ unreadable }: Unreadable) {
  if (unreadable === 'busy') return refuseStaff('unavailable')
  if (unreadable === null) return refuseStaff('unreadable-file')
  const { line, why, column } = unreadable
  const reason = {
    quote: 'a quotation mark is opened there but not closed',
    'no-text': 'it contains an invalid character',
    control: `the cell in column ${column} contains an invisible control character`,
  }[why]
  return refuseStaff('unreadable-file', {
    message: `The file must be CSV or XLSX. Line ${line}: ${reason}.`,
    stands: unreadable,
  })
}
