import { afterAll, beforeAll, expect, it } from 'vitest'

import { REQUIRED_WORDS } from '#domain/catalog/import-columns.ts'
import { writeSheet } from '#server/lists/read-spreadsheet.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cellOf, oddWorkbook, rowOf } from '#server/testing/samples/unusual-workbook.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

let shop: TestShop
let owner: StaffClient
let brand = ''
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
  const [row] = await shop.sql<{ id: string }[]>`select id from brand order by id limit 1`
  brand = row?.id ?? ''
})
afterAll(() => shop.stop())

type Run = {
  id: string
  columns: string[]
  mapping: (string | null)[]
  missing: string[]
  reading: Record<string, string>
  on_sale: boolean | null
  counts: Record<'rows' | 'made' | 'changed' | 'same' | 'refused' | 'taken', number>
  problems: { column: number; code: string; count: number; hinted: number }[]
  error?: { code: string; Message: string }
  stands?: { line: number; why: string }
}
type Rows = {
  items: {
    line: number
    cells: string[]
    problems: { column: number; code: string; hint: string }[]
  }[]
}

async function upload(kind: string, name: string, bytes: Buffer | string, guest = owner) {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  const response = await fetch(`${shop.url}/backoffice/api/imports`, {
    method: 'POST',
    headers: { 'x-backoffice': '1', cookie: guest.cookie() },
    body: form,
  })
  return jsonOf<Run>(response)
}
const api = async <Body = Run>(method: string, path: string, input?: object) =>
  jsonOf<Body>(await owner.ask(method, `/backoffice/api/imports/${path}`, input))
async function take({ id, counts }: Run, choice: { on_sale?: boolean } = {}) {
  const begun = await owner.ask('POST', `/backoffice/api/imports/${id}/apply`, {
    count: counts.made + counts.changed - counts.taken,
    ...choice,
  })
  await shop.shop.jobs.drain()
  return begun.status
}
const cellsOf = (rows: (string | number)[][]) => rows.map((row) => row.join(';')).join('\r\n')

