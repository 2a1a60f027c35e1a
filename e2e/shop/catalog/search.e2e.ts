import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'

test('search: a typing error is corrected, and the corrected text is shown (B1)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/products')
  const main = page.getByRole('main')
  const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
  await box.fill('tehepot')
  await box.press('Enter')
  await expectVisible(main.getByText('Gevonden voor ‘theepot’ in plaats van ‘tehepot’.'))
  await expectVisible(main.getByRole('heading', { level: 1, name: /theepot/ }))
  await expectVisible(main.getByRole('link', { name: 'Theepot voor vier' }))
  await expectAnnouncement(page, 'Gevonden voor ‘theepot’ in plaats van ‘tehepot’. 1 cadeau')

  await main.getByRole('link', { name: 'Toch zoeken naar ‘tehepot’' }).click()
  await expectVisible(main.getByText('Bedoelde je misschien:'))
  await expectAnnouncement(page, 'Bedoelde je misschien: theepot')
  await expectVisible(main.getByRole('heading', { level: 1, name: 'Geen cadeaus voor ‘tehepot’' }))
  await main.getByRole('link', { name: 'theepot', exact: true }).click()
  await expectVisible(main.getByRole('link', { name: 'Theepot voor vier' }))
  await expectHidden(main.getByText('Bedoelde je misschien:'))

  // A new search forgives again.
  await page.goBack()
  await expectVisible(main.getByText('Bedoelde je misschien:'))
  await box.fill('bureaulmap')
  await box.press('Enter')
  await expectVisible(main.getByRole('link', { name: 'Bureaulamp' }))
  expect(new URL(page.url()).searchParams.has('exactly')).toBe(false)
})

test('search: without results it says why, and shows no filters (LIST-11)', async ({
  wide: { page, openAs },
}) => {
  const main = page.getByRole('main')
  await openAs('giftshop2', `/products?search=${'zq'.repeat(200)}`)
  await expectVisible(main.getByText('Hier zijn geen cadeaus. Probeer een andere keuze.'))
  for (const tool of [
    main.getByText('Verfijn'),
    main.getByLabel('Sorteer'),
    main.getByText('Precies 3 punten'),
    main.getByText(/Er is wel iets voor meer punten dan je kunt besteden/),
  ]) {
    await expectHidden(tool)
  }
  // The heading shows a shortened form of the search text.
  const title = main.getByRole('heading', { level: 1 })
  await expect.poll(async () => (await title.innerText()).length).toBeLessThan(100)
  expect((await page.title()).length).toBeLessThan(110)

  const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
  await box.fill('bureaulamp')
  await box.press('Enter')
  await expectVisible(
    main.getByText('Er is wel iets voor meer punten dan je kunt besteden: 1 cadeau.'),
  )
  await expectAnnouncement(page, /Er is wel iets voor meer punten dan je kunt besteden: 1 cadeau/)
  await expect.poll(() => main.getByRole('link', { name: 'Bureaulamp' }).count()).toBe(0)
  await box.fill('')
  await box.press('Enter')
  await page.getByRole('link', { name: 'Bekijk alle cadeaus' }).click()
  await expectVisible(main.getByText('Verfijn'))
})

test("search: on a brand's page it names both, and links to a search of the complete shop (B6)", async ({
  phone: { page, openAs },
}) => {
  await openAs('giftshop1', '/products?brandId=zonnekeramiek')
  const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
  await box.fill('lamp')
  await box.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: '‘lamp’ bij Zonnekeramiek' }))
  await page.getByRole('link', { name: 'Zoek ‘lamp’ in alle cadeaus' }).click()
  await expectVisible(page.getByRole('main').getByRole('link', { name: 'Bureaulamp' }))
  await expectHidden(page.getByRole('heading', { level: 1, name: /Zonnekeramiek/ }))
})

test('list: the title of several tags contains their names (C)', async ({
  wide: { page, openAs },
}) => {
  const heading = (name: string) => expectVisible(page.getByRole('heading', { level: 1, name }))
  await openAs('giftshop1', '/products?tagId=vouchers&tagId=light')
  await heading('Licht en Cadeaubonnen')
})

test('search suggestions: gifts, categories and brands while typing, by mouse and keyboard (FRAME-3)', async ({
  wide: { page, openAs },
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/producttags/products') && url.searchParams.has('search')) {
      asked.push(url.searchParams.get('search') ?? '')
    }
  })
  await openAs('giftshop1', '/order-process')
  const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
  const panel = page.getByRole('group', { name: 'Suggesties' })
  await box.pressSequentially('theep')
  const teapot = panel.getByRole('link', { name: /^Theepot voor vier/ })
  await expectVisible(teapot)
  await expectAnnouncement(page, /^Suggesties: \d+\./)
  // One request for the word, not one for each key.
  expect(asked).toEqual(['theep'])
  await expectNoAxeViolations(page)

  await page.keyboard.press('ArrowDown')
  await expect.poll(() => teapot.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expectHidden(panel)
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Zoekveld leegmaken' }).click()
  await expect.poll(() => box.inputValue()).toBe('')

  await box.pressSequentially('theep')
  await teapot.click()
  await page.waitForURL('**/product-description/teapot')
  await expectHidden(panel)
})

test('search suggestions: only gifts of the current text, and all of them from one search (FRAME-3)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/products?brandId=zonnekeramiek')
  const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
  const panel = page.getByRole('group', { name: 'Suggesties' })
  const searches = (wanted: string) => (address: URL) =>
    address.searchParams.get('search') === wanted
  // More gifts than the panel shows.
  await page.route(searches('noorder'), async (route) => {
    const response = await route.fetch()
    const found = (await response.json()) as { pagination: object }
    await route.fulfill({
      response,
      json: { ...found, pagination: { ...found.pagination, total: 99 } },
    })
  })
  await box.pressSequentially('noorder')
  const all = panel.getByRole('link', { name: 'Alle 99 cadeaus' })
  await expectVisible(all)
  expect(await all.getAttribute('href')).toBe('/products?search=noorder')
  // The answer for the newer text never comes.
  const isNewer = searches('noorderl')
  const held = page.waitForRequest((request) => isNewer(new URL(request.url())))
  await page.route(isNewer, () => {})
  await box.press('l')
  expect(await panel.count()).toBe(0)
  await held
  const dropped = page.waitForEvent('requestfailed', (request) => isNewer(new URL(request.url())))
  await box.press('Backspace')
  await dropped
  await expectVisible(all)
})

test('search suggestions: no horizontal scrolling on a phone (FRAME-3)', async ({ phone }) => {
  const { page, openAs } = phone
  await openAs('giftshop1', '/order-process')
  await page.getByRole('searchbox', { name: 'Zoek een cadeau' }).pressSequentially('theep')
  await expectVisible(
    page.getByRole('group', { name: 'Suggesties' }).getByRole('link', { name: /Theepot/ }),
  )
  await expectNoHorizontalScroll(page)
})
