import { expect } from 'vitest'

import type { Answer } from '#contract/call.ts'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { fitsSideways, gone, journey, PHONE, see, type Visit } from '#e2e/journey.ts'
import {
  agree,
  chooseTime,
  confirmedNumber,
  orderButton,
  readyHolder,
} from '#e2e/ordering-steps.ts'
import { someone } from '#server/testing/test-shop.ts'

journey(
  'the bar on top tells when gifts come and until when points are valid (FRAME-1)',
  async ({ wide: { page, arrive }, shop }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await arrive('giftshop1', '/order-process')
    const validity = page.getByText(/Jouw punten zijn geldig tot/)
    await see(validity)
    const bar = await page.locator('[data-top-bar]').boundingBox()
    expect(bar).toMatchObject({ width: 1280, height: 40 })

    const { logIn } = await shop.logIn('giftshop1')
    const date = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'UTC' })
    const bold = validity.locator('b')
    await expect
      .poll(() => bold.textContent())
      .toBe(date.format(new Date(logIn.shoppingcart.valid_until)))
    await expect
      .poll(() => bold.evaluate((element) => Number(getComputedStyle(element).fontWeight)))
      .toBe(700)

    await see(page.getByText('Voor 22.00 uur besteld'))
    await page.getByRole('button', { name: 'Meer over de levertijd' }).click()
    await see(page.getByText('Geldt voor cadeaus uit ons eigen magazijn'))
    await page.keyboard.press('Escape')
    await gone(page.getByText('Geldt voor cadeaus uit ons eigen magazijn'))
  },
)

journey(
  'on a phone the timing line gives way, and the bar keeps its height (FRAME-1)',
  async ({ phone: { page, arrive } }) => {
    await arrive('giftshop1', '/order-process')
    await see(page.getByText(/Jouw punten zijn geldig tot/))
    await expect.poll(() => page.getByText('Voor 22.00 uur besteld').isVisible()).toBe(false)
    await expect
      .poll(() => page.locator('[data-top-bar]').boundingBox())
      .toMatchObject({ height: 40 })
    await see(page.getByRole('button', { name: 'Uitloggen' }))
  },
)

journey(
  'points and what is left of them, wishes and gifts are counted, and the basket is away once ordered (B5, FRAME-4)',
  async ({ wide: { page, arrive }, shop }) => {
    const gift = await shop.gift({ points: 3 })
    const holder = await shop.holder({ points: 12 })
    await holder.done('changeCart', {
      cart_guid: holder.cartGuid,
      spli_id: gift.spliId,
      quantity: 2,
    })
    await holder.done('addWish', { sales_pricelist_item: gift.spliId, wish_list: null })
    await arrive(holder.code, '/order-process')
    const banner = page.getByRole('banner')
    await see(banner.getByText('nog 6 van 12'))
    await see(banner.getByRole('link', { name: /^Verlanglijst\s*1$/ }))
    await see(banner.getByRole('link', { name: /^Cadeaumand\s*2$/ }))
    await expect.poll(() => banner.locator('[data-basket]').getAttribute('href')).toBe('/cart')

    await holder.done('saveAddress', someone)
    await arrive(holder.code, '/checkout')
    await chooseTime(page)
    await agree(page)
    await orderButton(page).click()
    await page.waitForURL((address) => address.pathname === '/confirmation')
    await confirmedNumber(page)
    await see(banner.getByRole('link', { name: 'Naar de startpagina' }))
    await expect.poll(() => banner.locator('[data-basket]').count()).toBe(0)
  },
)