/** The bytes by which Excel writes them. */
const LETTERS_OF_EXCEL: Record<string, number> = {
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

/** With 37 cells that cannot be taken. */
const GIFTS = THOROUGH ? 5000 : 1000
const FIT = GIFTS - 37

it(`takes ${FIT} of ${GIFTS} gifts while 37 cells are resolved, the same resolve for all of one reason, and none twice (DESK-23)`, async () => {
  const rows = Array.from({ length: GIFTS }, (_, at) => {
    const points = at < 12 ? `${4 + (at % 5)},00` : 4 + (at % 20)
    const by = at >= 12 && at < 21 ? `${brand}x` : brand
    const name = at >= 21 && at < 28 ? '' : `Geïmporteerd ${at}`
    const code = at >= 28 && at < 37 ? `Slechte Code ${at}` : `import-${at}`
    return [code, by, 'magazijn', name, `Imported ${at}`.repeat(name === '' ? 0 : 1), points]
  })
  const file = cellsOf([
    ['gift', 'brand', 'levering', 'name nl', 'name en', 'points 1014'],
    ...rows,
  ])
  const run = await upload('gifts', 'winter.csv', Buffer.from(file, 'latin1'))
  expect(run.mapping).toEqual(['gift', 'brand', 'delivery', 'name.nl', 'name.en', 'points.1014'])
  expect(run.reading).toMatchObject({ encoding: 'windows-1252', delimiter: ';' })
  expect(run.counts).toEqual({ rows: GIFTS, made: FIT, changed: 0, same: 0, refused: 37, taken: 0 })
  expect(run.problems).toEqual([
    { column: 5, code: 'not-whole', count: 12, hinted: 12 },
    { column: 0, code: 'not-a-code', count: 9, hinted: 9 },
    { column: 1, code: 'unknown-brand', count: 9, hinted: 9 },
    { column: 3, code: 'empty', count: 7, hinted: 0 },
  ])
  const wrong = await api<Rows>('GET', `${run.id}/rows?outcome=refused&code=not-whole`)
  expect(wrong.items).toHaveLength(12)
  expect(wrong.items[0]).toMatchObject({ line: 2, problems: [{ column: 5, hint: '4' }] })

  expect(await take({ ...run, counts: { ...run.counts, made: 12 } })).toBe(409)
  expect(await take(run, { on_sale: true })).toBe(200)
  expect((await api('GET', run.id)).counts).toMatchObject({ taken: FIT, refused: 37 })
  const [made] = await shop.sql`
    select count(*)::integer as gifts from product where id like 'import-%'`
  expect(made?.['gifts']).toBe(FIT)
  const [name] = await shop.sql`
    select name from product_text where product_id = 'import-40' and language = 'nl'`
  expect(name?.['name']).toBe('Geïmporteerd 40')

  const resolved = await api<Run & { resolved: number }>('PATCH', `${run.id}/rows`, {
    all: { column: 5, code: 'not-whole' },
  })
  expect(resolved).toMatchObject({ resolved: 12, counts: { made: FIT + 12, refused: 25 } })
  await api('PATCH', `${run.id}/rows`, { all: { column: 1, code: 'unknown-brand', value: brand } })
  await api('PATCH', `${run.id}/rows`, { all: { column: 0, code: 'not-a-code' } })
  const last = await api('PATCH', `${run.id}/rows`, {
    cells: Array.from({ length: 7 }, (_, at) => ({
      line: 23 + at,
      column: 3,
      value: `Naam ${at}`,
    })),
  })
  expect(last.counts).toMatchObject({ made: GIFTS, refused: 0, taken: FIT })
  expect(await take(last)).toBe(200)
  expect(await take(await api('GET', run.id))).not.toBe(200)

  const again = await upload('gifts', 'winter.csv', Buffer.from(file, 'latin1'))
  expect(again.counts).toMatchObject({ made: 0, changed: 0, same: GIFTS - 30 })

  const [offer] = await shop.sql<{ spli_id: string }[]>`
    select spli_id from offer where sku = 'import-100'`
  await shop.sql`update stock set on_hand = 5 where sku = 'import-100'`
  await sampleOrder(shop, { gifts: [{ spliId: offer?.spli_id ?? '', points: 24 }] })
  await shop.sql`
    update product_text set name = 'Herschreven' where product_id = 'import-50' and language = 'nl'`
  const undone = await api<{ left: { gift: string; field: string }[] }>('POST', `${run.id}/undo`, {
    reason: 'The wrong season',
  })
  // Later edits stay, gifts sold since then stay off sale, and everything else is removed.
  expect(undone.left.filter(({ gift }) => gift !== 'import-100')).toMatchObject([
    { gift: 'import-50', field: 'text.name' },
  ])
  // Buyers still see the gift's name, and the result lists that it stays.
  expect(undone.left).toContainEqual(
    expect.objectContaining({ gift: 'import-100', field: 'text.name' }),
  )
  for (const [method, path, input] of [
    ['PUT', 'mapping', { mapping: run.mapping }],
    ['PATCH', 'rows', { cells: [{ line: 1, column: 0, value: 'x' }] }],
  ] as const) {
    expect(await api(method, `${run.id}/${path}`, input)).toMatchObject({
      error: { code: 'was-put-back' },
    })
  }
  const left = await shop.sql`
    select product.id, article.retired, offer.active, said.name
    from product join article on article.product_id = product.id join offer using (sku)
      left join product_text said on said.product_id = product.id and language = 'nl'
    where product.id like 'import-%' order by product.id`
  expect(left).toEqual([
    { id: 'import-100', retired: true, active: false, name: 'Geïmporteerd 100' },
    { id: 'import-50', retired: true, active: false, name: 'Herschreven' },
  ])
}, 240_000)

it('reads any delimiter, encoding and XLSX, with leading zeros and what looks like a formula as they were (DESK-24)', async () => {
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
  const resolve = await owner.ask(
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

it('reads what holds something of a sheet of a million rows, and says where it stands there (DESK-24, DESK-26)', async () => {
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
  const run = await upload('prices', 'odd.xlsx', oddWorkbook(rows.join('')))
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

it('reads a number as the spreadsheet shows it, with its zeros, and the line that names what stands between columns (DESK-24)', async () => {
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
  const run = await upload('prices', 'zeros.xlsx', oddWorkbook(rows, styles))
  const { items } = await api<Rows>('GET', `${run.id}/rows`)
  expect(items.map(({ cells }) => cells)).toEqual([['00120', '00007', '7', '7', '123456']])

  const { sku } = await shop.gift({ points: 5 })
  const said = await upload('prices', 'excel.csv', `sep=;\r\nsku;points 1014\r\n${sku};7\r\n`)
  expect(said).toMatchObject({ mapping: ['sku', 'points.1014'], counts: { rows: 1, changed: 1 } })
  const read = await api<Rows>('GET', `${said.id}/rows`)
  expect(read.items.map(({ line }) => line)).toEqual([3])
})

it('reads the euro sign, quotation marks and dashes that Excel writes as Windows-1252, of gifts and of people (SAFE-16, A-1)', async () => {
  const windows = (text: string) =>
    Buffer.from(text.split('').map((letter) => LETTERS_OF_EXCEL[letter] ?? letter.charCodeAt(0)))
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
    ['wrong.csv', Buffer.from(cellsOf(rows))],
    ['wrong.xlsx', oddWorkbook(rows.map((cells, at) => rowOf(at + 1, cells)).join(''))],
    // A byte that means nothing in Windows-1252.
    [
      'wrong.csv',
      Buffer.from(cellsOf([...rows.slice(0, 2), [sku, '7', 'caf\u00e9 \u0081']]), 'latin1'),
    ],
  ] as const) {
    const { error, stands } = await upload('prices', name, bytes)
    expect([error?.code, stands]).toEqual([
      'unreadable-file',
      { line: 3, column: 3, why: 'control' },
    ])
  }
  const run = await upload('prices', 'right.csv', cellsOf(rows.slice(0, 2)))
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

it('says at which line a file cannot be read and why, and takes no bytes that are no text (DESK-23)', async () => {
  const open = await upload('prices', 'open.csv', 'sku,points\r\n"foo,3\r\nbar,4\r\n')
  expect(open).toMatchObject({
    error: { code: 'unreadable-file' },
    stands: { line: 2, why: 'quote' },
  })
  expect(open.error?.Message).toMatch(/line 2.*quot/i)
  const first = await upload('prices', 'open.csv', '"sku,points\n')
  expect(first.stands).toEqual({ line: 1, why: 'quote' })
  // Letters of every kind, as a photo or a program has them.
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 37 + (at >> 3)) % 256))
  for (const sent of [bytes, Buffer.from('sku;points 1014\na;1\nb\u0002;3\n')]) {
    const { error, stands } = await upload('prices', 'x.csv', sent)
    expect([error?.code, stands?.why]).toEqual(['unreadable-file', 'no-text'])
  }
})

it('keeps which column is which for the next file, and a colleague to their own channels (DESK-3, DESK-23)', async () => {
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  const { sku } = await shop.gift({ points: 5 })
  const file = `Our number;Costs\n${sku};9\n`
  const first = await upload('prices', 'odd.csv', file)
  expect(first).toMatchObject({ mapping: [null, null], missing: ['sku', 'points'] })
  const mapped = await api('PUT', `${first.id}/mapping`, { mapping: ['sku', 'points.1014'] })
  expect(mapped.counts).toMatchObject({ changed: 1, refused: 0 })
  const second = await upload('prices', 'odd.csv', file, mila)
  expect(second).toMatchObject({ mapping: ['sku', 'points.1014'], counts: { changed: 1 } })
  // The saved mapping of these columns does not apply to a file of another kind.
  expect(await upload('stock', 'odd.csv', file)).toMatchObject({ mapping: [null, null] })
  const foreign = await mila.ask('PUT', `/backoffice/api/imports/${second.id}/mapping`, {
    mapping: ['sku', 'points.2001'],
  })
  expect(await jsonOf(foreign)).toMatchObject({ error: { code: 'unknown-name' } })
  expect((await mila.ask('GET', `/backoffice/api/imports/${first.id}`)).status).toBe(404)
})

it('takes neither of two rows that differ, also where one says what stands there, so that a file brought again makes nothing (DESK-23)', async () => {
  const [{ sku }, other] = [await shop.gift({ points: 5 }), await shop.gift({ points: 5 })]
  const file = cellsOf([
    ['sku', 'points 1014'],
    [sku, 5],
    [other.sku, 6],
    [other.sku, 6],
    [sku, 8],
    [sku, 8],
  ])
  for (const [changed, same] of [
    [1, 1],
    [0, 2],
  ] as const) {
    const run = await upload('prices', 'prices.csv', file)
    expect(run.counts).toMatchObject({ rows: 5, changed, same, refused: 3 })
    const { items } = await api<Rows>('GET', `${run.id}/rows?outcome=refused`)
    expect(items.map(({ line, problems }) => [line, problems.map(({ code }) => code)])).toEqual([
      [2, ['twice']],
      [5, ['twice']],
      [6, ['twice']],
    ])
    if (changed > 0) expect(await take(run)).toBe(200)
    const [{ points } = {}] = await shop.sql`
      select points from offer where sku = ${sku} and channel_id = '1014'`
    expect(points).toBe(5)
  }
  const counts = await upload(
    'stock',
    'stock.csv',
    cellsOf([
      ['sku', 'on hand'],
      [sku, 4],
      [sku, 4],
    ]),
  )
  expect(counts.counts).toMatchObject({ rows: 2, refused: 2 })
})

it('says that a list of prices has no column of points, whose rows would all be as they are (DESK-23)', async () => {
  const { sku } = await shop.gift({ points: 5 })
  const none = await upload(
    'prices',
    'p.csv',
    cellsOf([
      ['article', 'points'],
      [sku, 8],
    ]),
  )
  expect(none).toMatchObject({ mapping: ['sku', null], missing: ['points'] })
  const mapped = await api('PUT', `${none.id}/mapping`, { mapping: ['sku', 'points.1014'] })
  expect(mapped).toMatchObject({ missing: [], counts: { changed: 1 } })
})

it('counts stock from the number that is stored, and undoes it by as many as it counted (DESK-23)', async () => {
  const one = await shop.gift({ inStock: 10, points: 1 })
  const other = await shop.gift({ inStock: 5, points: 1 })
  const owed = await shop.gift({ inStock: 5, points: 1 })
  const run = await upload(
    'stock',
    'count.csv',
    cellsOf([
      ['sku', 'on_hand', 'from'],
      [one.sku, '7', '10'],
      [other.sku, '9', '4'],
      [owed.sku, '-3', '5'],
    ]),
  )
  expect(run.counts).toMatchObject({ changed: 1, refused: 2 })
  expect(new Set(run.problems.map(({ column, code }) => `${column} ${code}`))).toEqual(
    new Set(['1 changed-since', '1 negative']),
  )
  expect(await take(run)).toBe(200)
  const onHand = async () =>
    (await shop.sql`select on_hand from stock where sku = ${one.sku}`)[0]?.['on_hand']
  expect(await onHand()).toBe(7)
  await sampleOrder(shop, { gifts: [one] })
  const undone = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.ask('POST', `/backoffice/api/imports/${run.id}/undo`, {}),
    ),
  )
  expect(undone.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await onHand()).toBe(9)

  // A variant with unlimited stock is not sold out after the undo: its new stock row stays and is listed.
  const endless = await shop.gift({ points: 1 })
  expect(await shop.sql`select from stock where sku = ${endless.sku}`).toHaveLength(0)
  const made = await upload(
    'stock',
    'endless.csv',
    cellsOf([
      ['sku', 'on_hand'],
      [endless.sku, '5'],
    ]),
  )
  expect(await take(made)).toBe(200)
  const back = await owner.ask('POST', `/backoffice/api/imports/${made.id}/undo`, {})
  expect(await jsonOf(back)).toMatchObject({
    put_back: 0,
    left_alone: 1,
    left: [{ id: endless.sku, field: 'stock' }],
  })
  const [stockLevel] = await shop.sql`select on_hand from stock where sku = ${endless.sku}`
  expect(stockLevel).toEqual({ on_hand: 5 })
})

it('puts on sale again what an import made, an undo had to leave, and the same file brings back (DESK-11, DESK-23)', async () => {
  const file = cellsOf([
    ['gift', 'brand', 'name nl', 'points 1014'],
    ['comes-back', brand, 'Komt terug', 7],
  ])
  const first = await upload('gifts', 'back.csv', file)
  expect(await take(first, { on_sale: true })).toBe(200)
  const counted = await upload(
    'stock',
    'count.csv',
    cellsOf([
      ['sku', 'on_hand'],
      ['comes-back', 5],
    ]),
  )
  expect(await take(counted)).toBe(200)
  const onSale = async () => {
    const [row] = await shop.sql`
      select article.retired, active, points from article join offer using (sku) where sku = 'comes-back'`
    return row
  }
  expect(await onSale()).toEqual({ retired: false, active: true, points: 7 })
  for (const { id } of [counted, first])
    expect((await owner.ask('POST', `/backoffice/api/imports/${id}/undo`, {})).status).toBe(200)
  expect(await onSale()).toMatchObject({ retired: true, active: false })
  const again = await upload('gifts', 'back.csv', file)
  expect(again.counts).toMatchObject({ refused: 0 })
  expect(await take(again, { on_sale: true })).toBe(200)
  expect(await onSale()).toEqual({ retired: false, active: true, points: 7 })
  // After the restore, a row with the current values does not override a colleague who took it off sale.
  await shop.sql`update offer set active = false where sku = 'comes-back'`
  expect((await upload('gifts', 'back.csv', file)).counts).toMatchObject({ changed: 0, same: 1 })
})

it('goes on where a portion died: all of a portion or nothing, and none twice (DESK-23)', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [`portion-${at}`, brand, `Stuk ${at}`, 6])
  const run = await upload(
    'gifts',
    'portions.csv',
    cellsOf([['gift', 'brand', 'name nl', 'points 1014'], ...rows]),
  )
  await shop.sql`
    create function dies_at_280() returns trigger language plpgsql as $$
    begin
      if new.line = 280 and new.taken_at is not null then raise exception 'died'; end if;
      return new;
    end $$`
  await shop.sql`
    create trigger dies_at_280 before update on import_row for each row execute function dies_at_280()`
  await take(run)
  const gifts = async () =>
    (await shop.sql`select count(*)::integer as n from product where id like 'portion-%'`)[0]?.['n']
  expect((await api('GET', run.id)).counts.taken).toBe(250)
  expect(await gifts()).toBe(250)
  await shop.sql`drop trigger dies_at_280 on import_row`
  await shop.shop.jobs.drain({ evenLater: true })
  const after = await api('GET', run.id)
  if (after.counts.taken < 300) expect(await take(after)).toBe(200)
  expect((await api('GET', run.id)).counts.taken).toBe(300)
  expect(await gifts()).toBe(300)
  const twice = await shop.sql`
    select id from bulk_change_row where field = 'made' and kind = 'gift' and id like 'portion-%'
    group by id having count(*) > 1`
  expect(twice.count).toBe(0)
})

