import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { fitsSideways, gone, hears, journey, see, type Visit } from '#e2e/journey.ts'
import { someone, type TestHolder, type TestShop } from '#server/testing/test-shop.ts'

type Delivery = 'digital' | 'monta' | 'dropship'

/** A holder at the form, with a gift of each of these conditions in the cart. */
async function atForm(
  shop: TestShop,
  visit: Visit,
  {
    gifts = ['monta'],
    language = 'nl',
    given,
    ...voucher
  }: {
    gifts?: Delivery[]
    language?: string
    channel?: string
    points?: number
    firstName?: string
    given?: Record<string, unknown>
  } = {},
) {
  const holder = await shop.holder(voucher)
  for (const delivery of gifts) {
    const { spliId } = await shop.gift({ channel: voucher.channel ?? '1014', points: 2, delivery })
    await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  }
  if (given) await holder.done('saveAddress', { ...someone, ...given })
  await visit.arrive(holder.code, '/personal-details', { language })
  await see(visit.page.getByRole('heading', { level: 1 }))
  return holder
}

const field = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' })
const country = (page: Page) => page.getByRole('combobox', { name: 'Land' })
const consent = (page: Page) => page.getByRole('checkbox')
const check = (page: Page) => page.getByRole('button', { name: 'Controleer adres' })
/** At twice the text: what stands around this page is looked at elsewhere. */
async function mainFits(page: Page) {
  const main = page.getByRole('main')
  await expect
    .poll(() => main.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBeLessThanOrEqual(0)
}
const cartOf = async (holder: TestHolder) => (await holder.done('readCart', {})).response

async function fillPerson(page: Page) {
  await field(page, 'Voornaam').fill('Anna')
  await field(page, 'Achternaam').fill('de Vries')
  await field(page, 'E-mailadres').fill('anna@example.com')
}

async function fillAddress(page: Page, changes: Record<string, string> = {}) {
  const values = {
    Straat: 'Zilverkade',
    Huisnummer: '12',
    Postcode: '1012 AB',
    Woonplaats: 'Amsterdam',
    ...changes,
  }
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

const labels = (page: Page) =>
  page
    .getByRole('main')
    .locator('form')
    .evaluate((form) =>
      [...form.querySelectorAll('label')].map((label) => (label.textContent ?? '').trim()),
    )

const CONTACT = ['Voornaam', 'Achternaam', 'Telefoon (mag leeg)', 'E-mailadres']
const ADDRESS = [
  'Land',
  'Zoek je adres',
  'Straat',
  'Huisnummer',
  'Toevoeging (mag leeg)',
  'Postcode',
  'Woonplaats',
]
const CONSENT =
  /^Ik wil mijn digitale cadeaus meteen krijgen en weet dat ik ze dan niet meer kan herroepen/

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
  journey(
    `${gifts.join(' and ')} on ${channel}: the form of the table (PERSON-1${asked ? ', statement 25' : ''})`,
    async ({ shop, wide }) => {
      const { page } = wide
      const holder = await atForm(shop, wide, { gifts, channel })
      const shown = await labels(page)
      expect(shown.slice(0, address ? 11 : 4)).toEqual([...CONTACT, ...(address ? ADDRESS : [])])
      expect(shown.slice(address ? 11 : 4)).toEqual(asked ? [expect.stringMatching(CONSENT)] : [])
      if (channel === '2001' && gifts.some((gift) => gift !== 'digital')) {
        await see(page.getByText(/bezorgd bij Noordzee Logistiek/))
      }

      await fillPerson(page)
      if (address) await fillAddress(page)
      const submit = page.getByRole('button', { name: button, exact: true })
      if (asked) {
        await expect.poll(() => consent(page).isChecked()).toBe(false)
        await submit.click()
        await see(page.getByText('Zet hier een vinkje om verder te gaan'))
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
    },
  )
}

journey('has a banner, the points, and the way back (PERSON-1)', async ({ shop, phone }) => {
  const { page } = phone
  await atForm(shop, phone, { points: 17 })
  await see(page.getByText(/Jouw punten: 17.punten/))
  const steps = page.getByRole('navigation', { name: 'Stap 2 van 5' })
  await see(steps.locator('[aria-current=step]').filter({ hasText: 'Gegevens' }))
  await page.getByRole('link', { name: 'Wijzig je mand' }).click()
  await page.waitForURL('**/cart')
})

journey(
  'what is missing is told at its field, aloud, and the first has the focus (PERSON-2, statement 18)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atForm(shop, wide, { firstName: '' })
    await field(page, 'Straat').fill('Zilverkade')
    await check(page).click()
    const first = field(page, 'Voornaam')
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)
    for (const name of ['Voornaam', 'Achternaam', 'E-mailadres', 'Huisnummer', 'Postcode']) {
      const input = field(page, name)
      await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
      const told = (await input.getAttribute('aria-describedby')) ?? ''
      await expect
        .poll(() => page.locator(`[id="${told}"]`).innerText())
        .toBe('Dit veld is verplicht')
    }
    for (const name of ['Telefoon (mag leeg)', 'Toevoeging (mag leeg)', 'Straat']) {
      await expect.poll(() => field(page, name).getAttribute('aria-invalid')).toBeNull()
    }
    await hears(page, /Nog niet alles klopt: Voornaam, Achternaam, E-mailadres, Huisnummer/)
    await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Zilverkade')

    await first.fill('Anna')
    await expect.poll(() => first.getAttribute('aria-invalid')).toBeNull()
  },
)

