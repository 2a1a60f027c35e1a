import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  test,
  expectVisible,
  expectMainFits,
} from '#e2e/support/browser-test.ts'
import { cartOf } from '#e2e/support/order-steps.ts'
import {
  openForm,
  check,
  consent,
  country,
  type Delivery,
  field,
  fillAddress,
  fillPerson,
} from '#e2e/support/personal-steps.ts'
import { sampleContact } from '#server/testing/test-shop.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

const labels = (page: Page) =>
  page
    .getByRole('main')
    .locator('form')
    .evaluate((form) =>
      [...form.querySelectorAll('label')].map((label) => (label.textContent ?? '').trim()),
    )

const CONTACT = ['Voornaam', 'Achternaam', 'Telefoon (mag leeg blijven)', 'E-mailadres']
const ADDRESS = [
  'Land',
  'Zoek je adres',
  'Straat',
  'Huisnummer',
  'Toevoeging (mag leeg blijven)',
  'Postcode',
  'Woonplaats',
]
const CONSENT = /^Ik ga akkoord met directe levering van mijn digitale cadeaus/

const variants: {
  gifts: Delivery[]
  channel: string
  address: boolean
  consent: boolean
  button: string
}[] = [
  {
    gifts: ['monta', 'dropship'],
    channel: '1014',
    address: true,
    consent: false,
    button: 'Controleer adres',
  },
  {
    gifts: ['digital', 'dropship'],
    channel: '1014',
    address: true,
    consent: true,
    button: 'Verder naar bezorging',
  },
  {
    gifts: ['digital'],
    channel: '1014',
    address: false,
    consent: true,
    button: 'Controleer adres',
  },
  {
    gifts: ['digital'],
    channel: '2001',
    address: false,
    consent: true,
    button: 'Controleer adres',
  },
  { gifts: ['digital', 'monta'], channel: '2001', address: false, consent: true, button: 'Verder' },
  {
    gifts: ['monta', 'dropship'],
    channel: '2001',
    address: false,
    consent: false,
    button: 'Verder',
  },
]

for (const { gifts, channel, address, consent: asked, button } of variants) {
  test(`${gifts.join(' and ')} on ${channel}: the form has the fields of the specification (PERSON-1${asked ? ', statement 25' : ''})`, async ({
    shop,
    wide,
  }) => {
    const { page } = wide
    const holder = await openForm(shop, wide, { gifts, channel })
    const shown = await labels(page)
    expect(shown.slice(0, address ? 11 : 4)).toEqual([...CONTACT, ...(address ? ADDRESS : [])])
    expect(shown.slice(address ? 11 : 4)).toEqual(asked ? [expect.stringMatching(CONSENT)] : [])
    if (channel === '2001' && gifts.some((gift) => gift !== 'digital')) {
      await expectVisible(page.getByText(/bezorgd bij Noordzee Logistiek/))
    }

    await fillPerson(page)
    if (address) await fillAddress(page)
    const submit = page.getByRole('button', { name: button, exact: true })
    if (asked) {
      await expect.poll(() => consent(page).isChecked()).toBe(false)
      await submit.click()
      await expectVisible(page.getByText('Zet hier een vinkje om verder te gaan'))
      await expect
        .poll(() => consent(page).evaluate((box) => box === document.activeElement))
        .toBe(true)
      await consent(page).check()
    }
    await submit.click()
    await page.waitForURL('**/checkout')
    const cart = await cartOf(holder)
    expect(cart.personal_data).toMatchObject({
      contact_first_name: 'Anna',
      contact_surname: 'de Vries',
      contact_email: 'anna@example.com',
    })
    expect(cart.direct_delivery_consent).toBe(String(asked))
    if (address) {
      expect(cart.delivery).toMatchObject({
        kind: 'home',
        street: 'Zilverkade',
        postal_code: '1012AB',
        address_verified: true,
      })
    }
  })
}

