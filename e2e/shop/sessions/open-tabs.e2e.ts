import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { test, expectVisible, typeCode } from '#e2e/support/browser-test.ts'

/** Every address a tab has been at, so that a login that only flashed is found, too. */
function pathsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('framenavigated', (frame) => void paths.push(new URL(frame.url()).pathname))
  return paths
}

const logout = (page: Page) => page.getByRole('button', { name: 'Uitloggen' }).click()
const localNames = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted())

test('a new tab is logged in, a logout applies to all tabs, and closing the last one deletes everything (B2, statement 30)', async ({
  wide: { page, context, openAs, url },
  shop,
}) => {
  await openAs('giftshop1', '/wishlist')
  const footer = page.getByRole('contentinfo')
  const opened = context.waitForEvent('page')
  await footer.getByRole('link', { name: /Veelgestelde vragen/ }).click()
  const faq = await opened
  await expectVisible(faq.getByRole('banner'))

  // As by a click with Ctrl: a tab that knows nothing of the one it came from.
  const cart = await context.newPage()
  const seen = pathsOf(cart)
  await cart.goto(url('/cart'))
  await expectVisible(cart.getByRole('heading', { name: 'Jouw cadeaumand', level: 1 }))
  // A gift added to the cart in another tab appears when the user returns to this one (D11).
  const { spliId } = await shop.gift({ points: 2 })
  const holder = await shop.logIn('giftshop1')
  const basket = page.getByRole('banner').getByRole('link', { name: /^Cadeaumand/ })
  const { response } = await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => basket.innerText()).toContain('1')
  const [line] = response.shopping_cart_items
  await holder.done('changeCart', {
    spli_id: spliId,
    quantity: 0,
    shopping_cart_item: line?.id ?? '',
  })
  for (const tab of [page, cart]) {
    await tab.evaluate(() => dispatchEvent(new Event('focus')))
    const count = tab.getByRole('banner').getByRole('link', { name: /^Cadeaumand/ })
    await expect.poll(() => count.innerText()).not.toContain('1')
  }
  const direct = await context.newPage()
  const seenDirect = pathsOf(direct)
  await direct.goto(url('/login'))
  await direct.waitForURL(url('/'))
  await expectVisible(direct.getByRole('banner'))
  expect([...seen, ...seenDirect.filter((path) => path !== '/login')]).not.toContain('/login')

  // A tab that goes leaves the others as they are; a reload keeps what it had.
  await direct.close({ runBeforeUnload: true })
  await page.reload()
  await expectVisible(page.getByRole('banner'))
  await page.evaluate(() => localStorage.setItem('personalData', '{}'))

  await logout(cart)
  await cart.waitForURL(url('/login'))
  await page.waitForURL(url('/login'))
  await faq.getByRole('banner').waitFor({ state: 'detached' })
  for (const tab of [page, faq]) {
    await expect.poll(() => tab.evaluate(() => sessionStorage.length)).toBe(0)
  }
  expect(await localNames(page)).toEqual([])

  // A login in one tab counts in the others too.
  await openAs('giftshop2', '/contact')
  await page.evaluate(() => localStorage.setItem('personalData', '{}'))
  for (const tab of [cart, faq]) await tab.close({ runBeforeUnload: true })
  await page.reload()
  expect(await localNames(page)).toContain('personalData')
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  const after = await context.newPage()
  await after.goto(url('/health/live'))
  await expect
    .poll(() => localNames(after))
    .toEqual(['blur-category-images', 'cookieConsent', 'language', 'welcomeOverlay'])
  await after.goto(url('/cart'))
  await after.waitForURL(url('/login'))
})

test('a browser has one recipient at a time: a later login applies to every tab, which shows nothing of the former (B2)', async ({
  wide: { page, context, openAs, url },
  shop,
}) => {
  const anna = await shop.holder({ firstName: 'Anna' })
  const bram = await shop.holder({ firstName: 'Bram' })
  const other = await context.newPage()
  await other.goto(url('/login'))
  await openAs(anna.code, '/order-process')
  await expectVisible(page.getByRole('banner'))
  await page.evaluate(() => localStorage.setItem('personalData', 'of Anna'))

  await typeCode(other, bram.code)
  await other.getByRole('button', { name: /cadeaus/i }).click()
  await other.waitForURL(url('/'))
  await page.waitForURL(url('/'))
  for (const tab of [page, other]) {
    const kept = () =>
      tab.evaluate(() => [
        sessionStorage.getItem('customerInfo'),
        localStorage.getItem('personalData'),
      ])
    await expect.poll(kept).toEqual([expect.stringContaining('Bram'), null])
  }
  await expectVisible(page.getByRole('banner'))
  const tokens = [page, other].map((tab) => tab.evaluate(() => sessionStorage.getItem('token')))
  expect(new Set(await Promise.all(tokens)).size).toBe(1)
})