journey(
  'on a phone the header keeps one row, whatever is in the basket (FRAME-4)',
  async ({ phone: { page, arrive }, shop }) => {
    const holder = await shop.holder({ points: 1250 })
    const banner = page.getByRole('banner')
    const rows = () =>
      banner
        .locator('[data-basket], a[href="/"], a[href="/wishlist"]')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    for (const { gift, said } of [
      { gift: false, said: /1250/ },
      { gift: true, said: 'nog 1200 van 1250' },
    ]) {
      if (gift) {
        const { spliId } = await shop.gift({ points: 50 })
        await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
      }
      await arrive(holder.code, '/order-process')
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height: 720 })
        await see(banner.getByText(said))
        await expect.poll(async () => new Set(await rows()).size, { message: `${width}` }).toBe(1)
        await fitsSideways(page)
      }
    }
  },
)

journey('one point is a point, not points (FRAME-4)', async ({ wide: { page, arrive }, shop }) => {
  const holder = await shop.holder({ points: 1 })
  await arrive(holder.code, '/order-process')
  await see(page.getByRole('banner').getByText('1 punt', { exact: true }))
})

journey(
  'the search looks through the whole shop, by Enter and by its button (FRAME-3)',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/products?mainTagId=home&tagId=kitchen&tagId=table&brand=linnenhuis')
    const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
    await box.fill('  lamp ')
    await box.press('Enter')
    await page.waitForURL((address) => address.searchParams.get('search') === 'lamp')
    const query = new URL(page.url()).searchParams
    expect([query.has('tagId'), query.has('mainTagId')]).toEqual([false, false])

    await box.fill('vaas')
    await page.getByRole('search').getByRole('button', { name: 'Zoeken' }).click()
    await page.waitForURL((address) => address.searchParams.get('search') === 'vaas')
  },
)

journey('an empty search does nothing (FRAME-3)', async ({ phone: { page, arrive, url } }) => {
  await arrive('giftshop1', '/order-process')
  const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
  await box.fill('   ')
  await box.press('Enter')
  await page.getByRole('search').getByRole('button', { name: 'Zoeken' }).click()
  expect(page.url()).toBe(url('/order-process'))
  await box.fill('lamp')
  await box.press('Enter')
  await page.waitForURL(url('/products?search=lamp'))
})

journey(
  'the first category opens a panel of 400px, the others of 200px, the seventh goes beside (FRAME-5)',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/order-process')
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
    await gone(menu.getByRole('link', { name: 'Keuken' }))
    await expect.poll(() => panel.boundingBox()).toMatchObject({ width: 200 })
  },
)

journey(
  'a category leads to the gifts of all of its tags (FRAME-5)',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/order-process')
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
    await gone(menu.getByRole('link', { name: 'Keuken' }))
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('theNavItems')))
      .toContain('home-evening')
  },
)

