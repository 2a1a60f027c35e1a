import { afterAll, beforeAll, expect, it } from 'vitest'

import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { checkBooks } from '#tools/check/check.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import {
  createVoucher,
  type NewVoucher,
} from '#server/modules/orders/past-orders/create-voucher.ts'
import { fillCatalogue } from '#server/testing/samples/sample-catalog.ts'

const keys = voucherKeys('salt', 'new:pepper,old:spice')

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await fillCatalogue(db.sql)
})
afterAll(() => db.drop())

const create = (voucher: Partial<NewVoucher>, by = keys) =>
  db.sql.begin((sql) => createVoucher(sql, by, { ...plain, ...voucher }))

const plain: NewVoucher = {
  channelId: '1014',
  code: 'abcdefgh2',
  points: 20,
  validFrom: null,
  validUntil: null,
  firstName: 'Sanne',
  salutation: 'mevrouw',
  language: 'nl',
  blocked: false,
  isDemo: true,
  spentOn: [],
}

/** The voucher as found at login. */
async function voucherOf(code: string) {
  const lookups = keys.lookups(keys.wireHash(code)).map(({ lookup }) => lookup)
  const [row] = await db.sql`
    select voucher.*, voucher_balance.*, valid_until = 'infinity' as endless from voucher join voucher_balance on voucher_id = id
    where lookup in ${db.sql(lookups)}`
  return row
}

it('grants the points once when the same code arrives several times', async () => {
  expect(await create({})).toBe('new')
  expect(await create({ points: 50, firstName: 'Tom' })).toBe('known')

  expect(await voucherOf('abcdefgh2')).toMatchObject({
    available: 20,
    first_name: 'Sanne',
    last3: 'gh2',
    is_demo: true,
    blocked_at: null,
    endless: true,
  })
})

it('recognises a code that was stored with an older pepper', async () => {
  await create({ code: 'oldpepper' }, voucherKeys('salt', 'old:spice'))

  expect(await create({ code: 'oldpepper' })).toBe('known')
})

it('creates one voucher for two requests at once', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => create({ code: 'together2' })))

  expect(made.toSorted()).toEqual(['known', 'known', 'known', 'new'])
  expect(await voucherOf('together2')).toMatchObject({ available: 20 })
})

it('stores a voucher without points, with an expiry date and a block', async () => {
  const validUntil = new Date('2031-01-01T00:00:00Z')
  await create({ code: 'nothing22', points: 0, blocked: true, validUntil })

  expect(await voucherOf('nothing22')).toMatchObject({
    available: 0,
    blocked_at: expect.any(Date),
    valid_until: validUntil,
  })
})

it('creates an order for a spent voucher that agrees with the ledger', async () => {
  await db.sql`insert into dimension (id) values ('colour'), ('size')`
  await db.sql`
    insert into dimension_value (dimension_id, id, texts)
    values ('colour', 'navy', '{"nl": "Marineblauw"}')`
  await db.sql`update product set dimension_ids = '{colour,size}' where id = 'mug'`
  await db.sql`update article set value_0 = 'navy', value_1 = 'm' where sku = 'mug'`
  const before = await onHand('mug')
  await create({
    code: 'spentall2',
    points: 14,
    channelId: '1020',
    spentOn: [
      { sku: 'mug', quantity: 2 },
      { sku: 'vase', quantity: 1 },
    ],
  })

  const voucher = await voucherOf('spentall2')
  expect(voucher).toMatchObject({ available: 0, spent: 14 })
  const [order] = await db.sql`select * from orders where voucher_id = ${voucher?.['id']}`
  expect(order).toMatchObject({
    state: 'delivered',
    total_points: 14,
    points_paid: 14,
    cents_paid: 0,
  })
  expect(order?.['delivery'].kind).toBe('company')
  const lines =
    await db.sql`select * from order_line where order_number = ${order?.['number']} order by line`
  expect(lines).toMatchObject([
    {
      name: 'Mok van de zaak',
      variant: 'Marineblauw, m',
      delivery_info: 'Binnen 2 werkdagen',
      brand: 'Zonnekeramiek',
      picture: '00112233445566778899aabbccddeeff.webp',
      took_stock: true,
    },
    { name: 'Vaas', variant: '', points: 6 },
  ])
  expect(await onHand('mug')).toBe(before)
  expect((await checkBooks(db.sql)).findings).toEqual([])
})

it('spends no points on free gifts, and accepts more units than are in stock today', async () => {
  await db.sql`update offer set points = 0 where spli_id = '1014-mug'`
  await create({ code: 'freegift2', points: 0, spentOn: [{ sku: 'mug', quantity: 40 }] })

  const [order] = await db.sql`
    select * from orders where voucher_id = ${(await voucherOf('freegift2'))?.['id']}`
  expect(order).toMatchObject({ total_points: 0, capture_id: null })
  expect((await checkBooks(db.sql)).findings).toEqual([])
})

it('does not spend points that the voucher never had', async () => {
  const tooMuch = await create({
    code: 'toolittle',
    points: 1,
    spentOn: [{ sku: 'vase', quantity: 1 }],
  })

  expect(tooMuch).toEqual({
    column: 'spent_on',
    message: 'this costs 6 points, and the voucher has 1',
  })
  expect(await voucherOf('toolittle')).toBeUndefined()
})

async function onHand(sku: string) {
  const [row] = await db.sql<{ on_hand: number }[]>`select on_hand from stock where sku = ${sku}`
  return row?.on_hand
}
