import { afterAll, beforeAll, expect, it } from 'vitest'

import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const MUG = '1014-stoneware-mug-sea'
const TEAPOT = '1014-teapot'

async function giftsOnWishlist(holder: TestHolder) {
  const { response } = await holder.done('wishlist', {})
  return response.at(-1)?.wishlistsitems.map((item) => item.spli_id)
}

it('lists gifts with everything that the page shows, newest last (BASKET-5, WIRE-7)', async () => {
  const holder = await shop.holder()
  await holder.done('addWish', { sales_pricelist_item: MUG })
  const added = await holder.done('addWish', { sales_pricelist_item: TEAPOT, language: 'en' })

  expect(added.wish_list).toBe(added.response.wish_list)
  expect(added.response.wishlistsitems.map((item) => item.spli_id)).toEqual([MUG, TEAPOT])
  expect(added.response.wishlistsitems[1]).toMatchObject({
    scp: 'teapot',
    name: 'Teapot for four',
    points: 12,
    offered: true,
    stock_status_color: expect.stringMatching(/^#/),
    media: expect.stringMatching(/^[0-9a-f]{32}\.webp$/),
  })
  expect(await holder.done('wishlist', { language: 'en' })).toEqual({
    success: true,
    response: [added.response],
  })
})

it('stores a gift once when it is added several times at once (BASKET-4)', async () => {
  const holder = await shop.holder()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => holder.done('addWish', { sales_pricelist_item: MUG })),
  )
  expect(new Set(answers.map((answer) => answer.wish_list)).size).toBe(1)
  expect(await giftsOnWishlist(holder)).toEqual([MUG])
})

it('returns no list id after the last gift was removed (BASKET-4)', async () => {
  const holder = await shop.holder()
  const { wish_list, response } = await holder.done('addWish', { sales_pricelist_item: MUG })
  const item = response.wishlistsitems[0]?.id ?? ''

  const emptied = await holder.done('removeWish', { item, wish_list: wish_list ?? '' })
  expect(emptied.wish_list).toBeNull()
  expect(emptied.response.wishlistsitems).toEqual([])

  const again = await holder.done('removeWish', { item, wish_list: wish_list ?? '' })
  expect(again.wish_list).toBeNull()
})

it('removes a gift also by the id of the gift (WIRE-7)', async () => {
  const holder = await shop.holder()
  await holder.done('addWish', { sales_pricelist_item: TEAPOT })
  const { wish_list } = await holder.done('addWish', { sales_pricelist_item: MUG })
  await holder.done('removeWish', { item: TEAPOT, wish_list: wish_list ?? '' })
  expect(await giftsOnWishlist(holder)).toEqual([MUG])
})

it('refuses the code and the list id of another holder (WIRE-11)', async () => {
  const [holder, other] = [await shop.holder(), await shop.holder()]
  const { wish_list } = await other.done('addWish', { sales_pricelist_item: MUG })
  const own = shop.shop.voucherKeys.wireHash(holder.code)
  const foreign = shop.shop.voucherKeys.wireHash(other.code)

  expect(await holder.call('wishlist', { encrypted_code: own })).toMatchObject({ success: true })
  const refusals = await Promise.all([
    holder.call('wishlist', { encrypted_code: foreign }),
    holder.call('addWish', { encrypted_code: foreign, sales_pricelist_item: MUG }),
    holder.call('addWish', { sales_pricelist_item: MUG, wish_list }),
    holder.call('removeWish', { item: MUG, wish_list: wish_list ?? '' }),
  ])
  expect(refusals.map((refusal) => 'refused' in refusal && refusal.refused)).toEqual([
    'not-your-code',
    'not-your-code',
    'no-such-wishlist',
    'no-such-wishlist',
  ])
  expect(await giftsOnWishlist(holder)).toEqual([])
  expect(await giftsOnWishlist(other)).toEqual([MUG])
})

it('does not remove a gift from the wishlist of another holder (WIRE-11)', async () => {
  const [holder, other] = [await shop.holder(), await shop.holder()]
  const foreignList = await other.done('addWish', { sales_pricelist_item: MUG })
  const ownList = await holder.done('addWish', { sales_pricelist_item: TEAPOT })
  const item = foreignList.response.wishlistsitems[0]?.id ?? ''
  await holder.done('removeWish', { item, wish_list: ownList.wish_list ?? '' })
  expect(await giftsOnWishlist(other)).toEqual([MUG])
})

it('refuses gifts that the channel does not offer (WIRE-7)', async () => {
  const holder = await shop.holder()
  for (const id of ['2001-teapot', '1014-nothing', 'nonsense']) {
    expect(await holder.call('addWish', { sales_pricelist_item: id })).toMatchObject({
      refused: 'no-such-gift',
    })
  }
})

it('still shows a gift that the channel no longer offers (BASKET-5)', async () => {
  const holder = await shop.holder()
  const gift = await shop.gift({ name: 'Oude lamp', points: 7 })
  await holder.done('addWish', { sales_pricelist_item: gift.spliId })
  await shop.sql`update offer set active = false where spli_id = ${gift.spliId}`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()

  const { response } = await holder.done('wishlist', {})
  expect(response.at(-1)?.wishlistsitems).toMatchObject([
    { spli_id: gift.spliId, name: 'Oude lamp', points: 7, offered: false },
  ])
})

it('stores at most 500 gifts, also when several are added at once (WIRE-7)', async () => {
  const holder = await shop.holder()
  const { sql } = shop
  await sql`
    insert into article (sku, product_id, value_0)
    select 'wished-' || n, 'teapot', 'n' || n from generate_series(1, 505) n`
  await sql`
    insert into offer (channel_id, sku, points)
    select '1014', 'wished-' || n, 1 from generate_series(1, 505) n`
  await sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()
  await sql`
    insert into wishlist_item (voucher_id, spli_id)
    select ${holder.voucherId}, '1014-wished-' || n from generate_series(1, 497) n`

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      holder.call('addWish', { sales_pricelist_item: `1014-wished-${498 + index}` }),
    ),
  )
  expect(answers.filter((answer) => 'success' in answer)).toHaveLength(3)
  expect(await giftsOnWishlist(holder)).toHaveLength(500)
  // A gift already on the list does not count again.
  await holder.done('addWish', { sales_pricelist_item: '1014-wished-1' })
})
