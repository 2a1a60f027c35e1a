import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { findOrder } from '#server/modules/orders/order.sql.ts'
import { saveParcels } from '#server/modules/fulfilment/parcels/parcel-line.sql.ts'
import {
  agree,
  selectPoint,
  chooseTime,
  chooseMethod,
  confirmedNumber,
  orderButton,
  readyHolder,
} from '#e2e/support/order-steps.ts'
import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { applyParcelState } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

const button = ({ page }: Visit, name: string | RegExp) => page.getByRole('button', { name })
const dialog = ({ page }: Visit) => page.getByRole('dialog')

async function orderPage(visit: Visit, order: { holder: { code: string }; number: string }) {
  await visit.openAs(order.holder.code, `/orders/${order.number}`)
  await expectVisible(visit.page.getByRole('heading', { level: 1, name: order.number }))
}

async function deliver(shop: TestShop, number: string) {
  shop.clock.advance(31 * 60_000)
  await submitOrder(shop.shop, number)
  await shop.sql`update order_line set state = 'delivered' where order_number = ${number}`
  await shop.sql`
    insert into order_event (order_number, month, type, at)
    select number, month, 'delivered', ${shop.clock.now()}::timestamptz from orders where number = ${number}`
}

test('order page: shows state, gifts, address, points, events and emails (statement 29)', async ({
  shop,
  wide,
}) => {
  const gift = await shop.gift({ points: 4, name: 'Vaas van glas' })
  const order = await sampleOrder(shop, { gifts: [gift], quantity: 2 })
  await shop.shop.jobs.drain()
  await orderPage(wide, order)
  const { page } = wide
  await expectVisible(page.getByRole('heading', { name: '2 × Vaas van glas' }))
  for (const folded of ['Wat er gebeurde', 'E-mails']) {
    await page.locator('summary').filter({ hasText: folded }).click()
  }
  await expectVisible(page.getByText('anna@example.com').first())
  await expectVisible(page.getByText(/Zilverkade 12/).first())
  await expectVisible(page.getByText('8 punten').first())
  await expectVisible(page.getByText('Bestelling ontvangen').first())
  await expectVisible(page.getByText(/Bevestiging van je bestelling/))
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Besteld' })
      .first()
      .getAttribute('aria-current'),
  ).toBe('step')
})

test('order page: shows the state of each gift and of the order if one of two parcels is delivered (statement 29, DESK-34)', async ({
  shop,
  wide,
  phone,
}) => {
  const gifts = [
    await shop.gift({ points: 4, inStock: 5, name: 'Vaas van glas' }),
    await shop.gift({ points: 4, inStock: 5, name: 'Kom van steen' }),
  ]
  const order = await sampleOrder(shop, { gifts })
  const { number } = order
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const warehouse = shop.shop.ports.delivery as SandboxDelivery
  for (const step of ['PARTLY_SHIPPED', 'SHIPPED']) {
    await warehouse.advance(number, step)
    await readWarehouseFeed(shop.shop)
    await shop.shop.jobs.drain()
  }
  const before = await findOrder(shop.sql, number)
  const code = before?.parcels.find(({ lines }) => lines[0]?.line === 1)?.code ?? ''
  await shop.sql.begin((sql) =>
    applyParcelState(shop.shop, sql, { number, code, state: 'delivered', staffId: null }),
  )
  for (const visit of [wide, phone]) {
    await orderPage(visit, order)
    const { page } = visit
    const lineOf = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await expectVisible(lineOf('1 × Vaas van glas').getByText('Bezorgd', { exact: true }))
    await expectVisible(lineOf('1 × Kom van steen').getByText('Onderweg', { exact: true }))
    const step = page.locator('[aria-current="step"]')
    expect(await step.textContent()).toContain('Deels bezorgd')
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page)
    // The order's line in the list shows the same.
    await page.getByRole('link', { name: 'Mijn bestellingen' }).first().click()
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Mijn bestellingen' }))
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: `Bestelling ${number}` }) })
    await expectVisible(row.getByText('Deels bezorgd', { exact: true }))
    await expectNoAxeViolations(page)
  }
})

test('order page: opens after login with a spent voucher (LOGIN-5, statement 29)', async ({
  wide,
}) => {
  await wide.logIn('giftshop7')
  await expectVisible(wide.page.getByRole('heading', { level: 1, name: /Bestelling/ }))
})

