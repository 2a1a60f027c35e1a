import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: StaffClient
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  await service.signIn()
})
afterAll(() => shop.stop())

const act = async (input: object, client = service) => {
  const response = await client.request('POST', '/backoffice/api/order-actions', input)
  return {
    status: response.status,
    body: await jsonOf<{ done?: number; error?: { code: string } }>(response),
  }
}

it('adds a note to the listed orders only, and sends each confirmation again once within ten seconds (DESK-6, DESK-10)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 9 })
  const numbers: string[] = []
  for (let count = 0; count < 3; count += 1)
    numbers.push((await sampleOrder(shop, { gifts: [vase] })).number)
  await shop.shop.jobs.drain()
  const ids = numbers.join(',')
  expect((await act({ action: 'note', ids, count: 2, body: 'Called' })).body.error?.code).toBe(
    'changed-since',
  )
  expect((await act({ action: 'note', ids, count: 3 })).status).toBe(400)
  expect((await act({ action: 'note', ids, count: 3, body: 'Called' })).body).toEqual({ done: 3 })
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  await elsewhere.signIn()
  expect((await act({ action: 'note', ids, count: 3, body: 'x' }, elsewhere)).status).toBe(409)
  const notes = await shop.sql`select order_number from order_note order by order_number`
  expect(notes.map((note) => note['order_number'])).toEqual(numbers)

  shop.clock.advance(11_000)
  const resend = { action: 'resend', found: { state: 'placed' }, count: 3 }
  const answers = await Promise.all(Array.from({ length: 8 }, () => act(resend)))
  expect(answers.map(({ body }) => body.done ?? -1).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 3])
  await shop.shop.jobs.drain()
  const mails = await shop.sql`
    select subject_id, count(*)::integer as sent from mail
    where template = 'order-confirmation' and state = 'sent' and subject_id in ${shop.sql(numbers)}
    group by 1 order by 1`
  expect([...mails]).toEqual(numbers.map((subject_id) => ({ subject_id, sent: 2 })))
  const [audit] = await shop.sql`
    select count(*)::integer as lines from audit where action in ('orders.noted', 'orders.sent-again')`
  expect(audit?.['lines']).toBe(9)
})