it('gives a retired brand or tag to no gift that has it not, and keeps it where it is (DESK-23)', async () => {
  await shop.sql`
    insert into brand (id, name, retired) values ('gone-brand', 'Voorbij', true), ('new-brand', 'Voorbij', false)`
  await shop.sql`
    insert into tag (id, tag_group_id, texts, retired)
    select 'gone-tag', (select id from tag_group order by id limit 1), '{"nl": "Uit"}', true`
  const { sku } = await shop.gift()
  await shop.sql`update product set brand_id = 'gone-brand' where id = ${sku}`
  await shop.sql`insert into product_tag (product_id, tag_id) values (${sku}, 'gone-tag')`
  const rows = [
    ['gift', 'brand', 'tags', 'name nl'],
    [sku, 'gone-brand', 'gone-tag', 'Had het al'],
    ['never-had', 'gone-brand', 'Uit', 'Nieuw'],
    ['by-name', 'Voorbij', '', 'Het merk dat er is'],
  ]
  const run = await upload('gifts', 'retired.csv', cellsOf(rows))
  expect(run.problems).toEqual([
    { column: 1, code: 'retired-word', count: 1, hinted: 0 },
    { column: 2, code: 'retired-word', count: 1, hinted: 0 },
  ])
  expect(run.counts).toMatchObject({ made: 1, changed: 1, refused: 1 })
})

