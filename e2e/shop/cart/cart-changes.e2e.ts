import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

import { openCart, line, next, quantityOf, summary } from '#e2e/support/cart-steps.ts'
import { cartOf } from '#e2e/support/order-steps.ts'
import { expectHidden, expectAnnouncement, test, expectVisible } from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { sampleContact } from '#server/testing/test-shop.ts'

/** Holds every change of the cart until it is let through, and counts how many are under way at once. */
async function holdChanges(page: Page) {
  const held: Route[] = []
  const sent: { quantity: number }[] = []
  let most = 0
  let underWay = 0
  let open = false
  // Decremented before the page gets the response, so the page's next request is not counted as parallel.
  const answer = async (route: Route) => {
    const response = await route.fetch()
    underWay -= 1
    await route.fulfill({ response })
  }
  await page.route('**/rest/shopping_cart', async (route) => {
    sent.push(route.request().postDataJSON() as { quantity: number })
    underWay += 1
    most = Math.max(most, underWay)
    if (open) await answer(route)
    else held.push(route)
  })
  return {
    sent,
    most: () => most,
    async letThrough() {
      open = true
      await Promise.all(held.splice(0).map(answer))
    },
  }
}

test('a removed gift can be restored; an empty cart links to the gifts (CART-2)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  const { holder } = await openCart(shop, phone, {
    gifts: [{ points: 3, quantity: 2, name: 'Kan' }],
  })
  await page.getByRole('button', { name: 'Verwijder Kan' }).click()
  await expectVisible(page.getByText('Je cadeaumand is nog leeg.'))
  await expect.poll(async () => (await cartOf(holder)).shopping_cart_items).toEqual([])
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

  await page.getByRole('button', { name: 'Zet terug' }).click()
  await expectVisible(line(page, 'Kan'))
  await expect.poll(() => quantityOf(page, 'Kan').inputValue()).toBe('2')

  await page.getByRole('button', { name: 'Verwijder Kan' }).click()
  await page.getByRole('link', { name: 'Bekijk de cadeaus' }).click()
  await page.waitForURL('**/products')
})

test('ten fast clicks on plus and three on minus set the right quantity, one request at a time (statement 16)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, { gifts: [{ points: 1, name: 'Ei' }] })
  const changes = await holdChanges(page)
  const more = page.getByRole('button', { name: 'Eén Ei meer' })
  const less = page.getByRole('button', { name: 'Eén Ei minder' })
  for (let click = 0; click < 10; click += 1) await more.click()
  for (let click = 0; click < 3; click += 1) await less.click()
  await expect.poll(() => quantityOf(page, 'Ei').inputValue()).toBe('8')
  await expectVisible(summary(page).getByText('8 punten').first())
  expect(changes.sent).toHaveLength(1)

  await changes.letThrough()
  await expectAnnouncement(page, /Aantal cadeaus: 8\. Samen 8.punten/)
  expect(changes.most()).toBe(1)
  expect(changes.sent.map(({ quantity }) => quantity)).toEqual([2, 8])
  await expect.poll(() => quantityOf(page, 'Ei').inputValue()).toBe('8')
  await expect.poll(async () => (await cartOf(holder)).Totals.number_of_products).toBe(8)
})

test('two lines changed at once both have the right quantity (statement 16)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, {
    gifts: [
      { points: 1, name: 'Ei' },
      { points: 2, name: 'Kop' },
    ],
  })
  const changes = await holdChanges(page)
  await page.getByRole('button', { name: 'Eén Ei meer' }).click()
  await page.getByRole('button', { name: 'Eén Kop meer' }).click()
  await page.getByRole('button', { name: 'Verwijder Ei' }).click()
  await expect.poll(() => line(page, 'Ei').count()).toBe(0)
  await changes.letThrough()
  await expectAnnouncement(page, /Aantal cadeaus: 2\. Samen 4.punten/)
  expect(changes.most()).toBe(1)
  await expect
    .poll(async () => (await cartOf(holder)).shopping_cart_items)
    .toMatchObject([{ name: 'Kop', quantity: 2 }])
  await expect.poll(() => quantityOf(page, 'Kop').inputValue()).toBe('2')
})

test('a failed change of quantity is reverted and reported (statement 16)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, { gifts: [{ points: 4, name: 'Kan' }] })
  wide.expectConsoleError('Failed to load resource')
  const cut = await respondInstead(page, '**/rest/shopping_cart', (route) => route.abort())
  await page.getByRole('button', { name: 'Eén Kan meer' }).click()
  await expectVisible(
    page.getByText(
      'De winkel is even niet te bereiken. Heb je internet? Probeer het dan nog eens.',
    ),
  )
  await expectAnnouncement(
    page,
    'De winkel is even niet te bereiken. Heb je internet? Probeer het dan nog eens.',
  )
  await expect.poll(() => quantityOf(page, 'Kan').inputValue()).toBe('1')

  cut.stop()
  await page.getByRole('button', { name: 'Eén Kan meer' }).click()
  await expect.poll(async () => (await cartOf(holder)).Totals.number_of_products).toBe(2)
  await expect.poll(() => quantityOf(page, 'Kan').inputValue()).toBe('2')
})

