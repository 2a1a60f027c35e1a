import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import {
  agree,
  openCheckoutDue,
  countRecords,
  chooseTime,
  confirmationMails,
  confirmedNumber,
  cardCart,
  goToPayment,
  orderButton,
  pay,
  readyHolder,
} from '#e2e/support/order-steps.ts'
import {
  expectOneOrder,
  paymentIdInUrl,
  payWithoutWebhook,
  paymentId,
  webhook,
} from '#e2e/support/payment-steps.ts'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

test('missing points are paid on the provider’s page, which places the order (PAY-1, PAY-2, PAY-4, DELIVERY-6, statement 14)', async ({
  wide,
  shop,
}) => {
  const { page, go } = wide
  const holder = await openCheckoutDue(wide, shop)
  await go('/cart')
  await expectVisible(page.getByRole('region', { name: 'Overzicht' }).getByText(/€\s10,00/))
  await go('/checkout')
  const review = page.getByRole('region', { name: 'Kijk alles nog even na' })
  await expectVisible(review.getByText(/€\s10,00/))
  await agree(page)
  await orderButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Nog een klein bedrag' })
  await expectVisible(dialog.getByText(/€\s10,00/))
  await expectVisible(dialog.getByText('2 punten', { exact: false }))

  // Beside it nothing happens; Escape closes, and the focus goes back to where it came from.
  await page.mouse.click(5, 5)
  await expectVisible(dialog)
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Bestellen en betalen')

  const asked = page.waitForRequest('**/proxy/payments')
  const looks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('payment-status')) looks.push(request.url())
  })
  await goToPayment(page)
  // Nothing polls the payment status on the way to the payment.
  expect(looks).toEqual([])
  expect((await asked).postDataJSON()).toMatchObject({
    amount: '10.00',
    redirectUrl: expect.stringMatching(/\/confirmation\?extra_payments=1$/),
    cancelUrl: expect.stringMatching(/\/checkout$/),
  })
  await expect.poll(() => page.locator('body').innerText()).toContain('€ 10,00')
  await pay(page, 'Paid')
  await page.waitForURL(/\/confirmation\?extra_payments=1$/)
  await confirmedNumber(page)
  await expectVisible(page.getByText(/€\s10,00/))
  await expect.poll(() => paymentId(page)).toBeNull()
  await expectOneOrder(shop, holder)
  const [mail] = await confirmationMails(shop, holder.email)
  expect(mail?.text).toMatch(/€\s10,00/)
})

const ENDS = [
  ['Failed', 'De betaling is niet gelukt. Probeer het nog eens.'],
  ['Cancelled', 'De betaling is afgebroken. Je cadeaumand is er nog.'],
  ['Expired', 'De betaling duurde te lang. Probeer het nog eens.'],
] as const
// They differ by their sentence; what the shop does of each, payment-outcomes.test.ts holds.
for (const [end, reason] of THOROUGH ? ENDS : ENDS.slice(0, 1)) {
  test(`a payment that ends ${end.toLowerCase()} returns with the reason, which is announced, keeps all choices, and can be retried (PAY-3, statement 26, C: the reason is announced)`, async ({
    wide: { page, openAs, go },
    shop,
  }) => {
    const holder = await readyHolder(shop, cardCart)
    await openAs(holder.code, '/checkout')
    await chooseTime(page, /18:00/)
    await agree(page)
    await goToPayment(page)
    await pay(page, end)
    await page.waitForURL(/\/checkout$/)
    await expectVisible(page.getByText(reason).first())
    await expectAnnouncement(page, reason)
    await expect.poll(() => paymentId(page)).toBeNull()
    await expect.poll(() => page.getByRole('radio', { name: /18:00/ }).isChecked()).toBe(true)
    await expect
      .poll(() => countRecords(shop, holder))
      .toMatchObject({ orders: 0, available: 3, reserved: 0 })
    await expectVisible(page.locator('[data-review="delivery"]').getByText('Zilverkade 12'))

    // The message survives a reload and is gone on the next visit.
    await page.reload()
    await expectVisible(page.getByText(reason))
    await go('/')
    await go('/checkout')
    await expectVisible(orderButton(page))
    await expect.poll(() => page.getByText(reason).count()).toBe(0)

    await agree(page)
    await goToPayment(page)
    await pay(page, 'Paid')
    await confirmedNumber(page)
    await expectOneOrder(shop, holder)
  })
}

test('the page waits for an open payment, and continues automatically once (PAY-4, PAY-5, statement 27)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const holder = await openCheckoutDue(wide, shop)
  await goToPayment(page)
  const id = paymentIdInUrl(page)
  await pay(page, 'Open')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'We wachten op je bank' }))
  await expectAnnouncement(page, /We wachten op je bank/)
  await expect.poll(() => countRecords(shop, holder)).toMatchObject({ orders: 0, reserved: 3 })
  await expectNoAxeViolations(page)

  await page.reload()
  await expectVisible(page.getByRole('heading', { name: 'We wachten op je bank' }))
  await payWithoutWebhook(shop, id)
  await confirmedNumber(page)
  await expectOneOrder(shop, holder)
  // News that comes after it changes nothing.
  await webhook(shop, id)
  await pollDuePayments(shop.shop)
  await expectOneOrder(shop, holder)
})

test('the payment page of the sandbox is marked as a test and is accessible (PAY-2)', async ({
  phone: { page, openAs },
  shop,
}) => {
  expect(isSandboxPayments(shop.shop.ports.payments)).toBe(true)
  const gifts: { delivery: 'monta'; points: number }[] = [{ delivery: 'monta', points: 5 }]
  const holder = await readyHolder(shop, { points: 4, gifts })
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  await expectVisible(page.getByRole('dialog').getByText(/kosten 1\s?punt meer.*€\s?5,00/))
  await expectNoAxeViolations(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Naar de betaalpagina' }).click()
  await page.waitForURL(/\/sandbox\/payments\//)
  await expectVisible(page.getByText('Sandbox: hier wordt niet echt betaald'))
  await expectNoHorizontalScroll(page)
})

test('a channel of its own accepts all points and the rest by card (PAY-1, PAY-4)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop, {
    channel: '2002',
    points: 3,
    gifts: [{ delivery: 'monta', points: 5 }],
    language: 'de',
  })
  await openAs(holder.code, '/checkout', { language: 'de', host: 'alpenwerk.localhost' })
  await chooseTime(page)
  await agree(page)
  await goToPayment(page)
  await pay(page, 'Paid')
  await page.waitForURL(/alpenwerk\.localhost.*\/confirmation\?extra_payments=1$/)
  await confirmedNumber(page)
  await expectOneOrder(shop, holder)
})
