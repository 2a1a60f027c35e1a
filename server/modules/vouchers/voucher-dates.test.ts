import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { createVouchers } from '#server/modules/vouchers/create-vouchers.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'

const mailer = recordingMailer()
let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ ports: { mailer } })
})
afterAll(() => shop.stop())

const setClock = (iso: string) => shop.clock.advance(Date.parse(iso) - shop.clock.now().getTime())

async function zoneOf1014(zone: string) {
  await shop.sql.begin(async (sql) => {
    await sql`update channel set time_zone = ${zone} where id = '1014'`
    await sql`insert into change_event (topic, subject) values ('channel', '1014')`
  })
  await shop.shop.changeEvents.poll()
}

async function newVoucher(days: { validFrom?: string; validUntil: string }) {
  const out = new PassThrough({ highWaterMark: 1_000_000 })
  await createVouchers({
    sql: shop.sql,
    voucherKeys: shop.shop.voucherKeys,
    channel: '1014',
    points: 20,
    count: 1,
    validFrom: null,
    note: '',
    by: '',
    out,
    ...days,
  })
  out.end()
  const [row]: { code: string }[] = parse(await text(out), { columns: true })
  return row?.code ?? ''
}

const rejectionOf = async (code: string) => {
  const answer = await shop.call('logIn', { encrypted_code: shop.shop.voucherKeys.wireHash(code) })
  return 'error' in answer ? answer.error.Message : 'open'
}

describe('a voucher until 31 December', () => {
  it.each([
    ['Europe/Amsterdam', '2030-12-30T23:00:00Z', '2030-12-31T23:00:00Z'],
    ['America/New_York', '2030-12-31T05:00:00Z', '2031-01-01T05:00:00Z'],
    ['Asia/Tokyo', '2030-12-30T15:00:00Z', '2030-12-31T15:00:00Z'],
  ])(
    'says so, works until midnight of that day and not a moment longer, in %s (A5)',
    async (zone, dawn, midnight) => {
      await zoneOf1014(zone)
      const code = await newVoucher({ validFrom: '2030-12-31', validUntil: '2030-12-31' })
      const [begins, ends] = [Date.parse(dawn), Date.parse(midnight)]

      setClock(new Date(begins - 60_000).toISOString())
      expect(await rejectionOf(code)).toBe('voucherNotYetValid')
      setClock(new Date(begins).toISOString())
      expect(await rejectionOf(code)).toBe('open')
      setClock(new Date(ends - 60_000).toISOString())
      const { logIn } = await shop.logIn(code)
      expect(logIn.shoppingcart.valid_until).toBe('2030-12-31')
      setClock(new Date(ends).toISOString())
      expect(await rejectionOf(code)).toBe('voucherExpired')
    },
  )
})

