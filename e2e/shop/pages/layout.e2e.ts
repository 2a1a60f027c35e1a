import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  PHONE,
  expectVisible,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { agree, confirmedNumber, orderButton, readyHolder } from '#e2e/support/order-steps.ts'

test('the footer shows the company and where to get help (FRAME-7)', async ({
  wide: { page, openAs, context, url },
}) => {
  await openAs('giftshop1', '/order-process')
  const footer = page.getByRole('contentinfo')
  const links = {
    'Hoe bestellen werkt': '/order-process',
    Bijbetalen: '/additional-point',
  }
  const more = { Retourneren: '/return-policy', Voorwaarden: '/terms-and-conditions' }
  for (const [name, href] of Object.entries({ ...links, ...more, Privacy: '/privacy-policy' })) {
    await expect.poll(() => footer.getByRole('link', { name }).getAttribute('href')).toBe(href)
  }
  for (const text of ['Giftpoint B.V.', 'Keizersgracht 100', '12345678', 'NL001234567B01']) {
    await expectVisible(footer.getByText(text))
  }
  await expectVisible(footer.getByRole('presentation').or(footer.locator('img[alt=""]')))
  await expectVisible(footer.getByText('2.5.13'))
  const guarantee = footer.getByRole('link', { name: /Thuiswinkel Waarborg/ })
  await expect.poll(() => guarantee.getAttribute('href')).toBe('https://www.thuiswinkel.org/')
  await expect.poll(() => guarantee.locator('svg').count()).toBe(1)
  await expect
    .poll(() => footer.getByRole('link', { name: 'Neem contact op' }).getAttribute('href'))
    .toBe('/contact')

  const opened = context.waitForEvent('page')
  await footer.getByRole('link', { name: /Veelgestelde vragen/ }).click()
  await (await opened).waitForURL(url('/faq'))
})

test('the questions of the help box are in the user’s language (B8, FRAME-7)', async ({
  wide: { page, openAs, context, go },
}) => {
  for (const [language, link, questions] of [
    ['en', /Frequently asked/, 'Frequently asked questions'],
    ['de', /Häufige Fragen/, 'Häufige Fragen'],
    ['fr', /Questions/, 'Questions fréquentes'],
  ] as const) {
    await openAs('giftshop1', '/order-process', { language })
    const opened = context.waitForEvent('page')
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
    const tab = await opened
    await expectVisible(tab.getByRole('heading', { level: 1, name: questions }))
    await expect.poll(() => tab.getByRole('article').getAttribute('lang')).toBeNull()
    await tab.close()
  }
  // And from the page that one logs in at, in the language of its host.
  await page.evaluate(() => sessionStorage.clear())
  await page.evaluate(() => localStorage.removeItem('language'))
  await go('/login', 'alpenwerk.localhost')
  await page.getByRole('link', { name: /Fragen/ }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Häufige Fragen' }))
})

test('the guarantee is in the user’s language (FRAME-7)', async ({ wide: { page, openAs } }) => {
  await openAs('giftshop1', '/order-process', { language: 'en' })
  const guarantee = page.getByRole('contentinfo').getByRole('link', { name: /home shopping/ })
  await expect.poll(() => guarantee.getAttribute('href')).toBe('https://www.thuiswinkel.org/en/')
})

test('each page starts at its top, and takes the focus (FRAME-9, statement 4)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/terms-and-conditions')
  const returns = page.getByRole('contentinfo').getByRole('link', { name: 'Retourneren' })
  await returns.click()
  await page.waitForURL((address) => address.pathname === '/return-policy')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})

test("a channel's logo and colours are on every page, and a logo that fails is hidden (FRAME-11)", async ({
  wide: { page, openAs, expectConsoleError },
  shop,
}) => {
  await openAs('giftshop3', '/order-process')
  const home = page.getByRole('banner').getByRole('link', { name: 'Naar de startpagina' })
  const { logIn } = await shop.logIn('giftshop3')
  const { logo } = logIn.corporate_identity
  await expectVisible(home.locator(`img[src$="${logo}"]`))
  const colours = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['--active', '--active-dark-20', '--active-light-80'].map((name) =>
      style.getPropertyValue(name).trim(),
    )
  })
  expect(colours[0]).toBe('#f2a33c')
  expect(colours[1]).toMatch(/black 20%/)
  expect(colours[2]).toMatch(/white 80%/)

  expectConsoleError('404')
  await page.route(`**/${logo}`, (route) => route.fulfill({ status: 404, body: '' }))
  await page.reload()
  await expectVisible(home)
  await expect.poll(() => home.locator('img').count()).toBe(0)
})

