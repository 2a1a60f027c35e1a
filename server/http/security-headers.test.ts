import { afterAll, beforeAll, expect, it } from 'vitest'

import { securityHeaders } from '#server/http/security-headers.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let secure: TestShop
beforeAll(async () => {
  shop = await testShop()
  secure = await testShop({
    database: shop.database,
    environment: { PUBLIC_URL: 'https://shop.example' },
  })
})
afterAll(async () => {
  await secure.stop()
  await shop.stop()
})

it('sends the security headers with every response, and HSTS only if the shop uses https (B40, SAFE-14, S14)', async () => {
  const holder = await secure.logIn('giftshop1')
  const paths = [
    '/rest/site',
    '/nowhere',
    '/rest/nowhere',
    '/health/ready',
    // Twice: the second response is served from the cache, before the framework.
    ...Array.from({ length: 2 }, () => '/rest/producttags/products?page=1'),
  ]
  for (const path of paths) {
    const { headers } = await secure.request(path, {
      headers: { authorization: `Bearer ${holder.token}` },
    })
    expect(Object.fromEntries(headers)).toMatchObject({
      ...securityHeaders({ PUBLIC_URL: 'https://shop.example' }),
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    })
    expect(headers.get('permissions-policy')).toContain('camera=()')
  }
  for (const path of [...paths, '/login', '/images/local/none.png', '/robots.txt']) {
    const { headers } = await shop.request(path)
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
    expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, 'same-origin'])
  }
  const plain = await shop.request('/rest/site')
  expect(plain.headers.get('strict-transport-security')).toBeNull()
  expect(plain.headers.get('cross-origin-opener-policy')).toBeNull()
})

it('counts cached responses and calls to outside services (B30)', async () => {
  const holder = await shop.logIn('giftshop2')
  for (let time = 0; time < 2; time += 1) await holder.done('countries', {})
  await holder.done('saveAddress', { cart_guid: holder.cartGuid, ...sampleContact })
  const metrics = await (await shop.request('/metrics')).text()
  expect(metrics).toMatch(/cached_responses_total\{kept="no"\} [1-9]/)
  expect(metrics).toMatch(/cached_responses_total\{kept="yes"\} [1-9]/)
  expect(metrics).toMatch(
    /outside_call_seconds_count\{service="\w+",call="\w+",result="answered"\} [1-9]/,
  )
})