it('finds nothing new in the list of gifts that was exported, no matter who sends it back, and creates no article that nobody named (DESK-13, DESK-23)', async () => {
  const plain = await shop.gift({ points: 5 })
  const coloured = await shop.gift({ points: 7, variant: 'Rood' })
  await shop.sql`
    insert into dimension_value (dimension_id, id, texts) values (${coloured.sku}, 'other', '{"nl": "Blauw"}')`
  await shop.sql`
    insert into article (sku, product_id, value_0) values (${`${coloured.sku}-b`}, ${coloured.sku}, 'other')`
  await shop.sql`insert into offer (channel_id, sku, points) values ('1014', ${`${coloured.sku}-b`}, 9)`
  const offSale = await shop.gift({ points: 6 })
  await shop.sql`update offer set active = false where sku = ${offSale.sku}`
  const retired = await shop.gift()
  await shop.sql`update article set retired = true where sku = ${retired.sku}`
  const elsewhere = await shop.gift({ points: 4, name: 'Overal te koop' })
  const [other] = await shop.sql<{ id: string }[]>`
    select id from channel where id not in ('2', '1014') order by id limit 1`
  await shop.sql`
    insert into offer (channel_id, sku, points) values (${other?.id ?? ''}, ${elsewhere.sku}, 4)`
  await shop.sql`
    update product_text set language = 'en' where product_id = ${plain.sku}`

  const exported = await owner.ask('GET', '/backoffice/api/gifts?as=xlsx')
  const file = Buffer.from(await exported.arrayBuffer())
  const again = await upload('gifts', 'gifts.xlsx', file)
  expect(again).toMatchObject({ problems: [], counts: { same: again.counts.rows, refused: 0 } })
  expect(again.counts.rows).toBeGreaterThanOrEqual(5)
  const mila = await staffClient(shop, 'merchandiser')
  await mila.signIn()
  const hers = await mila.ask('GET', '/backoffice/api/gifts?as=xlsx')
  const seen = await upload('gifts', 'g.xlsx', Buffer.from(await hers.arrayBuffer()), mila)
  expect(seen).toMatchObject({ problems: [], counts: { same: seen.counts.rows, refused: 0 } })

  const rows = [
    ['gift', 'name nl', 'points 1014'],
    [coloured.sku, 'Vaas', 8],
    [elsewhere.sku, 'Overal te koop', 11],
  ]
  const changed = await upload('gifts', 'changed.csv', cellsOf(rows), mila)
  expect(changed).toMatchObject({
    problems: [{ column: 2, code: 'which-article', count: 1, hinted: 0 }],
    counts: { made: 0, changed: 1, refused: 1 },
  })
  const renamed = cellsOf([rows[0] ?? [], [elsewhere.sku, 'Nergens te koop', 11]])
  const foreign = await upload('gifts', 'changed.csv', renamed, mila)
  expect(foreign).toMatchObject({ problems: [{ column: 0, code: 'not-yours' }] })
})

