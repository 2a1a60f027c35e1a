import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { clearBrowserCache, expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import {
  agree,
  selectPoint,
  chooseTime,
  chooseMethod,
  confirmedNumber,
  orderButton,
  readyHolder,
  warehouseOrder,
} from '#e2e/support/order-steps.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { ServiceDown } from '#server/platform/services/service-ports.ts'
import { sampleContact } from '#server/testing/test-shop.ts'

test('consent is not preselected, and the chosen window stays; a missing choice has an error at its field, which takes the focus (DELIVERY-5, statements 18, 25)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  await expectVisible(page.getByRole('radio', { name: /09:00/ }))
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false)
  // As one whose window has passed since.
  await page.evaluate(() =>
    localStorage.setItem(
      'formData',
      JSON.stringify({
        customAddress: true,
        pickupPoint: false,
        homeMethod: { shipper_code: 'a', code: 'b', service_point_code: '', from: null },
      }),
    ),
  )
  await page.reload()
  await expectVisible(page.getByRole('radio', { name: /09:00/ }))
  expect(
    await page
      .getByRole('group', { name: 'Wanneer mag het komen?' })
      .locator('input:checked')
      .count(),
  ).toBe(0)

  await orderButton(page).click()
  await expectVisible(page.getByText('Kies hoe je je cadeau wilt krijgen'))
  await expectVisible(page.getByText('Ga akkoord met de voorwaarden om te bestellen'))
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('timeframe')

  await chooseTime(page)
  await expectHidden(page.getByText('Kies hoe je je cadeau wilt krijgen'))
  await orderButton(page).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
    .toBe('checkbox')
  await expect.poll(() => page.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true')
  await expect
    .poll(() => page.getByRole('link', { name: /Lees de voorwaarden/ }).getAttribute('href'))
    .toBe('/terms-and-conditions')
  expect((await holder.done('orders', {})).response).toEqual([])
  await agree(page)
  await orderButton(page).click()
  await confirmedNumber(page)
})

for (const [language, paying, free] of [
  ['nl', 'Bestellen en betalen', 'Bestellen'],
  ['en', 'Order and pay', 'Place order'],
  ['de', 'Zahlungspflichtig bestellen', 'Bestellen'],
  ['fr', 'Commande avec obligation de paiement', 'Commander'],
] as const) {
  test(`the button names the payment in ${language}, only if one is due (DELIVERY-5, statement 24)`, async ({
    phone: { page, openAs },
    shop,
  }) => {
    const due = await readyHolder(shop, { points: 3 })
    await openAs(due.code, '/checkout', { language })
    await expectVisible(page.getByRole('button', { name: paying, exact: true }))
    const covered = await readyHolder(shop)
    await openAs(covered.code, '/checkout', { language })
    await expectVisible(page.getByRole('button', { name: free, exact: true }))
  })
}

test('a text of the editors on the button cannot hide that a payment is due (DELIVERY-5, statement 24)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const write = async (text: string) => {
    await shop.sql`
        update content set value = ${text}
        where path = 'deliverydatacomponents' and key = 'submitButton' and language = 'nl'`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014'), ('channel', '2')`
    await shop.shop.changeEvents.poll()
    await clearBrowserCache(page)
  }
  const [before] = await shop.sql<{ value: string }[]>`
      select value from content
      where path = 'deliverydatacomponents' and key = 'submitButton' and language = 'nl'`
  await write('Stuur maar op')
  const covered = await readyHolder(shop)
  await openAs(covered.code, '/checkout')
  await expectVisible(page.getByRole('button', { name: 'Stuur maar op', exact: true }))
  const due = await readyHolder(shop, { points: 3 })
  await openAs(due.code, '/checkout')
  await expectVisible(page.getByRole('button', { name: 'Bestellen en betalen', exact: true }))
  await write('Nu betalen')
  await openAs(covered.code, '/checkout')
  await expectVisible(page.getByRole('button', { name: 'Bestellen', exact: true }))
  await write(before?.value ?? '')
})

