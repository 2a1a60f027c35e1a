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
  cartOf,
  chooseMethod,
  confirmedNumber,
  cardCart,
  orderButton,
  readyHolder,
} from '#e2e/support/order-steps.ts'
import { openForm, check, field, fillPerson } from '#e2e/support/personal-steps.ts'

test('steps 2, 3 and 5 have the header and footer without search and menu (SAFE-15, C1; FRAME-1, FRAME-2, FRAME-4, FRAME-7, FRAME-13)', async ({
  wide,
  shop,
}) => {
  const { page, openAs } = wide
  const { code, ...holder } = await readyHolder(shop)
  const wish = await shop.gift()
  await holder.done('addWish', { sales_pricelist_item: wish.spliId, wish_list: null })
  const validUntil = new Date(shop.clock.now().getTime() + 30 * 24 * 60 * 60 * 1000)
  await shop.sql`update voucher set valid_until = ${validUntil} where id = ${holder.voucherId}`
  await shop.shop.changeEvents.poll()
  await openAs(code, '/personal-details')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  const header = page.getByRole('banner')
  const footer = page.getByRole('contentinfo')
  const inHeader = async (basket: number) => {
    await expectVisible(header.getByRole('link', { name: 'Naar de startpagina' }))
    await expectVisible(header.getByRole('navigation', { name: /^Stap \d van 5$/ }))
    await expectVisible(header.getByRole('button', { name: 'Stel je vraag' }))
    await expectHidden(page.getByRole('searchbox'))
    await expect
      .poll(() => page.locator('[data-top-bar]').boundingBox())
      .toMatchObject({ height: 40 })
    await expectVisible(header.getByText('Vandaag besteld'))
    await expectVisible(header.getByText(/Je punten zijn geldig tot en met/).locator('b'))
    await expectVisible(header.getByRole('button', { name: /Taal/ }))
    await expectVisible(header.getByRole('button', { name: 'Uitloggen' }))
    await expectVisible(header.getByRole('link', { name: /^Verlanglijst\s*1$/ }))
    await expectVisible(header.getByText(/^\d+ punten/))
    await expect.poll(() => header.locator('[data-basket]').count()).toBe(basket)
  }
  const inFooter = async () => {
    for (const name of [
      'Hoe bestellen werkt',
      'Bijbetalen',
      'Retourneren',
      'Voorwaarden',
      'Privacy',
    ]) {
      await expect.poll(() => footer.getByRole('link', { name }).count(), { message: name }).toBe(1)
    }
    await expectVisible(footer.getByText('Keizersgracht 100'))
    await expectVisible(footer.getByRole('link', { name: /^Veelgestelde vragen/ }))
    await expectVisible(footer.getByRole('link', { name: 'Neem contact op' }))
    await expectVisible(footer.getByText('2.5.13'))
  }
  const badge = page.locator('[data-points-badge]')
  await inHeader(1)
  await inFooter()
  await expect.poll(() => badge.textContent()).toBe('20punten')
  await page.getByRole('link', { name: 'Terug: Cadeaumand' }).click()
  await page.waitForURL('**/cart')
  await expectVisible(page.getByRole('searchbox').first())

  await page.goto(wide.url('/checkout'))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Bezorging' }))
  await inHeader(1)
  await inFooter()
  await header.getByRole('button', { name: 'Stel je vraag' }).click()
  await expectVisible(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await agree(page)
  await orderButton(page).click()
  await confirmedNumber(page)
  await inHeader(0)
  await inFooter()
  await expect.poll(() => badge.count()).toBe(1)
})

test('on a phone the total and the button stay at the bottom of each step, and the gifts are a line that can be opened (the looks 1)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const { code } = await readyHolder(shop, cardCart)
  const inWindow = (name: RegExp) =>
    page.getByRole('button', { name }).evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect()
      return top > 0 && bottom <= innerHeight
    })
  for (const [path, button] of [
    ['/cart', /^Verder$/],
    ['/personal-details', /^Controleer adres$/],
    ['/checkout', /^Bestellen en betalen$/],
  ] as const) {
    await openAs(code, path)
    await expectVisible(page.getByRole('button', { name: button }))
    const bar = page.locator('[data-action-bar]')
    await expectVisible(bar.getByText('€ 10,00'))
    await expectVisible(bar.getByText(/3.punten/))
    await expect.poll(() => inWindow(button)).toBe(true)
    await page.evaluate(() => scrollTo(0, 300))
    await expect.poll(() => inWindow(button)).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoAxeViolations(page)
  }
  const line = page.getByRole('button', { name: /^1 cadeau/ })
  await expect.poll(() => line.getAttribute('aria-expanded')).toBe('false')
  await line.click()
  await expectVisible(page.getByRole('link', { name: 'Wijzig je cadeaumand' }))
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
})

