import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { hasValidCheck } from '#domain/vouchers/voucher-code.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { checkBooks } from '#tools/check/check.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { createVouchers, type VoucherOrder } from '#server/modules/vouchers/create-vouchers.ts'
import { fillCatalogue } from '#server/testing/samples/sample-catalog.ts'

const keys = voucherKeys('salt', 'new:pepper,old:spice')
const validUntil = '2030-12-31'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await fillCatalogue(db.sql)
})
afterAll(() => db.drop())

async function create(order: Partial<VoucherOrder>) {
  const out = new PassThrough({ highWaterMark: 10_000_000 })
  const made = await createVouchers({
    sql: db.sql,
    voucherKeys: keys,
    channel: '1014',
    points: 20,
    count: 3,
    validFrom: null,
    validUntil,
    note: 'spring',
    by: 'Anna',
    out,
    ...order,
  })
  out.end()
  const rows: { code: string; points: string; valid_until: string }[] = parse(await text(out), {
    columns: true,
  })
  return { ...made, rows }
}

const lookupOf = (code: string) => keys.lookups(keys.wireHash(code))[0]?.lookup ?? Buffer.alloc(0)
const vouchers = async () =>
  (await db.sql<{ n: number }[]>`select count(*) as n from voucher`)[0]?.n

it('returns codes that open vouchers with their points, and stores none of the codes', async () => {
  const { batchId, rows } = await create({})

  expect(rows).toHaveLength(3)
  for (const { code, points, valid_until } of rows) {
    expect({ points, valid_until }).toEqual({
      points: '20',
      valid_until: '2030-12-31',
    })
    const [voucher] = await db.sql`
      select voucher.*, available, valid_from = '-infinity' as at_once
      from voucher join voucher_balance on voucher_id = id where lookup = ${lookupOf(code)}`
    expect(voucher).toMatchObject({
      available: 20,
      batch_id: batchId,
      channel_id: '1014',
      pepper_id: 'new',
      last3: code.slice(-3),
      at_once: true,
      valid_until: new Date('2030-12-31T23:00:00Z'),
      is_demo: false,
    })
  }
  const [batch] = await db.sql`select * from voucher_batch where id = ${batchId}`
  expect(batch).toMatchObject({ note: 'spring', created_by: 'Anna', points: 20 })
})

it.each([
  ['Europe/Amsterdam', '2030-03-30T23:00:00Z', '2030-10-27T23:00:00Z'],
  ['America/New_York', '2030-03-31T04:00:00Z', '2030-10-28T04:00:00Z'],
  ['Asia/Tokyo', '2030-03-30T15:00:00Z', '2030-10-27T15:00:00Z'],
])(
  'opens with the first day and ends with the last by the clocks of %s, on days when they change (A5)',
  async (zone, from, until) => {
    await db.sql`update channel set time_zone = ${zone} where id = '1020'`
    const { batchId } = await create({
      channel: '1020',
      count: 1,
      validFrom: '2030-03-31',
      validUntil: '2030-10-27',
    })

    const [voucher] = await db.sql`
      select valid_from, valid_until from voucher where batch_id = ${batchId}`
    expect(voucher).toEqual({ valid_from: new Date(from), valid_until: new Date(until) })
  },
)

it('creates ten thousand different codes at once; the first eight characters do not determine the ninth (A2)', async () => {
  const { rows } = await create({ count: 10_000 })
  // By chance it fits for one code in 31. If it followed from the others, codes would be easier to guess.
  expect(rows.filter(({ code }) => hasValidCheck(code)).length).toBeLessThan(1000)

  expect(new Set(rows.map(({ code }) => code)).size).toBe(10_000)
  expect((await checkBooks(db.sql)).findings).toEqual([])
})

it('draws another code for one that exists, also with an older pepper', async () => {
  const repeat = () => drawing('23456789a3456789ab456789abc')
  const first = await create({
    count: 1,
    draw: repeat(),
    voucherKeys: voucherKeys('salt', 'old:spice'),
  })
  const second = await create({ count: 1, draw: repeat() })
  const both = await create({
    count: 2,
    draw: drawing('3456789ab456789abc56789abcd'),
  })

  expect(second.rows[0]?.code).not.toBe(first.rows[0]?.code)
  expect(both.rows.map(({ code }) => code)).toEqual(['456789abc', '56789abcd'])
})

it('creates nothing when the codes cannot be written', async () => {
  const before = await vouchers()
  const out = new Writable({ write: (_, __, done) => done(new Error('no space left')) })

  await expect(create({ out })).rejects.toThrow('no space left')
  expect(await vouchers()).toBe(before)
})

it.each([
  [{ channel: '77' }, 'no channel 77'],
  [{ channel: '2' }, 'Channel 2 contains what all channels share'],
  [{ count: 0 }, 'Between 1 and'],
  [{ validFrom: '2030-06-02', validUntil: '2030-06-01' }, 'would expire before'],
  [{ validUntil: '2030-02-30' }, '2030-02-30 is not a date'],
  [{ points: -1 }, 'between 0 and'],
  [{ validUntil: '2020-01-01' }, 'would expire before'],
])('refuses %o in a sentence', async (order, sentence) => {
  await expect(create(order)).rejects.toThrow(sentence)
})

/** A random source that returns these characters one after the other. */
function drawing(letters: string) {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
  let at = 0
  return () => alphabet.indexOf(letters.charAt(at++ % letters.length))
}
