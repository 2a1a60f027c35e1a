import { expect } from 'vitest'

import {
  CHANNELS,
  chooseAndAgree,
  dialog,
  expectAccessible,
  h1,
  readyOn,
} from '#e2e/support/accessibility-steps.ts'
import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import { confirmedNumber, orderButton, pay } from '#e2e/support/order-steps.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

for (const { channel, host, language, canBuyPoints, hasHomeDelivery } of CHANNELS) {
  const ready = (shop: TestShop) => readyOn(shop, { channel, language }, canBuyPoints ? 7 : 9)

  test(`on ${channel} each outcome of the payment and the confirmation are accessible (statements 9, 10, 26)`, async ({
    wide: { page, openAs },
    shop,
  }) => {
    const holder = await ready(shop)
    await openAs(holder.code, '/checkout', { language, host })
    for (const end of ['Cancelled', 'Failed', 'Expired', 'Open', 'Paid'] as const) {
      if (end === 'Open' && !canBuyPoints) break
      await expectVisible(orderButton(page))
      await chooseAndAgree(page, hasHomeDelivery)
      await orderButton(page).click()
      if (!canBuyPoints) break
      await dialog(page)
        .getByRole('button', { name: /betaalpagina|Zahlungsseite/ })
        .click()
      await page.waitForURL(/\/sandbox\/payments\//)
      if (end === 'Cancelled') await expectAccessible(page)
      await pay(page, end)
      if (end === 'Paid') break
      if (end === 'Open') {
        await page.waitForURL(/\/confirmation/)
        await expectVisible(h1(page).filter({ hasText: /bank/i }))
      } else {
        await page.waitForURL(/\/checkout$/)
        await expectVisible(page.locator('[data-notice]'))
      }
      await expectAccessible(page)
      if (end === 'Open') await page.goto(page.url().replace(/confirmation.*/, 'checkout'))
    }
    await page.waitForURL(/\/confirmation/)
    await confirmedNumber(page)
    await expectAccessible(page)
  })

  test(`on ${channel} the order page and each of its dialogs are accessible (statements 5, 9, 10, 29)`, async ({
    wide: { page, openAs },
    shop,
  }) => {
    const holder = await readyOn(shop, { channel, language })
    const { response } = await holder.done('convertCart', { payment_method: 'FC', language })
    const { order_number: number } = response
    await openAs(holder.code, `/orders/${number}`, { language, host })
    await expectVisible(h1(page).filter({ hasText: number }))
    await expectAccessible(page)
    const changes = page.locator('[aria-labelledby="order-undo"] button')
    await expect.poll(() => changes.count()).toBe(hasHomeDelivery ? 4 : 3)
    for (let at = 0; at < (hasHomeDelivery ? 4 : 3); at += 1) {
      await changes.nth(at).click()
      await expectVisible(dialog(page).getByRole('button').last())
      await expectAccessible(page)
      const pickup = dialog(page).getByRole('radiogroup').getByRole('radio').nth(1)
      if ((await pickup.count()) > 0) {
        await pickup.check()
        await expectVisible(dialog(page).getByRole('radio', { name: /^1\. / }))
        await expectAccessible(page)
      }
      await page.keyboard.press('Escape')
      await expectHidden(dialog(page))
    }
  })

  test(`on ${channel} a withdrawal is accessible from the choice to the receipt (statements 5, 9, 10, 29)`, async ({
    wide: { page, openAs },
    shop,
  }) => {
    const holder = await readyOn(shop, { channel, language })
    const { response } = await holder.done('convertCart', { payment_method: 'FC', language })
    const { order_number: number } = response
    shop.clock.advance(31 * 60_000)
    await submitOrder(shop.shop, number)
    await shop.sql`update order_line set state = 'delivered' where order_number = ${number}`
    await shop.sql`
        insert into order_event (order_number, month, type, at)
        select number, month, 'delivered', ${shop.clock.now()}::timestamptz from orders where number = ${number}`
    await openAs(holder.code, `/orders/${number}`, { language, host })
    await page.locator('[aria-labelledby="order-withdraw"] button').click()
    const submit = dialog(page).locator('form button[type=submit]')
    await submit.click()
    await expectVisible(dialog(page).getByRole('alert'))
    await expectAccessible(page)
    await dialog(page).getByRole('checkbox').first().check()
    await expectHidden(dialog(page).getByRole('alert'))
    await submit.click()
    await expectHidden(submit)
    await expectAccessible(page)
    await dialog(page)
      .getByRole('button', { name: /Bevestig|Confirm|bestätigen/i })
      .click()
    await expectVisible(dialog(page).getByText(`${number}-W1`))
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expectHidden(dialog(page))
    await expectAccessible(page)
  })
}
