import { afterAll, beforeAll, expect, it } from 'vitest'

import { REQUIRED_WORDS } from '#domain/catalog/import-columns.ts'
import { writeSheet } from '#server/lists/read-spreadsheet.ts'
import { csvOf, importClient, type Rows } from '#server/testing/clients/import-client.ts'
import { jsonOf, staffClient } from '#server/testing/clients/staff-client.ts'
import { cellOf, unusualWorkbook, rowOf } from '#server/testing/samples/unusual-workbook.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

type ImportClient = Awaited<ReturnType<typeof importClient>>
let shop: TestShop
let owner: ImportClient['owner']
let brand: ImportClient['brand']
let upload: ImportClient['upload']
let api: ImportClient['api']
let take: ImportClient['take']
beforeAll(async () => {
  shop = await testShop()
  ;({ owner, brand, upload, api, take } = await importClient(shop))
})
afterAll(() => shop.stop())

/** Their bytes in Windows-1252, which Excel writes. */
const WINDOWS_BYTES: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  Š: 0x8a,
  Œ: 0x8c,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  ž: 0x9e,
}

it('reads any delimiter, encoding and XLSX, and keeps leading zeros and texts that look like formulas (DESK-24)', async () => {
  const { sku } = await shop.gift({ points: 5 })
  const xlsx = await writeSheet([
    ['sku', 'punten 1014', 'bar code'],
    [sku, 7, '00120'],
    ['no-such-article', 3, '=1+1'],
  ])
  const run = await upload('prices', 'prices.xlsx', xlsx)
  expect(run).toMatchObject({
    reading: { form: 'xlsx' },
    mapping: ['sku', 'points.1014', null],
    counts: { rows: 2, changed: 1, refused: 1 },
  })
  const { items } = await api<Rows>('GET', `${run.id}/rows`)
  expect(items.map(({ cells }) => cells[2])).toEqual(['00120', '=1+1'])
  const resolve = await owner.request(
    'GET',
    `/backoffice/api/imports/${run.id}/rows?outcome=refused&as=csv`,
  )
  expect(await resolve.text()).toContain("'=1+1")
  expect(await take(run)).toBe(200)
  const points = async () =>
    (await shop.sql`select points from offer where sku = ${sku} and channel_id = '1014'`)[0]?.[
      'points'
    ]
  expect(await points()).toBe(7)
  for (const [text, delimiter] of [
    [`sku\tpoints 1014\r\n${sku}\t8`, '\t'],
    [`sku|points 1014\n"${sku}"|8\n`, '|'],
    [`\uFEFFsku,points 1014,note\n${sku},8,"a, b"\n`, ','],
  ] as const) {
    const read = await upload('prices', 'p.csv', text)
    expect(read).toMatchObject({ reading: { delimiter }, counts: { changed: 1, refused: 0 } })
  }
  const utf16 = await upload(
    'prices',
    'p.csv',
    Buffer.from(`\uFEFFsku;points 1014\n${sku};8`, 'utf16le'),
  )
  expect(utf16).toMatchObject({ reading: { encoding: 'utf-16le' }, counts: { changed: 1 } })
  expect((await upload('prices', 'x.xlsx', Buffer.from('PK\u0003\u0004 no zip'))).error?.code).toBe(
    'unreadable-file',
  )
  expect((await upload('prices', 'x.csv', 'sku;points 1014\n')).error?.code).toBe('empty-file')
  expect((await upload('prices', 'x.csv', '')).error?.code).toBe('empty-file')
  expect((await upload('nothing', 'x.csv', 'a;b\n1;2')).error?.code).toBe('invalid-input')
})

