export type Sheet = {
  /** Rows that are not empty; `line` is the line number in a spreadsheet program. */
  rows: { line: number; cells: string[] }[]
  /** How it was read: an encoding and a delimiter, or the name of the sheet. */
  reading: { form: 'csv'; encoding: string; delimiter: string } | { form: 'xlsx'; sheet: string }
}

/**
 * `quote`: one was opened there and never closed; `no-text`: a byte that no text has; `control`: a cell contains an
 * invisible control character, `column` counts from 1; `busy`: not read, since too many files wait; null where nothing
 * is known.
 */
export type Unreadable = {
  unreadable:
    | { line: number; why: 'quote' | 'no-text' | 'control'; column?: number }
    | 'busy'
    | null
}
