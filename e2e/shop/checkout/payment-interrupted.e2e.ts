import { expect } from 'vitest'

import { test, expectVisible } from '#e2e/support/browser-test.ts'
import {
  agree,
  openCheckoutDue,
  countRecords,
  confirmedNumber,
  goToPayment,
  orderButton,
  pay,
} from '#e2e/support/order-steps.ts'
import {
  expectOneOrder,
  paymentIdInUrl,
  leaveFiveEurosDue,
  payWithoutWebhook,
  paymentId,
  webhook,
} from '#e2e/support/payment-steps.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'

test('two tabs that wait for one payment show the same order (PAY-5, statement 27)', async ({
  wide,
  shop,
}) => {
  const { page, context, url } = wide
  const holder = await openCheckoutDue(wide, shop)
  await goToPayment(page)
  const id = paymentIdInUrl(page)
  await pay(page, 'Open')
  await expectVisible(page.getByRole('heading', { name: 'We wachten op je bank' }))

  // A tab of the same session that knows nothing of the payment.
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  const second = await context.newPage()
  await second.addInitScript((kept) => {
    for (const [name, value] of Object.entries(JSON.parse(kept) as Record<string, string>)) {
      if (name !== 'paymentId') sessionStorage.setItem(name, value)
    }
  }, kept)
  await second.goto(url('/confirmation?extra_payments=1'))
  await expectVisible(second.getByRole('heading', { name: 'We wachten op je bank' }))

  await payWithoutWebhook(shop, id)
  const [one, other] = await Promise.all([confirmedNumber(page), confirmedNumber(second)])
  expect(one).toBe(other)
  await expectOneOrder(shop, holder)
})

for (const heard of ['by the webhook', 'by the poller'] as const) {
  test(`a payment is ordered although the browser was closed: notified ${heard}, shown at the next visit (PAY-5, statement 27)`, async ({
    wide,
    phone,
    shop,
  }) => {
    const holder = await openCheckoutDue(wide, shop)
    await goToPayment(wide.page)
    const id = paymentIdInUrl(wide.page)
    await wide.page.close()
    await payWithoutWebhook(shop, id)
    if (heard === 'by the webhook') await webhook(shop, id)
    else {
      shop.clock.advance(60_000)
      while ((await pollDuePayments(shop.shop)) > 0);
    }
    await expectOneOrder(shop, holder)

    await phone.openAs(holder.code, '/confirmation?extra_payments=1')
    await confirmedNumber(phone.page)
    await expectOneOrder(shop, holder)
  })
}

test('the webhook before, during and after the return places one order (PAY-5)', async ({
  wide,
  shop,
}) => {
  const { page, go } = wide
  const holder = await openCheckoutDue(wide, shop)
  await goToPayment(page)
  const id = paymentIdInUrl(page)
  await payWithoutWebhook(shop, id)
  await webhook(shop, id)
  await Promise.all([
    go('/confirmation?extra_payments=1'),
    webhook(shop, id),
    pollDuePayments(shop.shop),
  ])
  const number = await confirmedNumber(page)
  await webhook(shop, id)
  await page.reload()
  expect(await confirmedNumber(page)).toBe(number)
  await expectOneOrder(shop, holder)
})