test('has a banner, the points, and a link back (PERSON-1)', async ({ shop, phone }) => {
  const { page } = phone
  await openForm(shop, phone, { points: 17 })
  await expectVisible(page.getByText(/Jouw punten: 17.punten/))
  const steps = page.getByRole('navigation', { name: 'Stap 2 van 5' })
  await expectVisible(steps.locator('[aria-current=step]').filter({ hasText: 'Gegevens' }))
  await expectVisible(page.getByRole('link', { name: 'Terug: Cadeaumand' }))
  await page.getByRole('button', { name: /^1 cadeau\s*2.punten$/ }).click()
  await page.getByRole('link', { name: 'Wijzig je cadeaumand' }).click()
  await page.waitForURL('**/cart')
})

test('the browser can autofill the fields, and shows the right keyboard (statement 17)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  await openForm(shop, phone)
  const attributes = async (name: string | RegExp) => {
    const input = field(page, name)
    return [await input.getAttribute('autocomplete'), await input.getAttribute('inputmode')]
  }
  await expect.poll(() => attributes('Voornaam')).toEqual(['given-name', null])
  await expect.poll(() => attributes('Achternaam')).toEqual(['family-name', null])
  await expect.poll(() => attributes(/Telefoon/)).toEqual(['tel', 'tel'])
  await expect.poll(() => attributes('E-mailadres')).toEqual(['email', 'email'])
  await expect.poll(() => country(page).getAttribute('autocomplete')).toBe('country')
  await expect.poll(() => attributes('Straat')).toEqual(['address-line1', null])
  await expect.poll(() => attributes('Postcode')).toEqual(['postal-code', 'text'])
  await expect.poll(() => attributes('Woonplaats')).toEqual(['address-level2', null])
  await country(page).selectOption('FR')
  await expect.poll(() => attributes('Postcode')).toEqual(['postal-code', 'numeric'])
})

test('another country clears the search and restores the known values of that country (PERSON-5)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openForm(shop, wide, { given: {} })
  const search = page.getByRole('combobox', { name: 'Zoek je adres' })
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Zilverkade')
  await search.fill('Zilverk')
  await country(page).selectOption('BE')
  await expect.poll(() => search.inputValue()).toBe('')
  await expect.poll(() => page.getByRole('listbox').filter({ visible: true }).count()).toBe(0)
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('')
  await expect.poll(() => field(page, 'Postcode').inputValue()).toBe('')
  await expect.poll(() => field(page, 'Voornaam').inputValue()).toBe('Anna')

  await field(page, 'Straat').fill('Wilgenkaai')
  await country(page).selectOption('NL')
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Zilverkade')
  await expect.poll(() => field(page, 'Postcode').inputValue()).toBe('1012 AB')
  await country(page).selectOption('BE')
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Wilgenkaai')
})

test('is saved once, locally and with the cart, and continues (PERSON-6)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openForm(shop, wide)
  const saved: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rest/shopping_cart_add_contact_and_address')) {
      saved.push(request.postDataJSON() as Record<string, unknown>)
    }
  })
  await fillPerson(page)
  await field(page, /Telefoon/).fill('06 1234 5678')
  await fillAddress(page)
  await check(page).dblclick()
  await page.waitForURL('**/checkout')
  expect(saved).toHaveLength(1)
  expect(saved[0]).toMatchObject({
    contact_email: 'anna@example.com',
    contact_telephone: '06 1234 5678',
    invoice_address_street: 'Keizersgracht',
    invoice_address_housenr: 100,
    invoice_address_country_code: 'NL',
    is_delivery_address: false,
    delivery_address_street: 'Zilverkade',
    delivery_address_housenr: '12',
    delivery_address_country_code: 'NL',
  })
  const stored = await page.evaluate(() => ({
    personalData: JSON.parse(localStorage.getItem('personalData') ?? '{}'),
    formData: JSON.parse(localStorage.getItem('formData') ?? '{}'),
  }))
  expect(stored.personalData).toMatchObject({ firstName: 'Anna', streetName: 'Zilverkade' })
  expect(stored.formData).toMatchObject({ customAddress: true, pickupPoint: false })
})