it('proposes a number only where a cell can be read in one way (DESK-23)', async () => {
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
  const run = await upload('prices', 'odd.csv', cellsOf([['sku', 'points 1014'], ...rows]))
  const { items } = await api<Rows>('GET', `${run.id}/rows?limit=50`)
  expect(items.map(({ cells, problems }) => [cells[1], problems[0]?.hint])).toEqual(meant)
})

it('starts what is in the warehouse with a stock level of 0, sold out until it is counted (DESK-23)', async () => {
  const rows = [
    ['gift', 'brand', 'delivery', 'name nl', 'points 1014'],
    ['of-the-warehouse', brand, '', 'Uit het magazijn', 6],
    ['of-a-supplier', brand, 'leverancier', 'Van de leverancier', 6],
  ]
  const run = await upload('gifts', 'warehouse.csv', cellsOf(rows))
  expect(run.counts).toMatchObject({ made: 2 })
  expect(await take(run)).toBe(200)
  const shelfOf = async (sku: string) =>
    (
      await jsonOf<{ stockLevel: object | null }>(
        await owner.ask('GET', `/backoffice/api/stock/${sku}`),
      )
    ).stockLevel
  expect(await shelfOf('of-the-warehouse')).toMatchObject({ on_hand: 0, state: 'out' })
  expect(await shelfOf('of-a-supplier')).toBeNull()
  expect((await upload('gifts', 'warehouse.csv', cellsOf(rows))).counts).toMatchObject({ same: 2 })
  expect(await api<object>('POST', `${run.id}/undo`, { reason: 'Too early' })).toMatchObject({
    left_alone: 0,
  })
  const left = await shop.sql`
    select sku from article where sku in ('of-the-warehouse', 'of-a-supplier')
    union all select sku from stock where sku = 'of-the-warehouse'`
  expect([...left]).toEqual([])
})

