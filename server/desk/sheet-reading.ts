import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

import { WINDOWS_1252 } from '#domain/windows-1252.ts'
import { projectRoot } from '#server/ground/project-root.ts'

export type Sheet = {
  /** Those that hold something; `line` is where a spreadsheet program shows it. */
  rows: { line: number; cells: string[] }[]
  /** How it was read: an encoding and a delimiter, or the name of the sheet. */
  reading: { form: 'csv'; encoding: string; delimiter: string } | { form: 'xlsx'; sheet: string }
}

/**
 * `quote`: one was opened there and never closed; `no-text`: a byte that no text has; `control`: a cell contains an
 * invisible control character, `column` counts from 1; null where nothing is known.
 */
export type Unreadable = {
  unreadable: { line: number; why: 'quote' | 'no-text' | 'control'; column?: number } | null
}

/** A small file may unfold into a very large one: whoever reads it may take so much, and so long. */
const LONGEST_MS = 60_000
const MOST_MB = 512
const MOST_UNFOLDED_BYTES = 400_000_000
/** No more are read: whoever takes fewer refuses what has so many. */
const MOST_ROWS = 60_000

/**
 * Any table that a spreadsheet program saves: XLSX, or text with any delimiter in UTF-8, UTF-16 or Windows-1252. Read
 * beside the requests: twenty thousand rows take seconds. Cells are text, so that 00120 stays what it is.
 */
export function readSheet(bytes: Buffer): Promise<Sheet | Unreadable> {
  const limits = { mostRows: MOST_ROWS, mostBytes: MOST_UNFOLDED_BYTES, windows1252: WINDOWS_1252 }
  return inWorker(READ, { bytes, ...limits, ...packages() }).then(
    (sheet) => sheet as Sheet | Unreadable,
    () => ({ unreadable: null }),
  )
}

/** The same way back; every cell that is text stays text, whatever it begins with. */
export async function writeSheet(rows: (string | number | null)[][]): Promise<Buffer> {
  return Buffer.from((await inWorker(WRITE, { rows, ...packages() })) as Uint8Array)
}

function packages() {
  const require = createRequire(path.join(projectRoot, 'package.json'))
  const addressOf = (file: string) => pathToFileURL(file).href
  return {
    csv: addressOf(require.resolve('csv-parse/sync')),
    zip: addressOf(require.resolve('fflate')),
    xlsx: addressOf(require.resolve('read-excel-file/node')),
    write: addressOf(require.resolve('write-excel-file/node')),
  }
}

function inWorker(code: string, workerData: unknown): Promise<unknown> {
  return new Promise((done, failed) => {
    const worker = new Worker(code, {
      eval: true,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
      stdout: true,
      stderr: true,
    })
    const timer = setTimeout(() => failed(new Error('a sheet took too long')), LONGEST_MS)
    worker.once('message', done)
    worker.once('error', failed)
    worker.once('exit', () => failed(new Error('a sheet was not read to its end')))
    const end = () => {
      clearTimeout(timer)
      void worker.terminate()
    }
    worker.once('message', end)
    worker.once('error', end)
  })
}

