import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { cardOf, cards, count, namesIn, pointsIn, queryOf, stored } from '#e2e/gift-cards.ts'
import { fitsSideways, gone, hears, journey, see } from '#e2e/journey.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Verfijn' })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const trail = (page: Page) => page.getByRole('navigation', { name: 'Kruimelpad' })

/** The picture that shows, which is kept for the gift's page, too. */
/** The banner that stands, once it is also the one that is remembered. */
async function bannerOf(page: Page) {
  let file: string | undefined
  await expect
    .poll(async () => {
      const src = await page.locator('main header img').getAttribute('src')
      file = /^\/images\/local\/([^?]+)/.exec(src ?? '')?.[1]
      return file !== undefined && file === (await stored(page, 'session', 'bannerImage'))
    })
    .toBe(true)
  return file
}

describe('banner, title and breadcrumbs', () => {
  journey(
    'come from category, brand, main tag and tag, in that order (LIST-1)',
    async ({ wide: { page, arrive, go } }) => {
      const all = 'brandId=kleinberg&mainTagId=out&tagId=light'
      await arrive('giftshop1', `/products?categoryCode=tasty&${all}`)
      await see(title(page, 'Lekker'))
      await see(page.getByText('om op te maken'))
      const treats = await bannerOf(page)

      await go(`/products?${all}`)
      await see(title(page, 'Kleinberg'))
      await see(page.getByText('Klaar voor onderweg'))
      const brand = await bannerOf(page)

      await go('/products?mainTagId=light&tagId=bags')
      await see(title(page, 'Licht en geluid'))
      const main = await bannerOf(page)

      await go('/products?tagId=treats')
      await see(title(page, 'Lekkers'))
      await expect.poll(() => bannerOf(page)).toBe(treats)
      expect(new Set([treats, brand, main])).toHaveProperty('size', 3)
    },
  )

  journey(
    'lead home, to what lies above, and back (LIST-1, LIST-6)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products?tagId=kitchen')
      await trail(page).getByRole('link', { name: 'Wonen' }).click()
      await see(title(page, 'Wonen'))
      await gone(trail(page).getByRole('link', { name: 'Wonen' }))

      await trail(page).getByRole('link', { name: 'Terug' }).click()
      await see(title(page, 'Keuken'))
      await see(trail(page).getByText('Keuken'))

      await trail(page).getByRole('link', { name: 'Home' }).click()
      await page.waitForURL((url) => url.pathname === '/')
    },
  )

  journey(
    'lead home when there is no back (LIST-1)',
    async ({ wide: { page, arrive, go, context } }) => {
      await arrive('giftshop1', '/products')
      const other = await context.newPage()
      await other.close()
      await go('/products?tagId=light')
      await see(title(page, 'Licht'))
      await trail(page).getByRole('link', { name: 'Terug' }).click()
      await page.waitForURL((url) => url.pathname === '/')
    },
  )
})

