import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { fitsSideways, gone, hears, journey, see, type Visit } from '#e2e/journey.ts'
import {
  agree,
  arriveDue,
  booksOf,
  chooseTime,
  confirmationMails,
  confirmedNumber,
  due,
  goToPayment,
  orderButton,
  pay,
  readyHolder,
} from '#e2e/ordering-steps.ts'
import { isSandboxPayments } from '#server/adapters/sandbox-payments.ts'
import { lookAtPayments } from '#server/payments/poll-payments.ts'
import type { TestHolder, TestShop } from '#server/testing/test-shop.ts'

const paymentId = (page: Visit['page']) => page.evaluate(() => sessionStorage.getItem('paymentId'))
const idInAddress = (page: Visit['page']) => page.url().split('/').at(-1) ?? ''

/** Paid where the money is, without a word of it to the shop. */
const paidQuietly = (shop: TestShop, id: string) =>
  shop.sql`update sandbox_payment set state = 'paid' where id = ${id}`

const webhook = (shop: TestShop, id: string) =>
  shop.request('/webhooks/mollie', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `id=${id}`,
  })

/** The gift of five points makes room for four of one: a point is due instead of two. */
async function leaveFiveEurosDue(shop: TestShop, holder: TestHolder) {
  const { spliId } = await shop.gift({ points: 1 })
  const { response } = await holder.done('readCart', {})
  await holder.done('changeCart', {
    shopping_cart_item: response.shopping_cart_items[0]?.id ?? '',
    quantity: 0,
  })
  await holder.done('changeCart', { spli_id: spliId, quantity: 4 })
}

/** Whatever happened on the way: one order, nothing reserved, one confirmation. */
async function endsInOneOrder(shop: TestShop, holder: TestHolder & { email: string }) {
  await expect
    .poll(() => booksOf(shop, holder))
    .toMatchObject({
      orders: 1,
      refunds: 0,
      available: 0,
      reserved: 0,
    })
  expect(await confirmationMails(shop, holder.email)).toHaveLength(1)
}

journey(
  'a shortfall is paid on the provider’s page and becomes an order (PAY-1, PAY-2, PAY-4, DELIVERY-6, statement 14)',
  async ({ wide, shop }) => {
    const { page, go } = wide
    const holder = await arriveDue(wide, shop)
    await go('/cart')
    await see(page.getByRole('region', { name: 'Overzicht' }).getByText(/€\s10,00/))
    await go('/checkout')
    const review = page.getByRole('region', { name: 'Kijk alles nog even na' })
    await see(review.getByText(/€\s10,00/))
    await agree(page)
    await orderButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Nog een klein bedrag' })
    await see(dialog.getByText(/€\s10,00/))
    await see(dialog.getByText('2 punten', { exact: false }))

    // Beside it nothing happens; Escape closes, and the focus goes back to where it came from.
    await page.mouse.click(5, 5)
    await see(dialog)
    await page.keyboard.press('Escape')
    await gone(dialog)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Bestellen en betalen')

    const asked = page.waitForRequest('**/proxy/payments')
    const looks: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('payment-status')) looks.push(request.url())
    })
    await goToPayment(page)
    // Who is on the way to the payment has not come back from it.
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
    await see(page.getByText(/€\s10,00/))
    await expect.poll(() => paymentId(page)).toBeNull()
    await endsInOneOrder(shop, holder)
    const [mail] = await confirmationMails(shop, holder.email)
    expect(mail?.text).toMatch(/€\s10,00/)
  },
)

for (const [end, reason] of [
  ['Canceled', 'De betaling is afgebroken. Je cadeaumand is er nog.'],
  ['Failed', 'De betaling is niet gelukt. Probeer het nog eens.'],
  ['Expired', 'De betaling duurde te lang. Probeer het nog eens.'],
] as const) {
  journey(
    `a payment that ends ${end.toLowerCase()} comes back with the reason, everything intact, and can be tried again (PAY-3, statement 26)`,
    async ({ wide: { page, arrive, go }, shop }) => {
      const holder = await readyHolder(shop, due)
      await arrive(holder.code, '/checkout')
      await chooseTime(page, /18:00/)
      await agree(page)
      await goToPayment(page)
      await pay(page, end)
      await page.waitForURL(/\/checkout$/)
      await see(page.getByText(reason))
      await expect.poll(() => paymentId(page)).toBeNull()
      await expect.poll(() => page.getByRole('radio', { name: /18:00/ }).isChecked()).toBe(true)
      await expect
        .poll(() => booksOf(shop, holder))
        .toMatchObject({ orders: 0, available: 3, reserved: 0 })
      await see(page.locator('[data-review="delivery"]').getByText('Zilverkade 12'))

      // It stands there after a reload, too, and is no news any more on the next visit.
      await page.reload()
      await see(page.getByText(reason))
      await go('/')
      await go('/checkout')
      await see(orderButton(page))
      await expect.poll(() => page.getByText(reason).count()).toBe(0)

      await agree(page)
      await goToPayment(page)
      await pay(page, 'Paid')
      await confirmedNumber(page)
      await endsInOneOrder(shop, holder)
    },
  )
}