test('a line removed in another tab is reported, and the cart is updated (statement 16)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, {
    gifts: [
      { points: 4, name: 'Kan' },
      { points: 2, name: 'Kop' },
    ],
  })
  const [can] = (await cartOf(holder)).shopping_cart_items
  await holder.done('changeCart', { shopping_cart_item: can?.id ?? '', quantity: 0 })
  wide.expectConsoleError('404')
  await page.getByRole('button', { name: 'Eén Kan meer' }).click()
  await expectVisible(
    page.getByText('Je cadeaumand is ergens anders gewijzigd. Zo ziet die er nu uit.'),
  )
  await expectHidden(line(page, 'Kan'))
  await expectVisible(line(page, 'Kop'))
})

test('Continue waits for the last change, and stops if it fails (statement 16)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openCart(shop, wide, { points: 10, gifts: [{ points: 6, quantity: 2, name: 'Kan' }] })
  const changes = await holdChanges(page)
  await page.getByRole('button', { name: 'Eén Kan meer' }).click()
  await next(page).click()
  await changes.letThrough()
  await expectVisible(summary(page).getByText('Je zit 6 punten boven wat je mag besteden.'))
  expect(new URL(page.url()).pathname).toBe('/cart')
  // Nor did it go there and come back.
  await expect.poll(() => page.getByText('Kijk eerst je cadeaumand na').count()).toBe(0)
})

test('a gift with too little stock shows it, and one press resolves it (CART-4, statement 11)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, {
    gifts: [{ points: 2, quantity: 4, inStock: 3, name: 'Kan' }],
  })
  const can = line(page, 'Kan')
  await expectVisible(can.getByText('Nog op voorraad: 3.'))
  await expectVisible(
    summary(page).getByText('Kijk eerst nog even naar de cadeaus met een melding.'),
  )
  await expect.poll(() => next(page).isDisabled()).toBe(true)
  await can.getByRole('button', { name: 'Maak er 3 van' }).click()
  await expectHidden(can.getByText('Nog op voorraad: 3.'))
  await expect.poll(() => next(page).isEnabled()).toBe(true)
  await expect.poll(async () => (await cartOf(holder)).Totals.number_of_products).toBe(3)
})

test('a gift that is sold out, no longer offered or has another price is resolved at its line (CART-4, B19)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder, gifts } = await openCart(shop, wide, {
    gifts: [
      { points: 2, inStock: 1, name: 'Kan' },
      { points: 3, name: 'Kop' },
      { points: 4, name: 'Schaal' },
    ],
  })
  await expect.poll(() => next(page).isEnabled()).toBe(true)
  const [can, cup, bowl] = gifts
  await shop.sql`insert into stock_movement (sku, quantity, reason) values (${can?.sku ?? ''}, -1, 'count')`
  await shop.sql`update offer set active = false where spli_id = ${cup?.spliId ?? ''}`
  await shop.sql`update offer set points = 1 where spli_id = ${bowl?.spliId ?? ''}`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()
  await page.reload()

  await expectVisible(line(page, 'Kan').getByText('Dit cadeau is uitverkocht.'))
  const badge = line(page, 'Kan').getByText('Uitverkocht', { exact: true })
  await expect
    .poll(() => badge.evaluate((one) => getComputedStyle(one).backgroundColor))
    .toBe('rgb(255, 104, 108)')
  await page.getByRole('button', { name: 'Verwijder Kan' }).last().click()
  const left = line(page, 'Kop')
  await expectVisible(left.getByText('Niet meer in de winkel'))
  await expectVisible(
    left.getByText(
      'Dit cadeau hebben we niet meer. Verwijder het uit je cadeaumand en kies iets anders.',
    ),
  )
  await left
    .getByRole('button', { name: /^Verwijder/ })
    .last()
    .click()
  const changed = line(page, 'Schaal')
  await expectVisible(
    changed.getByText(/Dit cadeau kost nu 1\s?punt\. Kijk je cadeaumand nog even na\./),
  )
  await changed.getByRole('button', { name: /Akkoord met 1.punt/ }).click()

  await expect.poll(() => next(page).isEnabled()).toBe(true)
  await expect
    .poll(() => cartOf(holder))
    .toMatchObject({
      problems: [],
      totals: { order_total_points: 1 },
      shopping_cart_items: [{ name: 'Schaal' }],
    })
})

test('an open payment is reported, and is cancelled when the cart changes', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const { holder } = await openCart(shop, wide, {
    points: 10,
    gifts: [{ points: 6, quantity: 2, name: 'Kan' }],
  })
  await holder.done('saveAddress', sampleContact)
  await holder.done('createPayment', {
    amount: '10.00',
    description: 'Cadeaus',
    cancelUrl: wide.url('/checkout'),
    redirectUrl: wide.url('/confirmation'),
  })
  await page.reload()
  await expectVisible(page.getByText(/Er staat nog een betaling van €.10,00 open/))
  await expectVisible(page.getByRole('link', { name: 'Verder met betalen' }))
  await page.getByRole('button', { name: 'Eén Kan minder' }).click()
  await expectHidden(page.getByText(/Er staat nog een betaling/))
  await expect.poll(async () => (await cartOf(holder)).open_payment).toBeNull()
})
