import { describe, expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import {
  cardOf,
  cards,
  countHeading,
  namesIn,
  pointsIn,
  queryOf,
  storedValue,
} from '#e2e/support/gift-cards.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { panel, title, breadcrumb } from '#e2e/support/list-page.ts'

describe('the filters', () => {
  test('are beside the list from 600 pixels, 180 wide, over its complete height (C, LIST-2)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products')
    await expectVisible(panel(page))
    for (const width of [600, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(180)
      await expectNoHorizontalScroll(page)
    }
    // All the way down (C), and not under the header.
    await page.evaluate(() => window.scrollTo(0, 1500))
    const inView = () =>
      panel(page)
        .getByRole('heading')
        .evaluate((heading) => {
          const { left, top } = heading.getBoundingClientRect()
          return document.elementFromPoint(left + 2, top + 2) === heading && top < 250
        })
    await expect.poll(inView).toBe(true)
    await page.setViewportSize({ width: 599, height: 800 })
    await expectHidden(panel(page))
  })

  test('show three brands until all are requested, and remember it, whatever is selected (SAFE-15, C8; LIST-2)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products')
    const brands = panel(page).getByRole('group', { name: 'Merken' }).getByRole('checkbox')
    await expectVisible(brands)
    await expect.poll(() => brands.count()).toBe(3)
    await panel(page).getByRole('button', { name: 'Toon alle' }).click()
    await expect.poll(() => brands.count()).toBeGreaterThan(3)
    const all = await brands.count()

    await page.reload()
    await expectVisible(brands)
    await expect.poll(() => brands.count()).toBe(all)
    await brands.last().check()
    await panel(page).getByRole('button', { name: 'Toon minder' }).click()
    await expect.poll(() => brands.count()).toBe(3)
    await expect.poll(() => brands.last().isChecked()).toBe(true)
  })

  test('are hidden with no_filter, as are their chips; sorting stays (SAFE-15, B4; LIST-2)', async ({
    wide,
  }) => {
    await wide.openAs('giftshop3', '/products')
    await expectVisible(cards(wide.page))
    await expectVisible(wide.page.getByRole('combobox', { name: 'Sorteer' }))
    await expect.poll(() => wide.page.getByRole('checkbox').count()).toBe(0)
    await expect.poll(() => wide.page.getByRole('slider').count()).toBe(0)
    await expect.poll(() => wide.page.getByRole('button', { name: /^Precies/ }).count()).toBe(0)
    await wide.page.setViewportSize({ width: 375, height: 700 })
    await expect.poll(() => wide.page.getByRole('button', { name: /Filters/ }).count()).toBe(0)
  })

  test('are stored in the URL and in the session, and survive a reload and sharing (LIST-12, statement 8)', async ({
    wide: { page, openAs, url, context },
  }) => {
    await openAs('giftshop1', '/products?tagId=table')
    await panel(page).getByRole('checkbox', { name: 'Linnenhuis' }).check()
    await panel(page).getByRole('checkbox', { name: 'Zonder bijbetalen' }).check()
    await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
    await panel(page).getByRole('spinbutton', { name: 'Van' }).fill('2')
    await panel(page).getByRole('spinbutton', { name: 'Van' }).press('Enter')
    await page.getByRole('combobox', { name: 'Sorteer' }).selectOption({ label: 'Naam Z-A' })
    await expect.poll(() => page.url()).toContain('sortOn=name_desc')
    await expect
      .poll(() => Object.fromEntries(queryOf(page)))
      .toEqual({
        tagId: 'table',
        brand: 'linnenhuis',
        payExtra: 'true',
        onlySustainable: 'true',
        pointsFrom: '2',
        sortOn: 'name_desc',
      })
    await expect
      .poll(() => storedValue(page, 'session', 'filterSelectedBrands'))
      .toBe('["linnenhuis"]')
    await expect.poll(() => storedValue(page, 'session', 'filterPayExtra')).toBe('true')
    await expect.poll(() => storedValue(page, 'session', 'filterOnlySustainable')).toBe('true')
    await expect.poll(() => storedValue(page, 'session', 'filterRange')).toBe('{"from":2,"to":20}')
    await expect.poll(() => storedValue(page, 'session', 'filterProgress')).toContain('name_desc')

    const asSet = async () => {
      await expectVisible(panel(page).getByRole('checkbox', { name: 'Linnenhuis', checked: true }))
      await expectVisible(
        panel(page).getByRole('checkbox', { name: 'Zonder bijbetalen', checked: true }),
      )
      await expectVisible(
        panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: true }),
      )
      await expect
        .poll(() => panel(page).getByRole('spinbutton', { name: 'Van' }).inputValue())
        .toBe('2')
      await expect
        .poll(() => panel(page).getByRole('spinbutton', { name: 'Tot' }).inputValue())
        .toBe('20')
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Sorteer' }).inputValue())
        .toBe('name_desc')
    }
    await page.reload()
    await asSet()

    // The session alone, where the bare address of this list is loaded again.
    const shared = page.url()
    await page.evaluate(() => history.replaceState(null, '', '/products?tagId=table'))
    await page.reload()
    await asSet()
    // A typed address resets the filters, as another list does (B4).
    for (const tag of ['table', 'kitchen']) {
      await page.goto(url(`/products?tagId=${tag}`))
      await expectVisible(
        panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: false }),
      )
      await expect.poll(() => [...queryOf(page).keys()]).toEqual(['tagId'])
    }

    // The address alone, in the hands of another holder with fewer points.
    await context.clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    await openAs('giftshop2', shared.slice(shared.indexOf('/products')))
    await expectVisible(panel(page).getByRole('checkbox', { name: 'Linnenhuis', checked: true }))
    await expect
      .poll(() => panel(page).getByRole('spinbutton', { name: 'Tot' }).inputValue())
      .toBe('3')
  })

  test('belong to their list: another list starts without any, and going back restores them (B4, LIST-12)', async ({
    wide: { page, openAs },
  }) => {
    const none = async (keys: string[]) => {
      await expectVisible(
        panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: false }),
      )
      await expect.poll(() => [...queryOf(page).keys()]).toEqual(keys)
      await expect.poll(() => storedValue(page, 'session', 'filterOnlySustainable')).toBeNull()
      await expect.poll(() => storedValue(page, 'session', 'filterProgress')).toBeNull()
    }
    const narrow = async () => {
      await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
      await expect.poll(() => storedValue(page, 'session', 'filterOnlySustainable')).toBe('true')
      await expect.poll(() => queryOf(page).get('onlySustainable')).toBe('true')
    }
    await openAs('giftshop1', '/')
    const allGifts = page.getByRole('link', { name: 'Bekijk alle cadeaus' })
    await allGifts.click()
    await narrow()
    await page.getByRole('combobox', { name: 'Sorteer' }).selectOption('name_asc')
    await expect.poll(() => queryOf(page).get('sortOn')).toBe('name_asc')

    await breadcrumb(page).getByRole('link', { name: 'Home' }).click()
    await allGifts.click()
    await none([])
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Sorteer' }).inputValue())
      .toBe('recommended')
    // What was left is left; what was narrowed is narrowed.
    await page.goBack()
    await page.goBack()
    await expectVisible(
      panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: true }),
    )
    expect(queryOf(page).get('sortOn')).toBe('name_asc')
    await page.reload()
    await expectVisible(
      panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: true }),
    )

    await page.getByRole('link', { name: 'Naar de startpagina' }).click()
    await page.waitForURL((address) => address.pathname === '/')
    await page.getByRole('searchbox').fill('vaas')
    await page.getByRole('searchbox').press('Enter')
    await expectVisible(title(page, 'vaas'))
    await none(['search'])
    await narrow()
    await page.getByRole('navigation').getByRole('link', { name: 'Eropuit' }).first().click()
    await expectVisible(title(page, 'Eropuit'))
    await none(['mainTagId', 'tagId', 'tagId'])
    await narrow()
    await cards(page).first().getByRole('link').click()
    await page.waitForURL(/product-description/)
    await page.getByRole('navigation').getByRole('link', { name: 'Eropuit' }).last().click()
    await expectVisible(title(page, 'Eropuit'))
    await expect.poll(() => queryOf(page).has('onlySustainable')).toBe(false)
  })

  test('wait 300 ms for the next change, and start at page 1 (LIST-4)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products')
    await expectVisible(countHeading(page, /cadeaus/))
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('producttags')) asked.push(request.url())
    })
    await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
    await page.clock.runFor(299)
    await panel(page).getByRole('checkbox', { name: 'De Brander' }).check()
    await page.clock.runFor(299)
    expect(asked).toEqual([])
    await page.clock.runFor(1)
    await page.clock.resume()
    await expect.poll(() => asked.length).toBe(1)
    const query = new URL(asked[0] ?? '').searchParams
    expect([query.get('onlySustainable'), query.getAll('brand'), query.get('page')]).toEqual([
      'true',
      ['de-brander'],
      '1',
    ])
  })

  test('show only the results of the last request (LIST-4)', async ({ wide: { page, openAs } }) => {
    await openAs('giftshop1', '/products')
    await expectVisible(cards(page))
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    let answered = false
    await page.route(/products\?.*brand=de-brander&/, async (route) => {
      await late
      await route.continue().catch(() => {})
      answered = true
    })
    const first = page.waitForRequest(/brand=de-brander&/)
    await panel(page).getByRole('checkbox', { name: 'De Brander' }).check()
    await first
    await panel(page).getByRole('checkbox', { name: 'De Brander' }).uncheck()
    await panel(page).getByRole('checkbox', { name: 'Groenewand' }).check()
    await expectVisible(cardOf(page, 'Bijenhotel'))
    await expectHidden(cardOf(page, 'Steengoed mok'))
    const before = await namesIn(page)
    release()
    await expect.poll(() => answered).toBe(true)
    await waitForIdle(page)
    await expect.poll(() => namesIn(page)).toEqual(before)
  })

  test('load the brands and the breadcrumbs of a new tag (LIST-6)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products?tagId=treats')
    const brands = panel(page).getByRole('group', { name: 'Merken' }).getByRole('checkbox')
    await expectVisible(panel(page).getByRole('checkbox', { name: 'De Brander' }))
    await panel(page).getByRole('checkbox', { name: 'De Brander' }).check()
    await expect.poll(() => queryOf(page).get('brand')).toBe('de-brander')
    await expectVisible(breadcrumb(page).getByText('Lekkers', { exact: true }))

    await breadcrumb(page).getByRole('link', { name: 'Lekkers' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Eropuit' }).first().click()
    await expectVisible(title(page, 'Eropuit'))
    await expectVisible(panel(page).getByRole('checkbox', { name: 'Kleinberg' }))
    await expectHidden(panel(page).getByRole('checkbox', { name: 'De Brander' }))
    await expect.poll(() => queryOf(page).has('brand')).toBe(false)
    await expect
      .poll(() => brands.evaluateAll((boxes) => boxes.some((box) => box.matches(':checked'))))
      .toBe(false)
    await expectHidden(breadcrumb(page).getByText('Lekkers'))
  })

  test('pay extra sets the upper limit, and reset clears everything (LIST-7)', async ({
    wide: { page, openAs },
  }) => {
    await openAs('giftshop1', '/products')
    const to = panel(page).getByRole('spinbutton', { name: 'Tot' })
    const payExtra = panel(page).getByRole('checkbox', { name: 'Zonder bijbetalen' })
    await expectVisible(cards(page))
    await expect.poll(() => to.inputValue()).toBe('24')
    await payExtra.check()
    await expect.poll(() => to.inputValue()).toBe('20')
    await expect.poll(async () => Math.max(...(await pointsIn(page)))).toBe(20)
    await payExtra.uncheck()
    await expect.poll(() => to.inputValue()).toBe('24')

    await payExtra.check()
    await panel(page).getByRole('button', { name: 'Toon alle' }).click()
    await panel(page).getByRole('checkbox', { name: 'Linnenhuis' }).check()
    await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
    await to.fill('9')
    await to.press('Enter')
    await page.getByRole('combobox', { name: 'Sorteer' }).selectOption('name_asc')
    await expect.poll(() => queryOf(page).get('pointsTo')).toBe('9')

    await panel(page).getByRole('button', { name: 'Wis filters' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    await expect.poll(() => to.inputValue()).toBe('24')
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Sorteer' }).inputValue())
      .toBe('recommended')
    const kept = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('filter')))
    await expect.poll(kept).toEqual([])
    await page.reload()
    await expectVisible(cards(page))
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  })
})

