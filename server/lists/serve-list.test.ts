import { buffer, text } from 'node:stream/consumers'

import { expect, it } from 'vitest'

import { inEuros } from '#server/lists/csv-download.ts'
import { Download } from '#server/http/raw-response.ts'
import { readSheet } from '#server/lists/read-spreadsheet.ts'
import { serveTable } from '#server/lists/serve-list.ts'

type Line = { name: string; cents: number; open: boolean; day: string | null }

const LINES: Line[] = [
  { name: '=1+1', cents: 1250, open: true, day: '2026-11-29' },
  { name: '00120', cents: -5, open: false, day: null },
]
const table = {
  file: 'lines',
  columns: {
    name: ({ name }: Line) => name,
    euros: ({ cents }: Line) => inEuros(cents),
    open: ({ open }: Line) => open,
    day: ({ day }: Line) => day,
  },
  parts: () => LINES.map((line) => [line]),
}
const serve = (as: 'json' | 'csv' | 'xlsx') => serveTable(as, 'nl', table, () => ({ items: LINES }))
const sender = { colleague: { id: 0 }, request: { socket: { destroyed: false } } }

it('writes CSV and XLSX from the same columns, with cents as euros (DESK-13)', async () => {
  const [csv, xlsx] = [await serve('csv'), await serve('xlsx')]
  if (!(csv instanceof Download) || !(xlsx instanceof Download)) throw new Error('no file')
  expect([csv, xlsx].map(({ headers }) => headers['content-disposition'])).toEqual([
    'attachment; filename="lines.csv"',
    'attachment; filename="lines.xlsx"',
  ])
  expect(await text(csv.body)).toBe(
    "\uFEFFname;euros;open;day\r\n'=1+1;12,50;yes;2026-11-29\r\n00120;-0,05;no;\r\n",
  )
  const sheet = await readSheet(await buffer(xlsx.body), sender)
  if ('unreadable' in sheet) throw new Error('the spreadsheet cannot be read')
  expect(sheet.rows.map(({ cells }) => cells)).toEqual([
    ['name', 'euros', 'open', 'day'],
    ['=1+1', '12.5', 'yes', '2026-11-29'],
    ['00120', '-0.05', 'no', ''],
  ])
})

it('does not read the rows of the file if a page is requested (DESK-13)', async () => {
  const parts = () => {
    throw new Error('the rows were read')
  }
  expect(await serveTable('json', 'nl', { ...table, parts }, () => 'a page')).toBe('a page')
})
