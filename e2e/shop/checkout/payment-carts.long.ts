import { expect } from 'vitest'

import { test, expectVisible } from '#e2e/support/browser-test.ts'
import {
  agree,
  countRecords,
  cartOf,
  chooseTime,
  confirmedNumber,
  goToPayment,
  orderButton,
  pay,
  readyHolder,
} from '#e2e/support/order-steps.ts'
import {
  expectOneOrder,
  paymentIdInUrl,
  payWithoutWebhook,
  webhook,
} from '#e2e/support/payment-steps.ts'

const HOSTS = { '1014': '127.0.0.1', '2001': 'noordzee.localhost', '2002': 'alpenwerk.localhost' }
const CARTS = [
  [{ delivery: 'digital', points: 5 }],
  [{ delivery: 'monta', points: 5 }],
  [{ delivery: 'dropship', points: 5 }],
  [
    { delivery: 'monta', points: 3 },
    { delivery: 'dropship', points: 1 },
    { delivery: 'digital', points: 1 },
  ],
] as const
const REASONS = {
  Cancelled: /De betaling is afgebroken/,
  Failed: /De betaling is niet gelukt/,
  Expired: /De betaling duurde te lang/,
}
/** When the shop hears of the money, beside what the browser does. */
const TOLD = ['before the return', 'after the return', 'by the return alone'] as const

for (const channel of ['1014', '2002'] as const) {
  for (const [at, gifts] of CARTS.entries()) {
    const told = TOLD[(at + Number(channel)) % TOLD.length] ?? TOLD[0]
    const kinds = gifts.map(({ delivery }) => delivery).join(', ')
    test(`on ${channel} a cart of ${kinds} is unchanged after each outcome of its payment, and is ordered once, with the webhook ${told} (PAY-3, PAY-4, PAY-5, statements 26, 27)`, async ({
      wide: { page, openAs, url },
      shop,
    }) => {
      const host = HOSTS[channel]
      const holder = await readyHolder(shop, { channel, points: 3, gifts: [...gifts] })
      await openAs(holder.code, '/checkout', { host })
      const before = await cartOf(holder)
      for (const [end, reason] of Object.entries(REASONS)) {
        if (kinds.includes('monta')) await chooseTime(page)
        await agree(page)
        await goToPayment(page)
        await pay(page, end as keyof typeof REASONS)
        await page.waitForURL(/\/checkout$/)
        await expectVisible(page.getByText(reason))
        await expect
          .poll(() => countRecords(shop, holder))
          .toMatchObject({ orders: 0, available: 3, reserved: 0 })
        const { shopping_cart_items, personal_data, totals } = await cartOf(holder)
        expect({ shopping_cart_items, personal_data, totals }).toEqual({
          shopping_cart_items: before.shopping_cart_items,
          personal_data: before.personal_data,
          totals: before.totals,
        })
      }

      await agree(page)
      await goToPayment(page)
      await page.goBack()
      await expectVisible(page.getByText(/Je betaling is nog niet afgerond/))
      await agree(page)
      await goToPayment(page)
      const id = paymentIdInUrl(page)
      await pay(page, 'Open')
      await expectVisible(page.getByRole('heading', { level: 1, name: 'We wachten op je bank' }))
      await expect.poll(() => countRecords(shop, holder)).toMatchObject({ orders: 0, reserved: 3 })
      // The tab leaves the shop, so the browser takes no part in the payment.
      await page.goto(url('/health/live', host))
      await payWithoutWebhook(shop, id)
      if (told === 'before the return') await webhook(shop, id)
      await page.goto(url('/confirmation?extra_payments=1', host))
      await confirmedNumber(page)
      if (told === 'after the return') await webhook(shop, id)
      await expectOneOrder(shop, holder)
    })
  }
}

for (const gifts of CARTS) {
  test(`on 2001, where points are not sold, ${gifts.map(({ delivery }) => delivery).join(', ')} are ordered once, with a double click and a reload (PAY-5, DELIVERY-6)`, async ({
    wide: { page, openAs },
    shop,
  }) => {
    const holder = await readyHolder(shop, { channel: '2001', points: 5, gifts: [...gifts] })
    await openAs(holder.code, '/checkout', { host: HOSTS['2001'] })
    await agree(page)
    await orderButton(page).dblclick()
    await page.waitForURL(/\/confirmation\?extra_payments=0$/)
    const number = await confirmedNumber(page)
    await page.goBack()
    await page.waitForURL(/\/cart$/)
    await page.goForward()
    expect(await confirmedNumber(page)).toBe(number)
    await page.reload()
    expect(await confirmedNumber(page)).toBe(number)
    await expectOneOrder(shop, holder)
    expect(await countRecords(shop, holder)).toMatchObject({ payments: 0 })
  })
}
