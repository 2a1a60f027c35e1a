import { expect } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { test, expectVisible } from '#e2e/support/browser-test.ts'

const kept = () => ({
  session: Object.keys(sessionStorage),
  local: Object.keys(localStorage),
})

test('logging out clears cart and storage, ends the token and opens the login (LOGIN-11, statement 30)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const gift = await shop.gift({ points: 3 })
  const holder = await shop.holder()
  await holder.done('changeCart', {
    cart_guid: holder.cartGuid,
    spli_id: gift.spliId,
    quantity: 2,
  })
  await openAs(holder.code, '/contact')
  await page.evaluate(() => {
    for (const name of ['wish_list', 'personalData', 'formData', 'totalOrderPoints']) {
      localStorage.setItem(name, 'of the holder')
    }
    sessionStorage.setItem('paymentId', 'tr_1')
  })
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uitloggen' }).click()
  await page.waitForURL((address) => address.pathname === '/login')
  await expectVisible(page.getByRole('heading', { level: 1 }))

  await expect.poll(() => page.evaluate(kept)).toEqual({ session: [], local: [] })
  const answer = await shop.request('/rest/shopping_cart_get', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(401)
  const again = await shop.logIn(holder.code)
  const cart = await again.done('readCart', {})
  expect(cart.response.Totals.number_of_products).toBe(0)
})

test('after a logout Back shows nothing of the recipient (statement 30)', async ({
  wide: { page, openAs, url },
}) => {
  await openAs('giftshop1', '/cart')
  await expectVisible(page.getByRole('contentinfo'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.waitForURL(url('/privacy-policy'))
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await page.waitForURL(url('/login'))
  await page.goBack()
  await page.waitForURL(url('/login'))
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await expect.poll(() => page.getByRole('banner').count()).toBe(0)
  const held = await page.evaluate(async () => {
    const names = await caches.keys()
    return { names, entries: performance.getEntriesByType('resource').map(({ name }) => name) }
  })
  expect(held.names).toEqual([])
  expect(held.entries.filter((name) => /wt=|encrypted_code|giftshop1/.test(name))).toEqual([])
})

test('a logout applies to every tab, also to pages in the back-forward cache (statement 30)', async ({
  wide: { page, context, openAs, url },
}) => {
  await openAs('giftshop1', '/cart')
  await expectVisible(page.getByRole('contentinfo'))
  const session = await page.evaluate(() => ({ ...sessionStorage }))
  const second = await context.newPage()
  await second.goto(url('/health/live'))
  await second.evaluate((session) => Object.assign(sessionStorage, session), session)
  await second.goto(url('/contact'))
  await expectVisible(second.getByRole('contentinfo'))

  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await page.waitForURL(url('/login'))
  // The other tab shows a public page without the holder's data.
  await second.getByRole('banner').waitFor({ state: 'detached' })
  await expect.poll(() => second.evaluate(() => sessionStorage.length)).toBe(0)

  await second.evaluate(() => {
    Object.assign(globalThis, { old: true })
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect.poll(() => second.evaluate(() => 'old' in globalThis)).toBe(false)
})

test('a logout also works when the shop cannot be reached (LOGIN-11)', async ({
  phone: { page, openAs, expectConsoleError },
  shop,
}) => {
  expectConsoleError('ERR_FAILED')
  await openAs('giftshop1', '/contact')
  await page.route('**/rest/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await page.waitForURL((address) => address.pathname === '/login')
  await expect.poll(() => page.evaluate(kept)).toEqual({ session: [], local: [] })
  expect(refused(await shop.call('logOut', {}))).toBe(false)
})