journey(
  'the menu opens by mouse and by key, and Escape leads back to its button (FRAME-5, statement 4)',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/order-process')
    const menu = page.getByRole('banner').getByRole('navigation')
    const kitchen = menu.getByRole('link', { name: 'Keuken' })
    await menu.getByRole('link', { name: 'Wonen' }).hover()
    await see(kitchen)
    await page.mouse.move(700, 700)
    await gone(kitchen)

    await menu.getByRole('link', { name: 'Wonen' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await see(kitchen)
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keuken')
    await page.keyboard.press('Escape')
    await gone(kitchen)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Meer in Wonen')

    await page.keyboard.press('Enter')
    await see(kitchen)
    await page.getByRole('searchbox').focus()
    await gone(kitchen)
  },
)

journey(
  'on a phone the menu shows categories, then what lies below them (FRAME-6)',
  async ({ phone: { page, arrive } }) => {
    await arrive('giftshop1', '/order-process')
    const opener = page.getByRole('button', { name: 'Menu' })
    await opener.click()
    const panel = page.getByRole('dialog', { name: 'Menu' })
    await panel.getByRole('button', { name: 'Wonen' }).click()
    const back = panel.getByRole('button', { name: 'Terug' })
    await expect.poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true)
    await axeFindsNothing(page)
    await back.click()
    const home = panel.getByRole('button', { name: 'Wonen' })
    await expect.poll(() => home.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await gone(panel)
    await expect
      .poll(() => opener.evaluate((button) => button === document.activeElement))
      .toBe(true)

    await opener.click()
    await panel.getByRole('button', { name: 'Wonen' }).click()
    await panel.getByRole('link', { name: 'Alles in Wonen' }).click()
    await page.waitForURL((address) => address.searchParams.get('mainTagId') === 'home')
    expect(new URL(page.url()).searchParams.getAll('tagId')).toContain('outdoors')
    await gone(panel)

    // Back takes away the menu, and from the page it led to nobody meets it again (B9).
    await opener.click()
    await see(panel)
    await page.goBack()
    await gone(panel)
    await see(page.getByRole('heading', { level: 1, name: 'Wonen' }))
    await page.goBack()
    await page.waitForURL((address) => address.pathname === '/order-process')
    await gone(panel)
  },
)

journey(
  'the footer says who the shop is and where help is (FRAME-7)',
  async ({ wide: { page, arrive, context, url } }) => {
    await arrive('giftshop1', '/order-process')
    const footer = page.getByRole('contentinfo')
    const links = {
      'Hoe bestellen werkt': '/order-process',
      'Punten bijkopen': '/additional-point',
    }
    const more = { Retourneren: '/return-policy', Voorwaarden: '/terms-and-conditions' }
    for (const [name, href] of Object.entries({ ...links, ...more, Privacy: '/privacy-policy' })) {
      await expect.poll(() => footer.getByRole('link', { name }).getAttribute('href')).toBe(href)
    }
    for (const text of ['Giftpoint B.V.', 'Keizersgracht 100', '12345678', 'NL001234567B01']) {
      await see(footer.getByText(text))
    }
    await see(footer.getByRole('presentation').or(footer.locator('img[alt=""]')))
    await see(footer.getByText('2.5.13'))
    const guarantee = footer.getByRole('link', { name: /Thuiswinkel Waarborg/ })
    await expect.poll(() => guarantee.getAttribute('href')).toBe('https://www.thuiswinkel.org/')
    await expect.poll(() => guarantee.locator('svg').count()).toBe(1)
    await expect
      .poll(() => footer.getByRole('link', { name: 'Neem contact op' }).getAttribute('href'))
      .toBe('/contact')

    const opened = context.waitForEvent('page')
    await footer.getByRole('link', { name: /Veelgestelde vragen/ }).click()
    await (await opened).waitForURL(url('/faq'))
  },
)

journey(
  'the questions of the help box come in the language of the reader (B8, FRAME-7)',
  async ({ wide: { page, arrive, context, go } }) => {
    for (const [language, link, questions] of [
      ['en', /Frequently asked/, 'Frequently asked questions'],
      ['de', /Häufige Fragen/, 'Häufige Fragen'],
      ['fr', /Questions/, 'Questions fréquentes'],
    ] as const) {
      await arrive('giftshop1', '/order-process', { language })
      const opened = context.waitForEvent('page')
      await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
      const tab = await opened
      await see(tab.getByRole('heading', { level: 1, name: questions }))
      await expect.poll(() => tab.getByRole('article').getAttribute('lang')).toBeNull()
      await tab.close()
    }
    // And from the page that one logs in at, in the language of its host.
    await page.evaluate(() => sessionStorage.clear())
    await page.evaluate(() => localStorage.removeItem('language'))
    await go('/login', 'alpenwerk.localhost')
    await page.getByRole('link', { name: /Fragen/ }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Häufige Fragen' }))
  },
)

journey(
  'the guarantee is told of in the language of the reader (FRAME-7)',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/order-process', { language: 'en' })
    const guarantee = page.getByRole('contentinfo').getByRole('link', { name: /home shopping/ })
    await expect.poll(() => guarantee.getAttribute('href')).toBe('https://www.thuiswinkel.org/en/')
  },
)

journey(
  'each page begins at its top, and the focus goes into it (FRAME-9, statement 4)',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/terms-and-conditions')
    const returns = page.getByRole('contentinfo').getByRole('link', { name: 'Retourneren' })
    await returns.click()
    await page.waitForURL((address) => address.pathname === '/return-policy')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  },
)

