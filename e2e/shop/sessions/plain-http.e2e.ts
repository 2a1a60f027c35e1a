import { expect } from 'vitest'

import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import { agree, chooseTime, confirmedNumber, orderButton } from '#e2e/support/order-steps.ts'
import { check, fillPerson } from '#e2e/support/personal-steps.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'

/** Neither localhost nor https: to a browser no secure place, like a shop on a company's own network. */
const HOST = 'shop.test'

test('login, address search, order and withdrawal also work without https (A6, statement 29)', async ({
  wide,
  shop,
}) => {
  const { page, go } = wide
  const gift = await shop.gift({ points: 4, name: 'Mok van klei' })
  const { code } = await shop.holder()
  await wide.logIn(code, { host: HOST })
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await page.keyboard.press('Escape')
  await go(`/product-description/${gift.sku}`, HOST)
  await page.getByRole('button', { name: 'Kies dit cadeau' }).click()
  await expectVisible(page.getByRole('dialog').getByText('Mok van klei'))
  await go('/personal-details', HOST)
  await fillPerson(page)
  await page.getByRole('combobox', { name: 'Zoek je adres' }).fill('1012AB 12A')
  const street = page.getByRole('textbox', { name: 'Straat' })
  await expect.poll(() => street.inputValue()).toBe('Zilverkade')
  await check(page).click()
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  const number = await confirmedNumber(page)

  shop.clock.advance(31 * 60_000)
  await submitOrder(shop.shop, number)
  await go(`/orders/${number}`, HOST)
  await page.getByRole('button', { name: 'Ik wil herroepen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Mok van klei' }).check()
  await dialog.getByRole('button', { name: 'Verder' }).click()
  await dialog.getByRole('button', { name: 'Bevestig herroeping' }).click()
  await expectVisible(dialog.getByRole('heading', { name: `Herroeping ${number}-W1` }))
  await dialog
    .getByRole('button', { name: /[Ss]luit/ })
    .first()
    .click()
  await expectHidden(dialog)
})