test('another recipient’s order is not shown, with an error in the language of the page (C: raw English errors)', async ({
  shop,
  wide,
}) => {
  const gift = await shop.gift({ points: 2 })
  const order = await sampleOrder(shop, { gifts: [gift] })
  wide.expectConsoleError('404')
  wide.expectConsoleError('500')
  wide.expectConsoleError('This order does not exist')
  await wide.openAs('giftshop1', `/orders/${order.number}`)
  await expectVisible(
    wide.page.getByRole('alert').getByText(/hoort niet bij je code, of bestaat niet/),
  )
  // Asking again cannot help: the way on is to the orders that are the holder's own.
  const ways = wide.page.getByRole('alert')
  await expect.poll(() => ways.getByRole('button').count()).toBe(0)
  await expect
    .poll(() => ways.getByRole('link', { name: 'Mijn bestellingen' }).getAttribute('href'))
    .toBe('/orders')
  await wide.page.route('**/rest/orders/**', (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'req-9' }, body: '{}' }),
  )
  await wide.page.reload()
  await expectVisible(wide.page.getByRole('alert').getByText(/mis aan onze kant.*nummer req-9/))
  await expect.poll(() => wide.page.getByText('anna@example.com').count()).toBe(0)
})

test('a recipient cancels within the undo window and sees the refund, not in green (experience: undo window, C)', async ({
  shop,
  wide,
}) => {
  const gift = await shop.gift({ points: 5, inStock: 4 })
  const order = await cardOrder(shop, { gift, points: 3 })
  await orderPage(wide, order)
  await expectVisible(wide.page.getByText(/Zilverkade/).first())
  await button(wide, 'Bestelling annuleren').click()
  await expectVisible(dialog(wide).getByText(/3\s?punten.*€\s?10,00/))
  await button(wide, 'Bestelling houden').click()
  await expectHidden(dialog(wide))
  await button(wide, 'Bestelling annuleren').click()
  await button(wide, 'Annuleer mijn bestelling').click()
  await expectVisible(wide.page.getByText(/Deze bestelling is geannuleerd/))
  // Not in the green of what goes well.
  const green = await wide.page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.background = 'var(--stock-green)'
    return getComputedStyle(probe).backgroundColor
  })
  const badge = wide.page.getByText('Geannuleerd', { exact: true }).first()
  await expect
    .poll(() => badge.evaluate((badge) => getComputedStyle(badge).backgroundColor))
    .not.toBe(green)
  // The card's part is told where the points are, and nothing is promised of gifts that do not come.
  const told = wide.page.getByText(/^Deze bestelling is geannuleerd/).first()
  await expect
    .poll(() => told.innerText())
    .toMatch(/3\s?punten\.\s+Terugbetaling van €\s?10,00 onderweg/)
  await expectHidden(wide.page.getByText(/Zilverkade/))
  await expectHidden(button(wide, 'Bestelling annuleren'))
  expect((await order.holder.done('order', { order_number: order.number })).response.state).toBe(
    'cancelled',
  )
})

test('a recipient moves the gifts back to the cart to choose again (experience: undo window)', async ({
  shop,
  wide,
}) => {
  const gift = await shop.gift({ points: 5, name: 'Lamp van hout' })
  const order = await sampleOrder(shop, { gifts: [gift], quantity: 1 })
  await orderPage(wide, order)
  await button(wide, 'Andere cadeaus kiezen').click()
  await button(wide, 'Leg terug in mijn cadeaumand').click()
  await wide.page.waitForURL((url) => url.pathname === '/cart')
  await expectVisible(wide.page.getByText('Lamp van hout').first())
  const { response } = await order.holder.done('order', { order_number: order.number })
  expect(response.state).toBe('cancelled')
})