it('takes a file in by one work however often it is asked, and goes back as one change (DESK-11, DESK-23)', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [`once-${at}`, brand, `Eens ${at}`])
  const run = await upload('gifts', 'once.csv', cellsOf([['gift', 'brand', 'name nl'], ...rows]))
  const begun = await Promise.all(
    Array.from({ length: 8 }, async () =>
      jsonOf<{ id?: string; error?: { code: string } }>(
        await owner.ask('POST', `/backoffice/api/imports/${run.id}/apply`, { count: 300 }),
      ),
    ),
  )
  expect(begun.filter(({ id }) => id !== undefined)).toHaveLength(1)
  for (const { id, error } of begun) {
    if (id === undefined) expect(['is-under-way', 'nothing-to-do']).toContain(error?.code)
  }
  await shop.shop.jobs.drain()
  expect((await api('GET', run.id)).counts.taken).toBe(300)

  type Changes = { items: { kind: string; written: number }[] }
  const undos = async () =>
    (await jsonOf<Changes>(await owner.ask('GET', '/backoffice/api/bulk-changes?kind=undo'))).items
  const before = await undos()
  const undone = await api<{ put_back: number }>('POST', `${run.id}/undo`, {})
  const after = await undos()
  expect(after).toHaveLength(before.length + 1)
  expect(after[0]).toMatchObject({ kind: 'undo', written: undone.put_back })
  expect((await api('GET', run.id)).counts.taken).toBe(0)
  expect(await api('POST', `${run.id}/apply`, { count: 300 })).toMatchObject({
    error: { code: 'was-put-back' },
  })
})

it('looks at each row again when it is taken: what fits no more waits with its reason (DESK-23)', async () => {
  await shop.sql`insert into brand (id, name) values ('goes-soon', 'Gaat weg')`
  const stockLevel = await shop.gift({ inStock: 10, points: 1 })
  const gifts = await upload(
    'gifts',
    'soon.csv',
    cellsOf([
      ['gift', 'brand', 'name nl'],
      ['went-soon', 'goes-soon', 'Te laat'],
      ['stays-here', brand, 'Op tijd'],
    ]),
  )
  const count = await upload(
    'stock',
    'soon.csv',
    cellsOf([
      ['sku', 'on_hand'],
      [stockLevel.sku, 3],
    ]),
  )
  expect([gifts.counts, count.counts]).toMatchObject([{ made: 2 }, { changed: 1 }])
  await shop.sql`update brand set retired = true where id = 'goes-soon'`
  await shop.sql`update stock set reserved = 4 where sku = ${stockLevel.sku}`
  expect([await take(gifts), await take(count)]).toEqual([200, 200])

  expect(await api('GET', gifts.id)).toMatchObject({
    counts: { taken: 1, refused: 1 },
    problems: [{ column: 1, code: 'retired-word', count: 1, hinted: 0 }],
  })
  const made = await shop.sql`select id from product where id in ('went-soon', 'stays-here')`
  expect([...made]).toEqual([{ id: 'stays-here' }])
  expect(await api('GET', count.id)).toMatchObject({
    counts: { taken: 0, refused: 1 },
    problems: [{ column: 1, code: 'reserved', count: 1, hinted: 0 }],
  })
  const [left] = await shop.sql`select on_hand from stock where sku = ${stockLevel.sku}`
  expect(left).toEqual({ on_hand: 10 })
  await shop.sql`update stock set reserved = 0 where sku = ${stockLevel.sku}`
})

it('keeps a stock level that someone has counted since, or that is reserved for a payment, when a count is undone (DESK-11, DESK-23)', async () => {
  const again = await shop.gift({ inStock: 10, points: 1 })
  const paying = await shop.gift({ inStock: 2, points: 1 })
  const plain = await shop.gift({ inStock: 5, points: 1 })
  const run = await upload(
    'stock',
    'counted.csv',
    cellsOf([['sku', 'on_hand'], ...[again, paying, plain].map(({ sku }) => [sku, 7])]),
  )
  expect(await take(run)).toBe(200)
  const counted = await owner.ask('POST', `/backoffice/api/stock/${again.sku}/corrections`, {
    reason: 'count',
    from: 7,
    on_hand: 20,
  })
  expect(counted.status).toBe(200)
  await shop.sql`update stock set reserved = 3 where sku = ${paying.sku}`
  const undone = await api<{ put_back: number; left: { id: string }[] }>('POST', `${run.id}/undo`, {
    reason: 'The wrong shelf',
  })
  expect(undone.put_back).toBe(1)
  const field = 'stock'
  expect(undone.left).toHaveLength(2)
  expect(undone.left).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ gift: again.sku, field, by: 'The owner' }),
      expect.objectContaining({ gift: paying.sku, field }),
    ]),
  )
  const stockLevels = await shop.sql<{ sku: string; on_hand: number }[]>`
    select sku, on_hand from stock where sku = any(${[again, paying, plain].map(({ sku }) => sku)})`
  expect(new Map(stockLevels.map(({ sku, on_hand }) => [sku, on_hand]))).toEqual(
    new Map([
      [again.sku, 20],
      [paying.sku, 7],
      [plain.sku, 5],
    ]),
  )
  await shop.sql`update stock set reserved = 0 where sku = ${paying.sku}`
})

