import { expect } from 'vitest'

import {
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
  typeCode,
} from '#e2e/support/browser-test.ts'
import { cartOf, deleteTexts } from '#e2e/support/order-steps.ts'
import {
  openForm,
  check,
  country,
  type Delivery,
  field,
  fillAddress,
  fillPerson,
} from '#e2e/support/personal-steps.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'

test('a missing value has an error at its field, which is announced, and the first takes the focus (PERSON-2, statement 18)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openForm(shop, wide, { firstName: '' })
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
  for (const name of ['Telefoon (mag leeg blijven)', 'Toevoeging (mag leeg blijven)', 'Straat']) {
    await expect.poll(() => field(page, name).getAttribute('aria-invalid')).toBeNull()
  }
  await expectAnnouncement(
    page,
    /Controleer deze velden: Voornaam, Achternaam, E-mailadres, Huisnummer/,
  )
  // The live region is cleared once it has been announced.
  await expectAnnouncement(page, /^$/)
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Zilverkade')

  await first.fill('Anna')
  await expect.poll(() => first.getAttribute('aria-invalid')).toBeNull()
})

test('a recipient whose session has ended logs in again, and finds the form as it was (D13)', async ({
  shop,
  wide,
}) => {
  const { page, expectConsoleError } = wide
  expectConsoleError('401')
  const holder = await openForm(shop, wide)
  await fillPerson(page)
  await fillAddress(page)
  const save = '**/rest/shopping_cart_add_contact_and_address'
  const wornOut = await respondInstead(page, save, (route) =>
    route.fulfill({ status: 401, json: { success: false, error: { code: 'worn-out' } } }),
  )
  await check(page).click()
  await page.waitForURL('**/login')
  wornOut.stop()
  await typeCode(page, holder.code)
  await page.getByRole('button', { name: /cadeaus/ }).click()
  await page.waitForURL('**/personal-details')
  await expect.poll(() => field(page, 'Achternaam').inputValue()).toBe('de Vries')
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Zilverkade')
})

test('each field rejects invalid values, by country (PERSON-2, D8, statement 17)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openForm(shop, wide)
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
  expect(await told('E-mailadres', 'anna example.com')).toBe(
    'Dit is geen volledig e-mailadres. Het ziet eruit als naam@voorbeeld.nl',
  )
  await field(page, 'E-mailadres').fill('anna@example.com')
  expect(await told('Telefoon (mag leeg blijven)', '06123')).toMatch(
    /^Een telefoonnummer heeft hier tien cijfers\.\s*\nPhone must be 10 digit\.$/,
  )
  await field(page, 'Telefoon (mag leeg blijven)').fill('')
  expect(await told('Postcode', '1012')).toBe('Deze postcode klopt niet')
  expect(await told('Postcode', '0012 AB')).toBe('Deze postcode klopt niet')
  await field(page, 'Postcode').fill('1012 AB')
  expect(await told('Huisnummer', 'achter')).toMatch(/^Een huisnummer begint met een cijfer/)

  await country(page).selectOption('DE')
  await fillAddress(page, { Postcode: '10117', Straat: 'Silberlindenstraße' })
  expect(await told('Telefoon (mag leeg blijven)', 'bel maar')).toBe(
    'Dit is geen geldig telefoonnummer',
  )
  await field(page, 'Telefoon (mag leeg blijven)').fill('+49 30 1234567')
  await field(page, 'Huisnummer').fill('12')
  await check(page).click()
  await page.waitForURL('**/checkout')
})

test('an address that is not found is reported under the button, and can be confirmed (PERSON-4, statement 19)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const holder = await openForm(shop, wide)
  await fillPerson(page)
  await fillAddress(page, { Huisnummer: '99999' })
  await check(page).click()
  const told = page.getByText('We kunnen dit adres niet vinden. Controleer het nog eens.')
  await expectVisible(told)
  await expectAnnouncement(page, /We kunnen dit adres niet vinden/)
  const under = async () => {
    const [button, text] = [await check(page).boundingBox(), await told.last().boundingBox()]
    return (text?.y ?? 0) - ((button?.y ?? 0) + (button?.height ?? 0))
  }
  await expect.poll(() => under()).toBeGreaterThanOrEqual(0)
  expect(new URL(page.url()).pathname).toBe('/personal-details')

  await field(page, 'Voornaam').fill('Anne')
  await expectHidden(page.getByRole('button', { name: 'Dit adres klopt, ga verder' }))
  await check(page).click()
  await page.getByRole('button', { name: 'Dit adres klopt, ga verder' }).click()
  await page.waitForURL('**/checkout')
  await expect
    .poll(async () => (await cartOf(holder)).delivery)
    .toMatchObject({
      housenr: '99999',
      address_verified: false,
    })
})

