import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

const TILES = [/zin in|Worauf/, /merken|Marken/]
const h1 = ({ page }: Visit) => page.getByRole('heading', { level: 1 })

test('greeting: by the time of day, split after four words (HOME-1)', async ({ wide }) => {
  for (const [hour, words] of [
    ['05:30', 'Goedenacht'],
    ['11:59', 'Goedemorgen'],
    ['12:00', 'Goedemiddag'],
    ['18:00', 'Goedenavond'],
  ] as const) {
    await wide.page.clock.setFixedTime(`2026-11-21T${hour}:00+01:00`)
    await wide.openAs('giftshop1', '/')
    await expectVisible(h1(wide).filter({ hasText: words }))
    const parts = await h1(wide).locator('span').allInnerTexts()
    expect(parts).toHaveLength(2)
    expect(parts[0]?.split(/\s+/)).toHaveLength(4)
  }
})

test('home page: gifts for the remaining points first, then one gift for all of them, then digital ones (PRODUCT-16)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  const holder = await shop.holder({ points: 20 })
  await phone.openAs(holder.code, '/')
  const chosen = page.getByRole('region', { name: 'Uitgezocht voor jouw 20\u00a0punten' })
  await expect.poll(() => chosen.getByRole('article').count()).toBe(8)
  await expect.poll(() => chosen.getByText(/^Past(,| precies)/).count()).toBe(8)
  const headings = ['Eén cadeau voor al je punten', 'Straks in je mailbox', 'Zo werkt het']
  const tops = await Promise.all(
    headings.map((name) =>
      page
        .getByRole('region', { name })
        .evaluate((region) => Math.round(region.getBoundingClientRect().top)),
    ),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(await chosen.evaluate((region) => region.getBoundingClientRect().top)).toBeLessThan(
    tops[0] ?? 0,
  )
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page)

  // Others are chosen when fewer points are left.
  const gift = await shop.gift({ points: 17, name: 'Mand van zeventien' })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await phone.go('/')
  const fewer = page.getByRole('region', { name: 'Uitgezocht voor jouw 3\u00a0punten' })
  await expectVisible(fewer.getByRole('article'))
  await expectHidden(chosen)
  await fewer.getByRole('link', { name: 'Alle cadeaus' }).click()
  await page.waitForURL(/\/products$/)
})

test('home page: five steps, and tiles that link to their gifts (HOME-2)', async ({ wide }) => {
  await wide.openAs('giftshop1', '/')
  await expectVisible(h1(wide))
  const steps = wide.page.getByRole('region', { name: 'Zo werkt het' }).getByRole('listitem')
  await expect.poll(() => steps.count()).toBe(5)

  const categories = wide.page
    .getByRole('region', { name: 'Waar heb je zin in?' })
    .getByRole('link')
  const brands = wide.page.getByRole('region', { name: 'Onze merken' }).getByRole('link')
  await expect
    .poll(() => wide.page.evaluate(() => Object.keys(sessionStorage)))
    .toEqual(expect.arrayContaining(['homeCategories', 'homeBrands']))
  const { homeCategories, homeBrands } = await wide.page.evaluate(() => ({
    homeCategories: JSON.parse(sessionStorage.getItem('homeCategories') ?? '[]'),
    homeBrands: JSON.parse(sessionStorage.getItem('homeBrands') ?? '[]'),
  }))
  await expect.poll(() => categories.count()).toBe(Math.min(9, homeCategories.length))
  await expect.poll(() => brands.count()).toBe(Math.min(9, homeBrands.length))
  const [category] = homeCategories
  await expect
    .poll(() => categories.first().getAttribute('href'))
    .toBe(
      `/products?categoryCode=${category.code}${category.tagId.map((tag: string) => `&tagId=${tag}`).join('')}`,
    )
  const [brand] = homeBrands
  await expect
    .poll(() => brands.first().getAttribute('href'))
    .toBe(
      `/products?brandId=${brand.brandId}${brand.tagIds.map((tag: string) => `&tagId=${tag}`).join('')}`,
    )
})

