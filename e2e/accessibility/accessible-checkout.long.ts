import { expect } from 'vitest'

import {
  CHANNELS,
  chooseAndAgree,
  type Condition,
  dialog,
  expectAccessible,
  form,
  h1,
  readyOn,
  times,
  radios,
} from '#e2e/support/accessibility-steps.ts'
import { test, expectVisible } from '#e2e/support/browser-test.ts'
import { orderButton } from '#e2e/support/order-steps.ts'
import { ServiceDown } from '#server/platform/services/service-ports.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

for (const { channel, host, language, canBuyPoints, hasHomeDelivery } of CHANNELS) {
  const ready = (shop: TestShop) => readyOn(shop, { channel, language }, canBuyPoints ? 7 : 9)

  test(`on ${channel} cart, delivery, review and the step to the payment are accessible (statements 9, 10)`, async ({
    wide: { page, openAs },
    shop,
  }) => {
    const holder = await ready(shop)
    await openAs(holder.code, '/cart', { language, host })
    await expectVisible(h1(page))
    await expectAccessible(page)

    await openAs(holder.code, '/checkout', { language, host })
    await expectVisible(orderButton(page))
    if (hasHomeDelivery) await expectVisible(times(page))
    await orderButton(page).click()
    await expectVisible(page.locator('[aria-invalid="true"]'))
    await expectAccessible(page)
    if (hasHomeDelivery) {
      await radios(page).nth(1).check()
      await page.getByRole('radio', { name: /^1\. / }).check()
      await expectAccessible(page)
      await radios(page).first().check()
    }
    if (canBuyPoints) {
      await chooseAndAgree(page, hasHomeDelivery)
      await orderButton(page).click()
      await expectVisible(dialog(page))
      await expectAccessible(page)
    }
  })

  if (hasHomeDelivery) {
    test(`on ${channel} ordering is accessible while the carriers do not respond (statements 9, 10, 19)`, async ({
      wide: { page, openAs },
      shop,
    }) => {
      const { delivery } = shop.shop.ports
      const { options } = delivery
      delivery.options = () => Promise.reject(new ServiceDown('delivery', 'no answer'))
      const holder = await ready(shop)
      await openAs(holder.code, '/checkout', { language, host })
      await expectVisible(orderButton(page))
      await expect.poll(() => times(page).count()).toBe(0)
      await expectAccessible(page)
      delivery.options = options
    })
  }
}

for (const { channel, gifts } of [
  { channel: '1014', gifts: ['monta', 'dropship'] },
  { channel: '1014', gifts: ['digital', 'monta'] },
  { channel: '1014', gifts: ['digital'] },
  { channel: '2001', gifts: ['digital', 'monta'] },
  { channel: '2001', gifts: ['monta'] },
  { channel: '2002', gifts: ['digital', 'monta'] },
] satisfies { channel: string; gifts: Condition[] }[]) {
  const { host, language } = CHANNELS.find((known) => known.channel === channel) ?? {}
  test(`the details of ${gifts.join(' and ')} on ${channel} are accessible, with all errors (PERSON-1, statements 9, 10, 18)`, async ({
    wide: { page, openAs },
    shop,
  }) => {
    const holder = await shop.holder({ channel, points: 2 * gifts.length, firstName: '' })
    for (const delivery of gifts) {
      const { spliId } = await shop.gift({ channel, points: 2, delivery })
      await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
    }
    await openAs(holder.code, '/personal-details', {
      ...(host ? { host } : {}),
      ...(language ? { language } : {}),
    })
    await form(page).getByRole('button').last().click()
    await expectVisible(page.locator('[aria-invalid="true"]'))
    await expectAccessible(page)
  })
}
