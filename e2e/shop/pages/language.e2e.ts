import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { test, expectVisible } from '#e2e/support/browser-test.ts'

const languagesIn = (page: Page) =>
  page
    .getByRole('listitem')
    .getByRole('button', { name: /^(Nederlands|English|Deutsch|Français)$/ })

test('another language keeps the page, the cart, the filters and the typed text (FRAME-2, LOGIN-13, statement 3)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const gift = await shop.gift({ points: 3 })
  const holder = await shop.holder()
  await holder.done('changeCart', {
    cart_guid: holder.cartGuid,
    spli_id: gift.spliId,
    quantity: 1,
  })
  await openAs(holder.code, '/contact?keep=this')
  await page.getByRole('textbox', { name: 'Onderwerp' }).fill('Waar blijft mijn vaas?')
  await page.getByRole('searchbox').fill('lam')
  const address = page.url()
  await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))

  const menu = page.getByRole('button', { name: /Taal/ })
  await menu.click()
  const others = languagesIn(page)
  await expect.poll(() => others.allTextContents()).toEqual(['English'])
  await expect.poll(() => others.first().locator('svg').count()).toBe(1)
  await others.first().click()

  await expectVisible(page.getByRole('heading', { name: 'We are glad to help' }))
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue())
    .toBe('Waar blijft mijn vaas?')
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('lam')
  expect(page.url()).toBe(address)
  await expectVisible(page.getByRole('banner').getByRole('link', { name: /^Basket\s*1$/ }))
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe('en')
  await expect.poll(() => page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
  await expect.poll(() => page.locator(':focus').textContent()).toContain('English')
})

test('a recipient with the default language who never chose is not asked (FRAME-2)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process')
  const menu = page.getByRole('button', { name: /Taal/ })
  await expect.poll(() => menu.isDisabled()).toBe(false)
  await page.evaluate(() => localStorage.removeItem('language'))
  await page.reload()
  await expect.poll(() => menu.isDisabled()).toBe(true)
})

test('a recipient of a channel in another language can choose Dutch or English (FRAME-2, LOGIN-13)', async ({
  phone: { page, openAs },
}) => {
  await openAs('giftshop4', '/order-process', { language: 'de' })
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
  await page.getByRole('button', { name: /Sprache/ }).click()
  const others = languagesIn(page)
  await expect.poll(() => others.allTextContents()).toEqual(['Nederlands', 'English'])
  await others.first().click()
  await expectVisible(page.getByRole('heading', { name: 'Hoe bestellen werkt', level: 1 }))
  // Back to German is not offered: it cannot be selected.
  await page.getByRole('button', { name: /Taal/ }).click()
  await expect.poll(() => others.allTextContents()).toEqual(['English'])
})

test('a fallback text is marked with its own language (statement 3)', async ({
  wide: { page, openAs },
  shop,
}) => {
  await shop.sql.begin(async (sql) => {
    await sql`
        insert into content (channel_id, path, kind, key, language, value)
        values ('1014', 'footercomponents', 'text', 'helpText', 'nl', 'Alleen in het Nederlands')
        on conflict do nothing`
    await sql`
        delete from content
        where path = 'footercomponents' and key = 'helpText' and language = 'en'`
    await sql`insert into change_event (topic, subject) values ('channel', '1014'), ('channel', '2')`
  })
  await shop.shop.changeEvents.poll()
  await openAs('giftshop1', '/order-process', { language: 'en' })
  const help = page.getByText('Alleen in het Nederlands')
  await expectVisible(help)
  await expect.poll(() => help.getAttribute('lang')).toBe('nl')
})
