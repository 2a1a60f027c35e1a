import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'

import { cards, countHeading, listRequests, namesIn, storedValue } from '#e2e/support/gift-cards.ts'
import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const MORE = 60
let filled = false

/** Enough for four pages. */
async function fill(shop: TestShop) {
  if (filled) return
  filled = true
  for (let number = 1; number <= MORE; number += 1) {
    await shop.gift({ name: `Vaas nummer ${number}`, points: 4 })
  }
}

/** So that the list's end lies so far below the window's, once the cards on the way have their real heights. */
const endBelow = (page: Page, px: number) =>
  page.getByRole('progressbar').evaluate(async (bar, px) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const off = () =>
      (bar.parentElement?.getBoundingClientRect().top ?? 0) - window.innerHeight - px
    for (const stop of [1000, 900, 800, 700, 620, Math.max(px, 560), px]) {
      window.scrollBy(0, off() + px - stop)
      await frame()
      await frame()
    }
  }, px)

async function showPages(page: Page, pages: number) {
  await expectVisible(cards(page))
  for (let shown = 1; shown < pages; shown += 1) {
    await endBelow(page, 100)
    await expect.poll(() => cards(page).count()).toBe(24 * (shown + 1))
  }
}

const topOf = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).evaluate((link) => link.getBoundingClientRect().top)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

const twoFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

describe('a long list', () => {
  test('loads more by itself within 500 pixels of its end, until the last gift (LIST-4)', async ({
    wide: { page, openAs },
    shop,
  }) => {
    await fill(shop)
    const asked = listRequests(page)
    await openAs('giftshop1', '/products')
    await expectVisible(countHeading(page, /cadeaus/))
    await expect.poll(() => cards(page).count()).toBe(24)
    await endBelow(page, 560)
    expect(asked.map((query) => query.get('page'))).toEqual(['1'])
    await endBelow(page, 440)
    await expect.poll(() => cards(page).count()).toBe(48)

    const total = Number.parseInt((await countHeading(page, /cadeaus/).textContent()) ?? '', 10)
    await endBelow(page, 100)
    await expect.poll(() => cards(page).count()).toBe(72)
    await endBelow(page, 0)
    await expectHidden(page.getByRole('button', { name: 'Toon meer' }))
    await expect.poll(() => cards(page).count()).toBe(total)
    const names = await namesIn(page)
    expect(new Set(names).size).toBe(names.length)
    expect(asked.map((query) => query.get('page'))).toEqual(['1', '2', '3', '4'])
  })

  test('shows no gift twice, even if stock changes between two pages (LIST-4)', async ({
    wide: { page, openAs },
    shop,
  }) => {
    await fill(shop)
    await openAs('giftshop1', '/products?sortOn=name_asc')
    await expectVisible(cards(page))
    const last = (await namesIn(page)).at(-1)
    await shop.gift({ name: 'Aardewerk, net binnen', points: 3 })
    await endBelow(page, 100)
    await expect.poll(() => cards(page).count()).toBe(47)
    expect((await namesIn(page)).filter((name) => name === last)).toHaveLength(1)
  })

  test('loads more on request, and can be skipped by keyboard (statement 7)', async ({
    wide: { page, openAs },
    shop,
  }) => {
    await fill(shop)
    await openAs('giftshop1', '/products')
    await expectVisible(cards(page))
    await page.getByRole('button', { name: 'Toon meer' }).focus()
    await twoFrames(page)
    await expect.poll(() => cards(page).count()).toBe(24)
    await page.keyboard.press('Enter')
    await expect.poll(() => cards(page).count()).toBe(48)
    const [first] = (await namesIn(page)).slice(24)
    await expect.poll(() => focused(page)).toBe(first)

    await page.getByRole('button', { name: 'Toon meer' }).focus()
    const shown = await cards(page).count()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const inFooter = () => page.evaluate(() => document.activeElement?.closest('footer') !== null)
    await expect.poll(() => inFooter()).toBe(true)
    await twoFrames(page)
    await expect.poll(() => cards(page).count()).toBe(shown)

    await endBelow(page, 20)
    await expect.poll(() => cards(page).count()).toBeGreaterThan(shown)
  })

  test('loads completely when the user jumps to the bottom, and keeps the position (LIST-4)', async ({
    phone: { page, openAs },
    shop,
  }) => {
    await fill(shop)
    await openAs('giftshop1', '/products')
    await expectVisible(countHeading(page, /cadeaus/))
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expectHidden(page.getByRole('button', { name: 'Toon meer' }))
    const total = Number.parseInt((await countHeading(page, /cadeaus/).textContent()) ?? '', 10)
    await expect.poll(() => cards(page).count()).toBe(total)
    const footer = async () => (await page.getByRole('contentinfo').boundingBox())?.y
    await expect.poll(footer).toBeLessThan(720)
  })

  test('can be scrolled past with a pointer, too', async ({ phone: { page, openAs }, shop }) => {
    await fill(shop)
    const asked = listRequests(page)
    await openAs('giftshop1', '/products')
    await expectVisible(cards(page))
    const toEnd = page.getByRole('button', { name: 'Naar het einde van de pagina' })
    await toEnd.evaluate((button: HTMLElement) => button.click())
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('footer') !== null))
      .toBe(true)
    await twoFrames(page)
    await twoFrames(page)
    expect(asked.map((query) => query.get('page'))).toEqual(['1'])
  })
})

