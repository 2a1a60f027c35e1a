import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import { test, expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import { agree, orderButton, readyHolder } from '#e2e/support/order-steps.ts'
import { check } from '#e2e/support/personal-steps.ts'
import { next } from '#e2e/support/cart-steps.ts'

/** The highest layout shift allowed while a page loads: the share of the window that moves times the distance. */
const MAX_SHIFT = 0.02

/** A line of telephones. What comes within half a second of a click is the click's own doing. */
const AFTER_A_CLICK_MS = 550
const OPENED_MS = 60

type Moved = { place: string; value: number; what: string }

test('no page shifts its layout when it is opened or navigated to, on a phone and on a wide screen (speed: layout shift)', async ({
  shop,
  phone,
  wide,
}) => {
  const visits: [Visit, width: number, height: number][] = [
    [phone, 412, 823],
    [wide, 1280, 900],
  ]
  const moved = await Promise.all(
    visits.map(async ([visit, width, height]) => {
      await visit.page.setViewportSize({ width, height })
      const holder = await readyHolder(shop, { points: 30 })
      return (await walk(visit, holder.code)).map((one) => ({ width, ...one }))
    }),
  )
  const worst = moved.flat().filter(({ value }) => value > MAX_SHIFT)
  expect(worst).toEqual([])
})

/** Walks through the shop to the order, with each page first navigated to and then reloaded. */
async function walk({ page, openAs }: Visit, code: string): Promise<Moved[]> {
  await page.addInitScript(watchShifts)
  await openAs(code, '/')
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const late = (latency: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  const sums: Moved[] = []
  const sum = async (how: string) => {
    await waitForIdle(page)
    const all = await page.evaluate(() => globalThis.giftpointShifts?.splice(0) ?? [])
    sums.push({
      place: `${how} ${new URL(page.url()).pathname}`,
      value: all.reduce((sum, { value }) => sum + value, 0),
      what: all.map(({ what }) => what).join('; '),
    })
  }
  const main = page.getByRole('main')
  const go = async (pathname: RegExp, press: Locator) => {
    await late(AFTER_A_CLICK_MS)
    await press.click()
    await page.waitForURL((url) => pathname.test(url.pathname))
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    await sum('gone to')
    await late(OPENED_MS)
    await page.reload()
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await sum('opened')
  }
  const linkTo = (start: string, where: Page | Locator = page) =>
    where.locator(`a[href^="${start}"]:visible`).first()

  await go(/^\/products$/, linkTo('/products', main))
  await go(/^\/product-description\//, linkTo('/product-description/', main))
  await go(/^\/wishlist$/, linkTo('/wishlist'))
  await go(/^\/cart$/, linkTo('/cart'))
  await go(/^\/personal-details$/, next(page))
  await go(/^\/checkout$/, check(page))
  await agree(page)
  await go(/^\/confirmation$/, orderButton(page))
  await go(/^\/orders\//, linkTo('/orders/', main))
  return sums
}

/** Runs in the page before everything else. */
function watchShifts() {
  const shifts: { value: number; what: string }[] = []
  globalThis.giftpointShifts = shifts
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.tagName} ${node.className}` : (node?.nodeName ?? 'gone')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue
      const what = entry.sources.map(({ node }) => nameOf(node)).join(', ')
      shifts.push({ value: entry.value, what })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Chromium's own; the browser's types do not know it yet. */
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

declare global {
  var giftpointShifts: { value: number; what: string }[] | undefined
}
