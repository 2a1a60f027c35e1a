export type Sheet = {
  /** Rows that are not empty; `line` is the line number in a spreadsheet program. */
  rows: { line: number; cells: string[] }[]
  /** How it was read: an encoding and a delimiter, or the name of the sheet. */
  reading: { form: 'csv'; encoding: string; delimiter: string } | { form: 'xlsx'; sheet: string }
}

/**
 * `quote`: an opening quote without a closing one; `no-text`: a byte that cannot be text; `control`: a cell with an
 * invisible control character, `column` counts from 1; `busy`: not read, because too many files wait; null: unknown.
 */
export type Unreadable = {
  unreadable:
    | { line: number; why: 'quote' | 'no-text' | 'control'; column?: number }
    | 'busy'
    | null
}
