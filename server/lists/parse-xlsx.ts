import { cleanCell } from '#server/lists/parse-csv.ts'
import type { Sheet } from '#server/lists/spreadsheet.ts'

// Runs in a parser process only: see server/app/run-parsers.ts.

/** A small file may expand into a very large one. */
const MAX_UNZIPPED_BYTES = 400_000_000
/** Deeper than any workbook. The package reads nested elements by recursion, which is slow at a great depth. */
const MAX_DEPTH = 1000

export async function readXlsx(bytes: Buffer, maxRows: number): Promise<Sheet> {
  const { unzipSync, zipSync, strFromU8, strToU8 } = await import('fflate')
  let unzippedBytes = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false
      unzippedBytes += originalSize
      if (unzippedBytes > MAX_UNZIPPED_BYTES) throw new Error('decompressed sheet is too large')
      return true
    },
  })
  for (const file of Object.values(files)) refuseNesting(strFromU8(file))
  const textOf = (name: string) => {
    const file = files[name]
    if (!file) throw new Error(`the workbook has no ${name}`)
    return strFromU8(file)
  }
  const sheet = firstSheet(textOf)
  const widths = files['xl/styles.xml'] ? digitWidths(textOf('xl/styles.xml')) : []
  const { dense, lines } = closeGaps(textOf(sheet), widths, maxRows)
  files[sheet] = strToU8(dense)
  const { default: read } = await import('read-excel-file/node')
  const [first] = await read(Buffer.from(zipSync(files, { level: 0 })), { sheets: [1] } as object)
  if (!first) throw new Error('the workbook has no sheet')
  const rows = first.data.map((row, index) => ({
    line: lines[index] ?? 0,
    cells: row.map(cellText),
  }))
  return { rows, reading: { form: 'xlsx', sheet: first.sheet } }
}

function dateText(date: Date): string {
  const isoText = date.toISOString()
  return isoText.endsWith('T00:00:00.000Z')
    ? isoText.slice(0, 10)
    : isoText.slice(0, 19).replace('T', ' ')
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(cell)
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : cleanCell(cell)
}

// The sender of a file chooses its text, so each step here takes linear time. `[^<>]*` ends at the next tag.

function refuseNesting(xml: string): void {
  let depth = 0
  for (const [tag] of xml.matchAll(/<[^<>]*>?/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!/^<[!?]|\/>$/.test(tag)) depth += 1
    if (depth > MAX_DEPTH) throw new Error('elements of the workbook are nested too deeply')
  }
}