journey(
  'an unknown address says so and leads on (FRAME-10)',
  async ({ wide: { page, arrive, expectComplaint } }) => {
    expectComplaint('404')
    await arrive('giftshop1', '/not/a/page')
    await see(page.getByRole('heading', { name: 'sorry ! requested page not found' }))
    await page.getByRole('main').getByRole('link', { name: 'Naar de cadeaus' }).click()
    await page.waitForURL((address) => address.pathname === '/')
  },
)

journey(
  'what no page can catch is told with its status (FRAME-10)',
  async ({ wide: { page, go, expectComplaint } }) => {
    expectComplaint('500')
    expectComplaint('The shop answered 500')
    await go('/health/live')
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.route('**/rest/hcms/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await go('/login')
    await see(page.getByRole('heading', { name: 'Unexpected Application Error!' }))
    await see(page.getByText('500', { exact: true }))
    await expect.poll(() => page.title()).toBe('Unexpected Application Error!')
  },
)

journey(
  'a header or footer that does not come says why (section 8)',
  async ({ wide: { page, arrive, expectComplaint } }) => {
    expectComplaint('500')
    expectComplaint('The shop answered 500')
    await page.route('**/rest/hcms/navigation*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await arrive('giftshop1', '/order-process')
    await see(page.getByRole('alert').getByText('An error has occurred: The shop answered 500'))
    await see(page.getByRole('heading', { name: 'Hoe bestellen werkt', level: 1 }))
  },
)

journey(
  'one call that fails takes no more of the frame than its own part (one failed call takes header, menu and footer away)',
  async ({ wide: { page, arrive, expectComplaint } }) => {
    expectComplaint('500')
    expectComplaint('The shop answered 500')
    const fails = ['navigation', 'companyinfo', 'shopping_cart_get', 'wishlist']
    await page.route(new RegExp(`/rest/(hcms/)?(${fails.join('|')})`), (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await arrive('giftshop1', '/order-process')
    const header = page.getByRole('banner')
    const footer = page.getByRole('contentinfo')
    await see(header.getByText('An error has occurred: The shop answered 500'))
    await see(footer.getByText('An error has occurred: The shop answered 500'))
    await see(header.getByText('20 punten'))
    await see(header.getByRole('searchbox'))
    await see(header.getByRole('link', { name: 'Mijn bestellingen' }))
    await see(footer.getByRole('link', { name: 'Privacy' }))
    await see(page.getByRole('heading', { name: 'Hoe bestellen werkt', level: 1 }))
    await header.getByRole('button', { name: 'Uitloggen' }).click()
    await page.waitForURL((address) => address.pathname === '/login')
  },
)

journey(
  'the English menu stands on one line at 1280 (the English menu breaks at 1280)',
  async ({ wide: { page, arrive } }) => {
    // As long as those of the demo world.
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
      await arrive('giftshop1', '/order-process', { language: 'en' })
      const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
      await see(links)
      const tops = () =>
        links.evaluateAll((all) => [
          ...new Set(
            all
              .filter((one) => one.checkVisibility())
              .map((one) => one.parentElement?.getBoundingClientRect().top),
          ),
        ])
      await expect.poll(async () => (await tops()).length).toBe(1)
      await fitsSideways(page)
    }
  },
)

journey(
  'who has no line is told so in words, and goes on once it is back (section 8)',
  async ({ wide: { page, context, arrive, expectComplaint } }) => {
    expectComplaint('ERR_INTERNET_DISCONNECTED')
    expectComplaint('dynamically imported module')
    expectComplaint('The shop cannot be reached')
    await arrive('giftshop1', '/order-process')
    await see(page.getByRole('contentinfo'))
    await context.setOffline(true)
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Verlanglijst/ })
      .click()
    const trouble = page.getByRole('alert')
    await see(trouble.getByRole('heading', { name: 'An error has occurred:', exact: true }))
    await expect
      .poll(() => trouble.getByRole('paragraph').first().textContent())
      .toBe('De winkel is even niet te bereiken. Heb je internet? Probeer het dan nog eens.')
    await see(trouble.getByRole('button', { name: 'Probeer het opnieuw' }))
    await context.setOffline(false)
    await see(page.getByRole('heading', { name: 'Jouw verlanglijst', level: 1 }))
  },
)

journey(
  "a channel's logo and colours are on every page, and a logo that fails is hidden (FRAME-11)",
  async ({ wide: { page, arrive, expectComplaint }, shop }) => {
    await arrive('giftshop3', '/order-process')
    const home = page.getByRole('banner').getByRole('link', { name: 'Naar de startpagina' })
    const { logIn } = await shop.logIn('giftshop3')
    const { logo } = logIn.corporate_identity
    await see(home.locator(`img[src$="${logo}"]`))
    const colours = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['--active', '--active-dark-20', '--active-light-80'].map((name) =>
        style.getPropertyValue(name).trim(),
      )
    })
    expect(colours[0]).toBe('#f2a33c')
    expect(colours[1]).toMatch(/black 20%/)
    expect(colours[2]).toMatch(/white 80%/)

    expectComplaint('404')
    await page.route(`**/${logo}`, (route) => route.fulfill({ status: 404, body: '' }))
    await page.reload()
    await see(home)
    await expect.poll(() => home.locator('img').count()).toBe(0)
  },
)

