import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
  typeCode,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { confirmationMails } from '#e2e/support/order-steps.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { sampleContact, type TestShop } from '#server/testing/test-shop.ts'

async function twoOrders(shop: TestShop, points: number) {
  const holder = await shop.holder({ points })
  const email = `anna.${holder.voucherId}@example.com`
  const first = await sampleOrder(shop, {
    holder,
    email,
    gifts: [await shop.gift({ points: 4, name: 'Vaas' })],
  })
  shop.clock.advance(60_000)
  const second = await sampleOrder(shop, {
    holder,
    email,
    gifts: [
      await shop.gift({ points: 3, name: 'Mok' }),
      await shop.gift({ points: 3, name: 'Lamp' }),
    ],
  })
  return { holder, email, numbers: [second.number, first.number] }
}

const submit = ({ page }: Visit) => page.getByRole('button', { name: /Naar mijn cadeaus|cadeaus/i })

test('every page links to all orders of the recipient, the newest first (A1)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page, openAs, url, expectConsoleError } = wide
  const { holder, numbers } = await twoOrders(shop, 20)
  await openAs(holder.code, '/order-process')
  await page.getByRole('banner').getByRole('link', { name: 'Mijn bestellingen' }).click()
  await page.waitForURL(url('/orders'))
  await expectVisible(page.getByRole('heading', { name: 'Mijn bestellingen', level: 1 }))
  const rows = page.getByRole('main').getByRole('listitem')
  const links = rows.getByRole('link')
  await expect
    .poll(() => links.allInnerTexts())
    .toEqual(numbers.map((number) => `Bestelling ${number}`))
  await expectVisible(rows.first().getByText('1 × Mok, 1 × Lamp'))
  await expectVisible(rows.first().getByText('Besteld'))
  await expectVisible(rows.first().getByText('6\u00A0punten'))
  await expectNoAxeViolations(page)
  await links.last().click()
  await page.waitForURL(url(`/orders/${numbers[1]}`))
  await expectVisible(page.getByRole('button', { name: 'Bestelling annuleren' }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mijn bestellingen' }).click()
  await page.waitForURL(url('/orders'))

  // Spent to the last point, and still every order is reached, from a phone too.
  const spent = await twoOrders(shop, 10)
  await phone.logIn(spent.holder.code)
  await phone.page.waitForURL(phone.url(`/orders/${spent.numbers[0]}`))
  await phone.page.getByRole('button', { name: 'Menu' }).click()
  await phone.page.getByRole('dialog').getByRole('link', { name: 'Mijn bestellingen' }).click()
  await phone.page.getByRole('link', { name: `Bestelling ${spent.numbers[1]}` }).click()
  await phone.page.waitForURL(phone.url(`/orders/${spent.numbers[1]}`))
  await phone.go('/orders')
  await expectVisible(phone.page.getByRole('heading', { level: 1 }))
  await expectNoHorizontalScroll(phone.page)

  // Nothing yet, and a list that does not come.
  await openAs((await shop.holder()).code, '/orders')
  await expectVisible(page.getByText(/Hier vind je straks alles wat je bestelt/))
  expectConsoleError('500')
  expectConsoleError('The shop answered 500')
  const broken = await respondInstead(page, '**/rest/orders', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await page.reload()
  const failure = page.getByRole('alert')
  await expectVisible(failure.getByRole('heading', { name: 'An error has occurred' }))
  broken.stop()
  await failure.getByRole('button').click()
  await expectVisible(page.getByText(/Hier vind je straks alles wat je bestelt/))
})

test('the login opens the requested page: the order of a mail or the page of an expired session, and no other site (B3, A1)', async ({
  wide,
  shop,
}) => {
  const { page, go, url, expectConsoleError } = wide
  expectConsoleError('401')
  const { holder, email, numbers } = await twoOrders(shop, 20)
  const [mail] = await confirmationMails(shop, email)
  const link = /href="([^"]*\/orders\/[^"]*)"/.exec(mail?.html ?? '')?.[1] ?? ''
  const seen: string[] = []
  page.on('framenavigated', (frame) => void seen.push(frame.url()))
  await page.goto(link)
  await page.waitForURL(url('/login'))
  await page.reload()
  await typeCode(page, holder.code)
  await submit(wide).click()
  await page.waitForURL((address) => numbers.some((one) => address.pathname.endsWith(one)))
  expect(link).toBe(page.url())
  await expectVisible(page.getByRole('button', { name: 'Bestelling annuleren' }))
  const hash = shop.shop.voucherKeys.wireHash(holder.code)
  expect(seen.join(' ')).not.toMatch(new RegExp(`${holder.code}|${encodeURIComponent(hash)}`))

  // The session ends while the page is looked at.
  await endSession(shop, wide)
  await go('/wishlist')
  await page.waitForURL(url('/login'))
  await page.getByRole('button', { name: 'Weigeren' }).click()
  await typeCode(page, holder.code)
  await submit(wide).click()
  await page.waitForURL(url('/wishlist'))

  for (const foreign of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    await page.evaluate(() => sessionStorage.clear())
    await page.evaluate(() => localStorage.clear())
    await go('/products?search=kop')
    await page.waitForURL(url('/login'))
    await page.evaluate((path) => sessionStorage.setItem('wantedPath', path), foreign)
    await typeCode(page, holder.code)
    await submit(wide).click()
    await page.waitForURL(url('/'))
  }
})

async function endSession(shop: TestShop, { page }: Visit) {
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  await shop.shop.sessions.close(shop.sql, token ?? '')
}

test('a second order on another device starts with the details of the first (B18, statement 20)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const { holder, email } = await twoOrders(shop, 20)
  const gift = await shop.gift({ points: 2 })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await openAs(holder.code, '/personal-details')
  const box = (name: RegExp) => page.getByRole('textbox', { name })
  await expect.poll(() => box(/E-mailadres/).inputValue()).toBe(email)
  await expect.poll(() => box(/Achternaam/).inputValue()).toBe('de Vries')
  await expect.poll(() => box(/Straat/).inputValue()).toBe(sampleContact.delivery_address_street)
  await expect.poll(() => box(/Woonplaats/).inputValue()).toBe('Amsterdam')

  // A holder with another code sees none of these details.
  const other = await shop.holder()
  await other.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await openAs(other.code, '/personal-details')
  await expectVisible(box(/E-mailadres/))
  await expect.poll(() => box(/E-mailadres/).inputValue()).toBe('')
  await expect.poll(() => box(/Straat/).inputValue()).toBe('')
})

test('a logout that would empty the basket on every device asks first (logging out empties the basket without asking)', async ({
  wide: { page, openAs, url },
  shop,
}) => {
  const gift = await shop.gift({ points: 3 })
  const holder = await shop.holder()
  await openAs(holder.code, '/order-process')
  await expectVisible(page.getByRole('button', { name: 'Uitloggen' }))
  // Put in by another device: this page does not know yet.
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  const pieces = async () => (await holder.done('readCart', {})).response.Totals.number_of_products
  const button = page.getByRole('banner').getByRole('button', { name: 'Uitloggen' })
  await button.click()
  const dialog = page.getByRole('dialog')
  await expectVisible(dialog.getByText(/ook op andere apparaten/))
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Blijf ingelogd' }).click()
  await expectHidden(dialog.getByText(/ook op andere apparaten/))
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await pieces()).toBe(1)
  // The cart's total is in browser storage under the specification's name.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('totalOrderPoints'))).toBe('3')

  await button.click()
  await dialog.getByRole('button', { name: 'Uitloggen' }).click()
  await page.waitForURL(url('/login'))
  expect((await (await shop.logIn(holder.code)).done('readCart', {})).response.cart_items).toEqual(
    [],
  )
})
