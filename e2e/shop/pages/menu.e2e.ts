import { expect } from 'vitest'

import type { Answer } from '#contract/client.shop.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'

test('the first category opens a panel of 400px, the others of 200px, and the seventh opens to the side (FRAME-5)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process')
  const menu = page.getByRole('banner').getByRole('navigation')
  await menu.getByRole('button', { name: 'Meer in Wonen' }).click()
  const panel = menu.locator('[id]:has(> div):visible')
  await expect.poll(() => panel.boundingBox()).toMatchObject({ width: 400 })
  const columns = panel.getByRole('list')
  await expect.poll(() => columns.nth(0).getByRole('link').count()).toBe(6)
  await expect
    .poll(() => columns.nth(1).getByRole('link').allTextContents())
    .toEqual(['Voor lange avonden', 'Balkon en tuin'])

  await menu.getByRole('button', { name: 'Meer in Eropuit' }).click()
  await expectHidden(menu.getByRole('link', { name: 'Keuken' }))
  await expect.poll(() => panel.boundingBox()).toMatchObject({ width: 200 })
})

test('a category links to the gifts of all its tags (FRAME-5)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process')
  const menu = page.getByRole('banner').getByRole('navigation')
  await menu.getByRole('link', { name: 'Licht en geluid' }).click()
  await page.waitForURL((address) => address.pathname === '/products')
  const query = new URL(page.url()).searchParams
  expect([query.get('mainTagId'), query.getAll('tagId')]).toEqual(['light', ['light', 'sound']])

  await menu.getByRole('button', { name: 'Meer in Wonen' }).click()
  await menu.getByRole('link', { name: 'Voor lange avonden' }).click()
  await page.waitForURL((address) => address.searchParams.get('mainTagId') === 'home-evening')
  const below = new URL(page.url()).searchParams
  expect([below.getAll('tagId'), below.get('cc')]).toEqual([['light', 'textile'], '2'])
  await expectHidden(menu.getByRole('link', { name: 'Keuken' }))
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('theNavItems')))
    .toContain('home-evening')
})

test('the menu opens by mouse and keyboard, and Escape returns the focus to its button (FRAME-5, statement 4)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process')
  const menu = page.getByRole('banner').getByRole('navigation')
  const kitchen = menu.getByRole('link', { name: 'Keuken' })
  await menu.getByRole('link', { name: 'Wonen' }).hover()
  await expectVisible(kitchen)
  await page.mouse.move(700, 700)
  await expectHidden(kitchen)

  await menu.getByRole('link', { name: 'Wonen' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectVisible(kitchen)
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keuken')
  await page.keyboard.press('Escape')
  await expectHidden(kitchen)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Meer in Wonen')

  await page.keyboard.press('Enter')
  await expectVisible(kitchen)
  await page.getByRole('searchbox').focus()
  await expectHidden(kitchen)
})

test('on a phone the menu shows categories, then their subcategories (FRAME-6)', async ({
  phone: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process')
  const opener = page.getByRole('button', { name: 'Menu' })
  await opener.click()
  const panel = page.getByRole('dialog', { name: 'Menu' })
  await panel.getByRole('button', { name: 'Wonen' }).click()
  const back = panel.getByRole('button', { name: 'Terug' })
  await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true)
  await expectNoAxeViolations(page)
  await back.click()
  const home = panel.getByRole('button', { name: 'Wonen' })
  await expect.poll(() => home.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expectHidden(panel)
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

  await opener.click()
  await panel.getByRole('button', { name: 'Wonen' }).click()
  await panel.getByRole('link', { name: 'Alles in Wonen' }).click()
  await page.waitForURL((address) => address.searchParams.get('mainTagId') === 'home')
  expect(new URL(page.url()).searchParams.getAll('tagId')).toContain('outdoors')
  await expectHidden(panel)

  // The Back button closes the menu, and the menu does not reappear on the way back from the page it led to (B9).
  await opener.click()
  await expectVisible(panel)
  await page.goBack()
  await expectHidden(panel)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Wonen' }))
  await page.goBack()
  await page.waitForURL((address) => address.pathname === '/order-process')
  await expectHidden(panel)
})

test('the English menu fits on one line at 1280 (the English menu breaks at 1280)', async ({
  wide: { page, openAs },
}) => {
  // Titles as long as those of the demo data.
  const titles = [
    'Home and living',
    'Kitchen and dining',
    'Food and drink',
    'Garden and outdoors',
    'Sport and travel',
    'Electronics',
    'Beauty and wellness',
    'Kids and play',
    'Experiences and vouchers',
  ]
  await page.route('**/rest/hcms/navigation*', async (route) => {
    const answer = (await (await route.fetch()).json()) as Answer<'navigation'>
    const [first] = answer.response.navItems
    if (!first) throw new Error('the small world has no menu')
    answer.response.navItems = titles.map((title, at) => ({ ...first, title, id: `menu-${at}` }))
    await route.fulfill({ json: answer })
  })
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openAs('giftshop1', '/order-process', { language: 'en' })
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
    await expectVisible(links)
    const tops = () =>
      links.evaluateAll((all) => [
        ...new Set(
          all
            .filter((one) => one.checkVisibility())
            .map((one) => one.parentElement?.getBoundingClientRect().top),
        ),
      ])
    await expect.poll(async () => (await tops()).length).toBe(1)
    await expectNoHorizontalScroll(page)
  }
})