describe('the filters', () => {
  journey(
    'stand beside the list from 600 pixels up, 180 wide, all the way down (C, LIST-2)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products')
      await see(panel(page))
      for (const width of [600, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(180)
        await fitsSideways(page)
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
      await gone(panel(page))
    },
  )

  journey(
    'show three brands until all are asked for, and remember that (LIST-2)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products')
      const brands = panel(page).getByRole('group', { name: 'Merken' }).getByRole('checkbox')
      await see(brands)
      await expect.poll(() => brands.count()).toBe(3)
      await panel(page).getByRole('button', { name: 'Toon alle' }).click()
      await expect.poll(() => brands.count()).toBeGreaterThan(3)
      const all = await brands.count()

      await page.reload()
      await see(brands)
      await expect.poll(() => brands.count()).toBe(all)
      await panel(page).getByRole('button', { name: 'Toon minder' }).click()
      await expect.poll(() => brands.count()).toBe(3)
    },
  )

  journey('are not there with no_filter, but sorting is (LIST-2)', async ({ wide }) => {
    await wide.arrive('giftshop3', '/products')
    await see(cards(wide.page))
    await see(wide.page.getByRole('combobox', { name: 'Sorteer' }))
    await expect.poll(() => wide.page.getByRole('checkbox').count()).toBe(0)
    await expect.poll(() => wide.page.getByRole('slider').count()).toBe(0)
    await wide.page.setViewportSize({ width: 375, height: 700 })
    await expect.poll(() => wide.page.getByRole('button', { name: /Filters/ }).count()).toBe(0)
  })

  journey(
    'live in the address and in the session, and survive a reload and sharing (LIST-12, statement 8)',
    async ({ wide: { page, arrive, url, context } }) => {
      await arrive('giftshop1', '/products?tagId=table')
      await panel(page).getByRole('checkbox', { name: 'Linnenhuis' }).check()
      await panel(page).getByRole('checkbox', { name: 'Bijbetalen' }).check()
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
        .poll(() => stored(page, 'session', 'filterSelectedBrands'))
        .toBe('["linnenhuis"]')
      await expect.poll(() => stored(page, 'session', 'filterPayExtra')).toBe('true')
      await expect.poll(() => stored(page, 'session', 'filterOnlySustainable')).toBe('true')
      await expect.poll(() => stored(page, 'session', 'filterRange')).toBe('{"from":2,"to":20}')
      await expect.poll(() => stored(page, 'session', 'filterProgress')).toContain('name_desc')

      const asSet = async () => {
        await see(panel(page).getByRole('checkbox', { name: 'Linnenhuis', checked: true }))
        await see(panel(page).getByRole('checkbox', { name: 'Bijbetalen', checked: true }))
        await see(panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: true }))
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
      // Typed, it begins anew, as another list does (B4).
      for (const tag of ['table', 'kitchen']) {
        await page.goto(url(`/products?tagId=${tag}`))
        await see(panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: false }))
        await expect.poll(() => [...queryOf(page).keys()]).toEqual(['tagId'])
      }

      // The address alone, in the hands of another holder with fewer points.
      await context.clearCookies()
      await page.evaluate(() => sessionStorage.clear())
      await arrive('giftshop2', shared.slice(shared.indexOf('/products')))
      await see(panel(page).getByRole('checkbox', { name: 'Linnenhuis', checked: true }))
      await expect
        .poll(() => panel(page).getByRole('spinbutton', { name: 'Tot' }).inputValue())
        .toBe('3')
    },
  )

  journey(
    'stay with their list: another one begins without any, and going back finds them (B4, LIST-12)',
    async ({ wide: { page, arrive } }) => {
      const none = async (keys: string[]) => {
        await see(panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: false }))
        await expect.poll(() => [...queryOf(page).keys()]).toEqual(keys)
        await expect.poll(() => stored(page, 'session', 'filterOnlySustainable')).toBeNull()
        await expect.poll(() => stored(page, 'session', 'filterProgress')).toBeNull()
      }
      const narrow = async () => {
        await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
        await expect.poll(() => stored(page, 'session', 'filterOnlySustainable')).toBe('true')
        await expect.poll(() => queryOf(page).get('onlySustainable')).toBe('true')
      }
      await arrive('giftshop1', '/')
      const allGifts = page.getByRole('link', { name: 'Bekijk alle cadeaus' })
      await allGifts.click()
      await narrow()
      await page.getByRole('combobox', { name: 'Sorteer' }).selectOption('name_asc')
      await expect.poll(() => queryOf(page).get('sortOn')).toBe('name_asc')

      await trail(page).getByRole('link', { name: 'Home' }).click()
      await allGifts.click()
      await none([])
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Sorteer' }).inputValue())
        .toBe('recommended')
      // What was left is left; what was narrowed is narrowed.
      await page.goBack()
      await page.goBack()
      await see(panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: true }))
      expect(queryOf(page).get('sortOn')).toBe('name_asc')
      await page.reload()
      await see(panel(page).getByRole('checkbox', { name: 'Alleen duurzaam', checked: true }))

      await page.getByRole('link', { name: 'Naar de startpagina' }).click()
      await page.waitForURL((address) => address.pathname === '/')
      await page.getByRole('searchbox').fill('vaas')
      await page.getByRole('searchbox').press('Enter')
      await see(title(page, 'vaas'))
      await none(['search'])
      await narrow()
      await page.getByRole('navigation').getByRole('link', { name: 'Eropuit' }).first().click()
      await see(title(page, 'Eropuit'))
      await none(['mainTagId', 'tagId', 'tagId'])
      await narrow()
      await cards(page).first().getByRole('link').click()
      await page.waitForURL(/product-description/)
      await page.getByRole('navigation').getByRole('link', { name: 'Eropuit' }).last().click()
      await see(title(page, 'Eropuit'))
      await expect.poll(() => queryOf(page).has('onlySustainable')).toBe(false)
    },
  )

  journey(
    'wait 300 ms for the next change, and begin at page 1 (LIST-4)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products')
      await see(count(page, /cadeaus/))
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
    },
  )

  journey(
    'show only what answers the last question (LIST-4)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products')
      await see(cards(page))
      let release = () => {}
      const late = new Promise<void>((resolve) => (release = resolve))
      let answered = false
      await page.route(/products\?.*brand=de-brander&/, async (route) => {
        await late
        await route.continue().catch(() => {})
        answered = true
      })
      await panel(page).getByRole('checkbox', { name: 'De Brander' }).check()
      await page.waitForRequest(/brand=de-brander&/)
      await panel(page).getByRole('checkbox', { name: 'De Brander' }).uncheck()
      await panel(page).getByRole('checkbox', { name: 'Groenewand' }).check()
      await see(cardOf(page, 'Bijenhotel'))
      await gone(cardOf(page, 'Steengoed mok'))
      const before = await namesIn(page)
      release()
      await expect.poll(() => answered).toBe(true)
      await page.waitForLoadState('networkidle')
      await expect.poll(() => namesIn(page)).toEqual(before)
    },
  )

  journey(
    'ask what a new tag has: its brands, its breadcrumbs (LIST-6)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products?tagId=treats')
      const brands = panel(page).getByRole('group', { name: 'Merken' }).getByRole('checkbox')
      await see(panel(page).getByRole('checkbox', { name: 'De Brander' }))
      await panel(page).getByRole('checkbox', { name: 'De Brander' }).check()
      await expect.poll(() => queryOf(page).get('brand')).toBe('de-brander')
      await see(trail(page).getByText('Lekkers', { exact: true }))

      await trail(page).getByRole('link', { name: 'Lekkers' }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'Eropuit' }).first().click()
      await see(title(page, 'Eropuit'))
      await see(panel(page).getByRole('checkbox', { name: 'Kleinberg' }))
      await gone(panel(page).getByRole('checkbox', { name: 'De Brander' }))
      await expect.poll(() => queryOf(page).has('brand')).toBe(false)
      await expect
        .poll(() => brands.evaluateAll((boxes) => boxes.some((box) => box.matches(':checked'))))
        .toBe(false)
      await gone(trail(page).getByText('Lekkers'))
    },
  )

  journey(
    'let pay extra set the upper bound, and reset clear everything (LIST-7)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products')
      const to = panel(page).getByRole('spinbutton', { name: 'Tot' })
      const payExtra = panel(page).getByRole('checkbox', { name: 'Bijbetalen' })
      await see(cards(page))
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
      await see(cards(page))
      await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    },
  )
})

