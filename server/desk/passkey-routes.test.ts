import { afterAll, beforeAll, expect, it } from 'vitest'

import { deskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

type Asked = { options: { user: { id: string } } }

it('names a colleague to their keys by what says nothing, and stays when the pepper changes (DESK-1)', async () => {
  const owner = await deskGuest(shop)
  const other = await deskGuest(shop)
  const handleOf = async (at: TestShop, guest = owner) => {
    const response = await fetch(`${at.url}/desk/api/factors/passkeys`, {
      headers: { cookie: guest.cookie() },
    })
    return (await jsonOf<Asked>(response)).options.user.id
  }
  await owner.signIn()
  await other.signIn()
  const handle = await handleOf(shop)
  expect(Buffer.from(handle, 'base64url')).toHaveLength(16)
  expect(await handleOf(shop, other)).not.toBe(handle)
  const { GIFTPOINT_PEPPER } = shop.config
  const later = await testShop({
    database: shop.database,
    environment: { GIFTPOINT_PEPPER: `rotated:another secret of the house,${GIFTPOINT_PEPPER}` },
  })
  try {
    expect(await handleOf(later)).toBe(handle)
  } finally {
    await later.stop()
  }
})