test('tiles of categories and brands are frosted unless the stored flag is true (SAFE-15, C7; HOME-3)', async ({
  wide,
}) => {
  const frosted = (tiles: RegExp) =>
    wide.page
      .getByRole('region', { name: tiles })
      .getByRole('link')
      .first()
      .locator('> span')
      .last()
      .evaluate((label) => getComputedStyle(label).backdropFilter.includes('blur'))
  await wide.openAs('giftshop1', '/')
  await expectVisible(h1(wide))
  for (const tiles of TILES) await expect.poll(() => frosted(tiles)).toBe(true)
  await wide.page.evaluate(() => localStorage.setItem('blur-category-images', 'true'))
  await wide.page.reload()
  await expectVisible(h1(wide))
  for (const tiles of TILES) await expect.poll(() => frosted(tiles)).toBe(false)
})

test('brands: nine columns on a wide screen, three and a half on a phone (HOME-4)', async ({
  wide,
  phone,
}) => {
  await wide.openAs('giftshop1', '/')
  const row = ({ page }: Visit) =>
    page.getByRole('region', { name: 'Onze merken' }).getByRole('list')
  await expectVisible(row(wide))
  const columns = await row(wide).evaluate((list) => getComputedStyle(list).gridTemplateColumns)
  expect(columns.split(' ')).toHaveLength(9)

  await phone.openAs('giftshop1', '/')
  await expectVisible(row(phone))
  const perView = await row(phone).evaluate((list) => {
    const [one, two] = [...list.children].map((item) => item.getBoundingClientRect())
    return one && two ? list.clientWidth / (two.left - one.left) : 0
  })
  expect(perView).toBeGreaterThan(3.3)
  expect(perView).toBeLessThan(3.7)
})

test('brands: the row moves by itself, can be paused, and stays still with reduced motion (HOME-4)', async ({
  phone,
}) => {
  const { page } = phone
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await phone.openAs('giftshop1', '/')
  const row = page.getByRole('region', { name: 'Onze merken' }).getByRole('list')
  await row.scrollIntoViewIfNeeded()
  const place = () => row.evaluate((list) => list.scrollLeft)
  await expectVisible(page.getByRole('button', { name: 'Zet de rij stil' }))
  await page.clock.runFor(3100)
  await expect.poll(place).toBeGreaterThan(40)

  await page.getByRole('button', { name: 'Zet de rij stil' }).click()
  await expectVisible(page.getByRole('button', { name: 'Laat de rij weer lopen' }))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectHidden(page.getByRole('button', { name: 'Laat de rij weer lopen' }))
})

const overlay = ({ page }: Visit) => page.getByRole('dialog')

async function firstVisit(visit: Visit, code = 'giftshop1') {
  await visit.openAs(code, '/')
  await visit.page.evaluate(() => localStorage.removeItem('welcomeOverlay'))
  await visit.page.reload()
  await expectVisible(overlay(visit))
}

test('welcome: is shown once, with points and date (HOME-5)', async ({ wide }) => {
  await firstVisit(wide)
  await expectVisible(overlay(wide).getByText(/20 punten/))
  await expectVisible(
    overlay(wide).getByText(/\d{2}\s(jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec)\s\d{4}/),
  )
  await expect.poll(() => overlay(wide).getByRole('listitem').count()).toBe(3)
  await overlay(wide)
    .getByRole('button', { name: /cadeau/i })
    .click()
  await wide.page.waitForURL((url) => url.pathname === '/products')
  await expect
    .poll(() => wide.page.evaluate(() => localStorage.getItem('welcomeOverlay')))
    .toBe('true')
  await wide.go('/')
  await expectVisible(h1(wide))
  await expectHidden(overlay(wide))
})

test('welcome: contains no name if the voucher has none (HOME-5)', async ({ wide, shop }) => {
  for (const [firstName, greeting] of [
    ['Anna', 'Dag Anna'],
    ['', null],
  ] as const) {
    const { code } = await shop.holder({ firstName })
    await firstVisit(wide, code)
    await expectVisible(overlay(wide).getByRole('listitem'))
    await expect
      .poll(() => overlay(wide).getByText(/^Dag/).allInnerTexts())
      .toEqual(greeting === null ? [] : [greeting])
  }
})

