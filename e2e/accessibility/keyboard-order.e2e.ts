import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import { tabTo } from '#e2e/support/keyboard-steps.ts'
import { countRecords, confirmedNumber, orderButton } from '#e2e/support/order-steps.ts'

/** Into a field that a key has reached, which then is left by a key. */
async function typeInto(page: Page, name: string, text: string) {
  await tabTo(page, page.getByRole('textbox', { name, exact: true }))
  await page.keyboard.type(text)
}

/** The URLs of all visited pages. They must contain no personal data; address lookups are separate requests. */
function pagesSeen(page: Page): string[] {
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  return seen
}

test('from the cart to the confirmation without a mouse, with the rest paid by card (statement 4, statement 30)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await shop.holder({ points: 6, firstName: '' })
  for (const [delivery, points] of [
    ['monta', 5],
    ['digital', 2],
  ] as const) {
    const { spliId } = await shop.gift({ delivery, points, name: `Gift by ${delivery}` })
    await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  }
  const seen = pagesSeen(page)
  await openAs(holder.code, '/cart')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await tabTo(page, page.getByRole('button', { name: 'Verder', exact: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/personal-details$/)
  await expectVisible(page.getByRole('textbox', { name: 'Voornaam' }))

  await typeInto(page, 'Voornaam', 'Anna')
  await typeInto(page, 'Achternaam', 'de Vries')
  await typeInto(page, 'E-mailadres', 'anna@example.com')
  await typeInto(page, 'Straat', 'Zilverkade')
  await typeInto(page, 'Huisnummer', '12')
  await typeInto(page, 'Postcode', '1012 AB')
  await typeInto(page, 'Woonplaats', 'Amsterdam')
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Verder naar bezorging' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/checkout$/)

  await expectVisible(page.getByRole('radio', { name: /09:00/ }))
  await tabTo(page, page.getByRole('radio', { name: 'Thuis bezorgen' }))
  await page.keyboard.press('ArrowDown')
  await expectVisible(page.getByRole('radio', { name: /^1\. / }))
  await tabTo(page, page.getByRole('radio', { name: /^1\. / }))
  await expect.poll(() => page.getByRole('radio', { name: /^1\. / }).isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.getByRole('radio', { name: /^2\. / }).isChecked()).toBe(true)
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, orderButton(page))
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  await expectVisible(dialog)
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  await expect
    .poll(() => orderButton(page).evaluate((button) => button === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Naar de betaalpagina' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sandbox\/payments\//)
  await tabTo(page, page.getByRole('button', { name: 'Paid', exact: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/confirmation\?extra_payments=1$/)
  const number = await confirmedNumber(page)
  await tabTo(page, page.getByRole('link', { name: 'Bekijk je bestelling' }))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: number }))

  await tabTo(page, page.getByRole('button', { name: 'Bestelling annuleren', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Annuleer mijn bestelling' }))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText(/Deze bestelling is geannuleerd/))
  await expect.poll(() => countRecords(shop, holder)).toMatchObject({ available: 6, refunds: 1 })

  const private_ = [holder.code, holder.token, 'Anna', 'Vries', 'anna@', 'Zilverkade', '1012']
  expect(seen.filter((url) => private_.some((part) => url.includes(part)))).toEqual([])
})
