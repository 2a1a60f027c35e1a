import { createHash, randomBytes } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { withinASecond } from '#server/testing/within-seconds.ts'

let shop: TestShop
const lines: string[] = []
beforeAll(async () => {
  shop = await testShop({ log: { write: (line) => void lines.push(line) } })
})
afterAll(() => shop.stop())

const logIn = (code: string) =>
  shop.call('logIn', { encrypted_code: shop.shop.voucherKeys.wireHash(code) })

/** Reads the complete body: an unread one would keep the shop from stopping. */
async function statusOf(path: string, headers: Record<string, string>) {
  const response = await shop.request(path, { headers })
  await response.arrayBuffer()
  return response.status
}

describe('logging in', () => {
  it('accepts the code only as Base64 of the SHA-1 of salt and code (LOGIN-4, WIRE-3)', async () => {
    const site = await shop.call('site', {})
    if (refused(site)) throw new Error('no site')
    const encrypted_code = createHash('sha1')
      .update(`${site.voucher_salt}giftshop1`)
      .digest('base64')

    const answer = await shop.call('logIn', { encrypted_code })
    expect(answer).toMatchObject({
      code_is_valid: true,
      sales_channel: '1014',
      shoppingcart: {
        available_points: 20,
        can_buy_points: 'true',
        split_shipment_allowed: 'true',
      },
    })
  })

  it.each([
    ['giftshop5', 'voucherExpired'],
    ['giftshop6', 'voucherBlocked'],
    ['giftshop8', 'voucherNotYetValid'],
    ['nonesuch1', 'generalVoucherError'],
  ])('refuses %s with the key %s and status 200 (LOGIN-5)', async (code, Message) => {
    expect(await logIn(code)).toMatchObject({
      success: false,
      code_is_valid: false,
      error: { Message },
    })
  })

  it('is possible with a voucher whose points are spent, and shows its order (LOGIN-5)', async () => {
    const answer = await logIn('giftshop7')
    expect(answer).toMatchObject({ code_is_valid: true, shoppingcart: { available_points: 0 } })
    const number = 'latest_order_number' in answer ? answer.latest_order_number : null
    expect(number).toMatch(/^\d+$/)
    const holder = await shop.logIn('giftshop7')
    const { response } = await holder.done('order', { order_number: String(number) })
    expect(response.points_paid).toBe(8)
  })

  it('is possible with a voucher without points, and shows no order', async () => {
    expect(await logIn('giftshop9')).toMatchObject({
      code_is_valid: true,
      latest_order_number: null,
      shoppingcart: { available_points: 0 },
    })
  })

  it('refuses a text that is not a hash, and names the field (WIRE-11)', async () => {
    for (const encrypted_code of ['', 'giftshop1', 'x'.repeat(5000)]) {
      expect(await shop.call('logIn', { encrypted_code })).toMatchObject({
        refused: 'invalid-input',
        field: 'encrypted_code',
      })
    }
  })
})

