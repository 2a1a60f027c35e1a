import { cards } from '#e2e/support/gift-cards.ts'
import { tabTo } from '#e2e/support/keyboard-steps.ts'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  PHONE,
  expectVisible,
  typeCode,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

const bar = ({ page }: Visit) => page.getByRole('region', { name: 'Mogen we meekijken?' })

/** Measurements sent, and the script fetched to take them. */
function measuring({ page }: Visit) {
  const sent: { name: string; page: string }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/web-vitals/.test(pathname)) sent.push({ name: 'script', page: pathname })
    if (pathname === '/rest/measured') sent.push(request.postDataJSON() as (typeof sent)[number])
  })
  return sent
}

/** A click finalizes the paint metrics; the rest is sent when the page closes. */
async function clickAndLeave({ page, url }: Visit) {
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.goto(url('/health/live'))
}

const kept = () => ({ session: { ...sessionStorage }, local: { ...localStorage } })

test('before the choice nothing is measured, stored or requested from other hosts (LOGIN-12, statement 28)', async ({
  wide,
  shop,
}) => {
  const { page, go } = wide
  const sent = measuring(wide)
  const strangers: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(shop.url) && !url.startsWith('data:')) strangers.push(url)
  })
  await go('/login')
  await expectVisible(bar(wide))
  await go('/order-process')
  await expectVisible(bar(wide))
  await expect.poll(() => page.evaluate(kept)).toEqual({ session: {}, local: {} })
  expect(await page.context().cookies()).toEqual([])
  await clickAndLeave(wide)
  expect(sent).toEqual([])
  expect(strangers).toEqual([])
})

test('after consent the shop measures its pages, and nothing else (LOGIN-12)', async ({
  wide,
  shop,
}) => {
  const { page, go } = wide
  const sent = measuring(wide)
  await go('/login')
  await bar(wide).getByRole('button', { name: 'Accepteren' }).click()
  await expectHidden(bar(wide))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('all')
  await expect.poll(() => sent.map(({ name }) => name)).toContain('TTFB')
  await clickAndLeave(wide)
  const told = sent.filter(({ name }) => name !== 'script')
  for (const figure of told) {
    expect(Object.keys(figure).sort()).toEqual(['name', 'page', 'value'])
    expect(figure.page).toBe('/login')
  }
  const figures = async () => (await shop.request('/metrics')).text()
  await expect.poll(figures).toContain('page_seconds_count{figure="LCP",page="/login"} 1')
  // Sent while the page was closing.
  await expect.poll(figures).toContain('page_layout_shift_count{page="/login"} 1')

  await go('/login')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await expect.poll(() => bar(wide).count()).toBe(0)
})

test('one click refuses, and then nothing is measured (LOGIN-12, statement 28)', async ({
  phone,
}) => {
  const { page, go } = phone
  const sent = measuring(phone)
  await go('/login')
  const refuse = bar(phone).getByRole('button', { name: 'Weigeren' })
  const accept = bar(phone).getByRole('button', { name: 'Accepteren' })
  const alike = async () => {
    const [one, other] = await Promise.all(
      [refuse, accept].map((button) =>
        button.evaluate((element) => {
          const { width, height } = element.getBoundingClientRect()
          const { color, backgroundColor, fontWeight } = getComputedStyle(element)
          return JSON.stringify({ width, height, color, backgroundColor, fontWeight })
        }),
      ),
    )
    return one === other
  }
  await expect.poll(alike).toBe(true)

  await refuse.click()
  await expectHidden(bar(phone))
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('cookieConsent')))
    .toBe('necessary')
  await go('/order-process')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await expect.poll(() => bar(phone).count()).toBe(0)
  await clickAndLeave(phone)
  expect(sent).toEqual([])
})

test('consent can be withdrawn on every page, which ends the measuring (LOGIN-12, statement 28)', async ({
  wide,
}) => {
  const { page, go, openAs } = wide
  const sent = measuring(wide)
  for (const path of ['/login', '/order-process', '/faq', '/contact']) {
    await go(path)
    if (path === '/login') await bar(wide).getByRole('button', { name: 'Accepteren' }).click()
    await page.getByRole('button', { name: 'Cookiekeuze' }).click()
    await expectVisible(bar(wide))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cookieConsent'))).toBeNull()
    await expect
      .poll(() => bar(wide).evaluate((element) => element === document.activeElement))
      .toBe(true)
    await bar(wide).getByRole('button', { name: 'Weigeren' }).click()
    await expectHidden(bar(wide))
  }
  for (const path of ['/', '/cart', '/wishlist', '/contact']) {
    await openAs('giftshop1', path)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookiekeuze' }).click()
    await expectVisible(bar(wide))
  }
  await bar(wide).getByRole('button', { name: 'Accepteren' }).click()
  await expect.poll(() => sent.some(({ page }) => page === '/contact')).toBe(true)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookiekeuze' }).click()
  sent.length = 0
  await clickAndLeave(wide)
  expect(sent).toEqual([])
})

test('on a phone the cookie bar covers neither the boxes nor the button of the login (LOGIN-12, statement 4)', async ({
  phone,
}) => {
  const { page, go } = phone
  for (const height of [PHONE.height, 600]) {
    await page.setViewportSize({ width: 375, height })
    await go('/login')
    await expectVisible(bar(phone))
    for (const control of [
      page.getByRole('textbox'),
      page.getByRole('button', { name: /cadeaus/ }),
    ]) {
      const covered = async () => {
        const [box, top] = await Promise.all([
          control.first().boundingBox(),
          bar(phone).boundingBox(),
        ])
        return (box?.y ?? 0) + (box?.height ?? 0) - (top?.y ?? 0)
      }
      await expect.poll(covered).toBeLessThanOrEqual(0)
    }
  }
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoHorizontalScroll(page)
})

