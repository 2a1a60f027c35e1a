import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  cardOf,
  cards,
  countHeading,
  namesIn,
  pointsIn,
  storedValue,
} from '#e2e/support/gift-cards.ts'
import {
  recordAnnouncements,
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { panel, title, breadcrumb } from '#e2e/support/list-page.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

/** The visible banner, once it equals the stored one. */
async function bannerOf(page: Page) {
  let file: string | undefined
  await expect
    .poll(async () => {
      const src = await page.locator('main header img').getAttribute('src')
      file = /^\/images\/local\/([^?]+)/.exec(src ?? '')?.[1]
      return file !== undefined && file === (await storedValue(page, 'session', 'bannerImage'))
    })
    .toBe(true)
  return file
}

describe('banner, title and breadcrumbs', () => {
  test('are taken from category, brand, main tag and tag, in that order (LIST-1)', async ({
    wide: { page, openAs, go },
  }) => {
    const all = 'brandId=kleinberg&mainTagId=out&tagId=light'
    await openAs('giftshop1', `/products?categoryCode=tasty&${all}`)
    await expectVisible(title(page, 'Lekker'))
    await expectVisible(page.getByText('om op te maken'))
    const treats = await bannerOf(page)

    await go(`/products?${all}`)
    await expectVisible(title(page, 'Kleinberg'))
    await expectVisible(page.getByText('Klaar voor onderweg'))
    const brand = await bannerOf(page)

    await go('/products?mainTagId=light&tagId=bags')
    await expectVisible(title(page, 'Licht en geluid'))
    const main = await bannerOf(page)

    await go('/products?tagId=treats')
    await expectVisible(title(page, 'Lekkers'))
    await expect.poll(() => bannerOf(page)).toBe(treats)
    expect(new Set([treats, brand, main])).toHaveProperty('size', 3)

    // The picture that lists without their own share is not brought along to the gifts (L15).
    await go('/products')
    await expectVisible(title(page, 'Alle cadeaus'))
    await expectVisible(page.locator('main header img'))
    await expect.poll(() => storedValue(page, 'session', 'bannerImage')).toBeNull()
  })

  test('lead to the home page, to the level above, and back (LIST-1, LIST-6)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products?tagId=kitchen')
    await breadcrumb(page).getByRole('link', { name: 'Wonen' }).click()
    await expectVisible(title(page, 'Wonen'))
    await expectHidden(breadcrumb(page).getByRole('link', { name: 'Wonen' }))

    await breadcrumb(page).getByRole('link', { name: 'Terug' }).click()
    await expectVisible(title(page, 'Keuken'))
    await expectVisible(breadcrumb(page).getByText('Keuken'))

    await breadcrumb(page).getByRole('link', { name: 'Home' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('lead home when there is no back (LIST-1)', async ({
    wide: { page, openAs, go, context },
  }) => {
    await openAs('giftshop1', '/products')
    const other = await context.newPage()
    await other.close()
    await go('/products?tagId=light')
    await expectVisible(title(page, 'Licht'))
    await breadcrumb(page).getByRole('link', { name: 'Terug' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })
})

test('list: sorts in all five orders (LIST-3)', async ({ wide: { page, openAs } }) => {
  await openAs('giftshop1', '/products?tagId=table')
  await expectVisible(cards(page))
  await expectHidden(page.locator('[data-part]'))
  const recommended = await namesIn(page)
  const sort = page.getByRole('combobox', { name: 'Sorteer' })
  const byName = recommended.toSorted(new Intl.Collator('nl', { numeric: true }).compare)
  const points = await pointsIn(page)
  const up = points.toSorted((a, b) => a - b)
  expect(points).not.toEqual(up)

  await sort.selectOption({ label: 'Punten oplopend' })
  await expect.poll(() => pointsIn(page)).toEqual(up)
  await sort.selectOption({ label: 'Punten aflopend' })
  await expect.poll(() => pointsIn(page)).toEqual(up.toReversed())
  await sort.selectOption({ label: 'Naam A-Z' })
  await expect.poll(() => namesIn(page)).toEqual(byName)
  await sort.selectOption({ label: 'Naam Z-A' })
  await expect.poll(() => namesIn(page)).toEqual(byName.toReversed())
  await sort.selectOption({ label: 'Aanbevolen' })
  await expect.poll(() => namesIn(page)).toEqual(recommended)
})

describe('nothing to show', () => {
  test('shows the text of the CMS, and suggests gifts (LIST-11, PRODUCT-19)', async ({
    wide: { page, openAs, go },
  }) => {
    await openAs('giftshop1', '/products?search=zzzzqqqq')
    await expectVisible(
      page.getByRole('main').getByText('Hier zijn geen cadeaus. Probeer een andere keuze.'),
    )
    await expectAnnouncement(page, 'Hier zijn geen cadeaus')
    await expectVisible(
      page.getByRole('heading', { level: 1, name: 'Geen cadeaus voor ‘zzzzqqqq’' }),
    )
    const others = page.getByRole('region', { name: 'Misschien is dit iets' })
    await expect.poll(() => others.getByRole('article').count()).toBe(4)
    // More letters than are searched for are cut, and fewer are shown than that.
    const cut = page.waitForRequest(/products\?.*search=q{200}(&|$)/)
    await go(`/products?search=${'q'.repeat(400)}`)
    await cut
    await expectVisible(page.getByRole('heading', { level: 1, name: /[^q]q{60}…/ }))
    await expectVisible(
      page.getByRole('main').getByText('Hier zijn geen cadeaus. Probeer een andere keuze.'),
    )
    await page.getByRole('link', { name: 'Bekijk alle cadeaus' }).click()
    await expectVisible(cards(page))
  })

  test('reports an error, keeps the filters, and can be retried (LIST-11)', async ({
    wide: { page, openAs, expectConsoleError },
  }) => {
    expectConsoleError('500')
    const broken = await respondInstead(page, '**/rest/producttags/products?*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await openAs('giftshop1', '/products')
    await expectVisible(page.getByRole('alert').getByText('An error has occurred general'))
    await expectVisible(panel(page))
    broken.stop()
    await page.getByRole('button', { name: 'Probeer het nog eens' }).click()
    await expectVisible(cards(page))
    await expectHidden(page.getByText('An error has occurred general'))
  })

  test('says when the CMS failed (LIST-11)', async ({
    wide: { page, openAs, expectConsoleError },
  }) => {
    expectConsoleError('500')
    await page.route('**/rest/hcms/navigation?*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await openAs('giftshop1', '/products')
    await expectVisible(page.getByRole('heading', { name: 'An error has occurred cms' }))
    await expect.poll(() => page.title()).toContain('An error has occurred cms')
  })
})

test('list: announces the number of gifts once (statement 6)', async ({
  wide: { page, openAs },
}) => {
  const heard = await recordAnnouncements(page)
  await openAs('giftshop1', '/products?tagId=light')
  await expect.poll(() => heard).toEqual([expect.stringMatching(/^\d+ cadeaus$/)])
  const told = () => heard.map((sentence) => Number.parseInt(sentence, 10))
  const [all = 0] = told()
  await expectVisible(countHeading(page, all))
  await expect.poll(() => cards(page).count()).toBe(all)
  await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
  await expect.poll(() => heard.length).toBe(2)
  const [, fewer = all] = told()
  expect(fewer).toBeLessThan(all)
  await expectVisible(countHeading(page, fewer))
  expect(heard).toEqual([`${all} cadeaus`, expect.stringMatching(/^\d+ cadeaus?$/)])
})

test('list: another language keeps the scroll position, the filters and the typed text', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/products?tagId=table&sortOn=name_asc')
  await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
  await expect.poll(() => page.url()).toContain('onlySustainable=true')
  const url = page.url()
  const dutch = 4
  await expectVisible(countHeading(page, dutch))
  await page.getByRole('button', { name: /Nederlands/ }).click()
  await page
    .getByRole('button', { name: /English/ })
    .or(page.getByRole('menuitem', { name: /English/ }))
    .first()
    .click()
  await expectVisible(page.getByRole('complementary', { name: 'Filters' }))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'At the table' }))
  expect(page.url()).toBe(url)
  await expect
    .poll(() => page.getByRole('checkbox', { name: 'Sustainable only' }).isChecked())
    .toBe(true)
  await expect.poll(() => cards(page).count()).toBe(dutch)
  await expectVisible(cardOf(page, 'Tall vase'))
})

describe('accessibility', () => {
  test('axe finds nothing in the list, also at 200% text size (C, WCAG 2.2 AA)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products?tagId=table')
    await expectVisible(cards(page))
    await expectNoAxeViolations(page, 'main')
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page, 'main')
    await page.getByRole('button', { name: 'Filters' }).click()
    await expectVisible(page.getByRole('dialog', { name: 'Verfijn' }))
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page, 'main')
    await page.keyboard.press('Escape')
    await enlargeText(page, 200)
    for (const width of [320, 360, 375, 600, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const [wanted, given] = await page
        .getByRole('main')
        .evaluate((main) => [main.scrollWidth, main.clientWidth])
      expect(wanted, `at ${width}`).toBeLessThanOrEqual(given ?? 0)
    }
  })

  for (const [code, host] of [
    ['giftshop3', 'noordzee.localhost'],
    ['giftshop4', 'alpenwerk.localhost'],
  ] as const) {
    test(`axe finds nothing in the colours of ${host}`, async ({ wide: { page, openAs } }) => {
      await openAs(code, '/products', { host, language: 'en' })
      await expectVisible(cards(page))
      await expectNoAxeViolations(page, 'main')
    })
  }
})