test('a recipient corrects name and address (experience: undo window)', async ({ shop, wide }) => {
  const gift = await shop.gift({ points: 5 })
  const order = await sampleOrder(shop, { gifts: [gift] })
  await orderPage(wide, order)
  await button(wide, 'Gegevens wijzigen').click()
  await dialog(wide).getByLabel('Voornaam').fill('')
  await button(wide, 'Opslaan').click()
  const name = dialog(wide).getByLabel('Voornaam')
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await name.fill('Bea')
  await dialog(wide).getByRole('textbox', { name: 'Huisnummer' }).fill('2')
  await button(wide, 'Opslaan').click()
  await expectHidden(dialog(wide))
  await expectVisible(wide.page.getByText(/Bea/).first())
  await expectVisible(wide.page.getByText(/Zilverkade 2\b/).first())
  const { response } = await order.holder.done('order', { order_number: order.number })
  expect(response).toMatchObject({
    personal_data: { contact_first_name: 'Bea' },
    delivery: { street: 'Zilverkade', housenr: '2', address_verified: true },
  })
})

test('a recipient chooses another delivery (experience: undo window, statement 22)', async ({
  shop,
  wide,
}) => {
  const gift = await shop.gift({ points: 5 })
  const order = await sampleOrder(shop, { gifts: [gift] })
  await orderPage(wide, order)
  await button(wide, 'Bezorging wijzigen').click()
  await dialog(wide)
    .getByRole('radio', { name: /[Aa]fhaalpunt/ })
    .check()
  const company = await selectPoint(dialog(wide), 2)
  await button(wide, 'Opslaan').click()
  await expectHidden(dialog(wide))
  const { response } = await order.holder.done('order', { order_number: order.number })
  expect(response.delivery).toMatchObject({ kind: 'pickup', pickup_company: company })
  await expectVisible(wide.page.getByText(company))
})

test('after the undo window nothing can be undone, and an open page shows that', async ({
  shop,
  wide,
}) => {
  wide.expectConsoleError('409')
  const gift = await shop.gift({ points: 5 })
  const order = await sampleOrder(shop, { gifts: [gift] })
  await orderPage(wide, order)
  await button(wide, 'Bestelling annuleren').click()
  shop.clock.advance(31 * 60_000)
  await button(wide, 'Annuleer mijn bestelling').click()
  await expectVisible(wide.page.getByText(/kun je niet meer wijzigen of annuleren/))
  await expectHidden(button(wide, 'Bezorging wijzigen'))
})

test('a withdrawal takes two steps, shows the refund before the second, and ends with a receipt (statement 29, C)', async ({
  shop,
  wide,
}) => {
  const gift = await shop.gift({ points: 4, name: 'Mok van steen' })
  const order = await sampleOrder(shop, { gifts: [gift], quantity: 3 })
  await deliver(shop, order.number)
  await orderPage(wide, order)
  await button(wide, 'Ik wil herroepen').click()
  await button(wide, 'Verder').click()
  await expectVisible(dialog(wide).getByRole('alert'))
  await dialog(wide).getByRole('checkbox', { name: 'Mok van steen' }).check()
  await dialog(wide)
    .getByRole('spinbutton')
    .or(dialog(wide).getByLabel('Aantal Mok van steen').last())
    .first()
    .fill('2')
  await dialog(wide).getByLabel(/Reden/).fill('Te blauw')
  await button(wide, 'Verder').click()
  await expectVisible(dialog(wide).getByText('2 × Mok van steen'))
  await expectVisible(dialog(wide).getByText(/krijg je terug: 8\s?punten/))
  await expectVisible(dialog(wide).getByText(/anna@example.com/))
  await button(wide, 'Bevestig herroeping').click()
  await expectVisible(dialog(wide).getByRole('heading', { name: `Herroeping ${order.number}-W1` }))
  await expectVisible(dialog(wide).getByText(/8\s?punten/))
  await dialog(wide)
    .getByRole('button', { name: /[Ss]luit/ })
    .first()
    .click()
  await expectVisible(wide.page.getByRole('article', { name: /Ontvangstbevestiging/ }))
})

test('axe finds nothing on the page and in its dialogs, which fit 320 pixels', async ({
  shop,
  wide,
  phone,
}) => {
  const gift = await shop.gift({ points: 4 })
  const order = await sampleOrder(shop, { gifts: [gift], quantity: 2 })
  await orderPage(wide, order)
  await expectNoAxeViolations(wide.page)
  for (const name of ['Bestelling annuleren', 'Gegevens wijzigen', 'Bezorging wijzigen']) {
    await button(wide, name).click()
    await expectVisible(
      dialog(wide).getByRole('button', { name: /Bestelling houden|Niet wijzigen/ }),
    )
    await expectNoAxeViolations(wide.page)
    await wide.page.keyboard.press('Escape')
    await expectHidden(dialog(wide))
  }
  await phone.page.setViewportSize({ width: 320, height: 640 })
  await orderPage(phone, order)
  await expectNoHorizontalScroll(phone.page)
  await enlargeText(phone.page, 200)
  await expectNoHorizontalScroll(phone.page)
})