it('reads the filled cells of a sheet of a million rows, and names their places (DESK-24, DESK-26)', async () => {
  const { sku } = await shop.gift({ points: 5 })
  const coloured = Array.from(
    { length: 300_000 },
    (_, at) => `<row r="${at + 6}" ht="15">${cellOf(`A${at + 6}`, 's="0"', '')}</row>`,
  )
  const last = 1_048_576
  const rows = [
    rowOf(1, ['sku', 'points 1014', '']),
    '<row r="2"/>',
    // Some programs write cells without their positions.
    rowOf(3, [sku, '7']).replaceAll(/ r="[^"]*"/g, ''),
    `<row r="5">${cellOf('A5', 't="inlineStr"', `<is><t>${sku}</t></is>`)}${cellOf('B5', 't="e"', '<v>#REF!</v>')}</row>`,
    ...coloured,
    `<row r="${last}">${cellOf(`A${last}`, 't="inlineStr"', '<is><t>far</t></is>')}${cellOf(`C${last}`, '', '<v>7</v>')}</row>`,
  ]
  const run = await upload('prices', 'odd.xlsx', unusualWorkbook(rows.join('')))
  expect(run).toMatchObject({
    reading: { form: 'xlsx', sheet: 'First' },
    counts: { rows: 3, refused: 2 },
  })
  const { items } = await api<Rows>('GET', `${run.id}/rows`)
  expect(items.map(({ line, cells }) => [line, ...cells])).toEqual([
    [3, sku, '7', ''],
    [5, sku, '#REF!', ''],
    [last, 'far', '', '7'],
  ])
  const text = await upload('prices', 'gaps.csv', `\nsku;points 1014\n\n${sku};7\n;\n${sku};8\n`)
  const read = await api<Rows>('GET', `${text.id}/rows`)
  expect(read.items.map(({ line, cells }) => [line, ...cells])).toEqual([
    [4, sku, '7'],
    [6, sku, '8'],
  ])
})

it('reads a number as the spreadsheet shows it, with its zeros, and names the line of a value between columns (DESK-24)', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
  const numbers = [
    cellOf('A2', 's="1"', '<v>120</v>'),
    cellOf('B2', 's="1" t="n"', '<v>7</v>'),
    cellOf('C2', 's="0"', '<v>7</v>'),
    cellOf('D2', 's="2"', '<v>7</v>'),
    cellOf('E2', 's="1"', '<v>123456</v>'),
  ]
  const rows = `${rowOf(1, ['sku', 'points 1014', 'c', 'd', 'e'])}<row r="2">${numbers.join('')}</row>`
  const run = await upload('prices', 'zeros.xlsx', unusualWorkbook(rows, styles))
  const { items } = await api<Rows>('GET', `${run.id}/rows`)
  expect(items.map(({ cells }) => cells)).toEqual([['00120', '00007', '7', '7', '123456']])

  const { sku } = await shop.gift({ points: 5 })
  const said = await upload('prices', 'excel.csv', `sep=;\r\nsku;points 1014\r\n${sku};7\r\n`)
  expect(said).toMatchObject({ mapping: ['sku', 'points.1014'], counts: { rows: 1, changed: 1 } })
  const read = await api<Rows>('GET', `${said.id}/rows`)
  expect(read.items.map(({ line }) => line)).toEqual([3])
})

it('reads the euro sign, quotation marks and dashes of Windows-1252 from Excel, in imports of gifts and of recipients (SAFE-16, A-1)', async () => {
  const windows = (text: string) =>
    Buffer.from(text.split('').map((letter) => WINDOWS_BYTES[letter] ?? letter.charCodeAt(0)))
  const name = 'Koffiekopje café 1 “blauw” €1 – ‘Œuvre’ Šž…'
  const run = await upload(
    'gifts',
    'excel.csv',
    windows(
      `gift;brand;levering;name nl;name en;points 1014\r\nexcel-1;${brand};magazijn;${name};x;5`,
    ),
  )
  expect(run.reading).toMatchObject({ encoding: 'windows-1252' })
  const { items } = await api<Rows>('GET', `${run.id}/rows`)
  expect(items[0]?.cells[3]).toBe(name)

  const form = new FormData()
  form.set(
    'file',
    new Blob([new Uint8Array(windows('naam;team\r\nZoë “Zo” Müller;€-team\r\nŒdipe;Finance'))]),
  )
  const people = await fetch(`${shop.url}/backoffice/api/recipient-files`, {
    method: 'POST',
    headers: { 'x-backoffice': '1', cookie: owner.cookie() },
    body: form,
  })
  expect(await jsonOf(people)).toMatchObject({
    rows: [
      ['naam', 'team'],
      ['Zoë “Zo” Müller', '€-team'],
      ['Œdipe', 'Finance'],
    ],
  })
})