describe('going back from a gift', () => {
  test('restores gifts, scroll position and focus (LIST-5, FRAME-9, statement 7)', async ({
    wide: { page, openAs },
    shop,
  }) => {
    await fill(shop)
    await openAs('giftshop1', '/products')
    await showPages(page, 3)
    const name = (await namesIn(page))[49] ?? ''
    await page.getByRole('link', { name, exact: true }).scrollIntoViewIfNeeded()
    await twoFrames(page)
    const top = await topOf(page, name)
    await page.getByRole('link', { name, exact: true }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name }))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    expect(JSON.parse((await storedValue(page, 'local', 'savedListPage')) ?? '')).toMatchObject({
      search: '',
      pages: 3,
    })
    expect(Number(await storedValue(page, 'local', 'scrollPosition'))).toBeGreaterThan(1000)

    await page.goBack()
    await expect.poll(() => cards(page).count()).toBe(72)
    await expect.poll(() => topOf(page, name)).toBeCloseTo(top, -0.5)
    await expect.poll(() => focused(page)).toBe(name)

    // And again, without a click between (D18).
    await page.goForward()
    await expectVisible(page.getByRole('heading', { level: 1, name }))
    await page.goBack()
    await expect.poll(() => cards(page).count()).toBe(72)
    await expect.poll(() => focused(page)).toBe(name)
  })

  test('works also after a reload, with all pages in one request (LIST-5)', async ({
    wide: { page, openAs },
    shop,
  }) => {
    await fill(shop)
    await openAs('giftshop1', '/products?pointsTo=20')
    await showPages(page, 3)
    const name = (await namesIn(page))[49] ?? ''
    await page.getByRole('link', { name, exact: true }).scrollIntoViewIfNeeded()
    await twoFrames(page)
    const top = await topOf(page, name)
    await page.getByRole('link', { name, exact: true }).click()
    await expectVisible(page.getByRole('heading', { level: 1, name }))
    await page.reload()
    await expectVisible(page.getByRole('heading', { level: 1, name }))

    let release = () => {}
    const all = new Promise<void>((resolve) => (release = resolve))
    const asked: (string | null)[] = []
    await page.route('**/rest/producttags/products?*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('page'))
      // None is answered before all of them were asked for.
      if (asked.length === 3) release()
      await all
      await route.continue()
    })
    await page.goBack()
    await expect.poll(() => cards(page).count()).toBe(72)
    expect(asked.toSorted()).toEqual(['1', '2', '3'])
    await expect.poll(() => topOf(page, name)).toBeCloseTo(top, -0.5)

    // And a reload of the list itself.
    await page.reload()
    await expect.poll(() => cards(page).count()).toBe(72)
    await expect.poll(() => topOf(page, name)).toBeCloseTo(top, -0.5)
  })

  test('starts at the top if the search text is another one (LIST-5)', async ({
    wide: { page, openAs, go },
    shop,
  }) => {
    await fill(shop)
    await openAs('giftshop1', '/products')
    await showPages(page, 2)
    await cards(page).nth(40).getByRole('link').click()
    await page.waitForURL(/product-description/)
    await go('/products?sortOn=name_desc')
    await expectVisible(cards(page))
    await expect.poll(() => cards(page).count()).toBe(24)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('is erased outside list and gift, and after logging out (LIST-5)', async ({
    wide: { page, openAs },
    shop,
  }) => {
    await fill(shop)
    await openAs('giftshop1', '/products')
    await showPages(page, 2)
    await cards(page).nth(40).getByRole('link').click()
    await page.waitForURL(/product-description/)
    await expect.poll(() => storedValue(page, 'local', 'savedListPage')).not.toBeNull()
    await page
      .getByRole('link', { name: /verlanglijst/i })
      .first()
      .click()
    await page.waitForURL(/wishlist/)
    await expect.poll(() => storedValue(page, 'local', 'savedListPage')).toBeNull()
    await expect.poll(() => storedValue(page, 'local', 'scrollPosition')).toBeNull()

    await page.goBack()
    await page.waitForURL(/product-description/)
    await page.goBack()
    await expectVisible(cards(page))
    await expect.poll(() => cards(page).count()).toBe(24)

    await page.getByRole('button', { name: 'Uitloggen' }).click()
    await expectVisible(page.getByRole('textbox'))
    await expect.poll(() => storedValue(page, 'local', 'savedListPage')).toBeNull()
  })
})

test('a changed filter shows the list from its top (LIST-4)', async ({
  wide: { page, openAs },
  shop,
}) => {
  await fill(shop)
  await openAs('giftshop1', '/products')
  await showPages(page, 3)
  await page.getByRole('combobox', { name: 'Sorteer' }).selectOption('name_asc')
  await expect.poll(() => cards(page).count()).toBe(24)
  await expectVisible(page.getByRole('combobox', { name: 'Sorteer' }))
  const top = () =>
    cards(page)
      .first()
      .evaluate((card) => card.getBoundingClientRect().top)
  await expect.poll(top).toBeGreaterThan(0)
  expect(await top()).toBeLessThan(600)
})
