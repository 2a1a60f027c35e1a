import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

export let shop: TestShop

export let customerService: StaffClient

export let vase: { spliId: string; sku: string; points: number }

type Proposed = {
  id: string
  points: number
  points_back: number
  cents: number
  cents_sent: number
  vat_cents: number
  cancels: boolean
  needs_approval: boolean
}

type Result<Body> = {
  status: number
  body: Body & { error?: { code: string }; changes?: unknown[] }
}

export async function request<Body = { credit: string | null; approval: string | null }>(
  guest: StaffClient,
  path: string,
  input: unknown,
): Promise<Result<Body>> {
  const response = await guest.request('POST', `/backoffice/api${path}`, input)
  return { status: response.status, body: await jsonOf(response) }
}

export const oneUnit = { lines: [{ line: 1, quantity: 1 }], reason: 'damaged', note: '' }

export const proposeCredit = (number: string, input: object = oneUnit, guest = customerService) =>
  request<Proposed>(guest, `/orders/${number}/credit-proposals`, input)

export const bookCredit = (proposal: string, guest = customerService) =>
  request(guest, '/credits', { proposal })

/** Ten euros by card and two points; submitted, so the undo window is closed. */
export async function paidOrder({ released: isSubmitted = true, quantity = 1 } = {}) {
  const order = await cardOrder(shop, { gift: vase, points: 4 * quantity - 2, quantity })
  if (isSubmitted) {
    await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${order.number}`
    await submitOrder(shop.shop, order.number)
  }
  return order
}

export async function creditTotals(number: string) {
  const [row] = await shop.sql<
    { credits: number; points: number; cents: number; available: number }[]
  >`
    select (select count(*)::integer from credit where order_number = orders.number) as credits,
      (select coalesce(sum(points), 0)::integer from ledger where kind = 'refund' and ends_id = capture_id) as points,
      (select coalesce(sum(cents), 0)::integer from refund where refund.payment_key = orders.payment_key) as cents,
      available
    from orders join voucher_balance using (voucher_id) where number = ${number}`
  return row
}

export async function expectConsistentBooks() {
  const { findings } = await checkBooks(shop.sql)
  expect(findings).toEqual([])
}

/** A shop for tests of credits, with a signed-in customer service and a gift of four points. */
export function startCreditShop() {
  beforeAll(async () => {
    shop = await testShop()
    customerService = await staffClient(shop, 'service')
    vase = await shop.gift({ points: 4, inStock: 900 })
  })
  afterAll(() => shop.stop())
  beforeEach(() => customerService.signIn())
}