test('the review shows gifts, points, euros, delivery and address; an edit changes nothing else (DELIVERY-6, statements 20, 23)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop, {
    points: 6,
    gifts: [
      { delivery: 'monta', points: 5, name: 'Blauwe vaas' },
      { delivery: 'digital', points: 2, name: 'Museumbon' },
    ],
  })
  await openAs(holder.code, '/checkout')
  await chooseTime(page, /18:00/)
  const review = page.getByRole('region', { name: 'Kijk alles nog even na' })
  for (const text of [
    '1 × Blauwe vaas',
    '1 × Museumbon',
    '7 punten',
    '6 punten',
    /5,00/,
    /incl\. btw/,
    /tussen 18:00 en 22:00 uur/i,
    'Zilverkade 12',
    '1012 AB Amsterdam',
    'Anna de Vries',
    '0612345678',
  ]) {
    await expectVisible(review.getByText(text))
  }
  await expect.poll(() => review.getByText(holder.email).count()).toBe(2)

  await agree(page)
  await review.getByRole('link', { name: 'Wijzig de bezorging' }).click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
    .toBe('radio')
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)
  await review.getByRole('link', { name: 'Wijzig je gegevens' }).click()
  await page.waitForURL(/personal-details$/)
  await page.goBack()
  await expectVisible(page.getByRole('radio', { name: /18:00/ }))
  await expect.poll(() => page.getByRole('radio', { name: /18:00/ }).isChecked()).toBe(true)
  await review.getByRole('link', { name: 'Wijzig je cadeaus' }).click()
  await page.waitForURL(/\/cart$/)
  await page.goBack()
  await expectVisible(review.getByText(/tussen 18:00 en 22:00 uur/i))
})

test('the details can be corrected from the review; pickup point, window and consent stay selected (B11, statements 20, 23)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  const correct = async (name: string) => {
    await page.getByRole('link', { name: 'Wijzig je gegevens' }).click()
    await page.getByRole('textbox', { name: 'Voornaam' }).fill(name)
    await page.getByRole('button', { name: 'Controleer adres' }).click()
    await expectVisible(page.locator('[data-review="delivery"]'))
    await expectVisible(page.getByText(`${name} de Vries`))
  }
  await chooseMethod(page, 'pickup')
  const company = await selectPoint(page, 2)
  await agree(page)
  await correct('Bea')
  await expectVisible(page.locator('[data-where-to="pickup"]').getByText(company))
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)

  await chooseMethod(page, 'home')
  await chooseTime(page, /18:00/)
  await correct('Cleo')
  await expect.poll(() => page.getByRole('radio', { name: /18:00/ }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true)
  await orderButton(page).click()
  const number = await confirmedNumber(page)
  expect((await holder.done('order', { order_number: number })).response).toMatchObject({
    personal_data: { contact_first_name: 'Cleo' },
    delivery: { kind: 'home', from: expect.stringContaining('18:00') },
  })
})

test('ordering before the delivery options are loaded, or when they fail, shows an error and takes the focus (C: the silent order button)', async ({
  wide: { page, openAs, expectConsoleError },
  shop,
}) => {
  expectConsoleError('500')
  const holder = await readyHolder(shop)
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const methods = '**/monta/delivery_methods'
  const broken = await respondInstead(page, methods, async (route) => {
    await held
    await route.fulfill({ status: 500, body: '{}' })
  })
  await openAs(holder.code, '/checkout')
  await agree(page)
  await orderButton(page).click()
  await expectVisible(page.getByRole('alert').getByText(/De bezorgmogelijkheden worden geladen/))
  await expect
    .poll(() => page.locator(':focus').textContent())
    .toContain('De bezorgmogelijkheden worden geladen')
  release()
  await expectVisible(page.getByRole('alert').getByText(/konden niet worden opgehaald/))
  await orderButton(page).click()
  await expect.poll(() => page.locator(':focus').textContent()).toContain('Probeer het opnieuw en')
  broken.stop()
  await page.getByRole('button', { name: 'Probeer opnieuw' }).click()
  await chooseTime(page)
  await orderButton(page).click()
  await confirmedNumber(page)
})