journey(
  'a payment that is still open is waited for, and goes on by itself once (PAY-4, PAY-5, statement 27)',
  async ({ wide, shop }) => {
    const { page } = wide
    const holder = await arriveDue(wide, shop)
    await goToPayment(page)
    const id = idInAddress(page)
    await pay(page, 'Open')
    await see(page.getByRole('heading', { level: 1, name: 'We wachten op je bank' }))
    await hears(page, /We wachten op je bank/)
    await expect.poll(() => booksOf(shop, holder)).toMatchObject({ orders: 0, reserved: 3 })
    await axeFindsNothing(page)

    await page.reload()
    await see(page.getByRole('heading', { name: 'We wachten op je bank' }))
    await paidQuietly(shop, id)
    await confirmedNumber(page)
    await endsInOneOrder(shop, holder)
    // News that comes after it changes nothing.
    await webhook(shop, id)
    await lookAtPayments(shop.shop)
    await endsInOneOrder(shop, holder)
  },
)

journey(
  'a waiting page in two tabs ends in one order, shown in both (PAY-5, statement 27)',
  async ({ wide, shop }) => {
    const { page, context, url } = wide
    const holder = await arriveDue(wide, shop)
    await goToPayment(page)
    const id = idInAddress(page)
    await pay(page, 'Open')
    await see(page.getByRole('heading', { name: 'We wachten op je bank' }))

    // A tab of the same session that knows nothing of the payment.
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    const second = await context.newPage()
    await second.addInitScript((kept) => {
      for (const [name, value] of Object.entries(JSON.parse(kept) as Record<string, string>)) {
        if (name !== 'paymentId') sessionStorage.setItem(name, value)
      }
    }, kept)
    await second.goto(url('/confirmation?extra_payments=1'))
    await see(second.getByRole('heading', { name: 'We wachten op je bank' }))

    await paidQuietly(shop, id)
    const [one, other] = await Promise.all([confirmedNumber(page), confirmedNumber(second)])
    expect(one).toBe(other)
    await endsInOneOrder(shop, holder)
  },
)

for (const heard of ['by the webhook', 'by the poller'] as const) {
  journey(
    `a browser that was closed on the way is not needed: heard ${heard}, seen on coming back (PAY-5, statement 27)`,
    async ({ wide, phone, shop }) => {
      const holder = await arriveDue(wide, shop)
      await goToPayment(wide.page)
      const id = idInAddress(wide.page)
      await wide.page.close()
      await paidQuietly(shop, id)
      if (heard === 'by the webhook') await webhook(shop, id)
      else {
        shop.clock.advance(60_000)
        while ((await lookAtPayments(shop.shop)) > 0);
      }
      await endsInOneOrder(shop, holder)

      await phone.arrive(holder.code, '/confirmation?extra_payments=1')
      await confirmedNumber(phone.page)
      await endsInOneOrder(shop, holder)
    },
  )
}

journey(
  'the webhook before, beside and after the way back makes one order (PAY-5)',
  async ({ wide, shop }) => {
    const { page, go } = wide
    const holder = await arriveDue(wide, shop)
    await goToPayment(page)
    const id = idInAddress(page)
    await paidQuietly(shop, id)
    await webhook(shop, id)
    await Promise.all([
      go('/confirmation?extra_payments=1'),
      webhook(shop, id),
      lookAtPayments(shop.shop),
    ])
    const number = await confirmedNumber(page)
    await webhook(shop, id)
    await page.reload()
    expect(await confirmedNumber(page)).toBe(number)
    await endsInOneOrder(shop, holder)
  },
)