describe('the points range', () => {
  for (const [code, lowest, highest] of [
    ['giftshop1', 1, 24],
    ['giftshop2', 1, 5],
    ['giftshop4', 1, 14],
    ['giftshop9', 0, 2],
  ] as const) {
    journey(
      `goes from ${lowest} to ${highest} for ${code}, and nothing above shows (LIST-8, LIST-9)`,
      async ({ wide: { page, arrive } }) => {
        await arrive(code, '/products?pointsTo=99&sortOn=sales_price_for_the_multitude_desc')
        await see(cards(page))
        for (const [index, value] of [lowest, highest].entries()) {
          const handle = panel(page).getByRole('slider').nth(index)
          await expect.poll(() => handle.getAttribute('min')).toBe(String(lowest))
          await expect.poll(() => handle.getAttribute('max')).toBe(String(highest))
          await expect.poll(() => handle.inputValue()).toBe(String(value))
        }
        await expect
          .poll(async () => Math.max(...(await pointsIn(page))))
          .toBeLessThanOrEqual(highest)
        await expect.poll(() => queryOf(page).has('pointsTo')).toBe(false)
      },
    )
  }

  journey(
    'is stepped by arrow keys, and one handle takes the other along (LIST-8)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products?pointsFrom=7&pointsTo=8')
      const from = panel(page).getByRole('slider', { name: 'Van' })
      const to = panel(page).getByRole('slider', { name: 'Tot' })
      await see(cards(page))
      await from.press('ArrowRight')
      await from.press('ArrowRight')
      const handles = () => Promise.all([from.inputValue(), to.inputValue()])
      await expect.poll(handles).toEqual(['9', '9'])
      await expect.poll(() => from.getAttribute('aria-valuetext')).toBe('9\u00a0punten')
      for (let step = 0; step < 3; step += 1) await to.press('ArrowLeft')
      await expect.poll(handles).toEqual(['6', '6'])
      await expect.poll(() => page.url()).toMatch(/pointsFrom=6&pointsTo=6$/)
      await expect.poll(async () => [...new Set(await pointsIn(page))]).toEqual([6])
    },
  )

  journey(
    'can be typed: a number counts when it is finished, and is brought within bounds (LIST-8)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products')
      const from = panel(page).getByRole('spinbutton', { name: 'Van' })
      const to = panel(page).getByRole('spinbutton', { name: 'Tot' })
      await from.fill('12')
      await from.press('Tab')
      await to.focus()
      await page.keyboard.type('14')
      expect(await from.inputValue()).toBe('12')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.url()).toMatch(/pointsFrom=12&pointsTo=14$/)
      await page.keyboard.press('ArrowUp')
      expect(await to.inputValue()).toBe('15')
      await to.fill('999')
      await to.blur()
      expect(await to.inputValue()).toBe('24')
      // Nothing is crossed, so that a pause says enough; below the lower end it does not.
      await to.fill('20')
      await expect.poll(() => page.url()).toMatch(/pointsFrom=12&pointsTo=20$/)
      await to.fill('2')
      await page.keyboard.type('4')
      await expect.poll(() => page.url()).toMatch(/pointsFrom=12$/)
      await to.fill('')
      await to.blur()
      expect(await to.inputValue()).toBe('24')
      await from.fill('-3')
      await from.blur()
      expect(await from.inputValue()).toBe('1')
    },
  )
})