journey(
  'refuses what cannot be right, field by field and country by country (PERSON-2, statement 17)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atForm(shop, wide)
    await fillPerson(page)
    await fillAddress(page)
    const told = async (name: string, value: string) => {
      await field(page, name).fill(value)
      await check(page).click()
      const input = field(page, name)
      await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
      const id = (await input.getAttribute('aria-describedby')) ?? ''
      return page.locator(`[id="${id}"]`).innerText()
    }
    expect(await told('E-mailadres', 'anna example.com')).toBe('Dit is geen geldig e-mailadres')
    await field(page, 'E-mailadres').fill('anna@example.com')
    expect(await told('Telefoon (mag leeg)', '06123')).toBe('Phone must be 10 digit.')
    await field(page, 'Telefoon (mag leeg)').fill('')
    expect(await told('Postcode', '1012')).toBe('Deze postcode klopt niet')
    expect(await told('Postcode', '0012 AB')).toBe('Deze postcode klopt niet')
    await field(page, 'Postcode').fill('1012 AB')
    expect(await told('Huisnummer', 'achter')).toMatch(/^Dit huisnummer klopt niet/)

    await country(page).selectOption('DE')
    await fillAddress(page, { Postcode: '10117', Straat: 'Silberlindenstraße' })
    expect(await told('Telefoon (mag leeg)', 'bel maar')).toBe('Dit is geen geldig telefoonnummer')
    await field(page, 'Telefoon (mag leeg)').fill('+49 30 1234567')
    await field(page, 'Huisnummer').fill('12')
    await check(page).click()
    await page.waitForURL('**/checkout')
  },
)

journey(
  'the browser may fill in, and brings the right keyboard (statement 17)',
  async ({ shop, phone }) => {
    const { page } = phone
    await atForm(shop, phone)
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
  },
)

journey(
  'an address that is not found is told under the button, and may be confirmed (PERSON-4, statement 19)',
  async ({ shop, wide }) => {
    const { page } = wide
    const holder = await atForm(shop, wide)
    await fillPerson(page)
    await fillAddress(page, { Huisnummer: '99999' })
    await check(page).click()
    const told = page.getByText('We kunnen dit adres niet vinden. Controleer het nog eens.')
    await see(told)
    await hears(page, /We kunnen dit adres niet vinden/)
    const under = async () => {
      const [button, text] = [await check(page).boundingBox(), await told.last().boundingBox()]
      return (text?.y ?? 0) - ((button?.y ?? 0) + (button?.height ?? 0))
    }
    await expect.poll(() => under()).toBeGreaterThanOrEqual(0)
    expect(new URL(page.url()).pathname).toBe('/personal-details')

    await field(page, 'Voornaam').fill('Anne')
    await gone(page.getByRole('button', { name: 'Dit adres klopt, ga verder' }))
    await check(page).click()
    await page.getByRole('button', { name: 'Dit adres klopt, ga verder' }).click()
    await page.waitForURL('**/checkout')
    await expect
      .poll(async () => (await cartOf(holder)).delivery)
      .toMatchObject({
        housenr: '99999',
        address_verified: false,
      })
  },
)

journey('a country without a known code has to be confirmed (PERSON-4)', async ({ shop, wide }) => {
  const { page } = wide
  const holder = await atForm(shop, wide)
  await fillPerson(page)
  await country(page).selectOption('IT')
  await fillAddress(page, { Straat: 'Via Roma', Postcode: '00184', Woonplaats: 'Roma' })
  await check(page).click()
  await page.getByRole('button', { name: 'Dit adres klopt, ga verder' }).click()
  await page.waitForURL('**/checkout')
  await expect
    .poll(async () => (await cartOf(holder)).delivery)
    .toMatchObject({
      country_code: 'IT',
      address_verified: false,
    })
})

journey(
  'an address service that is down lets the holder go on (PERSON-4, statement 19)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atForm(shop, wide)
    wide.expectComplaint('503')
    await page.route('**/proxy/postcode/**', (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, error: { code: 'service-down', Message: 'service-down' } },
      }),
    )
    await fillPerson(page)
    await fillAddress(page)
    await check(page).click()
    await page.waitForURL('**/checkout')
  },
)

