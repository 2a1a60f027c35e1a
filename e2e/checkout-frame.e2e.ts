import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { fitsSideways, gone, hears, journey, see } from '#e2e/journey.ts'
import {
  agree,
  cartOf,
  chooseWay,
  confirmedNumber,
  due,
  orderButton,
  readyHolder,
} from '#e2e/ordering-steps.ts'
import { atForm, check, field, fillAddress, fillPerson } from '#e2e/personal-steps.ts'

journey(
  'the checkout stands in a frame of its own: logo, steps and help above, one line below, nothing that floats (the looks 1)',
  async ({ wide, shop }) => {
    const { page, arrive } = wide
    const { code } = await readyHolder(shop)
    await arrive(code, '/personal-details')
    await see(page.getByRole('heading', { level: 1 }))
    const header = page.getByRole('banner')
    const footer = page.getByRole('contentinfo')
    const inFrame = async () => {
      await see(header.getByRole('link', { name: 'Naar de startpagina' }))
      await see(header.getByRole('button', { name: 'Stel je vraag' }))
      await see(header.getByRole('navigation', { name: /^Stap \d van 5$/ }))
      await gone(page.getByRole('searchbox'))
      await expect.poll(() => header.getByRole('navigation').count()).toBe(1)
      await see(footer.getByRole('link', { name: 'Privacy' }))
      await see(footer.getByRole('button', { name: 'Uitloggen' }))
      await see(footer.getByRole('button', { name: /Taal/ }))
      const floating = () =>
        page.evaluate(
          () =>
            [...document.querySelectorAll('[data-chat], [data-points-badge]')].filter((one) =>
              ['fixed', 'sticky'].includes(getComputedStyle(one).position),
            ).length,
        )
      await expect.poll(floating).toBe(0)
    }
    await inFrame()
    await footer.getByText('Wie wij zijn', { exact: true }).click()
    await see(footer.getByText(/Keizersgracht 100/))
    await page.getByRole('link', { name: 'Terug: Cadeaumand' }).click()
    await page.waitForURL('**/cart')
    await see(page.getByRole('searchbox').first())

    await page.goto(wide.url('/checkout'))
    await see(page.getByRole('heading', { level: 1, name: 'Bezorging' }))
    await inFrame()
    await header.getByRole('button', { name: 'Stel je vraag' }).click()
    await see(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await agree(page)
    await orderButton(page).click()
    await confirmedNumber(page)
    await inFrame()
  },
)

journey(
  'on a phone the total and the button stay at the bottom of each step, the gifts are a line that opens (the looks 1)',
  async ({ phone: { page, arrive }, shop }) => {
    const { code } = await readyHolder(shop, due)
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
      await arrive(code, path)
      await see(page.getByRole('button', { name: button }))
      const bar = page.locator('[data-action-bar]')
      await see(bar.getByText('€ 10,00'))
      await see(bar.getByText(/3.punten/))
      await expect.poll(() => inWindow(button)).toBe(true)
      await page.evaluate(() => scrollTo(0, 300))
      await expect.poll(() => inWindow(button)).toBe(true)
      await page.evaluate(() => scrollTo(0, 0))
      await axeFindsNothing(page)
    }
    const line = page.getByRole('button', { name: /^1 cadeau/ })
    await expect.poll(() => line.getAttribute('aria-expanded')).toBe('false')
    await line.click()
    await see(page.getByRole('link', { name: 'Wijzig je mand' }))
    await page.setViewportSize({ width: 320, height: 640 })
    await fitsSideways(page)
  },
)

