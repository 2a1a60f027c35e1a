import { afterAll, beforeAll, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const codeOf = ({ code }: TestHolder) => shop.shop.voucherKeys.wireHash(code)
const ticketFor = async (holder: TestHolder) =>
  (await holder.done('handOver', { encrypted_code: codeOf(holder) })).ticket
const takeOver = (ticket: string, from = 'http://noordzee.localhost:3000') =>
  shop.call('takeOver', { ticket, from })

it('moves a session to another host of the shop: the code stays known, the old token ends (B10, LOGIN-8)', async () => {
  const holder = await shop.holder({ firstName: 'Mila' })
  const ticket = await ticketFor(holder)
  const taken = await takeOver(ticket)
  expect(taken).toMatchObject({
    code_is_valid: true,
    shopping_cart_guid: holder.cartGuid,
    encrypted_code: codeOf(holder),
    shoppingcart: { first_name: 'Mila', available_points: 20 },
  })
  expect(await holder.call('readCart', {})).toMatchObject({ refused: 'no-session' })
  const wt = 'wt' in taken ? taken.wt : ''
  const cart = await shop.request('/rest/shopping_cart_get', {
    headers: { authorization: `Bearer ${wt}` },
  })
  expect(cart.status).toBe(200)
})

it('admits one of sixteen requests with one ticket (B10)', async () => {
  const other = await testShop({ database: shop.database })
  const ticket = await ticketFor(await shop.holder())
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      (at % 2 === 0 ? shop : other).call('takeOver', { ticket, from: shop.url }),
    ),
  )
  await other.stop()
  expect(answers.filter((answer) => 'wt' in answer)).toHaveLength(1)
  expect(answers.filter((answer) => refused(answer, 'no-such-ticket'))).toHaveLength(15)
})

it('expires within a minute, ends with its session, and is replaced by the next ticket (B10)', async () => {
  const late = await ticketFor(await shop.holder())
  shop.clock.advance(60_000)
  expect(refused(await takeOver(late), 'no-such-ticket')).toBe(true)

  const left = await shop.holder()
  const ticket = await ticketFor(left)
  await left.done('logOut', {})
  expect(refused(await takeOver(ticket), 'no-such-ticket')).toBe(true)

  const twice = await shop.holder()
  const first = await ticketFor(twice)
  const second = await ticketFor(twice)
  expect(refused(await takeOver(first), 'no-such-ticket')).toBe(true)
  expect(await takeOver(second)).toMatchObject({ code_is_valid: true })

  const blocked = await shop.holder()
  const hers = await ticketFor(blocked)
  await shop.sql`update voucher set blocked_at = now() where id = ${blocked.voucherId}`
  expect(refused(await takeOver(hers), 'no-such-ticket')).toBe(true)
})

it('refuses a transfer from another site, or with the code of another holder (B10, WIRE-11)', async () => {
  const holder = await shop.holder()
  const ticket = await ticketFor(holder)
  for (const from of ['https://evil.example', '', 'http://noordzee.localhost.evil.example/']) {
    expect(refused(await takeOver(ticket, from), 'no-such-ticket')).toBe(true)
  }
  const stranger = await shop.holder()
  const foreign = await holder.call('handOver', { encrypted_code: codeOf(stranger) })
  expect(refused(foreign, 'not-your-code')).toBe(true)
  expect(await takeOver(ticket)).toMatchObject({ code_is_valid: true })
})

it('stores neither ticket nor code in plain text (B10)', async () => {
  const holder = await shop.holder()
  const ticket = await ticketFor(holder)
  const [row] = await shop.sql`
    select encode(transfer_token_hash, 'escape') || encode(sealed_code, 'escape') as kept from session_transfer_token
    join session using (token_hash) where voucher_id = ${holder.voucherId}`
  expect(row).toBeDefined()
  for (const secret of [ticket, codeOf(holder), holder.token]) {
    expect(JSON.stringify(row)).not.toContain(secret)
  }
})