test('typed text and checkboxes survive a reload and another language (statement 18)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openForm(shop, wide, { gifts: ['monta', 'digital'] })
  await fillPerson(page)
  await field(page, /Telefoon/).fill('0612')
  await country(page).selectOption('DE')
  await field(page, 'Straat').fill('Am Glockenanger')
  await consent(page).check()
  await page.reload()
  await expect.poll(() => field(page, 'Achternaam').inputValue()).toBe('de Vries')
  await expect.poll(() => field(page, /Telefoon/).inputValue()).toBe('0612')
  await expect.poll(() => country(page).inputValue()).toBe('DE')
  await expect.poll(() => consent(page).isChecked()).toBe(true)

  await page.evaluate(() => {
    localStorage.setItem('language', 'en')
    dispatchEvent(new StorageEvent('storage'))
  })
  await expectVisible(page.getByRole('heading', { name: 'Your details' }))
  await expect.poll(() => field(page, 'Street').inputValue()).toBe('Am Glockenanger')
  await page.getByRole('button', { name: 'Continue to delivery' }).click()
  await expect.poll(() => field(page, 'Town').getAttribute('aria-invalid')).toBe('true')
  await expectVisible(page.getByText('This field is required'))
})

test('data of the voucher or the cart is filled in already (statement 20)', async ({
  shop,
  wide,
  phone,
}) => {
  const holder = await openForm(shop, wide, { firstName: 'Bente' })
  await expect.poll(() => field(wide.page, 'Voornaam').inputValue()).toBe('Bente')
  await expect.poll(() => country(wide.page).inputValue()).toBe('NL')
  await holder.done('saveAddress', { ...sampleContact, delivery_address_housenr_appendix: 'hs' })

  await phone.openAs(holder.code, '/personal-details')
  const { page } = phone
  await expectVisible(page.getByRole('heading', { level: 1 }))
  for (const [name, value] of [
    ['Voornaam', 'Anna'],
    ['Achternaam', 'de Vries'],
    ['E-mailadres', 'anna@example.com'],
    [/Telefoon/, '0612345678'],
    ['Straat', 'Zilverkade'],
    ['Huisnummer', '12'],
    [/Toevoeging/, 'hs'],
    ['Postcode', '1012 AB'],
    ['Woonplaats', 'Amsterdam'],
  ] as const) {
    await expect.poll(() => field(page, name).inputValue()).toBe(value)
  }
  await check(page).click()
  await page.waitForURL('**/checkout')
})

test('offers only the countries of the channel, and starts with the first (PERSON-5, C)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const holder = await shop.holder({ channel: '2002', points: 4 })
  const { spliId } = await shop.gift({ channel: '2002', points: 4 })
  await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  await wide.openAs(holder.code, '/personal-details', { language: 'de' })
  const select = page.getByRole('combobox', { name: 'Land' })
  await expectVisible(select)
  expect((await select.locator('option').allInnerTexts()).toSorted()).toEqual([
    'Deutschland',
    'Niederlande',
    'Österreich',
  ])
  await expect.poll(() => select.inputValue()).toBe('DE')
})

test('an empty cart, or one with a problem, redirects to the cart page', async ({ shop, wide }) => {
  const { page } = wide
  const holder = await shop.holder({ points: 4 })
  await wide.openAs(holder.code, '/personal-details')
  await page.waitForURL('**/cart')
  await expectVisible(page.getByText('Je cadeaumand is nog leeg.'))
  const { spliId } = await shop.gift({ points: 9 })
  await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  await wide.go('/personal-details')
  await page.waitForURL('**/cart')
  await expectVisible(page.getByText(/Kijk eerst je cadeaumand na/))
  await expectVisible(page.getByText('Je zit 3 punten boven wat je mag besteden.'))
})

test('fits 320 pixels and 200% text, and axe finds nothing (statements 9, 10)', async ({
  shop,
  phone,
}) => {
  const { page } = phone
  await page.setViewportSize({ width: 320, height: 640 })
  await openForm(shop, phone, { gifts: ['monta', 'digital'] })
  await page.getByRole('button', { name: 'Verder naar bezorging' }).click()
  await expectVisible(page.getByText('Dit veld is verplicht'))
  await expectNoHorizontalScroll(page)
  await expectNoAxeViolations(page, 'main')
  await page.setViewportSize({ width: 640, height: 640 })
  await enlargeText(page, 200)
  await expectMainFits(page)
})