it('marks one field of each of two lines that differ, however many fields differ (SAFE-16, C-5)', async () => {
  const run = await upload(
    'gifts',
    'double.csv',
    cellsOf([
      ['gift', 'brand', 'levering', 'name nl', 'name en', 'points 1014'],
      ['double-1', brand, 'magazijn', 'Een', 'One', 5],
      ['double-1', brand, 'digitaal', 'Twee', 'Two', 6],
    ]),
  )
  expect(run.counts).toMatchObject({ rows: 2, refused: 2 })
  const { items } = await api<Rows>('GET', `${run.id}/rows`)
  expect(items.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ['twice'],
    ['twice'],
  ])
})

it('tells a wrong number of rows as one, and how many there are (SAFE-16, C-11)', async () => {
  const { sku } = await shop.gift({ points: 5 })
  const run = await upload('prices', 'one.csv', `sku;points 1014\n${sku};7\n`)
  const refusal = await owner.ask('POST', `/backoffice/api/imports/${run.id}/apply`, { count: 9 })
  expect([refusal.status, await jsonOf(refusal)]).toMatchObject([
    409,
    { error: { code: 'count-differs' }, stands: { count: 1 } },
  ])
})

it('can be undone for seven days after its rows were taken in, and counts rows as its button does (SAFE-16, B-1, C-11)', async () => {
  const [one, other] = [await shop.gift({ points: 5 }), await shop.gift({ points: 5 })]
  const run = await upload('prices', 'late.csv', `sku;points 1014\n${one.sku};7\n${other.sku};8\n`)
  const day = 24 * 3_600_000
  shop.clock.advance(9 * day)
  await owner.signIn()
  expect(await take(run)).toBe(200)
  const takenAt = shop.clock.now().getTime()
  const shown = await api<{ undo_until: string }>('GET', run.id)
  expect(Math.abs(Date.parse(shown.undo_until) - takenAt - 7 * day)).toBeLessThan(day / 24)
  shop.clock.advance(6 * day)
  await owner.signIn()
  expect(await api('POST', `${run.id}/undo`, {})).toMatchObject({ rows: 2, left_alone: 0 })

  const late = await upload('prices', 'late.csv', `sku;points 1014\n${one.sku};7\n${other.sku};8\n`)
  expect(await take(late)).toBe(200)
  shop.clock.advance(8 * day)
  await owner.signIn()
  expect(await api('POST', `${late.id}/undo`, {})).toMatchObject({ error: { code: 'too-late' } })
})

it('marks no cell for a column that is missing: it says which, and that is all (SAFE-16, C-4)', async () => {
  const file = 'SKU;Name (Dutch)\nfilled-1;Vaas\nfilled-2;Kom'
  const noGift = await upload('gifts', 'no-gift.csv', file)
  expect(noGift).toMatchObject({
    mapping: ['sku', 'name.nl'],
    missing: ['gift'],
    problems: [],
    counts: { rows: 2, made: 0, refused: 2 },
  })
  const { items } = await api<Rows>('GET', `${noGift.id}/rows?outcome=refused`)
  expect(items.map(({ problems }) => problems)).toEqual([[], []])
  expect(await take({ ...noGift, counts: { ...noGift.counts, made: 2 } })).toBe(409)

  // A new gift needs a brand and a name; an existing one needs neither.
  const bare = await upload('gifts', 'bare.csv', 'Cadeaunummer;Punkte (1014)\nbrand-new-one;5')
  expect(bare).toMatchObject({
    mapping: ['gift', 'points.1014'],
    missing: ['brand', 'name'],
    problems: [],
    counts: { refused: 1 },
  })
  // An empty cell in an existing column is a cell to fix.
  const empty = await upload('gifts', 'e.csv', 'gift;brand;name nl\n;x;Vaas')
  expect(empty).toMatchObject({ missing: [], problems: [{ column: 0, code: 'empty', count: 1 }] })
})

const onSaleNow = async (...skus: string[]) =>
  Object.fromEntries(
    (
      await shop.sql<{ sku: string; channel_id: string; active: boolean; points: number }[]>`
        select sku, channel_id, active, points from offer where sku = any(${skus}::text[])`
    ).map(({ sku, channel_id, active, points }) => [
      channel_id === '1014' ? sku : `${sku} ${channel_id}`,
      active ? points : `${points} off sale`,
    ]),
  )