test('narrow to colours, shown as swatches, and to digital gifts, also in the URL (LIST-2, statement 8)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/products')
  await expectVisible(cardOf(page, 'Steengoed mok'))
  await panel(page).getByRole('checkbox', { name: 'Zand' }).check()
  await expect.poll(() => queryOf(page).getAll('colour')).toEqual(['sand'])
  await expect
    .poll(() => cardOf(page, 'Steengoed mok').getByRole('link').getAttribute('href'))
    .toBe('/product-description/stoneware-mug-sand')
  await expect.poll(() => cardOf(page, 'Windlicht').count()).toBe(0)
  await page.reload()
  await expectVisible(cardOf(page, 'Steengoed mok'))
  await expect
    .poll(() => panel(page).getByRole('checkbox', { name: 'Zand' }).isChecked())
    .toBe(true)
  await panel(page).getByRole('button', { name: 'Wis filters' }).click()
  await expect.poll(() => queryOf(page).has('colour')).toBe(false)

  const chip = page
    .getByRole('group', { name: 'Snel kiezen' })
    .getByRole('button', { name: 'Straks in je mailbox' })
  await chip.click()
  await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => queryOf(page).get('onlyDigital')).toBe('true')
  await expectVisible(cardOf(page, 'Dinerbon'))
  await expect.poll(() => cardOf(page, 'Steengoed mok').count()).toBe(0)
  await expect
    .poll(() => panel(page).getByRole('checkbox', { name: 'Straks in je mailbox' }).isChecked())
    .toBe(true)
  await chip.click()
  await expectVisible(cardOf(page, 'Steengoed mok'))
  expect(queryOf(page).has('onlyDigital')).toBe(false)
})

