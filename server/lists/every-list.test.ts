import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffEndpoints } from '#contract/endpoints.staff.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

/** The input that a list needs. */
const REQUIRED_QUERY: Record<string, string> = {
  reportMetrics: 'from=2026-01-01&to=2026-01-31',
  webhookDeliveries: 'webhook=1',
}

type Shape = { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }

/** Calls that return a file as well. Those with a parameter in the path are tested by their module. */
const lists = Object.values(staffEndpoints).flatMap(({ name, method, path, input, answer }) => {
  const form = (input as Shape).shape?.['as']
  const supports = (format: string) => form?.safeParse(format).success === true
  if (method !== 'GET' || path.includes(':') || !supports('json') || !supports('csv')) return []
  const forms = (['csv', 'xlsx'] as const).filter(supports)
  return forms.map((as) => ({ name, path, as, answer, query: REQUIRED_QUERY[name] ?? '' }))
})

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
  await cardOrder(shop, { gift: await shop.gift({ points: 4, inStock: 5 }), points: 2 })
  await owner.request('POST', '/backoffice/api/employers', { name: 'Acme' })
})
afterAll(() => shop.stop())

it('finds all lists of the contract', () => {
  expect(lists.length).toBeGreaterThan(25)
})

it.each(lists)(
  '$name matches its schema, and has the same rows as a page and as $as (DESK-13)',
  async (list) => {
    const { path, as, query, answer } = list
    const page = await owner.request('GET', `${path}?limit=200&${query}`)
    expect(page.status).toBe(200)
    const body = await jsonOf<{ items?: unknown[] }>(page)
    expect(answer.safeParse(body).error).toBeUndefined()
    const { items } = body
    const file = await owner.request('GET', `${path}?as=${as}&${query}`)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toContain(`.${as}"`)
    if (as !== 'csv') return
    const lines = (await file.text()).trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^\w[\w ]*(;\w[\w ]*)+$/)
    if (items) expect(lines.length - 1).toBe(items.length)
  },
)