describe('sessions', () => {
  it('give no access without a token, or with a wrong one (WIRE-11)', async () => {
    expect((await shop.request('/rest/orders')).status).toBe(401)
    const wrong = await shop.request('/rest/orders', {
      headers: { authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
    })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toMatchObject({ success: false, error: { code: 'no-session' } })
  })

  it('accept the token as header, as query and as body field', async () => {
    const { token } = await shop.holder()
    const headers = { 'content-type': 'application/json' }
    expect((await shop.request(`/rest/orders?wt=${token}`)).status).toBe(200)
    const body = JSON.stringify({ wt: token, spli_id: 'none', quantity: 1 })
    const response = await shop.request('/rest/shopping_cart', { method: 'POST', headers, body })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'no-such-gift' } })
  })

  it('accept the name of the scheme in any case (B40)', async () => {
    const { token } = await shop.holder()
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEARER ']) {
      const headers = { authorization: `${scheme} ${token}` }
      for (const path of ['/rest/orders', '/rest/producttags/products']) {
        expect(await statusOf(path, headers)).toBe(200)
      }
    }
  })

  it('show nothing of a blocked voucher, whichever way it was blocked (B40)', async () => {
    const holder = await shop.logIn('giftshop7')
    const list = '/rest/producttags/products'
    const headers = { authorization: `Bearer ${holder.token}` }
    const status = (path: string) => statusOf(path, headers)
    const own = ['/rest/orders', list, '/rest/shopping_cart_get', '/rest/wishlist']
    for (const path of own) expect(await status(path)).toBe(200)

    await shop.sql`update voucher set blocked_at = now() where id = ${holder.voucherId}`
    await shop.shop.changeEvents.poll()
    for (const path of own) expect(await status(path)).toBe(401)
    // Public content stays available, and so does logging out.
    expect(await status('/rest/hcms/cmsurls?path=logoncomponents')).toBe(200)
    expect(await holder.call('logOut', {})).toEqual({ success: true })
    expect(await logIn(holder.code)).toMatchObject({ error: { Message: 'voucherBlocked' } })
    await shop.sql`update voucher set blocked_at = null where id = ${holder.voucherId}`
  })

  it('store only the hash of a token', async () => {
    const { token } = await shop.holder()
    const rows = await shop.sql`select encode(token_hash, 'escape') as kept from session`
    expect(JSON.stringify(rows)).not.toContain(token)
    const [row] = await shop.sql`
      select 1 from session where token_hash = ${createHash('sha256').update(token).digest()}`
    expect(row).toBeDefined()
  })

  it('end at logout, which empties the cart; an ended token can log out again (LOGIN-11)', async () => {
    const holder = await shop.holder()
    const gift = await shop.gift({ inStock: 5 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 2 })
    await holder.done('logOut', {})

    expect(await holder.call('readCart', {})).toMatchObject({ refused: 'no-session' })
    expect(await holder.call('logOut', {})).toEqual({ success: true })
    const again = await shop.logIn(holder.code)
    const { response } = await again.done('readCart', {})
    expect(response.shopping_cart_items).toEqual([])
  })

  it('end after idle time, and after a day at the latest', async () => {
    const idle = await shop.holder()
    const busy = await shop.holder()
    shop.clock.advance(119 * 60_000)
    await busy.done('orders', {})
    shop.clock.advance(2 * 60_000)
    expect(await idle.call('orders', {})).toMatchObject({ refused: 'no-session' })
    await busy.done('orders', {})
    for (let hour = 0; hour < 11; hour += 1) {
      shop.clock.advance(119 * 60_000)
      await busy.call('orders', {})
    }
    shop.clock.advance(119 * 60_000)
    expect(await busy.call('orders', {})).toMatchObject({ refused: 'no-session' })
  })

  it('end in another process within a second, also if the notification is lost', async () => {
    const other = await testShop({ database: shop.database })
    const holder = await shop.holder()
    const there = () =>
      other.request('/rest/orders', { headers: { authorization: `Bearer ${holder.token}` } })
    expect((await there()).status).toBe(200)
    // The trigger that sends the notice is off: only reading the change events can find it.
    await shop.sql`alter table change_event disable trigger change_event_notify`
    await holder.done('logOut', {})
    await withinASecond(async () => (await there()).status !== 200)
    const { status } = await there()
    await shop.sql`alter table change_event enable trigger change_event_notify`
    await other.stop()
    expect(status).toBe(401)
  })
})

describe('secrets', () => {
  it('are not logged: no code, hash or token', async () => {
    const holder = await shop.holder()
    const hash = shop.shop.voucherKeys.wireHash(holder.code)
    await shop.request(
      `/rest/wishlist?wt=${holder.token}&encrypted_code=${encodeURIComponent(hash)}`,
    )
    await shop.request(`/rest/nothing-here?wt=${holder.token}`)
    await logIn('nonesuch2')
    shop.shop.log.error({ err: new Error(`broken by ${hash} and ${holder.token}`) }, 'a test')
    const log = lines.join('\n')
    expect(log).toContain('a test')
    for (const secret of [holder.token, holder.code, hash]) expect(log).not.toContain(secret)
  })
})