journey(
  'an error toast stands top right and goes after five seconds (FRAME-12)',
  async ({ wide: { page, arrive, expectComplaint } }) => {
    expectComplaint('500')
    await page.clock.install()
    await arrive('giftshop1', '/order-process')
    await see(page.getByRole('contentinfo'))
    await page.route('**/rest/hcms/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: /Taal/ }).click()
    await page.getByRole('button', { name: 'English' }).click()
    // Whoever points at it is not hurried.
    await page.mouse.move(300, 600)
    const toast = page.locator('[data-toast]')
    // From here on time passes only as it is told to.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return toast.count()
      })
      .toBe(1)
    await see(toast.getByText('Er ging iets mis. Probeer het nog eens.'))
    const box = await toast.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1200)
    expect(box?.y).toBeLessThan(60)
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('nl')

    await page.clock.runFor(4500)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(1000)
    await gone(toast)
  },
)

journey('what takes its time shows a spinner (FRAME-12)', async ({ wide: { page, arrive } }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/hcms/cmsurls*faq*', async (route) => {
    await held
    await route.continue()
  })
  await arrive('giftshop1', '/faq')
  const busy = page.getByRole('main').locator('[aria-busy="true"]')
  await see(busy)
  release()
  await gone(busy)
  await see(page.getByRole('heading', { name: 'Veelgestelde vragen' }))
})

journey(
  'the round badge shows the points on large screens, and 0 once an order took all (FRAME-13)',
  async ({ wide: { page, arrive }, shop }) => {
    const badge = page.locator('[data-points-badge]')
    await arrive('giftshop4', '/order-process', { language: 'nl' })
    await see(badge)
    await expect.poll(() => badge.textContent()).toBe('10punten')

    const split = async (allowed: boolean) => {
      await shop.sql`update channel set split_shipment_allowed = ${allowed} where id = '1014'`
      await shop.sql`insert into news (topic, subject) values ('channel', '1014')`
      await shop.shop.news.poll()
    }
    const order = async () => {
      const gifts = [{ delivery: 'dropship' as const, points: 5 }]
      const holder = await readyHolder(shop, { points: 8, gifts })
      await arrive(holder.code, '/checkout')
      await agree(page)
      await orderButton(page).click()
      await page.waitForURL((address) => address.pathname === '/confirmation')
      await confirmedNumber(page)
    }
    await split(false)
    await order()
    await expect.poll(() => badge.textContent()).toBe('0punten')
    await split(true)
    await order()
    await expect.poll(() => badge.textContent()).toBe('3punten')
    await page.setViewportSize({ width: 1000, height: 900 })
    await gone(badge)
  },
)