journey(
  'another country empties the search and refills what is known of it (PERSON-5)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atForm(shop, wide, { given: {} })
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
  },
)

journey('saves locally and with the cart, once, and goes on (PERSON-6)', async ({ shop, wide }) => {
  const { page } = wide
  await atForm(shop, wide)
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

journey('what could not be saved is told (PERSON-6)', async ({ shop, wide }) => {
  const { page } = wide
  await atForm(shop, wide)
  wide.expectComplaint('500')
  await page.route('**/rest/shopping_cart_add_contact_and_address', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await fillPerson(page)
  await fillAddress(page)
  await check(page).click()
  const alert = page.getByRole('alert')
  await see(alert)
  await expect
    .poll(() => alert.innerText())
    .toBe('Jouw bestelling kan niet goed worden afgerond. Neem contact op met de klantenservice.')
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Zilverkade')
  await page.unroute('**/rest/shopping_cart_add_contact_and_address')
  await check(page).click()
  await page.waitForURL('**/checkout')
})

journey('what the shop refuses is told at its field (PERSON-2)', async ({ shop, wide }) => {
  const { page } = wide
  await atForm(shop, wide)
  wide.expectComplaint('400')
  await page.route('**/rest/shopping_cart_add_contact_and_address', (route) =>
    route.fulfill({
      status: 400,
      json: {
        success: false,
        error: { code: 'invalid-input', Message: 'wrong', field: 'contact_email' },
      },
    }),
  )
  await fillPerson(page)
  await fillAddress(page)
  await check(page).click()
  await see(page.getByText('Dit is geen geldig e-mailadres'))
  await expect
    .poll(() => field(page, 'E-mailadres').evaluate((one) => one === document.activeElement))
    .toBe(true)
})

journey(
  'what was typed or ticked survives a reload and another language (statement 18)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atForm(shop, wide, { gifts: ['monta', 'digital'] })
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
    await see(page.getByRole('heading', { name: 'Your details' }))
    await expect.poll(() => field(page, 'Street').inputValue()).toBe('Am Glockenanger')
    await page.getByRole('button', { name: 'On to delivery' }).click()
    await expect.poll(() => field(page, 'Town').getAttribute('aria-invalid')).toBe('true')
    await see(page.getByText('This field is required'))
  },
)

journey(
  'what the voucher or the cart knows is not asked again (statement 20)',
  async ({ shop, wide, phone }) => {
    const holder = await atForm(shop, wide, { firstName: 'Bente' })
    await expect.poll(() => field(wide.page, 'Voornaam').inputValue()).toBe('Bente')
    await expect.poll(() => country(wide.page).inputValue()).toBe('NL')
    await holder.done('saveAddress', { ...someone, delivery_address_housenr_appendix: 'hs' })

    await phone.arrive(holder.code, '/personal-details')
    const { page } = phone
    await see(page.getByRole('heading', { level: 1 }))
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
  },
)

journey(
  'delivers only where the channel does, from Dutch or German (PERSON-5)',
  async ({ shop, wide }) => {
    const { page } = wide
    const holder = await shop.holder({ channel: '2002', points: 4 })
    const { spliId } = await shop.gift({ channel: '2002', points: 4 })
    await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
    await wide.arrive(holder.code, '/personal-details', { language: 'de' })
    const select = page.getByRole('combobox', { name: 'Land' })
    await see(select)
    expect((await select.locator('option').allInnerTexts()).toSorted()).toEqual([
      'Deutschland',
      'Niederlande',
      'Österreich',
    ])
    await expect.poll(() => select.inputValue()).toBe('NL')
  },
)

journey(
  'who has nothing to order, or something to mend, is led to the cart',
  async ({ shop, wide }) => {
    const { page } = wide
    const holder = await shop.holder({ points: 4 })
    await wide.arrive(holder.code, '/personal-details')
    await page.waitForURL('**/cart')
    await see(page.getByText('Je cadeaumand is nog leeg.'))
    const { spliId } = await shop.gift({ points: 9 })
    await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
    await wide.go('/personal-details')
    await page.waitForURL('**/cart')
    await see(page.getByText(/Nog even hier kijken/))
    await see(page.getByText('Je zit 3 punten boven wat je mag besteden.'))
  },
)

journey(
  'stands at 320px and at twice the text, and axe finds nothing (statements 9, 10)',
  async ({ shop, phone }) => {
    const { page } = phone
    await page.setViewportSize({ width: 320, height: 640 })
    await atForm(shop, phone, { gifts: ['monta', 'digital'] })
    await page.getByRole('button', { name: 'Verder naar bezorging' }).click()
    await see(page.getByText('Dit veld is verplicht'))
    await fitsSideways(page)
    await axeFindsNothing(page, 'main')
    await page.setViewportSize({ width: 640, height: 640 })
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await mainFits(page)
  },
)
