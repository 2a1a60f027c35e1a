import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { openCart, line, next, quantityOf, summary } from '#e2e/support/cart-steps.ts'
import {
  agree,
  cartOf,
  chooseTime,
  confirmedNumber,
  orderButton,
  readyHolder,
} from '#e2e/support/order-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
  expectMainFits,
} from '#e2e/support/browser-test.ts'
import { sampleContact } from '#server/testing/test-shop.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

test('checkout steps: five with a label, and completed ones are links (CART-1)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openCart(shop, wide, { gifts: [{ points: 5 }] })
  const steps = page.getByRole('navigation', { name: /Stap/ })
  await expect
    .poll(() => steps.getByRole('listitem').allTextContents())
    // The points pay for all of it.
    .toEqual(['1Cadeaumand', '2Gegevens', '3Bezorging', '4Betaling (niet nodig)', '5Bevestiging'])
  await expect.poll(() => steps.getByRole('link').count()).toBe(0)
  await expect.poll(() => steps.locator('[aria-current=step]').innerText()).toContain('Cadeaumand')

  await next(page).click()
  await page.waitForURL('**/personal-details')
  await expectVisible(steps.locator('[aria-current=step]').filter({ hasText: 'Gegevens' }))
  await steps.getByRole('link', { name: 'Cadeaumand' }).click()
  await page.waitForURL('**/cart')
})

test('checkout steps: on a phone only the current one has its name (CART-1)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  await openCart(shop, phone, { gifts: [{ points: 5 }], language: 'en' })
  const steps = page.getByRole('navigation', { name: 'Step 1 of 5' })
  const width = async (name: string) => (await steps.getByText(name).boundingBox())?.width ?? 0
  await expect.poll(() => width('Basket')).toBeGreaterThan(30)
  await expect.poll(() => width('Confirmation')).toBeLessThanOrEqual(1)
})

test('cart line: shows its gift, and its stepper stops at one (CART-2, D2, C: focus and numbers of the stepper)', async ({
  wide,
}) => {
  const { page } = wide
  await wide.openAs('giftshop1', '/products')
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  await page.request.post(wide.url('/rest/shopping_cart'), {
    headers: { authorization: `Bearer ${token}` },
    data: { spli_id: '1014-tall-vase-sand', quantity: 2 },
  })
  await wide.go('/cart')
  const vase = line(page, 'Hoge vaas')
  await expectVisible(vase.getByText('Zonnekeramiek'))
  await expectVisible(vase.getByText('Zand', { exact: true }))
  await expectVisible(vase.getByText('Op voorraad'))
  await expectVisible(vase.getByText('Binnen 2 werkdagen in huis'))
  await expectVisible(vase.getByText('18 punten'))
  await expect.poll(() => vase.locator('img').getAttribute('src')).toContain('/images/')
  await expect
    .poll(() => vase.getByRole('link', { name: 'Hoge vaas' }).getAttribute('href'))
    .toBe('/product-description/tall-vase-sand')
  const badge = vase.getByText('Op voorraad')
  await expect
    .poll(() => badge.evaluate((one) => getComputedStyle(one).backgroundColor))
    .toBe('rgb(205, 238, 231)')

  const less = vase.getByRole('button', { name: 'Eén Hoge vaas (Zand) minder' })
  await less.click()
  await expectVisible(vase.getByText('9 punten', { exact: true }))
  await expect.poll(() => less.isDisabled()).toBe(true)
  // The button that has come to its end keeps the focus of the finger on it.
  await expect.poll(() => less.evaluate((one) => one === document.activeElement)).toBe(true)
  for (const typed of ['0', '2.7', '-3', '1000']) {
    await quantityOf(page, 'Hoge vaas').fill(typed)
    await expectVisible(vase.getByText('Kies een heel aantal van 1 tot en met 999.'))
    await expect.poll(() => quantityOf(page, 'Hoge vaas').inputValue()).toBe(typed)
  }
  await quantityOf(page, 'Hoge vaas').press('Tab')
  await expect.poll(() => quantityOf(page, 'Hoge vaas').inputValue()).toBe('1')
  await expectAnnouncement(page, /Aantal cadeaus: 1\. Samen 9.punten/)
})

test('cart line: has no stepper if the channel does not allow to change quantities (CART-2)', async ({
  shop,
  wide,
}) => {
  await openCart(shop, wide, { channel: '2002', points: 10, gifts: [{ points: 10, name: 'Krug' }] })
  await expectVisible(line(wide.page, 'Krug').getByText('Aantal: 1'))
  await expect
    .poll(() => wide.page.getByRole('button', { name: /Krug (meer|minder)/ }).count())
    .toBe(0)
  await expectVisible(wide.page.getByRole('button', { name: 'Verwijder Krug' }))
})