test('a checkout step detects that the payment was finished elsewhere, and never shows an empty basket (B12, PAY-5)', async ({
  wide,
  shop,
}) => {
  const { page, context, url } = wide
  const holder = await openCheckoutDue(wide, shop)
  await goToPayment(page)
  const id = paymentIdInUrl(page)
  await page.goBack()
  await expectVisible(page.getByText(/Je betaling is nog niet afgerond/))
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  const second = await context.newPage()
  await second.addInitScript((kept) => {
    for (const [name, value] of Object.entries(JSON.parse(kept) as Record<string, string>)) {
      if (name !== 'paymentId') sessionStorage.setItem(name, value)
    }
  }, kept)
  await second.goto(url('/personal-details'))
  await expectVisible(second.getByRole('textbox', { name: 'Voornaam' }))

  // The payment status arrives after the cart, which is already the next one.
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/payment-status/**', async (route) => {
    await held
    await route.continue()
  })
  const places: string[] = []
  for (const tab of [page, second]) {
    tab.on('framenavigated', (frame) => places.push(new URL(frame.url()).pathname))
  }
  // What the step is drawn with changes in the very moment in which it leads on: it does so once.
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history)
    let times = 0
    history.replaceState = (state, unused, address) => {
      replace(state, unused, address)
      if (!String(address).startsWith('/confirmation')) return
      times += 1
      document.body.dataset['led'] = String(times)
      if (times > 1) return
      const id = sessionStorage.getItem('paymentId') ?? ''
      sessionStorage.removeItem('paymentId')
      dispatchEvent(new StorageEvent('storage'))
      setTimeout(() => sessionStorage.setItem('paymentId', id))
    }
  })
  await payWithoutWebhook(shop, id)
  // A notification within a second of the last poll waits for the poller. It does not run here, so it is sent again.
  const state = async () => {
    await webhook(shop, id)
    const [payment] = await shop.sql`select state from payment where id = ${id}`
    return payment?.['state'] as unknown
  }
  await expect.poll(state).toBe('paid')
  await page.waitForURL(/\/confirmation/)
  release()
  const [one, other] = await Promise.all([confirmedNumber(page), confirmedNumber(second)])
  expect(one).toBe(other)
  expect(places).not.toContain('/cart')
  expect(await page.locator('body').getAttribute('data-led')).toBe('1')
  await expectOneOrder(shop, holder)
})

test('Back to the checkout after paying shows the order, not an empty basket (B12)', async ({
  wide,
  shop,
}) => {
  const { page, go } = wide
  const holder = await openCheckoutDue(wide, shop)
  await goToPayment(page)
  const id = paymentIdInUrl(page)
  await payWithoutWebhook(shop, id)
  await webhook(shop, id)
  await go('/checkout')
  await confirmedNumber(page)
  await expectOneOrder(shop, holder)
})

test('creating a payment can be retried after a lost connection, and creates one payment (PAY-5, DELIVERY-6)', async ({
  wide,
  shop,
}) => {
  const { page, expectConsoleError } = wide
  expectConsoleError('ERR_FAILED')
  const holder = await openCheckoutDue(wide, shop)
  // The shop hears it, the browser does not hear the shop.
  const cut = await respondInstead(page, '**/proxy/payments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await orderButton(page).click()
  const toPayment = page.getByRole('button', { name: 'Naar de betaalpagina' })
  await toPayment.click()
  await expectVisible(page.getByText(/De betaalpagina is nu niet bereikbaar/))
  await expect.poll(() => paymentId(page)).toBeNull()
  cut.stop()
  await toPayment.click()
  await page.waitForURL(/\/sandbox\/payments\//)
  await expect.poll(() => countRecords(shop, holder)).toMatchObject({ payments: 1, reserved: 3 })
  await pay(page, 'Paid')
  await confirmedNumber(page)
  await expectOneOrder(shop, holder)
})

test('after a lost connection the confirmation loads the same order automatically (PAY-5)', async ({
  wide,
  shop,
}) => {
  const { page, expectConsoleError } = wide
  expectConsoleError('ERR_FAILED')
  const holder = await openCheckoutDue(wide, shop)
  await goToPayment(page)
  const cut = await respondInstead(page, '**/convert_cart', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await pay(page, 'Paid')
  await expectVisible(page.getByText(/De verbinding viel weg/))
  cut.stop()
  await confirmedNumber(page)
  await expectOneOrder(shop, holder)
})

test('fast clicks on order and pay create one payment, and Escape waits for it (PAY-5, DELIVERY-6)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const holder = await openCheckoutDue(wide, shop)
  await orderButton(page).dblclick()
  let asked = 0
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/proxy/payments', async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Naar de betaalpagina' })
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
    element.click()
  })
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  await page.keyboard.press('Escape')
  await expectVisible(page.getByRole('dialog'))
  release()
  await page.waitForURL(/\/sandbox\/payments\//)
  expect(asked).toBe(1)
  await expect.poll(() => countRecords(shop, holder)).toMatchObject({ payments: 1 })
})

test('after Back from the payment page the order can be continued or changed, and only the last amount counts (PAY-5)', async ({
  wide,
  shop,
}) => {
  const { page, go } = wide
  const holder = await openCheckoutDue(wide, shop)
  await goToPayment(page)
  const id = paymentIdInUrl(page)
  await page.goBack()
  await expectVisible(page.getByText(/Je betaling is nog niet afgerond/))
  await expect.poll(() => orderButton(page).getAttribute('aria-busy')).toBeNull()

  // Unchanged, it is the same payment.
  await agree(page)
  await goToPayment(page)
  expect(paymentIdInUrl(page)).toBe(id)

  // A changed cart ends the old payment, and money received for it is refunded.
  await go('/checkout')
  await expectVisible(page.getByText(/Je betaling is nog niet afgerond/))
  await leaveFiveEurosDue(shop, holder)
  await payWithoutWebhook(shop, id)
  await shop.shop.jobs.drain()
  await page.reload()
  await expectVisible(page.getByText(/Je betaling van €\s?10,00 kwam binnen/))
  await expect
    .poll(() => countRecords(shop, holder))
    .toMatchObject({ orders: 0, refunds: 1, reserved: 0 })
  await expectVisible(page.getByRole('button', { name: 'Bestellen en betalen' }))
  await agree(page)
  await goToPayment(page)
  await expect.poll(() => page.locator('body').innerText()).toContain('€ 5,00')
  await pay(page, 'Paid')
  await confirmedNumber(page)
  await expect
    .poll(() => countRecords(shop, holder))
    .toMatchObject({ orders: 1, refunds: 1, available: 0 })
})

test('an amount that changed in another tab is shown before the payment (PAY-1)', async ({
  wide,
  shop,
}) => {
  const { page, expectConsoleError } = wide
  expectConsoleError('409')
  const holder = await openCheckoutDue(wide, shop)
  await orderButton(page).click()
  await expectVisible(page.getByRole('dialog'))
  await leaveFiveEurosDue(shop, holder)
  await page.getByRole('button', { name: 'Naar de betaalpagina' }).click()
  await expectVisible(page.getByText(/Je bestelling is intussen gewijzigd/))
  await expect.poll(() => countRecords(shop, holder)).toMatchObject({ payments: 0 })
  await expectVisible(page.getByText(/€\s5,00/))
})