journey('really sorts in all five orders (LIST-3)', async ({ wide: { page, arrive } }) => {
  await arrive('giftshop1', '/products?tagId=table')
  await see(cards(page))
  await gone(page.locator('[data-part]'))
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

describe('a card', () => {
  journey('tells what a gift is, and leads to it (LIST-10)', async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/products')
    const mug = cardOf(page, 'Steengoed mok')
    await see(mug.getByText('Zonnekeramiek'))
    await see(mug.getByText('3\u00a0punten'))
    await see(mug.getByText('Duurzaam'))
    // Its colours say that it comes in several; where none can be seen, words do.
    await expect.poll(() => mug.getByText('Meer keuzes').count()).toBe(0)
    await expect
      .poll(() => mug.getByText(/^Kleuren: /).textContent())
      .toMatch(/^Kleuren: \w+, \w+, \w+$/)
    await expect.poll(() => mug.locator('[data-colour]').count()).toBe(3)
    await expect.poll(() => mug.locator('img').getAttribute('srcset')).toContain('?w=240')
    await see(mug.getByRole('button', { name: 'Bewaar Steengoed mok op je verlanglijst' }))

    const bowls = cardOf(page, 'Vier soepkommen')
    await expect.poll(() => bowls.getByText('Duurzaam').count()).toBe(0)
    await expect.poll(() => bowls.getByText('Meer keuzes').count()).toBe(0)
    await expect.poll(() => bowls.locator('[data-colour]').count()).toBe(0)

    // All of the card is the link's ground, its picture first of all.
    await mug.click({ position: { x: 20, y: 60 } })
    await page.waitForURL((url) => url.pathname === '/product-description/stoneware-mug-sea')
  })

  journey(
    'shows the maker where there is no picture, and says that there are variants where no colour does (LIST-10)',
    async ({ wide: { page, arrive }, shop }) => {
      await shop.gift({ name: 'Zonder beeld', points: 13 })
      const answer = await shop
        .logIn('giftshop1')
        .then((holder) => holder.done('products', { search: 'Zonder beeld' }))
      await page.route('**/rest/producttags/products?*', async (route) => {
        const [card] = answer.response
        const response = ['', '/', '/media/'].map((media, at) => ({
          ...card,
          SCP: `none-${at}`,
          media,
          basicImageUrl: media,
          has_other_variants: media === '/',
        }))
        await route.fulfill({ json: { ...answer, response } })
      })
      await arrive('giftshop1', '/products?search=Zonder+beeld')
      await see(cards(page))
      await expect.poll(() => cards(page).locator('[data-no-picture]').count()).toBe(3)
      await expect.poll(() => cards(page).locator('img').count()).toBe(0)
      await expect
        .poll(() => cards(page).locator('[data-no-picture]').first().innerText())
        .toBe(answer.response[0]?.brand_name)
      await expect.poll(() => page.getByRole('main').getByText('Meer keuzes').count()).toBe(1)
    },
  )

  journey(
    'wears an honest price tag, in step with the cart, where it fits exactly or does not fit (CART-4)',
    async ({ wide: { page, arrive }, shop }) => {
      const vase = await shop.gift({ points: 13, name: 'Tagvaas' })
      const holder = await shop.holder({ points: 20 })
      await holder.done('changeCart', { spli_id: vase.spliId, quantity: 1 })
      await arrive(holder.code, '/products')
      await see(cardOf(page, 'Keukenschort').getByText('Past precies'))
      await see(cardOf(page, 'Windlicht'))
      await expect
        .poll(() =>
          cardOf(page, 'Windlicht')
            .getByText(/Past|boven/)
            .count(),
        )
        .toBe(0)
      await see(cardOf(page, 'Hoge vaas').getByText('Past met €\u00a010,00 erbij'))
      await see(cardOf(page, 'Theepot voor vier').getByText('3 boven je limiet'))
    },
  )
})

journey(
  'narrows to colours, shown in them, and to what comes by mail, in the address too (LIST-2, statement 8)',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/products')
    await see(cardOf(page, 'Steengoed mok'))
    await panel(page).getByRole('checkbox', { name: 'Zand' }).check()
    await expect.poll(() => queryOf(page).getAll('colour')).toEqual(['sand'])
    await expect
      .poll(() => cardOf(page, 'Steengoed mok').getByRole('link').getAttribute('href'))
      .toBe('/product-description/stoneware-mug-sand')
    await expect.poll(() => cardOf(page, 'Windlicht').count()).toBe(0)
    await page.reload()
    await see(cardOf(page, 'Steengoed mok'))
    await expect
      .poll(() => panel(page).getByRole('checkbox', { name: 'Zand' }).isChecked())
      .toBe(true)
    await panel(page).getByRole('button', { name: 'Wis filters' }).click()
    await expect.poll(() => queryOf(page).has('colour')).toBe(false)

    const chip = page.getByRole('group', { name: 'Snel kiezen' }).getByRole('button').last()
    await chip.click()
    await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => queryOf(page).get('onlyDigital')).toBe('true')
    await see(cardOf(page, 'Dinerbon'))
    await expect.poll(() => cardOf(page, 'Steengoed mok').count()).toBe(0)
    await expect
      .poll(() => panel(page).getByRole('checkbox', { name: 'Straks in je mailbox' }).isChecked())
      .toBe(true)
    await chip.click()
    await see(cardOf(page, 'Steengoed mok'))
    expect(queryOf(page).has('onlyDigital')).toBe(false)
  },
)

