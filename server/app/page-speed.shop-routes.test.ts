import { afterAll, beforeAll, expect, it } from 'vitest'

import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const metricLines = async (prefix: string) =>
  (await (await shop.request('/metrics')).text())
    .split('\n')
    .filter((line) => line.startsWith(prefix) && !line.includes('_bucket'))

it('counts the speed that browsers report by page, in seconds (LOGIN-12)', async () => {
  await shop.call('measured', { name: 'LCP', value: 480, page: '/products' })
  await shop.call('measured', { name: 'LCP', value: 520, page: '/products' })
  await shop.call('measured', { name: 'CLS', value: 0.01, page: '/login' })
  expect(await metricLines('page_seconds')).toEqual([
    'page_seconds_sum{figure="LCP",page="/products"} 1',
    'page_seconds_count{figure="LCP",page="/products"} 2',
  ])
  expect(await metricLines('page_layout_shift')).toContain(
    'page_layout_shift_count{page="/login"} 1',
  )
})

it("counts an address that is no page of the shop under 'other' (LOGIN-12)", async () => {
  await shop.call('measured', { name: 'INP', value: 40, page: '/orders/100-1234' })
  await shop.call('measured', { name: 'INP', value: 40, page: 'constructor' })
  expect(await metricLines('page_seconds_count{figure="INP"')).toEqual([
    'page_seconds_count{figure="INP",page="other"} 2',
  ])
})

it.each([
  ['name', { name: 'FID', value: 1, page: '/' }],
  ['value', { name: 'LCP', value: -1, page: '/' }],
  ['value', { name: 'LCP', value: 1e9, page: '/' }],
  ['page', { name: 'LCP', value: 1, page: '' }],
])('refuses an invalid %s and names the field (WIRE-11)', async (field, input) => {
  const answer = await shop.request('/rest/measured', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { field } })
})