test('cart total: gifts, voucher, and the points that remain or the euros to pay (CART-3, statement 14)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openCart(shop, wide, { points: 10, gifts: [{ points: 5, quantity: 2, name: 'Kan' }] })
  const rows = async () =>
    (await summary(page).locator('dl > div').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '))
  await expect
    .poll(() => rows())
    .toEqual(['Cadeaus 10 punten', 'Jouw punten 10 punten', 'Punten over 0 punten'])
  const logos = page.getByRole('list', { name: 'Betalen kan met' })
  await expect.poll(() => logos.count()).toBe(0)

  const cup = await shop.gift({ points: 2, name: 'Kop' })
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  await page.request.post(wide.url('/rest/shopping_cart'), {
    headers: { authorization: `Bearer ${token}` },
    data: { spli_id: cup.spliId, quantity: 1 },
  })
  await page.reload()
  await expectVisible(line(page, 'Kop'))
  await expect
    .poll(() => rows())
    .toEqual(['Cadeaus 12 punten', 'Jouw punten 10 punten', 'Nog te betalen € 10,00 (2 punten)'])
  await expectVisible(logos)
  await expect.poll(() => logos.getByRole('img').count()).toBe(5)
  const columns = await logos.evaluate((one) => getComputedStyle(one).gridTemplateColumns)
  expect(columns.split(' ')).toHaveLength(5)
})

test('Continue: explains to everyone why it is disabled, with the number of points that must be used (CART-4, statement 15)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openCart(shop, wide, { channel: '2002', points: 10, gifts: [{ points: 7 }] })
  await expect.poll(() => next(page).isDisabled()).toBe(true)
  const reason = 'Gebruik al je punten: je hebt er nog 3 over.'
  await expectVisible(summary(page).getByText(reason))
  await expectVisible(summary(page).getByText('3', { exact: true }))
  await expectAnnouncement(page, reason)
  await expect.poll(() => next(page).getAttribute('aria-describedby')).toBe('cart-reason')
})

test('cart: suggests gifts that use up the points, and then continues (CART-4)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  const { holder } = await openCart(shop, phone, {
    channel: '2002',
    points: 10,
    gifts: [{ points: 7, name: 'Krug' }],
  })
  await shop.gift({ channel: '2002', points: 3, name: 'Kop' })
  await page.reload()
  const fits = page.getByRole('region', { name: /Nog 3.punten over\? Dit past precies\./ })
  await fits
    .getByRole('button', { name: /^Kies .*samen 3.punten/ })
    .first()
    .click()
  await expectVisible(page.getByText('Je hebt nu precies al je punten gebruikt.'))
  await expect.poll(() => next(page).isEnabled()).toBe(true)
  await expect.poll(async () => (await cartOf(holder)).totals.order_total_points).toBe(10)
  await next(page).click()
  await page.waitForURL('**/personal-details')
})

test('cart: without extra payment the voucher is the limit, and no euros are asked for (CART-4, statement 15, B13)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  await openCart(shop, phone, {
    channel: '2001',
    points: 10,
    language: 'en',
    gifts: [{ points: 11, name: 'Lamp' }],
  })
  const reason = 'You are 1 point over your limit.'
  await expectVisible(summary(page).getByText(reason))
  // What cannot be paid for is not asked for, nor are there ways to pay it.
  await expectVisible(summary(page).getByText('Above your limit'))
  await expect.poll(() => summary(page).getByText('You may pay extra for up to').count()).toBe(0)
  await expect.poll(() => summary(page).getByText(/€/).count()).toBe(0)
  await expect.poll(() => summary(page).locator('img').count()).toBe(0)
  await expectAnnouncement(page, reason)
  await expect.poll(() => next(page).isDisabled()).toBe(true)
})

test('on the main channel a recipient can buy up to two points; above them no euros are asked for, but the payment methods stay (SAFE-15, C4; CART-3, CART-4, statement 15, B13)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, {
    points: 10,
    gifts: [{ points: 1, quantity: 12, name: 'Ei' }],
  })
  await expect.poll(() => next(page).isDisabled()).toBe(false)
  await page.getByRole('button', { name: 'Eén Ei meer' }).click()
  await expectVisible(summary(page).getByText('Je zit 1 punt boven wat je mag besteden.'))
  // The sum adds up: the amount that may be paid by card is listed between the points and the excess.
  await expect
    .poll(() => summary(page).locator('dl').innerText())
    .toMatch(/10.punten\s+Bijbetalen mag tot\s+2.punten\s+Boven je limiet\s+1.punt/)
  await expect.poll(() => summary(page).getByText(/€/).count()).toBe(0)
  const logos = page.getByRole('list', { name: 'Betalen kan met' })
  await expect.poll(() => logos.getByRole('img').count()).toBe(5)
  await expect.poll(() => next(page).isDisabled()).toBe(true)
  await expectAnnouncement(page, /Samen 13.punten\. Je zit 1 punt boven/)
  await expect
    .poll(async () => (await cartOf(holder)).problems)
    .toMatchObject([{ code: 'points-limit-exceeded' }])

  await page.getByRole('button', { name: 'Eén Ei minder' }).click()
  await expectHidden(summary(page).getByText('Je zit 1 punt boven wat je mag besteden.'))
  await next(page).click()
  await page.waitForURL('**/personal-details')
})

