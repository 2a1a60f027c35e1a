import { expect } from 'vitest'

import type { Visit } from '#e2e/support/browser-test.ts'
import { countRecords, confirmationMails } from '#e2e/support/order-steps.ts'
import type { TestHolder, TestShop } from '#server/testing/test-shop.ts'

export const paymentId = (page: Visit['page']) =>
  page.evaluate(() => sessionStorage.getItem('paymentId'))
export const paymentIdInUrl = (page: Visit['page']) => page.url().split('/').at(-1) ?? ''

/** Paid at the provider without a notification to the shop. */
export const payWithoutWebhook = (shop: TestShop, id: string) =>
  shop.sql`update sandbox_payment set state = 'paid' where id = ${id}`

export const webhook = (shop: TestShop, id: string) =>
  shop.request('/webhooks/mollie', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `id=${id}`,
  })

/** Replaces the gift of five points by four of one point: one point is due instead of two. */
export async function leaveFiveEurosDue(shop: TestShop, holder: TestHolder) {
  const { spliId } = await shop.gift({ points: 1 })
  const { response } = await holder.done('readCart', {})
  await holder.done('changeCart', {
    shopping_cart_item: response.shopping_cart_items[0]?.id ?? '',
    quantity: 0,
  })
  await holder.done('changeCart', { spli_id: spliId, quantity: 4 })
}

/** Whatever happened before: one order, nothing reserved, one confirmation. */
export async function expectOneOrder(shop: TestShop, holder: TestHolder & { email: string }) {
  await expect
    .poll(() => countRecords(shop, holder))
    .toMatchObject({
      orders: 1,
      refunds: 0,
      available: 0,
      reserved: 0,
    })
  expect(await confirmationMails(shop, holder.email)).toHaveLength(1)
}