journey(
  'the soonest window and the nearest point are chosen beforehand and can be changed; consent never is (the looks 2, statement 25)',
  async ({ wide: { page, arrive }, shop }) => {
    const holder = await readyHolder(shop)
    await arrive(holder.code, '/checkout')
    const review = page.locator('[data-review=delivery]')
    const times = page.getByRole('group', { name: 'Wanneer mag het komen?' }).getByRole('radio')
    await see(times.first())
    await expect.poll(() => times.first().isChecked()).toBe(true)
    await see(review.getByText(/tussen 09:00 en 17:30 uur/))
    await times.nth(1).check()
    await expect.poll(() => times.first().isChecked()).toBe(false)

    await chooseWay(page, 'pickup')
    await expect.poll(() => page.getByRole('radio', { name: /^1\. / }).isChecked()).toBe(true)
    await see(review.getByText(/Op te halen vanaf/))
    await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false)
    await chooseWay(page, 'home')
    await expect.poll(() => times.nth(1).isChecked()).toBe(true)

    await agree(page)
    await orderButton(page).click()
    const number = await confirmedNumber(page)
    const { response } = await holder.done('order', { order_number: number })
    expect(response.delivery.from).toContain('T18:00')
  },
)

journey(
  'one field finds the address and shows it; the others open for who wants them, and where something is missing (the looks 2)',
  async ({ phone, shop }) => {
    const { page } = phone
    const holder = await atForm(shop, phone, { folded: true })
    await fillPerson(page)
    await gone(field(page, 'Straat'))
    await check(page).click()
    await expect
      .poll(() => field(page, 'Straat').evaluate((street) => street === document.activeElement))
      .toBe(true)
    await fillAddress(page)
    await see(field(page, 'Woonplaats'))
    await fillAddress(page, { Straat: '', Huisnummer: '', Postcode: '', Woonplaats: '' })
    await page.reload()
    await see(page.getByRole('button', { name: 'Zelf invullen' }))
    await gone(field(page, 'Straat'))

    await page.getByRole('combobox', { name: 'Zoek je adres' }).fill('1012AB 12A')
    const found = page.locator('form address')
    await see(found.getByText('Zilverkade 12 A'))
    await see(found.getByText('1012 AB Amsterdam'))
    await gone(field(page, 'Straat'))
    await axeFindsNothing(page)
    await page.getByRole('button', { name: 'Wijzig dit adres' }).click()
    await expect.poll(() => field(page, 'Huisnummer').inputValue()).toBe('12')
    await field(page, 'Huisnummer').fill('14')
    await field(page, /Toevoeging/).fill('')
    await check(page).click()
    await page.waitForURL('**/checkout')
    expect((await cartOf(holder)).delivery).toMatchObject({ street: 'Zilverkade', housenr: '14' })
  },
)

journey(
  'the confirmation greets by name, says when it comes and until when it may be changed, and goes into the calendar (the looks 3)',
  async ({ wide: { page, arrive }, shop }) => {
    const gifts = [
      { delivery: 'monta' as const, points: 5, name: 'Blauwe vaas' },
      { delivery: 'monta' as const, points: 4, name: 'Rode vaas' },
    ]
    const holder = await readyHolder(shop, { gifts })
    await shop.sql`
      update content set value = 'Gelukt, {first_name}!'
      where path = 'confirmationpagecomponents' and block = '' and key = 'title' and language = 'nl'`
    await shop.sql`insert into news (topic, subject) select 'channel', id from channel`
    await shop.shop.news.poll()
    await arrive(holder.code, '/checkout')
    await agree(page)
    await orderButton(page).click()
    const number = await confirmedNumber(page)
    await see(page.getByRole('heading', { level: 1, name: 'Gelukt, Anna!' }))
    await hears(page, `Gelukt, Anna! Je bestelnummer is ${number}.`)
    // It does not ask for doubts: what may still be changed is as quiet as the calendar.
    const look = (name: RegExp | string, role: 'link' | 'button') =>
      page.getByRole(role, { name }).evaluate((one) => getComputedStyle(one).backgroundColor)
    expect(await look(/^Wijzigen kan tot/, 'link')).toBe(await look('Zet in je agenda', 'button'))
    const parcel = page.getByRole('article')
    await expect.poll(() => parcel.count()).toBe(1)
    await see(parcel.getByText('Zilverkade 12, 1012 AB Amsterdam'))

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
    await shop.sql`insert into news (topic, subject) select 'channel', id from channel`
    await shop.shop.news.poll()
  },
)