journey(
  'tells a story between the gifts, without a hole, and not in what was searched for',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/products')
    const story = page.locator('[data-story]')
    await see(story)
    const [fourth, fifth] = await Promise.all([
      cards(page).nth(3).boundingBox(),
      cards(page).nth(4).boundingBox(),
    ])
    const box = await story.boundingBox()
    expect(Math.abs((box?.y ?? 0) - (fourth?.y ?? 9e9))).toBeLessThan(4)
    expect(fifth?.x).toBeLessThan(box?.x ?? 0)
    expect(fifth?.y).toBeGreaterThan(box?.y ?? 9e9)

    await page.getByRole('searchbox').first().fill('mok')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search=mok/)
    await expect.poll(() => story.count()).toBe(0)
    await page.goBack()
    await story.getByRole('link', { name: 'Bekijk het licht' }).click()
    await page.waitForURL(/tagId=light/)
    await see(cards(page))
    // It does not stand in the list that it leads to.
    await expect.poll(() => story.count()).toBe(0)
  },
)

describe('nothing to show', () => {
  journey('says so in the words of the CMS (LIST-11)', async ({ wide: { page, arrive, go } }) => {
    await arrive('giftshop1', '/products?search=zzzzqqqq')
    await see(page.getByRole('main').getByText('Hier zijn geen cadeaus. Probeer een andere keuze.'))
    await hears(page, 'Hier zijn geen cadeaus')
    // More letters than are searched for are cut.
    await go(`/products?search=${'q'.repeat(400)}`)
    await see(page.getByRole('heading', { level: 1, name: new RegExp(`[^q]q{200}([^q]|$)`) }))
    await see(page.getByRole('main').getByText('Hier zijn geen cadeaus. Probeer een andere keuze.'))
    await page.getByRole('link', { name: 'Bekijk alle cadeaus' }).click()
    await see(cards(page))
  })

  journey(
    'says what went wrong, keeps the filters, and can be tried again (LIST-11)',
    async ({ wide: { page, arrive, expectComplaint } }) => {
      expectComplaint('500')
      await page.route('**/rest/producttags/products?*', (route) =>
        route.fulfill({ status: 500, body: '{}' }),
      )
      await arrive('giftshop1', '/products')
      await see(page.getByRole('alert').getByText('An error has occurred general'))
      await see(panel(page))
      await page.unroute('**/rest/producttags/products?*')
      await page.getByRole('button', { name: 'Probeer het nog eens' }).click()
      await see(cards(page))
      await gone(page.getByText('An error has occurred general'))
    },
  )

  journey(
    'says when the CMS failed (LIST-11)',
    async ({ wide: { page, arrive, expectComplaint } }) => {
      expectComplaint('500')
      await page.route('**/rest/hcms/navigation?*', (route) =>
        route.fulfill({ status: 500, body: '{}' }),
      )
      await arrive('giftshop1', '/products')
      await see(page.getByRole('heading', { name: 'An error has occurred cms' }))
      await expect.poll(() => page.title()).toContain('An error has occurred cms')
    },
  )
})