test('a shipped parcel has a link to its carrier’s tracking page (statement 29)', async ({
  shop,
  wide,
}) => {
  const gift = await shop.gift({ points: 5, name: 'Kan van tin' })
  const order = await sampleOrder(shop, { gifts: [gift] })
  await deliver(shop, order.number)
  const line = wide.page.getByRole('listitem').filter({ hasText: 'Kan van tin' })
  await orderPage(wide, order)
  await expectVisible(line.getByText('Bezorgd', { exact: true }))
  await expect.poll(() => line.getByRole('link').count()).toBe(0)

  // One that says where it can be looked at, and one that only has a number.
  const link = 'https://carrier.example/3STEST1'
  const row = await findOrder(shop.sql, order.number)
  if (!row) throw new Error('the order is gone')
  const unsaid = { state: 'sent' } as const
  const parcels = [
    { code: '3STEST1', link, carrier: 'PostNL', ...unsaid, products: [] },
    { code: 'JVGL2', link: null, carrier: 'DHL', ...unsaid, products: [] },
  ]
  await saveParcels(shop.sql, row, { round: 0, parcels, hasAllLeft: true, at: new Date() })
  await wide.page.reload()
  const follow = line.getByRole('link', { name: /PostNL/ })
  await expectVisible(follow)
  await expect.poll(() => follow.getAttribute('href')).toBe(link)
  await expectVisible(line.getByText('DHL JVGL2'))
})

for (const way of ['home', 'pickup'] as const) {
  test(`changing the delivery starts with the current one, and another method with its first option: ${way} (statements 18, 20, 21)`, async ({
    shop,
    wide,
  }) => {
    const { code } = await readyHolder(shop)
    const { page } = wide
    await wide.openAs(code, '/checkout')
    await chooseMethod(page, way)
    if (way === 'home') await chooseTime(page)
    else await selectPoint(page, 2)
    await agree(page)
    await orderButton(page).click()
    await confirmedNumber(page)
    await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
    await button(wide, 'Bezorging wijzigen').click()
    const chosen = (name: string | RegExp) => dialog(wide).getByRole('radio', { name }).isChecked()
    const [present, other] =
      way === 'home'
        ? ([/09:00/, 'Ophalen bij een afhaalpunt'] as const)
        : ([/^2\. /, 'Thuis bezorgen'] as const)
    await expect.poll(() => chosen(present)).toBe(true)
    await dialog(wide).getByRole('radio', { name: other }).check()
    // Of the other way the nearest point, or the soonest window, stands chosen.
    await expect.poll(() => chosen(way === 'home' ? /^1\. / : /09:00/)).toBe(true)
    await dialog(wide)
      .getByRole('radio', {
        name: way === 'home' ? 'Thuis bezorgen' : 'Ophalen bij een afhaalpunt',
      })
      .check()
    await expect.poll(() => chosen(present)).toBe(true)
    if (way === 'pickup') return

    // What the order has is no longer offered: it is asked for where it is chosen, and the address stands above.
    await page.keyboard.press('Escape')
    await expectHidden(dialog(wide))
    await page.route('**/delivery_methods*', async (route) => {
      const response = await route.fetch()
      const offered = (await response.json()) as { Timeframes: { From: string | null }[] }
      const Timeframes = offered.Timeframes.filter(({ From }) => !From?.includes('09:00'))
      await route.fulfill({ response, json: { ...offered, Timeframes } })
    })
    await page.reload()
    await button(wide, 'Bezorging wijzigen').click()
    await expectVisible(dialog(wide).getByText(/Zilverkade 12/))
    await button(wide, 'Opslaan').click()
    await expectVisible(dialog(wide).getByRole('alert').locator('svg'))
    const first = dialog(wide).locator('input[name="timeframe"]').first()
    await expect.poll(() => first.evaluate((it) => it === document.activeElement)).toBe(true)
  })
}