describe('on a phone', () => {
  test('the filters open over the list (LIST-2)', async ({ phone: { page, openAs } }) => {
    await openAs('giftshop1', '/products')
    await expectVisible(cards(page))
    await expect.poll(() => panel(page).isVisible()).toBe(false)
    const opener = page.getByRole('button', { name: 'Filters' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Verfijn' })
    await dialog.getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
    await dialog.getByRole('checkbox', { name: 'Groenewand' }).check()
    await dialog.getByRole('button', { name: 'Toon 4 cadeaus' }).click()
    await expectHidden(dialog)
    await expectVisible(countHeading(page, 4))
    await expectVisible(page.getByRole('button', { name: 'Filters (2 aan)' }))
  })

  test('Back closes the open filters and not the list; selected filters stay (B9)', async ({
    phone: { page, openAs },
  }) => {
    await openAs('giftshop1', '/')
    await page.getByRole('link', { name: 'Bekijk alle cadeaus' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verfijn' })
    const opener = page.getByRole('button', { name: /^Filters/ })
    const sustainable = dialog.getByRole('checkbox', { name: 'Alleen duurzaam' })
    await opener.click()
    await sustainable.check()
    await expect.poll(() => queryOf(page).get('onlySustainable')).toBe('true')
    await page.goBack()
    await expectHidden(dialog)
    await expectVisible(page.getByRole('button', { name: 'Filters (1 aan)' }))
    await expect.poll(() => queryOf(page).get('onlySustainable')).toBe('true')
    await expect
      .poll(() => opener.evaluate((button) => button === document.activeElement))
      .toBe(true)

    // A change that has not reached the address yet, and the cross.
    await opener.click()
    await dialog.getByRole('checkbox', { name: 'Groenewand' }).check()
    await page.keyboard.press('Escape')
    await expectHidden(dialog)
    await expect.poll(() => queryOf(page).get('brand')).toBe('groenewand')
    await expectVisible(page.getByRole('button', { name: 'Filters (2 aan)' }))

    await page.goBack()
    await page.waitForURL((address) => address.pathname === '/')
  })
})
