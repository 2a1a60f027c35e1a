import { afterAll, beforeAll, expect, it } from 'vitest'

import { csvOf, importClient } from '#server/testing/clients/import-client.ts'
import { jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
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

it('counts stock from the stored number, and undoes the same difference (DESK-23)', async () => {
  const one = await shop.gift({ inStock: 10, points: 1 })
  const other = await shop.gift({ inStock: 5, points: 1 })
  const owed = await shop.gift({ inStock: 5, points: 1 })
  const run = await upload(
    'stock',
    'count.csv',
    csvOf([
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
      owner.request('POST', `/backoffice/api/imports/${run.id}/undo`, {}),
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
    csvOf([
      ['sku', 'on_hand'],
      [endless.sku, '5'],
    ]),
  )
  expect(await take(made)).toBe(200)
  const back = await owner.request('POST', `/backoffice/api/imports/${made.id}/undo`, {})
  expect(await jsonOf(back)).toMatchObject({
    put_back: 0,
    left_alone: 1,
    left: [{ id: endless.sku, field: 'stock' }],
  })
  const [stockLevel] = await shop.sql`select on_hand from stock where sku = ${endless.sku}`
  expect(stockLevel).toEqual({ on_hand: 5 })
})

it('puts gifts on sale again that an undo had kept, when the same file is imported again (DESK-11, DESK-23)', async () => {
  const file = csvOf([
    ['gift', 'brand', 'name nl', 'points 1014'],
    ['comes-back', brand, 'Komt terug', 7],
  ])
  const first = await upload('gifts', 'back.csv', file)
  expect(await take(first, { on_sale: true })).toBe(200)
  const counted = await upload(
    'stock',
    'count.csv',
    csvOf([
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
    expect((await owner.request('POST', `/backoffice/api/imports/${id}/undo`, {})).status).toBe(200)
  expect(await onSale()).toMatchObject({ retired: true, active: false })
  const again = await upload('gifts', 'back.csv', file)
  expect(again.counts).toMatchObject({ refused: 0 })
  expect(await take(again, { on_sale: true })).toBe(200)
  expect(await onSale()).toEqual({ retired: false, active: true, points: 7 })
  // After the restore, a row with the current values does not override a colleague who took it off sale.
  await shop.sql`update offer set active = false where sku = 'comes-back'`
  expect((await upload('gifts', 'back.csv', file)).counts).toMatchObject({ changed: 0, same: 1 })
})

it('imports a file in one background job for several requests, and undoes it as one change (DESK-11, DESK-23)', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [`once-${at}`, brand, `Eens ${at}`])
  const run = await upload('gifts', 'once.csv', csvOf([['gift', 'brand', 'name nl'], ...rows]))
  const begun = await Promise.all(
    Array.from({ length: 8 }, async () =>
      jsonOf<{ id?: string; error?: { code: string } }>(
        await owner.request('POST', `/backoffice/api/imports/${run.id}/apply`, { count: 300 }),
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
    (await jsonOf<Changes>(await owner.request('GET', '/backoffice/api/bulk-changes?kind=undo')))
      .items
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

it('keeps a stock level that was counted later, or that is reserved for a payment, when a count is undone (DESK-11, DESK-23)', async () => {
  const again = await shop.gift({ inStock: 10, points: 1 })
  const paying = await shop.gift({ inStock: 2, points: 1 })
  const plain = await shop.gift({ inStock: 5, points: 1 })
  const run = await upload(
    'stock',
    'counted.csv',
    csvOf([['sku', 'on_hand'], ...[again, paying, plain].map(({ sku }) => [sku, 7])]),
  )
  expect(await take(run)).toBe(200)
  const counted = await owner.request('POST', `/backoffice/api/stock/${again.sku}/corrections`, {
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

it('can be undone for seven days after its rows were imported, and counts rows like its button (SAFE-16, B-1, C-11)', async () => {
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