describe('a channel folder', () => {
  const importing = async (files: Record<string, string>, now = shop.clock.now()) => {
    const { folder, remove } = await temporaryFolder(files)
    const result = await importFolder({
      sql: shop.sql,
      folder,
      now,
      createVoucher: (sql, voucher) => createVoucher(sql, shop.shop.voucherKeys, voucher),
    })
    await remove()
    await shop.shop.changeEvents.poll()
    return result
  }
  const daysOf = async (last3: string) => {
    const [row] = await shop.sql<{ valid_from: Date; valid_until: Date }[]>`
      select valid_from, valid_until from voucher where last3 = ${last3} and channel_id = '3001'`
    return [row?.valid_from.toISOString(), row?.valid_until.toISOString()]
  }

  it('makes its vouchers valid for whole days, by date or by number, also when the clocks change (A5)', async () => {
    const channel = (zone: string) => `id: '3001'\nname: Far\ntime_zone: ${zone}\n`
    const vouchers = [
      'code,points,valid_from,valid_until',
      'fartest01,5,2027-03-14,2027-11-07',
      'fartest02,5,-1d,+30d',
    ].join('\n')
    const first = await importing(
      { 'channel.yaml': channel('America/New_York'), 'vouchers.csv': vouchers },
      new Date('2026-11-22T03:00:00Z'),
    )
    expect(first.problems).toEqual([])
    expect(await daysOf('t01')).toEqual(['2027-03-14T05:00:00.000Z', '2027-11-08T05:00:00.000Z'])
    expect(await daysOf('t02')).toEqual(['2026-11-20T05:00:00.000Z', '2026-12-22T05:00:00.000Z'])

    const second = await importing({ 'channel.yaml': channel('Asia/Tokyo') })
    expect(second.warnings).toEqual([
      {
        file: 'channel.yaml',
        row: 3,
        column: 1,
        message:
          '2 vouchers now start and end in the time zone Asia/Tokyo instead of America/New_York',
      },
    ])
    expect(await daysOf('t01')).toEqual(['2027-03-13T15:00:00.000Z', '2027-11-07T15:00:00.000Z'])
    expect((await importing({ 'channel.yaml': channel('Asia/Tokyo') })).warnings).toEqual([])
  })

  it.each([
    ['wrongone1,5,2031-01-02,2031-01-01,', '4', 'this voucher expires before it is valid'],
    ['wrongone1,5,+2d,+1d,', '4', 'this voucher expires before it is valid'],
    ['wrongone1,5,,,owl*2', '5', 'this costs 6 points, and the voucher has 5'],
    ['wrongone1,5,,,teapot', '5', "channel 3004 has never offered 'teapot'"],
  ])(
    'names the row of a voucher that cannot be, and writes nothing: %s (B23)',
    async (row, column, message) => {
      const files = {
        'channel.yaml': "id: '3004'\nname: Late\n",
        'brands.yaml': 'borgwerk: { name: Borgwerk }\n',
        'products/owl.yaml':
          'brand: borgwerk\ndelivery: digital\ntexts: { nl: { name: Uil, description: Oehoe } }\n',
        'prices.csv': 'sku,points\nowl,3\n',
        'vouchers.csv': `code,points,valid_from,valid_until,spent_on\nrightone1,5,,,owl\n${row}\n`,
      }
      const result = await importing(files)
      expect(result.problems).toEqual([
        { file: 'vouchers.csv', row: 3, column: Number(column), message },
      ])
      expect(result.channels).toMatchObject([{ id: '3004', written: false }])
      expect([...(await shop.sql`select id from channel where id = '3004'`)]).toEqual([])
    },
  )

  it('refuses an unknown time zone (A5)', async () => {
    const { problems } = await importing({
      'channel.yaml': "id: '3001'\nname: Far\ntime_zone: Europe/Atlantis\n",
    })
    expect(problems).toEqual([
      {
        file: 'channel.yaml',
        row: 3,
        column: 1,
        message: "'Europe/Atlantis' is not a time zone such as 'Europe/Amsterdam'",
      },
    ])
  })
})

it('states the times of an order in the days of its channel, in the API and by email (A5)', async () => {
  await zoneOf1014('America/New_York')
  setClock('2031-03-02T03:00:00Z')
  const { holder, number } = await sampleOrder(shop, {
    gifts: [{ spliId: '1014-tree-planted', points: 1 }],
  })
  mailer.sent = []
  await shop.shop.jobs.drain()

  expect(mailer.sent[0]?.text).toContain('1 maart 2031')
  // Without it the code could not be withdrawn from at all.
  await shop.sql`update cart set consented_at = null where guid = ${holder.cartGuid}`
  shop.clock.advance(60 * 60_000)
  const { response: order } = await holder.done('order', { order_number: number })
  expect(order.time_zone).toBe('America/New_York')
  // Fourteen days of New York after its 1 March end on the Monday after Saturday 15 March.
  expect(order.withdraw_until).toBe('2031-03-18T03:59:59.999Z')
})
