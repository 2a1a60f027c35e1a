import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import { test, expectVisible } from '#e2e/support/browser-test.ts'
import {
  agree,
  chooseTime,
  confirmedNumber,
  orderButton,
  readyHolder,
} from '#e2e/support/order-steps.ts'

/** The shop's script does not come before `release` is called. */
async function holdScript(page: Page) {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/main-*.js', async (route) => {
    await held
    await route.fallback()
  })
  return () => release()
}

/** A phone that needs seconds to draw a page must not take its data for outdated. */
async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
}

/** How often each address is asked for, by method and path. */
function countRequests(page: Page) {
  const counts = new Map<string, number>()
  page.on('request', (request) => {
    const asked = `${request.method()} ${new URL(request.url()).pathname}`
    counts.set(asked, (counts.get(asked) ?? 0) + 1)
  })
  return counts
}

test('fonts are loaded after the shop’s script, not at the same time (speed: opened directly)', async ({
  wide: { page, openAs },
}) => {
  const release = await holdScript(page)
  const counts = countRequests(page)
  const fonts = () => [...counts.keys()].filter((asked) => asked.endsWith('.woff2')).length
  const picture = page.waitForResponse(/\/images\//)
  const arriving = openAs('giftshop1', '/')
  await (await picture).finished()
  expect(fonts()).toBe(0)
  release()
  await arriving
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await expect.poll(fonts).toBe(2)
})

test('the delivery page requests the carriers before its script is loaded, and only once (speed: opened directly)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  const release = await holdScript(page)
  const counts = countRequests(page)
  const arriving = openAs(holder.code, '/checkout')
  await expect.poll(() => counts.get('POST /rest/monta/delivery_methods')).toBe(1)
  release()
  await arriving
  await chooseTime(page)
  await waitForIdle(page)
  expect(counts.get('POST /rest/monta/delivery_methods')).toBe(1)
})

test('the delivery page requests the carriers once if its script is loaded before its cart', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/shopping_cart_get*', async (route) => {
    await held
    await route.fallback()
  })
  const counts = countRequests(page)
  await openAs(holder.code, '/checkout')
  // The script has taken all that was asked for before it.
  await page.waitForFunction(() => {
    const early: unknown = Reflect.get(globalThis, 'giftpointPreload')
    return early instanceof Map && early.size === 0
  })
  release()
  await chooseTime(page)
  await waitForIdle(page)
  expect(counts.get('POST /rest/monta/delivery_methods')).toBe(1)
})

test('the delivery page without an address does not request the carriers', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await shop.holder({ channel: '1014', points: 20 })
  const { spliId } = await shop.gift({ points: 5, channel: '1014' })
  await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  const release = await holdScript(page)
  const counts = countRequests(page)
  const basket = page.waitForResponse(/shopping_cart_get/)
  const arriving = openAs(holder.code, '/checkout')
  await (await basket).finished()
  release()
  await arriving
  await page.waitForURL(/\/personal-details$/)
  await waitForIdle(page)
  expect(counts.get('POST /rest/monta/delivery_methods')).toBeUndefined()
})

test('the confirmation requests the last order before its script is loaded, and only once, also on a slow phone (speed: opened directly)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop, { gifts: [{ delivery: 'digital', points: 2 }] })
  const { response } = await holder.done('convertCart', { payment_method: 'FC', language: 'nl' })
  const order = `GET /rest/orders/${response.order_number}`
  await slowDown(page)
  const release = await holdScript(page)
  const counts = countRequests(page)
  const arriving = openAs(holder.code, '/confirmation?extra_payments=0')
  await expect.poll(() => counts.get(order)).toBe(1)
  release()
  await arriving
  expect(await confirmedNumber(page)).toBe(response.order_number)
  await waitForIdle(page)
  expect(counts.get(order)).toBe(1)
  expect(counts.get('GET /rest/orders')).toBe(1)
})

test('a reloaded confirmation requests its order once, and a later page requests it again', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  const number = await confirmedNumber(page)
  await waitForIdle(page)
  const release = await holdScript(page)
  const counts = countRequests(page)
  const reloading = page.reload()
  await expect.poll(() => counts.get(`GET /rest/orders/${number}`)).toBe(1)
  release()
  await reloading
  expect(await confirmedNumber(page)).toBe(number)
  await waitForIdle(page)
  expect(counts.get(`GET /rest/orders/${number}`)).toBe(1)
  expect(counts.get('GET /rest/orders')).toBeUndefined()
  await page.locator('a[href="/orders"]:visible').first().click()
  await expectVisible(page.getByRole('link', { name: new RegExp(number) }))
  expect(counts.get('GET /rest/orders')).toBe(1)
})

test('a confirmation that is reloaded before its order is placed shows that it waits, and requests no other order', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/convert_cart', async (route) => {
    await held
    // The first one has ended with its page.
    await route.fallback().catch(() => {})
  })
  const waiting = page.getByRole('main').locator('[aria-busy=true]')
  await orderButton(page).click()
  await page.waitForURL(/\/confirmation/)
  await expectVisible(waiting)
  const counts = countRequests(page)
  await page.reload()
  await expectVisible(waiting)
  expect(counts.get('GET /rest/orders')).toBeUndefined()
  release()
  await confirmedNumber(page)
  expect((await holder.done('orders', {})).response).toHaveLength(1)
})