journey('tells the number of gifts once (statement 6)', async ({ wide: { page, arrive } }) => {
  await arrive('giftshop1', '/products?tagId=light')
  await hears(page, /^\d+ cadeaus$/)
  const heard = () => page.locator('[data-announcer]').textContent()
  const said = Number.parseInt((await heard()) ?? '', 10)
  await expect.poll(() => cards(page).count()).toBe(said)
  await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
  const fewer = /^(\d+) cadeaus?$/
  await expect
    .poll(async () => Number(fewer.exec((await heard()) ?? '')?.[1] ?? said))
    .toBeLessThan(said)
  await see(count(page, Number.parseInt((await heard()) ?? '', 10)))
})

journey(
  'another language keeps the place, the filters and what is typed',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/products?tagId=table&sortOn=name_asc')
    await panel(page).getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
    await expect.poll(() => page.url()).toContain('onlySustainable=true')
    const url = page.url()
    const dutch = 4
    await see(count(page, dutch))
    await page.getByRole('button', { name: /Nederlands/ }).click()
    await page
      .getByRole('button', { name: /English/ })
      .or(page.getByRole('menuitem', { name: /English/ }))
      .first()
      .click()
    await see(page.getByRole('complementary', { name: 'Refine' }))
    await see(page.getByRole('heading', { level: 1, name: 'At the table' }))
    expect(page.url()).toBe(url)
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Only sustainable' }).isChecked())
      .toBe(true)
    await expect.poll(() => cards(page).count()).toBe(dutch)
    await see(cardOf(page, 'Tall vase'))
  },
)

