import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import type { TestHolder, TestShop } from '#server/testing/test-shop.ts'

const MUG = '/product-description/stoneware-mug-sea'
const TITLE = 'Dit cadeau is toegevoegd aan jouw selectie!'
const overlay = ({ page }: Visit) => page.getByRole('dialog', { name: TITLE })
const buy = ({ page }: Visit) => page.getByRole('button', { name: 'Kies dit cadeau' })
const basket = ({ page }: Visit) => page.getByRole('banner').getByRole('link', { name: /mand/ })

async function open(visit: Visit, shop: TestShop, channel = '1014', path = MUG) {
  const holder = await shop.holder({ channel })
  await visit.openAs(holder.code, path)
  await expectVisible(buy(visit))
  return holder
}

/** What lies in the cart, by the server's own word. */
async function cartOf(holder: TestHolder) {
  const { response } = await holder.done('readCart', {})
  return response.shopping_cart_items.map(({ scp, quantity }) => `${quantity} ${scp}`)
}

test('overlay: shows the gift, the remaining points, and the buttons to continue (B5, BASKET-1)', async ({
  wide,
  shop,
}) => {
  const words = wide.page.waitForRequest((request) => {
    const { searchParams } = new URL(request.url())
    return (
      searchParams.get('path') === 'basketoverlaycomponents' &&
      searchParams.get('sales_channel') === '2'
    )
  })
  await open(wide, shop)
  const { page } = wide
  await buy(wide).click()
  await expectVisible(overlay(wide))
  await words
  await expectVisible(overlay(wide).getByText('Steengoed mok', { exact: true }))
  await expectVisible(overlay(wide).getByText('Je hebt nog 17 punten'))
  const picks = overlay(wide).getByRole('region', { name: 'Past hier goed bij' })
  await expect.poll(() => picks.getByRole('listitem').count()).toBe(3)
  // Each pick shows whether it fits the points left (C).
  for (const pick of await picks.getByRole('listitem').all()) {
    await expect
      .poll(() => pick.innerText())
      .toMatch(/Past (precies|als je €.* bijbetaalt)|nog \d+ over/)
  }
  await expectVisible(basket(wide).getByText('1', { exact: true }))

  await overlay(wide).getByRole('link', { name: 'Kies nog een cadeau' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expectHidden(overlay(wide))
  // The points left are shown wherever points are shown (B5).
  await expectVisible(page.getByText('Nog 17 van je 20 punten'))
  await expectVisible(page.getByRole('banner').getByText('nog 17 over'))
  // The badge shows the available points (SAFE-15, C3; FRAME-13).
  await expect.poll(() => page.locator('[data-points-badge]').textContent()).toBe('20punten')

  await page.goBack()
  await buy(wide).click()
  await expectVisible(overlay(wide).getByText('Je hebt nog 14 punten'))
  await expectVisible(basket(wide).getByText('2', { exact: true }))
  await overlay(wide).getByRole('link', { name: 'Ga verder' }).click()
  await page.waitForURL((url) => url.pathname === '/cart')
  await expectHidden(overlay(wide))
})

test('overlay: is a dialog that takes the focus, closes with Escape, returns the focus, and is announced once (BASKET-1, D2)', async ({
  wide,
  shop,
}) => {
  await open(wide, shop)
  await wide.page.evaluate(countAnnouncements)
  await buy(wide).focus()
  await wide.page.keyboard.press('Enter')
  await expectVisible(overlay(wide))
  const inside = () => overlay(wide).evaluate((dialog) => dialog.contains(document.activeElement))
  await expect.poll(() => inside()).toBe(true)
  const said = /^Steengoed mok \([^)]+\)\. Je hebt nog 17 punten$/
  await expectAnnouncement(wide.page, said)
  await wide.page.keyboard.press('Escape')
  await expectHidden(overlay(wide))
  await expect
    .poll(() => buy(wide).evaluate((button) => button === document.activeElement))
    .toBe(true)
  await expect.poll(() => announcements(wide)).toEqual([expect.stringMatching(said)])
})

/** Records every sentence of a live region from now on. */
function countAnnouncements() {
  const said: string[] = []
  Object.assign(globalThis, { said })
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(
        '[aria-live], [role=status], [role=alert]',
      )
      if (region?.textContent && said.at(-1) !== region.textContent) said.push(region.textContent)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

const announcements = ({ page }: Visit) =>
  page.evaluate(() => (globalThis as unknown as { said: string[] }).said)

test('overlay: shows the Dutch texts of the specification if the editors wrote none (BASKET-1)', async ({
  wide,
  shop,
}) => {
  await wide.page.route('**/cmsurls?*basketoverlaycomponents*', (route) =>
    route.fulfill({
      json: {
        success: true,
        response: {
          path: 'basketoverlaycomponents',
          language: 'en',
          sales_channel: '2',
          blocks: [],
        },
      },
    }),
  )
  const holder = await shop.holder()
  await wide.openAs(holder.code, MUG, { language: 'en' })
  await wide.page.getByRole('button', { name: 'Choose this gift' }).click()
  await expectVisible(overlay(wide))
  await expectVisible(overlay(wide).getByRole('link', { name: 'Ga verder' }))
  await expectVisible(overlay(wide).getByRole('link', { name: 'Kies nog een cadeau' }))
})

test('overlay: its buttons work when its texts cannot be loaded (BASKET-1)', async ({
  wide,
  shop,
}) => {
  wide.expectConsoleError('ERR_FAILED')
  await wide.page.route('**/cmsurls?*basketoverlaycomponents*', (route) => route.abort())
  await open(wide, shop)
  await buy(wide).click()
  await expectVisible(overlay(wide).getByRole('alert').getByText('An error occurred:'))
  await overlay(wide).getByRole('link', { name: 'Ga verder' }).click()
  await wide.page.waitForURL((url) => url.pathname === '/cart')
})

test('overlay: is in English, and accessible at 320 pixels (BASKET-1)', async ({ phone, shop }) => {
  const { page } = phone
  await page.setViewportSize({ width: 320, height: 640 })
  const holder = await shop.holder({ points: 2 })
  await phone.openAs(holder.code, MUG, { language: 'en' })
  await page.getByRole('button', { name: 'Choose this gift' }).click()
  const dialog = page.getByRole('dialog', { name: 'This gift has been added to your selection!' })
  // One point more than the voucher holds: points and euros are shown together.
  await expectVisible(dialog.getByText('You have no points left. You pay €5.00 extra'))
  // Nothing is suggested that cannot be ordered.
  await expect.poll(() => dialog.getByText('Teapot for four').count()).toBe(0)
  await expectNoHorizontalScroll(page)
  await expect.poll(() => dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  await expectNoAxeViolations(page)
})

test('overlay: is skipped where the channel says so, and the cart opens (BASKET-1)', async ({
  wide,
  shop,
}) => {
  const holder = await open(wide, shop, '2001')
  await buy(wide).click()
  await wide.page.waitForURL((url) => url.pathname === '/cart')
  await expectAnnouncement(wide.page, 'Steengoed mok ligt in je cadeaumand')
  await expect.poll(() => overlay(wide).count()).toBe(0)
  await expect.poll(() => cartOf(holder)).toEqual(['1 stoneware-mug-sea'])
})

test('suggestions in the overlay: one can be added, replaced and removed, and the price tags do not change (SAFE-15, B1; BASKET-2, BASKET-3)', async ({
  wide,
  shop,
}) => {
  const holder = await shop.holder()
  // Two towels are already in the cart; they stay whatever the holder picks.
  await holder.done('changeCart', { spli_id: '1014-linen-towel-sea', quantity: 2 })
  await wide.openAs(holder.code, MUG)
  await buy(wide).click()
  const dialog = overlay(wide)
  const pick = (name: string) => dialog.getByRole('button', { name: `Voeg toe: ${name}` })
  const takeBack = (name: string) => dialog.getByRole('button', { name: `Verwijder: ${name}` })
  await expectVisible(dialog.getByText('Je hebt nog 13 punten'))

  // What a pick would leave is worked out without the pick that it replaces.
  const tags = () => dialog.getByRole('listitem').locator('[data-tag]').allInnerTexts()
  await expect.poll(tags).toContain('Past, nog 1 over')
  const before = await tags()

  await pick('Theepot voor vier').click()
  await expectVisible(takeBack('Theepot voor vier'))
  await expectVisible(dialog.getByText('Je hebt nog 1 punt', { exact: true }))
  await expectVisible(basket(wide).getByText('4', { exact: true }))
  expect(await tags()).toEqual(before)
  await expect.poll(() => cartOf(holder)).toContain('1 teapot')

  await pick('Linnen theedoek').click()
  await expectVisible(takeBack('Linnen theedoek'))
  await expectVisible(dialog.getByText('Je hebt nog 11 punten'))
  await expect.poll(() => cartOf(holder)).toEqual(['3 linen-towel-sea', '1 stoneware-mug-sea'])
  await expect.poll(() => dialog.getByRole('button', { name: /^Verwijder/ }).count()).toBe(1)

  await takeBack('Linnen theedoek').click()
  await expectVisible(dialog.getByText('Je hebt nog 13 punten'))
  await expect.poll(() => cartOf(holder)).toEqual(['2 linen-towel-sea', '1 stoneware-mug-sea'])

  await pick('Theepot voor vier').click()
  await pick('Koffiebonen, drie soorten').click()
  await takeBack('Koffiebonen, drie soorten').click()
  await expectVisible(basket(wide).getByText('3', { exact: true }))
  await expect.poll(() => cartOf(holder)).toEqual(['2 linen-towel-sea', '1 stoneware-mug-sea'])
})

test('overlay: shows no points left at the maximum and above it, and asks for no euros (BASKET-2, B13)', async ({
  wide,
  shop,
}) => {
  const gift = await shop.gift({ name: 'Grote vaas', points: 24 })
  await open(wide, shop, '1014', `/product-description/${gift.sku}`)
  await buy(wide).click()
  await expectVisible(overlay(wide).getByText('Je punten zijn op'))
  await expectVisible(overlay(wide).getByText(/Samen is dit meer dan je kunt besteden/))
  await expect.poll(() => overlay(wide).getByRole('listitem').count()).toBe(0)
  // Above what may be ordered nothing is to be paid.
  await expect.poll(() => overlay(wide).getByText(/€/).count()).toBe(0)
})

test('suggestions in the overlay: a refused one is not shown as added (BASKET-2)', async ({
  wide,
  shop,
}) => {
  wide.expectConsoleError('404')
  const holder = await open(wide, shop)
  await buy(wide).click()
  await expectVisible(overlay(wide))
  await shop.sql`update offer set active = false where spli_id = '1014-teapot'`
  await overlay(wide).getByRole('button', { name: 'Voeg toe: Theepot voor vier' }).click()
  await expectVisible(overlay(wide).getByText('An error occurred: This gift is not offered here.'))
  await expectVisible(overlay(wide).getByRole('button', { name: 'Voeg toe: Theepot voor vier' }))
  await expectVisible(overlay(wide).getByText('Je hebt nog 17 punten'))
  await expect.poll(() => cartOf(holder)).toEqual(['1 stoneware-mug-sea'])
  await shop.sql`update offer set active = true where spli_id = '1014-teapot'`
})

test('add to cart: fast clicks add a gift once (BASKET-1)', async ({ wide, shop }) => {
  const holder = await open(wide, shop)
  await buy(wide).evaluate((button: HTMLElement) => {
    for (let click = 0; click < 5; click += 1) button.click()
  })
  await expectVisible(overlay(wide))
  await expect.poll(() => cartOf(holder)).toEqual(['1 stoneware-mug-sea'])
})

test('add to cart: explains a refusal, and counts an addition with a lost response once (BASKET-1)', async ({
  wide,
  shop,
}) => {
  wide.expectConsoleError('ERR_FAILED')
  const holder = await open(wide, shop)
  // It reaches the shop, but the answer is lost.
  const cut = await respondInstead(wide.page, '**/rest/shopping_cart', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await buy(wide).click()
  await expectVisible(
    wide.page
      .getByText('De winkel is even niet te bereiken. Heb je internet? Probeer het dan nog eens.')
      .first(),
  )
  await expect.poll(() => overlay(wide).count()).toBe(0)
  await expect.poll(() => cartOf(holder)).toEqual(['1 stoneware-mug-sea'])

  cut.stop()
  await buy(wide).click()
  await expectVisible(overlay(wide))
  await expect.poll(() => cartOf(holder)).toEqual(['1 stoneware-mug-sea'])
})

test('add to cart: a server error shows its number, and a proxy without the shop says that it is down (SAFE-17)', async ({
  wide,
  shop,
}) => {
  wide.expectConsoleError('500')
  wide.expectConsoleError('502')
  await open(wide, shop)
  const answers = [
    { status: 500, json: {}, headers: { 'x-request-id': 'req-72' } },
    { status: 502, body: '<html>Bad Gateway</html>', contentType: 'text/html' },
    { status: 504, body: '' },
  ]
  wide.expectConsoleError('504')
  await wide.page.route('**/rest/shopping_cart', (route) => route.fulfill(answers.shift()))
  await buy(wide).click()
  await expectAnnouncement(wide.page, /Noem dan nummer req-72/)
  for (const left of [1, 0]) {
    await wide.page.reload()
    await buy(wide).click()
    await expectAnnouncement(wide.page, /^De winkel is nu niet beschikbaar/)
    expect(answers).toHaveLength(left)
  }
})

test('add to cart: fails with a message when there is no connection (SAFE-15, C12)', async ({
  wide,
  shop,
}) => {
  wide.expectConsoleError('ERR_INTERNET_DISCONNECTED')
  await open(wide, shop)
  const fetched = () =>
    performance.getEntriesByType('resource').some(({ name }) => /BasketOverlay.*\.js/.test(name))
  await expect.poll(() => wide.page.evaluate(fetched)).toBe(true)
  await wide.context.setOffline(true)
  await buy(wide).click()
  await expectVisible(wide.page.getByText(/^De winkel is even niet te bereiken/).first())
  await wide.context.setOffline(false)
  await buy(wide).click()
  await expectVisible(overlay(wide))
})

test('overlay: the cart opens instead when its script cannot be loaded (SAFE-15, C12)', async ({
  wide,
  shop,
}) => {
  wide.expectConsoleError('ERR_FAILED')
  await wide.page.route(/BasketOverlay.*\.js/, (route) => route.abort())
  await open(wide, shop)
  await buy(wide).click()
  await wide.page.waitForURL('**/cart')
})

test('add to cart: says when the gift has just sold out (BASKET-1)', async ({ wide, shop }) => {
  wide.expectConsoleError('404')
  const gift = await shop.gift({ name: 'Laatste vaas' })
  await open(wide, shop, '1014', `/product-description/${gift.sku}`)
  await shop.sql`update offer set active = false where spli_id = ${gift.spliId}`
  await buy(wide).click()
  await expectAnnouncement(wide.page, 'Dit cadeau is er niet meer.')
  await expect.poll(() => overlay(wide).count()).toBe(0)
})

test('add to cart: uses a new cart when the old one was ordered in another tab (BASKET-1)', async ({
  wide,
  shop,
}) => {
  wide.expectConsoleError('409')
  const holder = await open(wide, shop)
  await shop.sql`update cart set state = 'ordered' where guid = ${holder.cartGuid}`
  await buy(wide).click()
  await expectVisible(overlay(wide))
  const { response } = await holder.done('readCart', {})
  expect(response.cart_guid).not.toBe(holder.cartGuid)
  await expect
    .poll(() => wide.page.evaluate(() => sessionStorage.getItem('cart_guid')))
    .toBe(response.cart_guid)
})

test('add to cart: the gift flies to the basket, unless the user prefers reduced motion', async ({
  wide,
  shop,
}) => {
  await open(wide, shop)
  const flight = wide.page.locator('[data-flight]')
  await wide.page.evaluate(countFlights)
  await buy(wide).click()
  await expectVisible(overlay(wide))
  await expect.poll(() => flights(wide)).toBe(0)
  await wide.page.keyboard.press('Escape')

  await wide.page.emulateMedia({ reducedMotion: 'no-preference' })
  await buy(wide).click()
  await expect.poll(() => flights(wide)).toBe(1)
  await expect.poll(() => flight.count()).toBe(0)
})

function countFlights() {
  const seen = { flights: 0 }
  Object.assign(globalThis, { seen })
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (node instanceof Element && node.matches('[data-flight]')) seen.flights += 1
    }
  }).observe(document.body, { childList: true })
}

const flights = ({ page }: Visit) =>
  page.evaluate(() => (globalThis as unknown as { seen: { flights: number } }).seen.flights)