it('brings new gifts without a picture in off sale unless asked otherwise, keeps the choice for what is taken later, and leaves what is offered as it is (SAFE-16, C-8)', async () => {
  const shown = await shop.gift({ points: 5 })
  const hidden = await shop.gift({ points: 5 })
  await shop.sql`update offer set active = false where sku = ${hidden.sku}`
  const file = (name: string) =>
    cellsOf([
      ['gift', 'brand', 'name nl', 'points 1014'],
      [`${name}-a`, brand, 'Nieuw', 6],
      [`${name}-b`, brand, 'Nieuw', '6,00'],
      [shown.sku, '', '', 7],
      [hidden.sku, '', '', 7],
    ])
  const run = await upload('gifts', 'unseen.csv', file('unseen'))
  expect(run).toMatchObject({ on_sale: false, counts: { made: 1, changed: 2, refused: 1 } })
  expect(await take(run)).toBe(200)
  const old = { [shown.sku]: 7, [hidden.sku]: '7 off sale' }
  expect(await onSaleNow('unseen-a', 'unseen-b', shown.sku, hidden.sku)).toEqual({
    ...old,
    'unseen-a': '6 off sale',
  })
  const listed = await owner.ask('GET', '/backoffice/api/gifts?active=no&search=unseen-a')
  expect(await jsonOf(listed)).toMatchObject({ items: [{ id: 'unseen-a' }] })

  const put = await upload('gifts', 'put.csv', file('put'))
  expect(await take(put, { on_sale: true })).toBe(200)
  const resolved = await owner.ask('PATCH', `/backoffice/api/imports/${put.id}/rows`, {
    all: { column: 3, code: 'not-whole' },
  })
  const later = await jsonOf<Run>(resolved)
  expect(later).toMatchObject({ on_sale: true, counts: { refused: 0 } })
  expect(await take(later)).toBe(200)
  expect(await onSaleNow('put-a', 'put-b')).toEqual({ 'put-a': 6, 'put-b': 6 })

  expect((await owner.ask('POST', `/backoffice/api/imports/${run.id}/undo`, {})).status).toBe(200)
  expect(await onSaleNow('unseen-a', shown.sku, hidden.sku)).toEqual({
    [shown.sku]: 5,
    [hidden.sku]: '5 off sale',
  })
})

it('proposes to put on sale what has a picture already, and asks nothing where nothing is new (SAFE-16, C-8)', async () => {
  const [other = { id: '' }] = await shop.sql<{ id: string }[]>`
    select id from channel where id not in ('2', '1014') order by id limit 1`
  const [pictured, bare] = [await shop.gift({ points: 5 }), await shop.gift({ points: 5 })]
  await shop.sql`
    update product set pictures = case when id = ${pictured.sku} then array['a.png'] else '{}' end
    where id in (${pictured.sku}, ${bare.sku})`
  const bring = (...rows: (string | number)[][]) =>
    upload('gifts', 'more.csv', cellsOf([['gift', 'points 1014', `points ${other.id}`], ...rows]))
  expect(await bring([bare.sku, 6, ''])).toMatchObject({ on_sale: null, counts: { changed: 1 } })
  expect(await bring([bare.sku, '', 6], [pictured.sku, '', 6])).toMatchObject({ on_sale: false })
  const run = await bring([pictured.sku, '', 6])
  expect(run.on_sale).toBe(true)
  expect(await take(run)).toBe(200)
  expect(await onSaleNow(pictured.sku)).toEqual({
    [pictured.sku]: 5,
    [`${pictured.sku} ${other.id}`]: 6,
  })
  const put = await upload(
    'prices',
    'p.csv',
    cellsOf([
      ['sku', `points ${other.id}`],
      [bare.sku, 8],
    ]),
  )
  expect(put.on_sale).toBeNull()
  expect(await take(put)).toBe(200)
  expect(await onSaleNow(bare.sku)).toEqual({ [bare.sku]: 5, [`${bare.sku} ${other.id}`]: 8 })
})

it.each(['nl', 'en', 'de'] as const)(
  'offers a template whose columns are all read, whose marked ones are needed and whose example row fits, in %s (DESK-23)',
  async (language) => {
    const reader = await staffClient(shop)
    await shop.sql`update staff set language = ${language} where id = ${reader.staffId}`
    await reader.signIn()
    const template = async (kind: string, as: string) => {
      const response = await reader.ask(
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

it('the list of gifts finds those of one import, also of stock counts', async () => {
  const counted = await shop.gift({ inStock: 3 })
  const gifts = await upload(
    'gifts',
    'linked.csv',
    cellsOf([
      ['gift', 'brand', 'name nl', 'points 1014'],
      ['linked-one', brand, 'Een', 3],
      ['linked-two', brand, 'Twee', 4],
    ]),
  )
  await take(gifts)
  const counts = await upload(
    'stock',
    'counts.csv',
    cellsOf([
      ['sku', 'on hand'],
      [counted.sku, 8],
    ]),
  )
  await take(counts)
  const found = async ({ id }: Run, asker = owner) =>
    (
      await jsonOf<{ items: { id: string }[] }>(
        await asker.ask('GET', `/backoffice/api/gifts?import=${id}`),
      )
    ).items.map((item) => item.id)
  expect(await found(gifts)).toEqual(['linked-one', 'linked-two'])
  // A colleague of some channels sees no import of another colleague.
  const other = await staffClient(shop, 'merchandiser', ['1014'])
  await other.signIn()
  expect(await found(gifts, other)).toEqual([])
  expect(await found(counts)).toEqual([counted.sku])
})