test('on a phone the error of a code is shown above the cookie bar (LOGIN-5, LOGIN-12)', async ({
  phone,
}) => {
  const { page, go } = phone
  await page.setViewportSize({ width: 320, height: 680 })
  for (const code of ['giftshop5', 'zzzzzzzzz']) {
    await go('/login')
    await expectVisible(bar(phone))
    await enlargeText(page, 140)
    await typeCode(page, code)
    await page.locator('form').getByRole('button').click()
    const told = page.getByRole('alert').filter({ hasText: /\S/ })
    await expectVisible(told)
    const covered = async () => {
      const [text, question] = [await told.boundingBox(), await bar(phone).boundingBox()]
      return (text?.y ?? Infinity) + (text?.height ?? 0) - (question?.y ?? 0)
    }
    await expect.poll(covered).toBeLessThanOrEqual(0)
  }
})

test('on a phone the cookie bar is low, and covers neither the next button nor a gift’s name and points (L2)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  const holder = await shop.holder({ points: 10 })
  const { spliId } = await shop.gift({ name: 'Mok' })
  await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  await phone.openAs(holder.code, '/cart')
  await page.setViewportSize({ width: 375, height: 720 })
  await page.evaluate(() => localStorage.removeItem('cookieConsent'))
  const isClear = async (shown: Locator) => {
    await expectVisible(shown)
    const place = async () => {
      const [own, question] = [await shown.boundingBox(), await bar(phone).boundingBox()]
      return {
        above: Math.round((own?.y ?? 720) + (own?.height ?? 0) - (question?.y ?? 0)) <= 0,
        low: (question?.height ?? 720) <= 140,
      }
    }
    await expect.poll(place).toEqual({ above: true, low: true })
  }
  await phone.go('/cart')
  await isClear(page.getByRole('button', { name: 'Verder', exact: true }))
  await phone.go('/product-description/tall-vase-moss')
  const main = page.getByRole('main')
  await isClear(main.getByRole('heading', { level: 1 }))
  await isClear(main.getByText(/^\d+\spunten$/).first())
  // Meanwhile the button is in the page, and afterwards at the bottom of the window with points and fit.
  await bar(phone).getByRole('button').first().click()
  await page.evaluate(() => window.scrollTo(0, 0))
  const buyBar = main.locator('[data-buy-bar]')
  await expect.poll(async () => (await buyBar.boundingBox())?.y).toBeGreaterThan(600)
  await expect.poll(() => buyBar.innerText()).toMatch(/\d+\spunten\s+(Past|\d+\spunten te weinig)/)
})

test('the cookie bar does not cover the focused element (D4, D5, statement 4)', async ({
  wide,
}) => {
  const { page, openAs, go } = wide
  await openAs('giftshop1', '/contact')
  await page.evaluate(() => localStorage.removeItem('cookieConsent'))
  await page.reload()
  await expectVisible(bar(wide))
  // This height puts the bar over the field that the next Tab key reaches.
  const subject = page.getByRole('textbox', { name: 'Onderwerp' })
  const { y = 0, height = 0 } = (await subject.boundingBox()) ?? {}
  await page.setViewportSize({ width: 1280, height: Math.max(680, Math.round(y + height) + 10) })
  const question = async () => (await bar(wide).boundingBox())?.y ?? 0
  await expect.poll(question).toBeLessThan(y)

  await page.getByRole('textbox', { name: 'E-mailadres' }).focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() => subject.evaluate((element) => element === document.activeElement))
    .toBe(true)
  const covered = async () => {
    const focused = await subject.boundingBox()
    return (focused?.y ?? 0) + (focused?.height ?? 0) - (await question())
  }
  await expect.poll(covered).toBeLessThanOrEqual(0)

  // The bar does not cover fixed elements while the page scrolls.
  await page.setViewportSize({ width: 1280, height: 700 })
  await openAs('giftshop1', '/products')
  await page.evaluate(() => localStorage.removeItem('cookieConsent'))
  await page.reload()
  await expectVisible(bar(wide))
  await page.evaluate(() => scrollTo(0, 400))
  await page.getByRole('main').getByRole('checkbox').first().focus()
  await tabTo(page, cards(page).getByRole('link'))

  // Nor does it cover a gift's thumbnails, in a row that scrolls on its own.
  for (const height of [700, 900]) {
    await page.setViewportSize({ width: 1280, height })
    await go('/product-description/tall-vase-sand')
    await expectVisible(bar(wide))
    const pictures = page.getByRole('group', { name: 'Foto’s van Hoge vaas' })
    await expectVisible(pictures)
    await pictures.focus()
    await tabTo(page, page.getByRole('button', { name: 'Kies dit cadeau' }))
  }

  // In letters of twice the size neither the header nor the question leaves nothing of the page.
  await page.setViewportSize(PHONE)
  await enlargeText(page, 200)
  await page.evaluate(() => scrollTo(0, 900))
  const amid = (y: number) =>
    page.evaluate((y) => document.elementFromPoint(150, y)?.closest('main') !== null, y)
  for (const y of [60, 360, 690]) await expect.poll(() => amid(y)).toBe(true)
  const button = bar(wide).getByRole('button', { name: 'Weigeren' })
  await expect
    .poll(() => button.evaluate((one) => one.getBoundingClientRect().height))
    .toBeLessThan(110)
})