/** Path of the first sheet: the workbook lists sheets by a relation id, and its relations map that id to a path. */
function firstSheet(textOf: (name: string) => string): string {
  const [sheet = ''] = /<(?:\w+:)?sheet\s[^<>]*/.exec(textOf('xl/workbook.xml')) ?? []
  const id = /\s\w+:id=["']([^"']+)/.exec(sheet)?.[1]
  const relations = textOf('xl/_rels/workbook.xml.rels').match(/<(?:\w+:)?Relationship\s[^<>]*>/g)
  const relation = relations?.find((element) => /\sId=["']([^"']+)/.exec(element)?.[1] === id) ?? ''
  const target = /\sTarget=["']([^"']+)/.exec(relation)?.[1]
  if (!target) throw new Error('the workbook names no sheet')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/**
 * A number shown with leading zeros, such as a postcode with format 00000, is read as shown: the digits of each
 * style.
 */
function digitWidths(styles: string): (number | undefined)[] {
  const formats = new Map<string | undefined, number | undefined>()
  for (const [, attributes = ''] of styles.matchAll(/<(?:\w+:)?numFmt\s([^<>]*)>/g)) {
    const id = /numFmtId=["'](\d+)/.exec(attributes)?.[1]
    formats.set(id, /formatCode=["'](0{2,})["']/.exec(attributes)?.[1]?.length)
  }
  const [opening, prefix = ''] = /<((?:\w+:)?)cellXfs\b/.exec(styles) ?? []
  if (opening === undefined) return []
  const cells = styles.slice(styles.indexOf(opening)).split(`</${prefix}cellXfs>`, 1)[0] ?? ''
  return [...cells.matchAll(/<(?:\w+:)?xf\b([^<>]*)>/g)].map(([, attributes = '']) =>
    formats.get(/numFmtId=["'](\d+)/.exec(attributes)?.[1]),
  )
}

const padNumbers = (cells: string, widths: (number | undefined)[]) =>
  cells.replaceAll(
    /<((?:\w+:)?)c\b([^<>]*)>\s*<\1v>(\d+)<\/\1v>/g,
    (matched, prefix: string, attributes: string, value: string) => {
      const width = widths[Number(/\ss=["'](\d+)/.exec(attributes)?.[1])] ?? 0
      if (value.length >= width || /\st=["'][^n]/.test(attributes)) return matched
      const plain = attributes.replace(/\st=["']n["']/, '')
      return `<${prefix}c${plain} t="str"><${prefix}v>${value.padStart(width, '0')}</${prefix}v>`
    },
  )

/**
 * Removes empty rows. Some programs write rows that contain only colours, and a value may be in row one million: the reader
 * of the package would create all rows between.
 */
function closeGaps(xml: string, widths: (number | undefined)[], maxRows: number) {
  const lines: number[] = []
  const dense: string[] = []
  let line = 0
  let copiedUntil = 0
  for (const { opening, prefix, from, attributes, cells, to } of rowsOf(xml)) {
    dense.push(xml.slice(copiedUntil, from))
    copiedUntil = to
    line = Number(/\sr=["'](\d+)/.exec(attributes)?.[1] ?? line + 1)
    if (lines.length >= maxRows || !/<(?:\w+:)?(?:v|is)\b/.test(cells)) continue
    const row = lines.push(line)
    dense.push(
      `${opening} r="${row}">${withReferences(padNumbers(cells, widths), row)}</${prefix}row>`,
    )
  }
  dense.push(xml.slice(copiedUntil))
  return { dense: dense.join(''), lines }
}

/** Finds the rows one after the other, each from the end of the previous one. */
function* rowsOf(xml: string) {
  const start = /<((?:\w+:)?)row\b/g
  for (let found = start.exec(xml); found; found = start.exec(xml)) {
    const [opening, prefix = ''] = found
    const inner = endAfter(xml, '>', start.lastIndex)
    const attributes = xml.slice(start.lastIndex, inner - 1)
    const closing = `</${prefix}row>`
    const to = attributes.endsWith('/') ? inner : endAfter(xml, closing, inner)
    const cells = to === inner ? '' : xml.slice(inner, to - closing.length)
    yield { opening, prefix, from: found.index, attributes, cells, to }
    start.lastIndex = to
  }
}

function endAfter(xml: string, sign: string, from: number): number {
  const index = xml.indexOf(sign, from)
  if (index < 0) throw new Error('sheet row has no end tag')
  return index + sign.length
}

function withReferences(cells: string, row: number): string {
  let column = 0
  return cells.replaceAll(/<((?:\w+:)?c)\b([^>]*)/g, (_, name: string, attributes: string) => {
    // A cell without a reference follows the one before it.
    const reference = /\sr=["']([A-Z]+)/.exec(attributes)?.[1]
    column = reference === undefined ? column + 1 : columnNumber(reference)
    const rest = attributes
      .replace(/\sr=["'][^"']*["']/, '')
      // An error is read as its text: a price that is #REF! is not a missing price.
      .replace(/(\st=["'])e(?=["'])/, '$1str')
    return `<${name} r="${columnLetters(column)}${row}"${rest}`
  })
}

const columnNumber = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0)
const columnLetters = (number: number): string =>
  number === 0
    ? ''
    : columnLetters(Math.floor((number - 1) / 26)) + String.fromCharCode(65 + ((number - 1) % 26))
