import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
let holder: TestHolder
beforeAll(async () => {
  shop = await testShop()
  holder = await shop.holder()
})
afterAll(() => shop.stop())

it.each([
  ['a zero byte', { contact_first_name: 'An\0na' }],
  ['the first half of a character', { contact_first_name: 'Anna \ud83c' }],
  ['the second half of a character', { contact_surname: '\udf81' }],
  ['half a character deep inside', { note: [{ more: 'x\ud800x' }] }],
  ['half a character in a name', { '\ud800': 'Anna' }],
])('refuses input with %s with status 400 (WIRE-11)', async (_, part) => {
  const response = await shop.request('/rest/shopping_cart_add_contact_and_address', {
    method: 'PUT',
    headers: { authorization: `Bearer ${holder.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...sampleContact, ...part }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ success: false, error: { code: 'invalid-input' } })
})

it('accepts characters beyond the first 65,536 unchanged', async () => {
  const contact_first_name = 'Anna 🎁'
  await holder.done('saveAddress', { ...sampleContact, contact_first_name })
  const { response } = await holder.done('readCart', {})
  expect(response.personal_data).toMatchObject({ contact_first_name })
})

it('refuses a body that is not UTF-8 on every route, instead of storing replacement characters (WIRE-11)', async () => {
  const body = JSON.stringify({ ...sampleContact, contact_first_name: 'Zo~' })
  const bytes = Buffer.from(body)
  bytes[bytes.indexOf('~')] = 0xeb
  for (const address of [
    '/rest/shopping_cart_add_contact_and_address',
    '/backoffice/api/session',
  ]) {
    const response = await shop.request(address, {
      method: address.startsWith('/backoffice') ? 'POST' : 'PUT',
      headers: {
        authorization: `Bearer ${holder.token}`,
        'content-type': 'application/json',
        'x-backoffice': '1',
      },
      body: bytes,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid-input' } })
  }
})

it('answers an internal error of a write with the request id that is logged, for holders, staff and employers (SAFE-17)', async () => {
  const lines: string[] = []
  const brokenShop = await testShop({ log: { write: (line) => void lines.push(line) } })
  try {
    const { token, cartGuid } = await brokenShop.holder()
    // A missing table is an error that the shop does not expect.
    await brokenShop.sql`alter table cart rename to cart_away`
    await brokenShop.sql`alter table login_attempt rename to login_attempt_away`
    await brokenShop.sql`alter table staff rename to staff_away`
    await brokenShop.sql`alter table employer_user rename to employer_user_away`
    const attempt = JSON.stringify({
      email: 'a@example.com',
      password: 'x'.repeat(12),
      proof: null,
    })
    const writes = [
      ['/rest/shopping_cart', JSON.stringify({ cart_guid: cartGuid, spli_id: 'any', quantity: 1 })],
      ['/backoffice/api/session', attempt],
      ['/employer/api/session', attempt],
    ] as const
    for (const [path, body] of writes) {
      const response = await brokenShop.request(path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-backoffice': '1',
          'x-employer': '1',
        },
        body,
      })
      const requestId = response.headers.get('x-request-id') ?? ''
      expect({ path, status: response.status }).toEqual({ path, status: 500 })
      expect(requestId).not.toBe('')
      expect(await response.text()).toContain(requestId)
      const errors = lines.filter((line) => line.includes('"level":50') || line.includes('error'))
      expect(errors.filter((line) => line.includes(`"${requestId}"`))).not.toEqual([])
    }
  } finally {
    await brokenShop.stop()
  }
})