journey(
  'what floats in the corner stands beside the page, and on a phone the chat ends it (FRAME-8, FRAME-13)',
  async ({ wide, phone }) => {
    const chat = ({ page }: Visit) => page.getByRole('button', { name: 'Stel je vraag' })
    for (const path of ['/', '/products', '/product-description/tall-vase-moss', '/contact']) {
      await wide.arrive('giftshop1', path)
      await see(chat(wide))
      const covered = () =>
        wide.page.evaluate(() => {
          const floating = [...document.querySelectorAll('[data-points-badge], [data-chat]')]
          const edge = Math.min(...floating.map((one) => one.getBoundingClientRect().left))
          return [
            ...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, input, select, dd)'),
          ]
            .filter((part) => part.getBoundingClientRect().right > edge)
            .filter((part) => part.checkVisibility() && !part.closest('.visually-hidden'))
            .map((part) => `${part.localName} ${part.textContent}`)
        })
      await expect.poll(covered, { message: path }).toEqual([])

      await phone.arrive('giftshop1', path)
      await see(chat(phone))
      const below = async () => {
        const [page, button] = [
          await phone.page.getByRole('main').boundingBox(),
          await chat(phone).boundingBox(),
        ]
        return (button?.y ?? 0) - ((page?.y ?? 0) + (page?.height ?? 0))
      }
      await expect.poll(below, { message: path }).toBeGreaterThan(0)
    }
  },
)

journey(
  'the first key leads past the frame, and nothing that has the focus lies under it (statement 4)',
  async ({ wide: { page, arrive } }) => {
    await arrive('giftshop1', '/terms-and-conditions')
    await see(page.getByRole('contentinfo'))
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Naar de inhoud' })
    await expect.poll(() => skip.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    expect(new URL(page.url()).hash).toBe('')

    await page.setViewportSize({ width: 1280, height: 480 })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).focus()
    for (let press = 0; press < 25; press += 1) {
      await page.keyboard.press('Shift+Tab')
      const covered = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body || focused.tagName === 'MAIN') return null
        const { left, top, width, height } = focused.getBoundingClientRect()
        const seen = document.elementFromPoint(left + width / 2, top + height / 2)
        return seen && (focused.contains(seen) || seen.contains(focused))
          ? null
          : `${focused.outerHTML.slice(0, 80)} under ${seen?.outerHTML.slice(0, 80)}`
      })
      expect(covered).toBeNull()
    }
  },
)

journey(
  'the sandbox is told of on every page (wire: Payments)',
  async ({ wide: { page, arrive, go } }) => {
    const notice = page.getByText('Proefwinkel: er wordt niets echt betaald of verstuurd')
    await go('/login')
    await see(notice)
    await go('/order-process')
    await see(notice)
    await arrive('giftshop1', '/contact')
    await see(notice)
  },
)

journey(
  'header and footer are fit for everybody, at every width (statements 4, 9)',
  async ({ phone: { page, arrive } }) => {
    await arrive('giftshop1', '/order-process')
    await see(page.getByRole('contentinfo'))
    await axeFindsNothing(page)
    await page.setViewportSize({ width: 320, height: 600 })
    await fitsSideways(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.setViewportSize({ width: 640, height: 800 })
    await fitsSideways(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Meer in Wonen' }).click()
    await axeFindsNothing(page)
    await fitsSideways(page)
    await page.setViewportSize(PHONE)
  },
)
