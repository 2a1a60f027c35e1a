import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { findCart } from '#server/modules/cart/cart.sql.ts'
import { orderWithPoints } from '#server/modules/checkout/convert-cart.ts'
import { placeIfUnchanged } from '#server/modules/checkout/placement/place-order.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

type Gift = { spliId: string; sku: string }
type Change = (holder: TestHolder, gift: Gift) => Promise<unknown>

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  // Without change events, as in a process that has not read them yet.
  await shop.sql`alter table voucher disable trigger voucher_change_event`
})
afterAll(() => shop.stop())

const modelOf = async (holder: TestHolder) => {
  const [row] = await shop.sql<{ id: string }[]>`
    select channel_id as id from voucher where id = ${holder.voucherId}`
  const model = await shop.shop.models.channel(row?.id ?? '')
  if (!model) throw new Error('no such channel')
  return model
}

async function readyHolder(gift: Gift) {
  const holder = await shop.holder({ points: 20 })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 2 })
  await holder.done('saveAddress', sampleContact)
  return holder
}

async function readAndPlace(holder: TestHolder, between: () => Promise<unknown>) {
  const cart = await findCart(shop.sql, holder.voucherId, holder.cartGuid)
  if (!cart) throw new Error('no such cart')
  await between()
  return placeIfUnchanged(shop.shop, { cart, language: 'nl', model: await modelOf(holder) })
}

const storedState = async (holder: TestHolder, { sku }: Gift) => {
  const [row] = await shop.sql`
    select (select count(*)::integer from orders where voucher_id = ${holder.voucherId}) as orders,
      (select count(*)::integer from ledger where voucher_id = ${holder.voucherId} and kind = 'capture') as captures,
      (select reserved from stock where sku = ${sku}) as reserved`
  return row
}

it('places the order of a cart that has not changed since it was read, with its two jobs (PAY-5)', async () => {
  const gift = await shop.gift({ points: 5, inStock: 9 })
  const holder = await readyHolder(gift)
  const placed = await readAndPlace(holder, async () => {})
  expect(placed?.available).toBe(10)
  const jobs = await shop.sql`
    select name, start_after > now() as later from job where data ->> 'number' = ${placed?.number ?? ''}
      or data ->> 'id' = (select id::text from mail where subject_id = ${placed?.number ?? ''}) order by name`
  expect(jobs).toEqual([
    { name: 'send-mail', later: false },
    { name: 'submit-order', later: true },
  ])
})

it('places the order although units of its gift were sold since the cart was read (PAY-5)', async () => {
  const gift = await shop.gift({ points: 5, inStock: 9 })
  const [holder, other] = [await readyHolder(gift), await readyHolder(gift)]
  const placed = await readAndPlace(holder, () =>
    other.done('convertCart', { payment_method: 'FC' }),
  )
  expect(placed).toBeDefined()
})

const changes: Record<string, Change> = {
  'a unit was added': (holder, { spliId }) =>
    holder.done('changeCart', { spli_id: spliId, quantity: 1 }),
  'the gift costs more': (_, { spliId }) =>
    shop.sql`update offer set points = points + 1 where spli_id = ${spliId}`,
  'the gift is no longer offered': (_, { spliId }) =>
    shop.sql`update offer set active = false where spli_id = ${spliId}`,
  'the gift is sold out': (_, { sku }) =>
    shop.sql`insert into stock_movement (sku, quantity, reason) values (${sku}, -8, 'count')`,
  'the address changed': (holder) =>
    holder.done('saveAddress', { ...sampleContact, contact_surname: 'Ander' }),
  'the voucher was granted points': (holder) =>
    shop.sql`insert into ledger (voucher_id, kind, points) values (${holder.voucherId}, 'grant', 1)`,
  'the voucher was blocked': (holder) =>
    shop.sql`update voucher set blocked_at = now() where id = ${holder.voucherId}`,
  'the voucher expired': (holder) =>
    shop.sql`
      update voucher set valid_from = '-infinity', valid_until = ${shop.clock.now()} where id = ${holder.voucherId}`,
  'the cart was ordered': (holder) => holder.done('convertCart', { payment_method: 'FC' }),
}

describe('does not place the order of a cart that was read before', () => {
  it.each(Object.entries(changes))('%s (PAY-5)', async (_, change) => {
    const gift = await shop.gift({ points: 5, inStock: 9 })
    const holder = await readyHolder(gift)
    let before: unknown
    const placed = await readAndPlace(holder, async () => {
      await change(holder, gift)
      before = await storedState(holder, gift)
    })
    expect(placed).toBeUndefined()
    expect(await storedState(holder, gift)).toEqual(before)
  })
})

it('sells the last units once to eight carts that are checked under their locks (PAY-5)', async () => {
  const gift = await shop.gift({ points: 5, inStock: 2 })
  const holders = await Promise.all(Array.from({ length: 8 }, () => readyHolder(gift)))
  const answers = await Promise.all(
    holders.map(async (holder) => {
      const model = await modelOf(holder)
      const conversion = { voucherId: holder.voucherId, guid: holder.cartGuid, language: undefined }
      return shop.sql.begin((sql) =>
        orderWithPoints(shop.shop, sql, model, conversion, async () => undefined),
      )
    }),
  )
  expect(answers.filter((answer) => 'number' in answer)).toHaveLength(1)
  expect(answers.filter((answer) => refused(answer, 'sold-out'))).toHaveLength(7)
})