describe('on a phone', () => {
  journey('the filters open over the list (LIST-2)', async ({ phone: { page, arrive } }) => {
    await arrive('giftshop1', '/products')
    await see(cards(page))
    await expect.poll(() => panel(page).isVisible()).toBe(false)
    const opener = page.getByRole('button', { name: 'Filters' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Verfijn' })
    await dialog.getByRole('checkbox', { name: 'Alleen duurzaam' }).check()
    await dialog.getByRole('checkbox', { name: 'Groenewand' }).check()
    await dialog.getByRole('button', { name: 'Toon 4 cadeaus' }).click()
    await gone(dialog)
    await see(count(page, 4))
    await see(page.getByRole('button', { name: 'Filters (2 aan)' }))
  })

  journey(
    'Back takes away the filters that are open, and not the list; what was set stays (B9)',
    async ({ phone: { page, arrive } }) => {
      await arrive('giftshop1', '/')
      await page.getByRole('link', { name: 'Bekijk alle cadeaus' }).click()
      const dialog = page.getByRole('dialog', { name: 'Verfijn' })
      const opener = page.getByRole('button', { name: /^Filters/ })
      const sustainable = dialog.getByRole('checkbox', { name: 'Alleen duurzaam' })
      await opener.click()
      await sustainable.check()
      await expect.poll(() => queryOf(page).get('onlySustainable')).toBe('true')
      await page.goBack()
      await gone(dialog)
      await see(page.getByRole('button', { name: 'Filters (1 aan)' }))
      await expect.poll(() => queryOf(page).get('onlySustainable')).toBe('true')
      await expect
        .poll(() => opener.evaluate((button) => button === document.activeElement))
        .toBe(true)

      // A change that has not reached the address yet, and the cross.
      await opener.click()
      await dialog.getByRole('checkbox', { name: 'Groenewand' }).check()
      await page.keyboard.press('Escape')
      await gone(dialog)
      await expect.poll(() => queryOf(page).get('brand')).toBe('groenewand')
      await see(page.getByRole('button', { name: 'Filters (2 aan)' }))

      await page.goBack()
      await page.waitForURL((address) => address.pathname === '/')
    },
  )
})

describe('everybody', () => {
  journey(
    'can use the list, in letters of twice the size, too (C, WCAG 2.2 AA)',
    async ({ wide: { page, arrive } }) => {
      await arrive('giftshop1', '/products?tagId=table')
      await see(cards(page))
      await axeFindsNothing(page, 'main')
      await page.setViewportSize({ width: 320, height: 700 })
      await fitsSideways(page)
      await axeFindsNothing(page, 'main')
      await page.getByRole('button', { name: 'Filters' }).click()
      await see(page.getByRole('dialog', { name: 'Verfijn' }))
      await fitsSideways(page)
      await axeFindsNothing(page, 'main')
      await page.keyboard.press('Escape')
      await page.addStyleTag({ content: 'html { font-size: 200% }' })
      for (const width of [320, 360, 375, 600, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const [wanted, given] = await page
          .getByRole('main')
          .evaluate((main) => [main.scrollWidth, main.clientWidth])
        expect(wanted, `at ${width}`).toBeLessThanOrEqual(given ?? 0)
      }
    },
  )

  for (const [code, host] of [
    ['giftshop3', 'noordzee.localhost'],
    ['giftshop4', 'alpenwerk.localhost'],
  ] as const) {
    journey(`also in the colours of ${host}`, async ({ wide: { page, arrive } }) => {
      await arrive(code, '/products', { host, language: 'en' })
      await see(cards(page))
      await axeFindsNothing(page, 'main')
    })
  }
})