test('a server error is shown with its number and a next step, and the order can be placed afterwards (B16)', async ({
  wide: { page, openAs, expectConsoleError },
  shop,
}) => {
  expectConsoleError('500')
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  const breaks = (call: string, number: string) =>
    respondInstead(page, call, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': number }, body: '{}' }),
    )
  const address = '**/shopping_cart_add_contact_and_address'
  const broken = await breaks(address, 'req-71')
  await orderButton(page).click()
  await expectVisible(page.getByText(/mis aan onze kant. Er is niets besteld.*nummer req-71/))
  await expectVisible(page.getByRole('link', { name: 'Naar de klantenservice' }))
  await expect.poll(() => page.getByText(/geen verbinding/).count()).toBe(0)
  broken.stop()

  // The order is made, and the answer to it broken: three times are enough.
  const convert = '**/convert_cart'
  let asked = 0
  let toldEarly = 0
  const unheard = await respondInstead(page, convert, async (route) => {
    asked += 1
    toldEarly += await page.getByText(/aan onze kant/).count()
    await route.fetch()
    await route.fulfill({ status: 500, headers: { 'x-request-id': 'req-72' }, body: '{}' })
  })
  await orderButton(page).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dit lukt nu even niet' }))
  await expectVisible(page.getByText(/nummer req-72/))
  await expectVisible(page.getByRole('link', { name: 'Terug naar mijn bestelling' }))
  expect(asked).toBe(3)
  expect(toldEarly).toBe(0)
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
  await expectNoAxeViolations(page)
  unheard.stop()
  await page.getByRole('button', { name: 'Probeer het opnieuw' }).click()
  await confirmedNumber(page)
  expect((await holder.done('orders', {})).response).toHaveLength(1)
})

test('the accessible name of a control contains its visible text, whatever the editors write (B15)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const write = async (path: string, key: string, text: string) => {
    await shop.sql`
        update content set value = ${text} where path = ${path} and key = ${key} and language = 'nl'`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014'), ('channel', '2')`
    await shop.shop.changeEvents.poll()
  }
  await write('deliverydatacomponents', 'edit', 'Aanpassen')
  await write('basketcomponents', 'remove', 'Weg ermee')
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  await expectVisible(page.getByRole('link', { name: 'Aanpassen: Wijzig je cadeaus' }))
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Aanpassen: Wijzig je cadeaus' }).click()
  await expectVisible(page.getByRole('button', { name: /^Weg ermee: Verwijder/ }))
  await expectNoAxeViolations(page)
  await write('deliverydatacomponents', 'edit', 'Wijzig')
  await write('basketcomponents', 'remove', 'Verwijder')
})

test('without a response of the carriers standard shipment is offered, with an explanation (DELIVERY-6)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const { delivery } = shop.shop.ports
  const { options } = delivery
  delivery.options = () => Promise.reject(new ServiceDown('delivery', 'no answer'))
  try {
    const holder = await readyHolder(shop)
    await openAs(holder.code, '/checkout')
    await expectVisible(page.getByText(/De bezorgdienst is even niet bereikbaar/))
    await expect.poll(() => page.getByRole('radio', { name: /afhaalpunt/ }).count()).toBe(0)
    await agree(page)
    await orderButton(page).click()
    const number = await confirmedNumber(page)
    await expectVisible(page.getByText('Standaardverzending'))
    expect((await warehouseOrder(shop, number)).deliverTo.street).toBe('Zilverkade')
  } finally {
    delivery.options = options
  }
})