const READ = `
const { parentPort, workerData } = require('node:worker_threads')
const { csv, xlsx, zip, mostRows, mostBytes, windows1252 } = workerData
const bytes = Buffer.from(workerData.bytes)
const clean = (cell) => String(cell).toWellFormed().replace(/[\\0]/g, '').replace(/\\r\\n/g, '\\n').trim()
const dateOf = (date) => {
  const whole = date.toISOString()
  return whole.endsWith('T00:00:00.000Z') ? whole.slice(0, 10) : whole.slice(0, 19).replace('T', ' ')
}
const textOf = (cell) =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? dateOf(cell) : typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : clean(cell)
const holding = (rows) => rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
// A program writes a row for every cell that has only a colour, and a value may stand in the last of a million: the
// reader of the package lays out all that lie between. So rows that hold something are put one below the other first.
const numberOf = (letters) => [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0)
const lettersOf = (number) =>
  number === 0 ? '' : lettersOf(Math.floor((number - 1) / 26)) + String.fromCharCode(65 + ((number - 1) % 26))
// A number that is shown with zeros before it, as 00000 shows a postcode, is read as it is shown: how many signs each style has.
function widthsOf(styles) {
  const formats = new Map()
  for (const [, own] of styles.matchAll(/<(?:\\w+:)?numFmt\\s([^>]*)>/g))
    formats.set(/numFmtId=["'](\\d+)/.exec(own)?.[1], /formatCode=["'](0{2,})["']/.exec(own)?.[1].length)
  const [, cells = ''] = /<(?:\\w+:)?cellXfs\\b[^>]*>([^]*?)<\\/(?:\\w+:)?cellXfs>/.exec(styles) ?? []
  return [...cells.matchAll(/<(?:\\w+:)?xf\\b([^>]*)>/g)].map(([, own]) => formats.get(/numFmtId=["'](\\d+)/.exec(own)?.[1]))
}
const asShown = (cells, widths) => cells.replace(
  /<((?:\\w+:)?)c\\b([^>]*?)>\\s*<\\1v>(\\d+)<\\/\\1v>/g,
  (whole, prefix, own, value) => {
    const width = widths[/\\ss=["'](\\d+)/.exec(own)?.[1]] ?? 0
    if (value.length >= width || /\\st=["'][^n]/.test(own)) return whole
    return '<' + prefix + 'c' + own.replace(/\\st=["']n["']/, '') + ' t="str"><' + prefix + 'v>' + value.padStart(width, '0') + '</' + prefix + 'v>'
  },
)
function closeGaps(xml, widths) {
  const lines = []
  let last = 0
  const dense = xml.replace(
    /<((?:\\w+:)?)row\\b([^>]*?)(?:\\/>|>([^]*?)<\\/\\1row>)/g,
    (whole, prefix, attributes, cells = '') => {
      last = Number(/\\sr=["'](\\d+)/.exec(attributes)?.[1] ?? last + 1)
      if (lines.length >= mostRows || !/<(?:\\w+:)?(?:v|is)\\b/.test(cells)) return ''
      const row = lines.push(last)
      let column = 0
      return '<' + prefix + 'row r="' + row + '">' + asShown(cells, widths).replace(
        /<((?:\\w+:)?c)\\b([^>]*)/g,
        (cell, name, own) => {
          // One that does not say where it stands comes after the one before it.
          const said = /\\sr=["']([A-Z]+)/.exec(own)?.[1]
          column = said === undefined ? column + 1 : numberOf(said)
          return '<' + name + ' r="' + lettersOf(column) + row + '"' + own
            .replace(/\\sr=["'][^"']*["']/, '')
            // The word that stands in the cell is read: a price that is #REF! is not one that is missing.
            .replace(/(\\st=["'])e(?=["'])/, '$1str')
        },
      ) + '</' + prefix + 'row>'
    },
  )
  return { dense, lines }
}
// Its name in the file: the first that the workbook names, by the relation that it names it by.
function firstSheet(read) {
  const id = /<(?:\\w+:)?sheet\\s[^>]*?\\w+:id=["']([^"']+)/.exec(read('xl/workbook.xml'))[1]
  const relations = read('xl/_rels/workbook.xml.rels').match(/<(?:\\w+:)?Relationship\\s[^>]*>/g)
  const named = relations.find((relation) => /\\sId=["']([^"']+)/.exec(relation)[1] === id)
  const target = /\\sTarget=["']([^"']+)/.exec(named)[1]
  return target.startsWith('/') ? target.slice(1) : 'xl/' + target
}
async function readXlsx() {
  const { unzipSync, zipSync, strFromU8, strToU8 } = await import(zip)
  let unfolded = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\\.(xml|rels)$/.test(name)) return false
      unfolded += originalSize
      if (unfolded > mostBytes) throw new Error('a sheet unfolds into too much')
      return true
    },
  })
  const sheet = firstSheet((name) => strFromU8(files[name]))
  const { dense, lines } = closeGaps(strFromU8(files[sheet]), widthsOf(files['xl/styles.xml'] ? strFromU8(files['xl/styles.xml']) : ''))
  files[sheet] = strToU8(dense)
  const { default: read } = await import(xlsx)
  const [first] = await read(Buffer.from(zipSync(files, { level: 0 })), { sheets: [1] })
  const rows = first.data.map((row, at) => ({ line: lines[at], cells: row.map(textOf) }))
  return { rows: holding(rows), reading: { form: 'xlsx', sheet: first.sheet } }
}
function decoded() {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le', new TextDecoder('utf-16le').decode(bytes)]
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be', new TextDecoder('utf-16be').decode(bytes)]
  try {
    return ['utf-8', new TextDecoder('utf-8', { fatal: true }).decode(bytes)]
  } catch {
    const inTable = (letter) => windows1252[letter.charCodeAt(0) - 0x80]
    return ['windows-1252', bytes.toString('latin1').replace(/[\\x80-\\x9f]/g, inTable)]
  }
}
// Those that no program writes into a table; one of 1985 ends its files with 0x1a, a spreadsheet a line within a cell with 0x0b.
const CONTROL = /[\\u0001-\\u0008\\u000e-\\u0019\\u001b-\\u001f]/
const firstOf = (text, encoding) => {
  const at = text.search(encoding === 'windows-1252' ? new RegExp(CONTROL.source + '|\\\\u0000') : CONTROL)
  return at < 0 ? null : { line: text.slice(0, at).split(/\\r\\n|\\r|\\n/).length, why: 'no-text' }
}
async function readCsv() {
  const { parse } = await import(csv)
  const [encoding, whole] = decoded()
  // Excel's own word for what stands between columns; its line is left, so that lines are those of the file.
  const [, said] = /^\\ufeff?sep=(.)\\r?\\n/i.exec(whole) ?? []
  const text = said === undefined ? whole : whole.replace(/^(\\ufeff?)sep=./i, '$1')
  const unreadable = firstOf(text, encoding)
  if (unreadable) return { unreadable }
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, bom: true }
  // The one by which the first rows fall into most columns, as many in each.
  const score = (delimiter) => {
    const rows = []
    try {
      parse(text.slice(0, 200000), { ...options, delimiter, to: 30, on_record: (row) => (rows.push(row), row) })
    } catch {
      // What is wrong is said of the whole.
    }
    const widths = rows.slice(0, -1).length > 0 ? rows.slice(0, -1).map((row) => row.length) : rows.map((row) => row.length)
    const head = widths[0] ?? 1
    return head === 1 ? 0 : head * (widths.filter((width) => width === head).length / widths.length)
  }
  const best = [',', ';', '\\t', '|'].map((delimiter) => [score(delimiter), delimiter]).sort((a, b) => b[0] - a[0])[0]
  const delimiter = said ?? (best[0] > 0 ? best[1] : ',')
  try {
    return readBy(parse, text, { ...options, delimiter }, encoding)
  } catch (error) {
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    // The line that is named is the last one of the file: what was opened began after the last row that is whole.
    const whole = error.records === 0 ? [] : parse(text, { ...options, delimiter, to: error.records, info: true })
    return { unreadable: { line: (whole.at(-1)?.info.lines ?? 0) + 1, why: 'quote' } }
  }
}
function readBy(parse, text, options, encoding) {
  const { delimiter } = options
  const rows = []
  const on_record = (cells, { records, empty_lines }) => {
    rows.push({ line: records + empty_lines, cells: cells.map(clean) })
    return null
  }
  parse(text, { ...options, on_record, to: mostRows })
  return { rows: holding(rows), reading: { form: 'csv', encoding, delimiter } }
}
// What was decoded with the wrong table before it came here has these in place of quotation marks and euro signs.
function withoutControl(sheet) {
  for (const { line, cells } of sheet.rows ?? []) {
    const at = cells.findIndex((cell) => /[\\x80-\\x9f]/.test(cell))
    if (at >= 0) return { unreadable: { line, column: at + 1, why: 'control' } }
  }
  return sheet
}
const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
;(isZip ? readXlsx() : readCsv()).then((sheet) => parentPort.postMessage(withoutControl(sheet)), (error) => { throw error })
`

const WRITE = `
const { parentPort, workerData } = require('node:worker_threads')
;(async () => {
  const { default: write } = await import(workerData.write)
  const cells = workerData.rows.map((row) =>
    row.map((value) => (value === null ? null : { value, type: typeof value === 'number' ? Number : String })))
  const made = await write(cells)
  parentPort.postMessage(new Uint8Array(await made.toBuffer()))
})()
`