test('expired voucher: every page says so, and nothing can be paid (SAFE-15, B2; PRODUCT-19)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, {
    points: 10,
    gifts: [{ points: 11, name: 'Lamp' }],
  })
  await holder.done('saveAddress', sampleContact)
  await expectVisible(
    summary(page)
      .getByText(/€.5,00/)
      .first(),
  )
  // The shared view of the catalogue in the browser expires with the voucher and is requested again.
  wide.expectConsoleError('401')
  const ended = new Date(shop.clock.now().getTime() - 36 * 60 * 60 * 1000)
  await shop.sql`update voucher set valid_until = ${ended} where id = ${holder.voucherId}`
  await shop.shop.changeEvents.poll()
  await page.goto(wide.url('/order-process'))
  const day = new Intl.DateTimeFormat('nl-NL', {
    dateStyle: 'long',
    timeZone: 'Europe/Amsterdam',
  })
  const lastDay = day.format(new Date(ended.getTime() - 1))
  await expectVisible(page.getByText(`Je punten waren geldig tot en met ${lastDay}`))
  await expectVisible(page.getByRole('banner').getByText(/^0 punten/))
  const notice = page.getByRole('status').filter({ hasText: 'Je punten zijn niet meer geldig' })
  await expectVisible(notice.getByText(/Je kunt je bestellingen nog wel bekijken/))
  await expectVisible(notice.getByRole('link', { name: 'Mijn bestellingen' }))
  await expectVisible(notice.getByRole('link', { name: 'Vraag het ons' }))

  await page.goto(wide.url('/cart'))
  const reason = 'Je punten zijn verlopen. Je kunt er niet meer mee bestellen.'
  await expectVisible(summary(page).getByText(reason))
  await expectVisible(summary(page).getByRole('link', { name: 'Vraag het ons' }))
  await expect.poll(() => summary(page).getByText(/€/).count()).toBe(0)
  await expect.poll(() => summary(page).locator('img').count()).toBe(0)
  await expect.poll(() => next(page).isDisabled()).toBe(true)
  await expectNoAxeViolations(page)

  await page.goto(wide.url('/checkout'))
  await expectVisible(page.getByText(reason))
  await expectVisible(page.getByRole('main').getByRole('link', { name: 'Naar de klantenservice' }))
  await expect.poll(() => page.getByRole('button', { name: /^Bestel/ }).isDisabled()).toBe(true)
})

test('cart: everything works by keyboard (statement 4)', async ({ shop, wide }) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, { gifts: [{ points: 2, name: 'Kan' }] })
  await quantityOf(page, 'Kan').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await cartOf(holder)).Totals.number_of_products).toBe(3)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/personal-details')
})

test('fits 320 pixels and 200% text, and axe finds nothing (statements 9, 10)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze in Geschenkverpackung'
  await page.setViewportSize({ width: 320, height: 640 })
  await openCart(shop, phone, {
    points: 10,
    gifts: [
      { points: 9, quantity: 2, inStock: 1, name: long },
      { points: 5, name: 'Kan' },
    ],
  })
  await expectVisible(line(page, long))
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page, 'main')
  await page.setViewportSize({ width: 640, height: 640 })
  const twice = await enlargeText(page, 200)
  await expectMainFits(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await twice.undo()
  for (const name of ['Kan', long]) {
    await page
      .getByRole('button', { name: `Verwijder ${name}` })
      .first()
      .click()
  }
  await expectVisible(page.getByText('Je cadeaumand is nog leeg.'))
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page, 'main')
})

test('checkout steps: completed ones lead back from every later step (CART-1)', async ({
  shop,
  wide: { page, openAs, url },
}) => {
  const names = ['Cadeaumand', 'Gegevens', 'Bezorging', 'Betaling', 'Bevestiging']
  const paths = ['/cart', '/personal-details', '/checkout']
  const steps = (step: number) =>
    page.getByRole('navigation', { name: `Stap ${step} van 5` }).getByRole('link')
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  for (const [at, path] of paths.slice(0, 2).entries()) {
    await expect.poll(() => steps(3).allInnerTexts()).toEqual(names.slice(0, 2))
    await steps(3).nth(at).click()
    await page.waitForURL(url(path))
    await page.goBack()
  }
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  await confirmedNumber(page)
  // What was ordered is no more in the cart: each of them ends at the cart of the next order.
  for (const at of paths.keys()) {
    await expect.poll(() => steps(5).allInnerTexts()).toEqual(names.slice(0, 3))
    await steps(5).nth(at).click()
    await page.waitForURL(url('/cart'))
    await page.goBack()
  }
})