test('a recipient without points sees no points, and an order only if there is one (HOME-5, PRODUCT-16)', async ({
  wide,
  shop,
}) => {
  const spent = /Je punten zijn op/
  await firstVisit(wide, 'giftshop9')
  await expect.poll(() => overlay(wide).getByRole('listitem').count()).toBe(2)
  await expectHidden(overlay(wide).getByText(spent))
  await wide.page.keyboard.press('Escape')
  await expectVisible(h1(wide))
  await expectHidden(wide.page.getByText(/0 punten om weg te geven/))
  await expectHidden(wide.page.getByRole('region', { name: 'Begin bij je punten' }))
  await expectVisible(
    wide.page.getByRole('main').getByRole('link', { name: 'Bekijk alle cadeaus' }),
  )

  const gift = await shop.gift({ points: 2 })
  const { holder } = await sampleOrder(shop, { gifts: [gift] })
  await firstVisit(wide, holder.code)
  await expectVisible(overlay(wide).getByText(spent))
  // Home invites nobody to choose who has nothing to choose with.
  await wide.page.keyboard.press('Escape')
  await expectVisible(wide.page.getByRole('heading', { level: 1, name: /Je punten zijn besteed/ }))
  await expectVisible(
    wide.page.getByRole('main').getByRole('link', { name: 'Bekijk je bestellingen' }),
  )
  await expectHidden(wide.page.getByRole('region', { name: 'Zo werkt het' }))
})

test('home page: no link of a points range or of digital gifts leads to an empty list (SAFE-18, B13)', async ({
  wide,
  shop,
}) => {
  const { page, openAs } = wide
  const { code } = await shop.holder({ points: 200 })
  await openAs(code, '/')
  const steps = page.getByRole('region', { name: 'Begin bij je punten' }).getByRole('link')
  await expectVisible(steps)
  const [most] = await shop.sql<{ points: number }[]>`
      select max(points)::integer as points from offer where channel_id = '1014'`
  const addresses = await steps.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')),
  )
  expect(addresses).toContain('/products?onlyDigital=true')
  // 200 points are four steps of 50, and no gift costs more than the first of them.
  expect(most?.points).toBeLessThanOrEqual(50)
  expect(addresses.filter((address) => address?.includes('pointsFrom'))).toEqual([
    '/products?pointsFrom=1&pointsTo=50',
  ])
  for (const address of addresses) {
    await wide.go(address ?? '')
    await expectVisible(page.getByRole('main').getByRole('article'))
  }
})

test('welcome: is a dialog that takes the focus and closes with Escape (statement 5, HOME-5)', async ({
  wide,
}) => {
  await firstVisit(wide)
  await expect
    .poll(() => overlay(wide).evaluate((dialog) => dialog.contains(document.activeElement)))
    .toBe(true)
  await wide.page.keyboard.press('Escape')
  await expectHidden(overlay(wide))
  await wide.page.reload()
  await expectVisible(h1(wide))
  await expect.poll(() => overlay(wide).count()).toBe(0)
})

test('axe finds nothing on the home page and the welcome, in every theme', async ({
  wide,
  phone,
}) => {
  for (const code of ['giftshop1', 'giftshop3', 'giftshop4']) {
    await wide.openAs(code, '/')
    await expectVisible(h1(wide))
    await expectNoAxeViolations(wide.page)
  }
  await firstVisit(phone)
  await expectNoAxeViolations(phone.page)
})

test('fits 320 pixels and 200% text', async ({ phone }) => {
  await phone.page.setViewportSize({ width: 320, height: 640 })
  await phone.openAs('giftshop1', '/')
  await expectVisible(h1(phone))
  await expectNoHorizontalScroll(phone.page)
  await enlargeText(phone.page, 200)
  await expectNoHorizontalScroll(phone.page)
})