test('a country without a known code has to be confirmed (PERSON-4)', async ({ shop, wide }) => {
  const { page } = wide
  const holder = await openForm(shop, wide)
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

test('a recipient can continue while the address service is down (PERSON-4, statement 19)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openForm(shop, wide)
  wide.expectConsoleError('503')
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
})

test('a failed save is reported with the number of the error (SAFE-17; PERSON-6)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openForm(shop, wide)
  wide.expectConsoleError('500')
  const save = '**/rest/shopping_cart_add_contact_and_address'
  const broken = await respondInstead(page, save, (route) =>
    route.fulfill({ status: 500, json: {}, headers: { 'x-request-id': 'req-71' } }),
  )
  await fillPerson(page)
  await fillAddress(page)
  await check(page).click()
  const alert = page.getByRole('alert')
  await expectVisible(alert)
  await expect
    .poll(() => alert.innerText())
    .toMatch(
      /^Jouw bestelling kan niet goed worden afgerond\. Neem contact op met de klantenservice\. .*nummer req-71/,
    )
  await expect.poll(() => field(page, 'Straat').inputValue()).toBe('Zilverkade')
  broken.stop()
  await check(page).click()
  await page.waitForURL('**/checkout')
})

test('a value that the shop refuses has an error at its field (PERSON-2)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  await openForm(shop, wide)
  wide.expectConsoleError('400')
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
  await expectVisible(
    page.getByText('Dit is geen volledig e-mailadres. Het ziet eruit als naam@voorbeeld.nl'),
  )
  await expect
    .poll(() => field(page, 'E-mailadres').evaluate((one) => one === document.activeElement))
    .toBe(true)
})

const CONTACT = ['Voornaam', 'Achternaam', 'E-mailadres']
const ADDRESS = ['Straat', 'Huisnummer', 'Postcode', 'Woonplaats']

for (const { gifts, channel, asked, ticks } of [
  { gifts: ['monta'], channel: '1014', asked: [...CONTACT, ...ADDRESS], ticks: 0 },
  { gifts: ['digital', 'monta'], channel: '1014', asked: [...CONTACT, ...ADDRESS], ticks: 1 },
  { gifts: ['digital'], channel: '1014', asked: CONTACT, ticks: 1 },
  { gifts: ['digital', 'dropship'], channel: '2001', asked: CONTACT, ticks: 1 },
  { gifts: ['dropship'], channel: '2001', asked: CONTACT, ticks: 0 },
] satisfies { gifts: Delivery[]; channel: string; asked: string[]; ticks: number }[]) {
  test(`each field that ${gifts.join(' and ')} on ${channel} need is required, and no other (PERSON-2)`, async ({
    shop,
    wide,
  }) => {
    const { page } = wide
    await openForm(shop, wide, { gifts, channel, firstName: '' })
    const form = page.getByRole('main').locator('form')
    const wrong = form.locator('[aria-invalid="true"]')
    await form.getByRole('button').last().click()
    await expect
      .poll(() =>
        wrong.evaluateAll((inputs) =>
          inputs.map((input) => (input as HTMLInputElement).labels?.[0]?.innerText.trim()),
        ),
      )
      .toEqual([
        ...asked,
        ...Array.from({ length: ticks }, () => expect.stringMatching(/^Ik ga akkoord/)),
      ])

    for (const typed of ['anna', 'anna@', 'anna@example', 'an na@example.com', '@example.com']) {
      await field(page, 'E-mailadres').fill(typed)
      await form.getByRole('button').last().click()
      await expectVisible(
        page.getByText('Dit is geen volledig e-mailadres. Het ziet eruit als naam@voorbeeld.nl'),
      )
    }
  })
}

test('the error message of the specification is shown if the editors wrote none (PERSON-2)', async ({
  shop,
  wide,
}) => {
  const { page } = wide
  const writeBack = await deleteTexts(shop, 'personaldatacomponents', [
    'required',
    'invalidEmail',
    'consentErrorMessage',
  ])
  await openForm(shop, wide, { gifts: ['monta', 'digital'], firstName: '' })
  await page.getByRole('button', { name: 'Verder naar bezorging' }).click()
  await expect.poll(() => page.getByText('This field is required').count()).toBe(8)
  await field(page, 'E-mailadres').fill('anna example.com')
  await page.getByRole('button', { name: 'Verder naar bezorging' }).click()
  await expectVisible(page.getByText('Invalid email address'))
  await writeBack()
})