test('the round badge shows the points on large screens, and 0 after an order has used them all (SAFE-15, C3; FRAME-13)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const badge = page.locator('[data-points-badge]')
  await openAs('giftshop4', '/order-process', { language: 'nl' })
  await expectVisible(badge)
  await expect.poll(() => badge.textContent()).toBe('10punten')
  // Round, also beside the chat.
  await expect.poll(() => badge.evaluate((one) => getComputedStyle(one).borderRadius)).toBe('50%')

  const split = async (allowed: boolean) => {
    await shop.sql`update channel set split_shipment_allowed = ${allowed} where id = '1014'`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
    await shop.shop.changeEvents.poll()
  }
  const order = async () => {
    const gifts = [{ delivery: 'dropship' as const, points: 5 }]
    const holder = await readyHolder(shop, { points: 8, gifts })
    await openAs(holder.code, '/checkout')
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
  await expectHidden(badge)
})

test('floating buttons are beside the page, and on a phone the chat is below its end (FRAME-8, FRAME-13)', async ({
  wide,
  phone,
}) => {
  const chat = ({ page }: Visit) => page.getByRole('button', { name: 'Stel je vraag' })
  for (const path of ['/', '/products', '/product-description/tall-vase-moss', '/contact']) {
    await wide.openAs('giftshop1', path)
    await expectVisible(chat(wide))
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

    await phone.openAs('giftshop1', path)
    await expectVisible(chat(phone))
    const below = async () => {
      const [page, button] = [
        await phone.page.getByRole('main').boundingBox(),
        await chat(phone).boundingBox(),
      ]
      return (button?.y ?? 0) - ((page?.y ?? 0) + (page?.height ?? 0))
    }
    await expect.poll(below, { message: path }).toBeGreaterThan(0)
  }
})

test('the first Tab stop skips header and menu, and they never cover the focus (statement 4)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/terms-and-conditions')
  await expectVisible(page.getByRole('contentinfo'))
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
})

test('an empty company number has no label in the footer (SAFE-18, C6)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const change = async (company: Record<string, string>) => {
    await shop.sql`update channel set company = company || ${shop.sql.json(company)} where id = '1014'`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
    await shop.shop.changeEvents.poll()
  }
  const footer = page.getByRole('contentinfo')
  await openAs('giftshop1', '/order-process')
  await expectVisible(footer.getByText('KvK', { exact: true }))
  await change({ company_vat_number: '' })
  await page.reload()
  await expectVisible(footer.getByText('KvK', { exact: true }))
  await expectHidden(footer.getByText('Btw', { exact: true }))
  await change({ company_chamber_of_commerce_account: '' })
  await page.reload()
  await expectVisible(footer.getByText('Giftpoint B.V.'))
  await expectHidden(footer.getByText('KvK', { exact: true }))
  await change({
    company_vat_number: 'NL001234567B01',
    company_chamber_of_commerce_account: '12345678',
  })
})

test('every page shows that it is a sandbox (wire: Payments)', async ({
  wide: { page, openAs, go },
}) => {
  const notice = page.getByText('Proefwinkel: er wordt niets echt betaald of verstuurd')
  await go('/login')
  await expectVisible(notice)
  await go('/order-process')
  await expectVisible(notice)
  await openAs('giftshop1', '/contact')
  await expectVisible(notice)
})

test('header and footer are accessible at every width (statements 4, 9)', async ({
  phone: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process')
  await expectVisible(page.getByRole('contentinfo'))
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 600 })
  await expectNoHorizontalScroll(page)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.setViewportSize({ width: 640, height: 800 })
  await expectNoHorizontalScroll(page)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Meer in Wonen' }).click()
  await expectNoAxeViolations(page)
  await expectNoHorizontalScroll(page)
  await page.setViewportSize(PHONE)
})