test('the earliest window and the nearest pickup point are preselected and can be changed; consent is never preselected (the looks 2, statement 25)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  const review = page.locator('[data-review=delivery]')
  const times = page.getByRole('group', { name: 'Wanneer mag het komen?' }).getByRole('radio')
  await expectVisible(times.first())
  await expect.poll(() => times.first().isChecked()).toBe(true)
  await expectVisible(review.getByText(/tussen 09:00 en 17:30 uur/))
  await times.nth(1).check()
  await expect.poll(() => times.first().isChecked()).toBe(false)

  await chooseMethod(page, 'pickup')
  await expect.poll(() => page.getByRole('radio', { name: /^1\. / }).isChecked()).toBe(true)
  await expectVisible(review.getByText(/Op te halen vanaf/))
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false)
  await chooseMethod(page, 'home')
  await expect.poll(() => times.nth(1).isChecked()).toBe(true)

  await agree(page)
  await orderButton(page).click()
  const number = await confirmedNumber(page)
  const { response } = await holder.done('order', { order_number: number })
  expect(response.delivery.from).toContain('T18:00')
})

test('the fields of the address are on the page for autofill, and the search fills them (SAFE-15, C2; PERSON-1)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  const holder = await openForm(shop, phone)
  const autofilled = {
    Straat: 'address-line1',
    Postcode: 'postal-code',
    Woonplaats: 'address-level2',
  }
  for (const [name, token] of Object.entries(autofilled)) {
    await expectVisible(field(page, name))
    expect(await field(page, name).getAttribute('autocomplete')).toContain(token)
  }
  await fillPerson(page)
  await check(page).click()
  await expect
    .poll(() => field(page, 'Straat').evaluate((street) => street === document.activeElement))
    .toBe(true)

  await page.getByRole('combobox', { name: 'Zoek je adres' }).fill('1012AB 12A')
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Zilverkade')
  await expect.poll(() => field(page, /Toevoeging/).inputValue()).toBe('A')
  expect(await field(page, 'Postcode').inputValue()).toBe('1012 AB')
  expect(await field(page, 'Woonplaats').inputValue()).toBe('Amsterdam')
  await expectNoAxeViolations(page)
  await field(page, 'Huisnummer').fill('14')
  await field(page, /Toevoeging/).fill('')
  await check(page).click()
  await page.waitForURL('**/checkout')
  expect((await cartOf(holder)).delivery).toMatchObject({ street: 'Zilverkade', housenr: '14' })
})

test('the confirmation shows the name, the delivery date, the time until which the order can be changed, and a calendar entry (the looks 3)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const gifts = [
    { delivery: 'monta' as const, points: 5, name: 'Blauwe vaas' },
    { delivery: 'monta' as const, points: 4, name: 'Rode vaas' },
  ]
  const holder = await readyHolder(shop, { gifts })
  await shop.sql`
      update content set value = 'Gelukt, {first_name}!'
      where path = 'confirmationpagecomponents' and block = '' and key = 'title' and language = 'nl'`
  await shop.sql`insert into change_event (topic, subject) select 'channel', id from channel`
  await shop.shop.changeEvents.poll()
  await openAs(holder.code, '/checkout')
  await agree(page)
  await orderButton(page).click()
  const number = await confirmedNumber(page)
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Gelukt, Anna!' }))
  await expectAnnouncement(page, `Gelukt, Anna! Je bestelnummer is ${number}.`)
  // It does not ask for doubts: what may still be changed is as quiet as the calendar.
  const look = (name: RegExp | string, role: 'link' | 'button') =>
    page.getByRole(role, { name }).evaluate((one) => getComputedStyle(one).backgroundColor)
  expect(await look(/^Wijzigen kan tot/, 'link')).toBe(await look('Zet in je agenda', 'button'))
  const parcel = page.getByRole('article')
  await expect.poll(() => parcel.count()).toBe(1)
  await expectVisible(parcel.getByText('Zilverkade 12, 1012 AB Amsterdam'))

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Zet in je agenda' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${number}.ics`)
  const text = await (
    await file.createReadStream()
  )
    .setEncoding('utf8')
    .reduce((all, part) => all + part, '')
  const entry = text.replaceAll('\r\n ', '')
  expect(entry).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n/)
  expect(entry).toMatch(/DTSTART:\d{8}T090000\r\n/)
  expect(entry).toContain('LOCATION:Zilverkade 12\\, 1012 AB Amsterdam')
  expect(entry).toContain('1 × Blauwe vaas\\n1 × Rode vaas')

  await page.getByRole('link', { name: /^Wijzigen kan tot \d\d:\d\d uur$/ }).click()
  await page.waitForURL(`**/orders/${number}`)
  await shop.sql`
      update content set value = 'Bedankt voor je bestelling'
      where path = 'confirmationpagecomponents' and block = '' and key = 'title' and language = 'nl'`
  await shop.sql`insert into change_event (topic, subject) select 'channel', id from channel`
  await shop.shop.changeEvents.poll()
})