test('a delivery method that cannot be saved stops the order, and can be retried after a lost connection (DELIVERY-6)', async ({
  wide: { page, openAs, expectConsoleError },
  shop,
}) => {
  expectConsoleError('409')
  expectConsoleError('ERR_FAILED')
  expectConsoleError('400')
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)

  const refusal = (code: string) => ({
    contentType: 'application/json',
    body: JSON.stringify({ success: false, error: { code, Message: code } }),
  })
  const method = '**/shopping_cart_set_monta_shipping_method'
  const notOffered = await respondInstead(page, method, (route) =>
    route.fulfill({ status: 409, ...refusal('not-offered') }),
  )
  await orderButton(page).click()
  await expectVisible(page.getByText('Unable to add Delivery method.'))
  await expect
    .poll(() => page.locator(':focus').textContent())
    .toContain('Unable to add Delivery method.')
  notOffered.stop()

  const address = '**/shopping_cart_add_contact_and_address'
  const wrong = await respondInstead(page, address, (route) =>
    route.fulfill({ status: 400, ...refusal('invalid-input') }),
  )
  await orderButton(page).click()
  await expectVisible(
    page.getByText(
      'Jouw bestelling kan niet goed worden afgerond. Neem contact op met de klantenservice.',
    ),
  )

  wrong.stop()
  const cut = await respondInstead(page, address, (route) => route.abort())
  await orderButton(page).click()
  await expectVisible(page.getByText(/Er is nu geen verbinding/))
  cut.stop()
  expect((await holder.done('orders', {})).response).toEqual([])
  await orderButton(page).click()
  await confirmedNumber(page)
})

test('a cart that cannot be ordered shows the reason and links to the page that resolves it (DELIVERY-6)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop, {
    gifts: [{ delivery: 'monta', points: 5, name: 'Laatste vaas', inStock: 1 }],
  })
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  const other = await shop.holder()
  const { response } = await holder.done('readCart', {})
  await other.done('changeCart', {
    spli_id: response.shopping_cart_items[0]?.spli_id ?? '',
    quantity: 1,
  })
  await other.done('saveAddress', sampleContact)
  await other.done('convertCart', { payment_method: 'FC' })

  await orderButton(page).click()
  await expectVisible(page.getByText('Laatste vaas: Dit cadeau is uitverkocht.'))
  await page.getByRole('link', { name: 'Naar je cadeaumand' }).click()
  await page.waitForURL(/\/cart$/)
})

const CALLS = /shopping_cart_add_contact_and_address|shopping_cart_set_monta_shipping_method/

for (const way of ['home', 'pickup'] as const) {
  test(`the address is saved first, then the delivery method, then the order: ${way} (DELIVERY-6)`, async ({
    wide: { page, openAs },
    shop,
  }) => {
    const holder = await readyHolder(shop)
    await openAs(holder.code, '/checkout')
    await chooseMethod(page, way)
    if (way === 'home') await chooseTime(page)
    else await selectPoint(page, 2)
    await agree(page)
    const calls: string[] = []
    const bodies: Record<string, unknown>[] = []
    page.on('request', (request) => {
      const [call] = CALLS.exec(request.url()) ?? []
      if (call) bodies.push(request.postDataJSON() as Record<string, unknown>)
      if (call || request.url().endsWith('/rest/convert_cart')) {
        calls.push(call ?? 'convert_cart')
      }
    })
    await orderButton(page).click()
    await page.waitForURL(/\/confirmation\?extra_payments=0$/)
    await confirmedNumber(page)
    expect(calls).toEqual([
      'shopping_cart_add_contact_and_address',
      'shopping_cart_set_monta_shipping_method',
      'convert_cart',
    ])
    const [address, method] = bodies
    const toHome = { delivery_address_street: 'Zilverkade', delivery_address_housenr: '12' }
    if (way === 'home') expect(address).toMatchObject(toHome)
    else {
      expect(address).not.toMatchObject(toHome)
      expect(method).toMatchObject({ service_point_code: expect.stringMatching(/\d/) })
    }
  })
}