it('refuses a control character of U+0080 to U+009F at its cell, of text and of XLSX, and at the field of a call (SAFE-16, A-1)', async () => {
  const { sku } = await shop.gift({ points: 5 })
  const rows = [
    ['sku', 'points 1014', 'note'],
    [sku, '7', 'fine'],
    [sku, '7', '\u0093blue\u0094'],
  ]
  for (const [name, bytes] of [
    ['wrong.csv', Buffer.from(csvOf(rows))],
    ['wrong.xlsx', unusualWorkbook(rows.map((cells, at) => rowOf(at + 1, cells)).join(''))],
    // A byte that Windows-1252 does not use.
    [
      'wrong.csv',
      Buffer.from(csvOf([...rows.slice(0, 2), [sku, '7', 'caf\u00e9 \u0081']]), 'latin1'),
    ],
  ] as const) {
    const { error, stands } = await upload('prices', name, bytes)
    expect([error?.code, stands]).toEqual([
      'unreadable-file',
      { line: 3, column: 3, why: 'control' },
    ])
  }
  const run = await upload('prices', 'right.csv', csvOf(rows.slice(0, 2)))
  const cells = [
    { line: 2, column: 2, value: 'fine' },
    { line: 2, column: 1, value: '\u00807' },
  ]
  expect(await api('PATCH', `${run.id}/rows`, { cells })).toMatchObject({
    error: {
      code: 'invalid-input',
      field: 'cells.value',
      place: 1,
      Message: expect.stringContaining('U+0080') as string,
    },
  })
})

it('names the line and the reason for a file that cannot be read, and refuses binary files (DESK-23)', async () => {
  const open = await upload('prices', 'open.csv', 'sku,points\r\n"foo,3\r\nbar,4\r\n')
  expect(open).toMatchObject({
    error: { code: 'unreadable-file' },
    stands: { line: 2, why: 'quote' },
  })
  expect(open.error?.Message).toMatch(/line 2.*quot/i)
  const first = await upload('prices', 'open.csv', '"sku,points\n')
  expect(first.stands).toEqual({ line: 1, why: 'quote' })
  // All bytes, as in an image or a program.
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 37 + (at >> 3)) % 256))
  for (const sent of [bytes, Buffer.from('sku;points 1014\na;1\nb\u0002;3\n')]) {
    const { error, stands } = await upload('prices', 'x.csv', sent)
    expect([error?.code, stands?.why]).toEqual(['unreadable-file', 'no-text'])
  }
})

it('suggests a number only for a cell with one possible reading (DESK-23)', async () => {
  const meant: [string, string | null][] = [
    ['3,00', '3'],
    ['€ 3,00', '3'],
    ['8 punten', '8'],
    ['8,-', '8'],
    ['1.200', '1200'],
    ['1.200,00', '1200'],
    ['1e3', null],
    ['4–8', null],
    ['3 punten (was 5)', null],
    ['10%', null],
    ['12O', null],
    ['3.000', null],
    ['8,5', null],
    ['-3', null],
  ]
  const gifts: string[] = []
  for (const _ of meant) gifts.push((await shop.gift()).sku)
  const rows = meant.map(([said], at) => [gifts[at] ?? '', said])
  const run = await upload('prices', 'odd.csv', csvOf([['sku', 'points 1014'], ...rows]))
  const { items } = await api<Rows>('GET', `${run.id}/rows?limit=50`)
  expect(items.map(({ cells, problems }) => [cells[1], problems[0]?.hint])).toEqual(meant)
})

it.each(['nl', 'en', 'de'] as const)(
  'offers a template whose columns are all read, whose marked ones are needed and whose example row fits, in %s (DESK-23)',
  async (language) => {
    const reader = await staffClient(shop)
    await shop.sql`update staff set language = ${language} where id = ${reader.staffId}`
    await reader.signIn()
    const template = async (kind: string, as: string) => {
      const response = await reader.request(
        'GET',
        `/backoffice/api/import-template?kind=${kind}&as=${as}`,
      )
      expect(response.status).toBe(200)
      return Buffer.from(await response.arrayBuffer())
    }
    for (const as of ['csv', 'xlsx']) {
      const run = await upload('gifts', `template.${as}`, await template('gifts', as), reader)
      expect(run.mapping).not.toContain(null)
      expect(run.mapping).toEqual(
        expect.arrayContaining(['gift', 'brand', 'tags', `description.${language}`, 'points.1014']),
      )
      expect(run.counts).toMatchObject({ rows: 1, made: 1, refused: 0 })
      const marked = run.columns.filter((title) => title.endsWith(`(${REQUIRED_WORDS[language]})`))
      expect(marked.map((title) => run.mapping[run.columns.indexOf(title)])).toEqual([
        'gift',
        'brand',
        `name.${language}`,
      ])
      for (const kind of ['prices', 'stock']) {
        const other = await upload(kind, `${kind}.${as}`, await template(kind, as), reader)
        expect(other.mapping).not.toContain(null)
        expect(other.missing).toEqual([])
      }
    }
  },
)