journey(
  'a connection lost while the payment is made can be tried again, and makes one payment (PAY-5, DELIVERY-6)',
  async ({ wide, shop }) => {
    const { page, expectComplaint } = wide
    expectComplaint('ERR_FAILED')
    const holder = await arriveDue(wide, shop)
    // The shop hears it, the browser does not hear the shop.
    await page.route('**/proxy/payments', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await orderButton(page).click()
    const toPayment = page.getByRole('button', { name: 'Naar de betaalpagina' })
    await toPayment.click()
    await see(page.getByText(/De betaalpagina is nu niet bereikbaar/))
    await expect.poll(() => paymentId(page)).toBeNull()
    await page.unroute('**/proxy/payments')
    await toPayment.click()
    await page.waitForURL(/\/sandbox\/payments\//)
    await expect.poll(() => booksOf(shop, holder)).toMatchObject({ payments: 1, reserved: 3 })
    await pay(page, 'Paid')
    await confirmedNumber(page)
    await endsInOneOrder(shop, holder)
  },
)

journey(
  'a connection lost on the confirmation comes back by itself, to the same order (PAY-5)',
  async ({ wide, shop }) => {
    const { page, expectComplaint } = wide
    expectComplaint('ERR_FAILED')
    const holder = await arriveDue(wide, shop)
    await goToPayment(page)
    await page.route('**/convert_cart', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await pay(page, 'Paid')
    await see(page.getByText(/De verbinding viel weg/))
    await page.unroute('**/convert_cart')
    await confirmedNumber(page)
    await endsInOneOrder(shop, holder)
  },
)

journey(
  'fast clicks on order and pay make one payment, and Escape waits for it (PAY-5, DELIVERY-6)',
  async ({ wide, shop }) => {
    const { page } = wide
    const holder = await arriveDue(wide, shop)
    await orderButton(page).dblclick()
    let asked = 0
    let letGo: () => void = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
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
    await see(page.getByRole('dialog'))
    letGo()
    await page.waitForURL(/\/sandbox\/payments\//)
    expect(asked).toBe(1)
    await expect.poll(() => booksOf(shop, holder)).toMatchObject({ payments: 1 })
  },
)

journey(
  'back from the payment page the order can go on or be changed, and only the last amount counts (PAY-5)',
  async ({ wide, shop }) => {
    const { page, go } = wide
    const holder = await arriveDue(wide, shop)
    await goToPayment(page)
    const id = idInAddress(page)
    await page.goBack()
    await see(page.getByText(/Je betaling is nog niet afgerond/))
    await expect.poll(() => orderButton(page).getAttribute('aria-busy')).toBeNull()

    // Unchanged, it is the same payment.
    await agree(page)
    await goToPayment(page)
    expect(idInAddress(page)).toBe(id)

    // Changed, the old one is over, and money for it goes back.
    await go('/checkout')
    await see(page.getByText(/Je betaling is nog niet afgerond/))
    await leaveFiveEurosDue(shop, holder)
    await paidQuietly(shop, id)
    await shop.shop.jobs.drain()
    await page.reload()
    await see(page.getByText(/Je betaling van 10,00 euro kwam binnen/))
    await expect
      .poll(() => booksOf(shop, holder))
      .toMatchObject({ orders: 0, refunds: 1, reserved: 0 })
    await see(page.getByRole('button', { name: 'Bestellen en betalen' }))
    await agree(page)
    await goToPayment(page)
    await expect.poll(() => page.locator('body').innerText()).toContain('€ 5,00')
    await pay(page, 'Paid')
    await confirmedNumber(page)
    await expect
      .poll(() => booksOf(shop, holder))
      .toMatchObject({ orders: 1, refunds: 1, available: 0 })
  },
)

journey(
  'an amount that changed in another tab is told before anything is paid (PAY-1)',
  async ({ wide, shop }) => {
    const { page, expectComplaint } = wide
    expectComplaint('409')
    const holder = await arriveDue(wide, shop)
    await orderButton(page).click()
    await see(page.getByRole('dialog'))
    await leaveFiveEurosDue(shop, holder)
    await page.getByRole('button', { name: 'Naar de betaalpagina' }).click()
    await see(page.getByText(/Je bestelling is intussen veranderd/))
    await expect.poll(() => booksOf(shop, holder)).toMatchObject({ payments: 0 })
    await see(page.getByText(/€\s5,00/))
  },
)

journey(
  'the sandbox’s own page is marked as a trial and can be used by everybody (PAY-2)',
  async ({ phone: { page, arrive }, shop }) => {
    expect(isSandboxPayments(shop.shop.ports.payments)).toBe(true)
    const holder = await readyHolder(shop, due)
    await page.setViewportSize({ width: 320, height: 640 })
    await arrive(holder.code, '/checkout')
    await chooseTime(page)
    await agree(page)
    await orderButton(page).click()
    await see(page.getByRole('dialog'))
    await axeFindsNothing(page)
    await fitsSideways(page)
    await page.getByRole('button', { name: 'Naar de betaalpagina' }).click()
    await page.waitForURL(/\/sandbox\/payments\//)
    await see(page.getByText('Sandbox: hier wordt niets echt betaald'))
    await fitsSideways(page)
  },
)

journey(
  'all points used and the rest by card on a channel of its own (PAY-1, PAY-4)',
  async ({ phone: { page, arrive }, shop }) => {
    const holder = await readyHolder(shop, {
      channel: '2002',
      points: 3,
      gifts: [{ delivery: 'monta', points: 5 }],
      language: 'de',
    })
    await arrive(holder.code, '/checkout', { language: 'de', host: 'alpenwerk.localhost' })
    await chooseTime(page)
    await agree(page)
    await goToPayment(page)
    await pay(page, 'Paid')
    await page.waitForURL(/alpenwerk\.localhost.*\/confirmation\?extra_payments=1$/)
    await confirmedNumber(page)
    await endsInOneOrder(shop, holder)
  },
)
