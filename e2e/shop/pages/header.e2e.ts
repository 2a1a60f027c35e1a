import { expect } from 'vitest'

import { formatDay } from '#domain/fulfilment/delivery-moment.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { agree, chooseTime, confirmedNumber, orderButton } from '#e2e/support/order-steps.ts'
import { sampleContact } from '#server/testing/test-shop.ts'

test('the top bar shows when gifts arrive and until when points are valid (FRAME-1)', async ({
  wide: { page, openAs },
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs('giftshop1', '/order-process')
  const validity = page.getByText(/Je punten zijn geldig tot en met/)
  await expectVisible(validity)
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

  // The day is the one that gifts show, from the same answer of the shop.
  const { response } = await (await shop.logIn('giftshop1')).done('readCart', {})
  const home = response.arrival?.monta.home ?? ''
  await expectVisible(page.getByText(`Vandaag besteld, in huis op ${formatDay(home, 'nl')}`))
  await page.getByRole('button', { name: 'Meer over de levertijd' }).click()
  await expectVisible(page.getByText('Geldt voor cadeaus uit ons eigen magazijn'))
  await page.keyboard.press('Escape')
  await expectHidden(page.getByText('Geldt voor cadeaus uit ons eigen magazijn'))
})

test('on a phone the top bar hides the delivery line and keeps its height (FRAME-1)', async ({
  phone: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process')
  await expectVisible(page.getByText(/Je punten zijn geldig tot en met/))
  await expect.poll(() => page.getByText('Vandaag besteld').isVisible()).toBe(false)
  await expect
    .poll(() => page.locator('[data-top-bar]').boundingBox())
    .toMatchObject({ height: 40 })
  await expectVisible(page.getByRole('button', { name: 'Uitloggen' }))
})

test('the header shows available and remaining points, wishes and gifts, and no basket after the order (SAFE-15, C3; B5, FRAME-4)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const gift = await shop.gift({ points: 3 })
  const holder = await shop.holder({ points: 12 })
  await holder.done('changeCart', {
    cart_guid: holder.cartGuid,
    spli_id: gift.spliId,
    quantity: 2,
  })
  await holder.done('addWish', { sales_pricelist_item: gift.spliId, wish_list: null })
  await openAs(holder.code, '/order-process')
  const banner = page.getByRole('banner')
  await expectVisible(banner.getByText(/^12 punten/))
  await expectVisible(banner.getByText('nog 6 over'))
  await expectVisible(banner.getByRole('link', { name: /^Verlanglijst\s*1$/ }))
  await expectVisible(banner.getByRole('link', { name: /^Cadeaumand\s*2$/ }))
  await expect.poll(() => banner.locator('[data-basket]').getAttribute('href')).toBe('/cart')

  await holder.done('saveAddress', sampleContact)
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  await page.waitForURL((address) => address.pathname === '/confirmation')
  await confirmedNumber(page)
  await expectVisible(banner.getByRole('link', { name: 'Naar de startpagina' }))
  await expect.poll(() => banner.locator('[data-basket]').count()).toBe(0)
})

test('on a phone the header stays one row, with any basket (FRAME-4)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const holder = await shop.holder({ points: 1250 })
  const banner = page.getByRole('banner')
  const rows = () =>
    banner
      .locator('[data-basket], a[href="/"], a[href="/wishlist"]')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  for (const { gift, said } of [
    { gift: false, said: /1250/ },
    { gift: true, said: 'nog 1200 over' },
  ]) {
    if (gift) {
      const { spliId } = await shop.gift({ points: 50 })
      await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
    }
    await openAs(holder.code, '/order-process')
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 720 })
      await expectVisible(banner.getByText(said))
      await expect.poll(async () => new Set(await rows()).size, { message: `${width}` }).toBe(1)
      await expectNoHorizontalScroll(page)
    }
  }
})

test('one point is singular (FRAME-4)', async ({ wide: { page, openAs }, shop }) => {
  const holder = await shop.holder({ points: 1 })
  await openAs(holder.code, '/order-process')
  await expectVisible(page.getByRole('banner').getByText('1 punt', { exact: true }))
})

test('the search covers the complete shop, with Enter and with its button (FRAME-3)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/products?mainTagId=home&tagId=kitchen&tagId=table&brand=linnenhuis')
  const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
  await box.fill('  lamp ')
  await box.press('Enter')
  await page.waitForURL((address) => address.searchParams.get('search') === 'lamp')
  const query = new URL(page.url()).searchParams
  expect([query.has('tagId'), query.has('mainTagId')]).toEqual([false, false])

  await box.fill('vaas')
  await page.getByRole('search').getByRole('button', { name: 'Zoeken' }).click()
  await page.waitForURL((address) => address.searchParams.get('search') === 'vaas')
})

test('an empty search does nothing (FRAME-3)', async ({ phone: { page, openAs, url } }) => {
  await openAs('giftshop1', '/order-process')
  const box = page.getByRole('searchbox', { name: 'Zoek een cadeau' })
  await box.fill('   ')
  await box.press('Enter')
  await page.getByRole('search').getByRole('button', { name: 'Zoeken' }).click()
  expect(page.url()).toBe(url('/order-process'))
  await box.fill('lamp')
  await box.press('Enter')
  await page.waitForURL(url('/products?search=lamp'))
})
