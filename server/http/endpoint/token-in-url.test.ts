import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { projectRoot } from '#server/platform/storage/project-root.ts'
import { type TestHolder, testShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let holder: TestHolder
beforeAll(async () => {
  shop = await testShop({ environment: { GIFTPOINT_TOKEN_IN_URL: 'refuse' } })
  holder = await shop.holder()
})
afterAll(() => shop.stop())

it.each([
  '/rest/orders',
  '/rest/site',
  '/rest/producttags/products?language=en&sales_channel=1014',
])(
  'GIFTPOINT_TOKEN_IN_URL=refuse refuses a token in the address of %s (SAFE-12, S19)',
  async (path) => {
    const separator = path.includes('?') ? '&' : '?'
    const answer = await shop.request(`${path}${separator}wt=${holder.token}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: {
        field: 'wt',
        Message: 'wt: send the token in the Authorization header instead of the address.',
      },
    })
  },
)

it('GIFTPOINT_TOKEN_IN_URL=refuse accepts the token in the header or in a body (SAFE-12, S19)', async () => {
  expect((await shop.request('/rest/orders')).status).toBe(401)
  await holder.done('orders', {})
  const line = { wt: holder.token, cart_guid: holder.cartGuid, spli_id: 'none', quantity: 1 }
  const answer = await shop.request('/rest/shopping_cart', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(line),
  })
  expect([400, 404, 409]).toContain(answer.status)
  expect(JSON.stringify(await answer.json())).not.toContain('wt')
})

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')

it.each(['docs/deploy.md', 'docs/scale.md', 'deploy/haproxy.cfg', 'tools/scale/cluster.mjs'])(
  'no proxy example of %s logs a query string (SAFE-12, S19)',
  (file) => {
    const text = read(file)
    // HAProxy's httplog and %r, nginx's default format and $request hold the whole address.
    expect(text).not.toMatch(
      /option httplog|%r\b|%\{?\+?Q?\}?HU|\$request\b|\$request_uri|combined/,
    )
    // A frontend without `log` writes no log at all: the rig of tools/scale.
    if (/^frontend /m.test(text) && /^ *log(-format)? /m.test(text))
      expect(text).toMatch(/^ +log-format .*%HPO"$/m)
    for (const block of text.matchAll(/^server \{[^]*?^\}/gm))
      expect(block[0]).toMatch(/access_log \S+ without_query;/)
  },
)
