import type { CELL_PROBLEMS, ImportKind } from '#contract/catalog/imports.staff.ts'
import type { FieldWrite } from '#server/modules/catalog/changes/write-catalog.ts'
import {
  suggestCode,
  CODE_PATTERN,
  suggestWholeNumber,
  parseWholeNumber,
} from '#server/modules/catalog/imports/cell-values.ts'

export type CellProblem = {
  column: number
  code: (typeof CELL_PROBLEMS)[number]
  hint: string | null
  /** With column -1: the row lacks this field and the file has no column for it. */
  lacks?: string
}
export type ImportRow = { line: number; cells: string[] }
export type StockWrite = { sku: string; from: number | null; onHand: number }
/** The writes of a row, or its problems. */
export type CheckedRow = {
  line: number
  problems: CellProblem[]
  /** Whether the row creates something. */
  isCreated: boolean
  writes: FieldWrite[]
  stockLevel: StockWrite | null
  /** Whether a variant that goes on sale for the first time, or again, has an image; null: none goes on sale. */
  offers: 'with-picture' | 'without-picture' | null
  /** The gift is also sold in other channels, so its shared data stays unchanged. */
  isForeign: boolean
}

/** The file that the rows are from, and who imports it. */
export type ImportContext = {
  kind: ImportKind
  mapping: readonly (string | null)[]
  channels: readonly string[] | null
  /** Puts gifts on sale that are offered for the first time, or again. */
  onSale: boolean
}

/** By field: the value that a row has set, and a function that refuses that row if another one contradicts it. */
export type SeenValues = Map<string, { value: string; refuse: () => void }>

/** One row: its cells, and the results of its checks so far. */
export class RowCheck {
  readonly result: CheckedRow

  constructor(
    readonly row: ImportRow,
    readonly context: ImportContext,
    readonly seen: SeenValues,
  ) {
    this.result = {
      line: row.line,
      problems: [],
      isCreated: false,
      writes: [],
      stockLevel: null,
      offers: null,
      isForeign: false,
    }
  }

  cell(field: string): string | undefined {
    const column = this.context.mapping.indexOf(field)
    return column < 0 ? undefined : (this.row.cells[column] ?? '').trim()
  }

  /** The cell in lower case. Null: it contains no code, which is a problem of the row. */
  readCode(field: string): string | null {
    const cell = this.cell(field) ?? ''
    const code = cell.toLowerCase()
    if (CODE_PATTERN.test(code)) return code
    if (cell === '') this.addProblem(field, 'empty')
    else this.addProblem(field, 'not-a-code', suggestCode(cell))
    return null
  }

  /**
   * The whole number in a cell. Null: it contains none, which is a problem of the row, with a suggestion if it is
   * clear.
   */
  readWholeNumber(field: string, cell: string): number | null {
    const number = parseWholeNumber(cell)
    if (number !== null) return number
    if (/^[-\u2212]\s*\d{1,9}$/.test(cell)) this.addProblem(field, 'negative')
    else this.addProblem(field, 'not-whole', suggestWholeNumber(cell))
    return null
  }

  addProblem(field: string, code: CellProblem['code'], hint: string | null = null) {
    const { problems } = this.result
    // One mistake: only the first field in which two rows differ is marked.
    if (code === 'twice' && problems.some((problem) => problem.code === 'twice')) return
    const column = this.context.mapping.indexOf(field)
    // If the file has no such column, the problem is the missing column and not an empty cell.
    problems.push(
      column < 0 && code === 'empty'
        ? { column, code, hint, lacks: field }
        : { column: Math.max(column, 0), code, hint },
    )
  }

  /** Each value is set once: another row may repeat it but not contradict it. If two rows differ, both are refused. */
  isFirstValue(field: string, name: string, after: unknown): boolean {
    const value = JSON.stringify(after)
    const first = this.seen.get(name)
    if (!first) {
      this.seen.set(name, { value, refuse: () => this.addProblem(field, 'twice') })
      return true
    }
    // The first row writes it.
    if (first.value === value) return false
    first.refuse()
    first.refuse = () => {}
    this.addProblem(field, 'twice')
    return false
  }

  addWrite(write: FieldWrite) {
    this.result.writes.push(write)
  }

  /** Adds a write unless an earlier row has set the field. */
  write(field: string, write: FieldWrite) {
    if (this.isFirstValue(field, nameOf(write), write.after)) this.addWrite(write)
  }
}

export const nameOf = ({ field, id, product, channel, language }: FieldWrite) =>
  [field, id ?? product, channel, language].join(' ')
