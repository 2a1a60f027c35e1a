import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import {
  agree,
  selectPoint,
  chooseMethod,
  confirmedNumber,
  orderButton,
  readyHolder,
} from '#e2e/support/order-steps.ts'

const stored = (name: string) => `JSON.parse(localStorage.getItem('${name}') ?? 'null')`

test('home delivery is offered by day and window, pickup points with distance, address and opening times (DELIVERY-1, DELIVERY-2, statement 21)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const { code } = await readyHolder(shop)
  await openAs(code, '/checkout')
  const times = page.getByRole('group', { name: 'Wanneer mag het komen?' }).getByRole('radio')
  await expectVisible(times)
  await expect.poll(() => times.count()).toBe(3)
  for (const label of await page
    .getByRole('group', { name: 'Wanneer mag het komen?' })
    .getByRole('listitem')
    .allInnerTexts()) {
    expect(label).toMatch(
      /(maandag|dinsdag|woensdag|donderdag|vrijdag) \d+ \p{L}+, tussen \d\d:\d\d en \d\d:\d\d uur\s*(PostNL|DHL)/iu,
    )
  }

  await chooseMethod(page, 'pickup')
  const points = page
    .getByRole('group', { name: 'Afhaalpunten bij jou in de buurt' })
    .getByRole('listitem')
  await expectVisible(points)
  await expect.poll(() => points.count()).toBe(5)
  const texts = await points.allInnerTexts()
  const meters = texts.map((text) => {
    const [, near, far] = /([\d.]+) meter|op ([\d,]+) km/.exec(text) ?? []
    return near ? Number(near) : Number(far?.replace(',', '.')) * 1000
  })
  expect(meters).toEqual([...meters].sort((a, b) => a - b))
  for (const text of texts) {
    expect(text).toMatch(/(PostNL|DHL)\n?\s*(PostNL|DHL), afhaalpunt/)
    expect(text).toMatch(/\d{4} [A-Z]{2} Amsterdam/)
    expect(text).toMatch(/Op te halen vanaf \p{L}+dag \d+/u)
  }
  await expectVisible(page.getByRole('img', { name: /Kaart van de afhaalpunten.*1 .*5 / }))

  await points.first().getByText('Openingstijden').click()
  await expectVisible(points.first().getByText(/\d\d:\d\d–\d\d:\d\d/))
  const [company = ''] = (texts[0] ?? '').split('\n').map((line) => line.replace('1. ', ''))
  await points.first().getByRole('radio').check()
  await expectVisible(page.locator('[data-where-to]').getByText(company))
})

test('either home or pickup is selected, also after a reload, and home removes the pickup point (DELIVERY-4)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const { code } = await readyHolder(shop)
  await openAs(code, '/checkout')
  await expectVisible(page.getByRole('radio', { name: /09:00/ }))
  await expect
    .poll(() => page.getByRole('radio', { name: 'Thuis bezorgen' }).isChecked())
    .toBe(true)

  await chooseMethod(page, 'pickup')
  await page.getByRole('radio', { name: /^2\. / }).check()
  await expect
    .poll(() => page.evaluate(stored('formData')))
    .toMatchObject({
      customAddress: false,
      pickupPoint: true,
    })
  const kept = await page.evaluate(stored('pickupPointData'))
  expect(kept).toMatchObject({
    selectedOption: {
      shipper_code: expect.any(String),
      code: expect.any(String),
      service_point_code: expect.stringMatching(/\d/),
    },
    selectedItem: { PickupPointDetails: { Company: expect.any(String) } },
  })

  await page.reload()
  await expectVisible(page.getByRole('radio', { name: /^2\. / }))
  await expect.poll(() => page.getByRole('radio', { name: /^2\. / }).isChecked()).toBe(true)

  await chooseMethod(page, 'home')
  await expect.poll(() => page.evaluate(stored('pickupPointData'))).toBeNull()
  await expect
    .poll(() => page.evaluate(stored('formData')))
    .toMatchObject({
      customAddress: true,
      pickupPoint: false,
    })
  await chooseMethod(page, 'pickup')
  // The chosen point was cleared; the nearest one is preselected, as at first.
  await expect.poll(() => page.getByRole('radio', { name: /^1\. / }).isChecked()).toBe(true)
})

test('an address outside the Netherlands and a cart with supplier gifts only have no pickup points (DELIVERY-1)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const abroad = await readyHolder(shop, {
    person: {
      delivery_address_street: 'Meir',
      delivery_address_housenr: '50',
      delivery_address_postal_code: '2000',
      delivery_address_city: 'Antwerpen',
      delivery_address_country_code: 'BE',
    },
  })
  await openAs(abroad.code, '/checkout')
  await expectVisible(page.getByRole('radio', { name: /09:00/ }))
  await expect.poll(() => page.getByRole('radio', { name: /afhaalpunt/ }).count()).toBe(0)

  const supplied = await readyHolder(shop, { gifts: [{ delivery: 'dropship', points: 5 }] })
  await openAs(supplied.code, '/checkout')
  await expectVisible(page.getByText('We bezorgen op'))
  await expect.poll(() => page.getByRole('radio').count()).toBe(0)
  await agree(page)
  await orderButton(page).click()
  await confirmedNumber(page)
})

test('a digital cart shows only the email address; a delivery to the organisation shows its address, and its logo if it loads (SAFE-15, B3; DELIVERY-3)', async ({
  wide: { page, openAs, expectConsoleError },
  shop,
}) => {
  const digital = await readyHolder(shop, { gifts: [{ delivery: 'digital', points: 5 }] })
  await openAs(digital.code, '/checkout')
  await expectVisible(page.getByText(`Je digitale cadeaus sturen we naar ${digital.email}.`))
  await expect.poll(() => page.getByRole('radio').count()).toBe(0)
  await expect.poll(() => page.getByText('Zilverkade').count()).toBe(0)

  await expect.poll(() => page.getByText('Factuuradres').count()).toBe(0)

  for (const [channel, company, street] of [
    ['1014', 'Giftpoint B.V.', 'Keizersgracht 100'],
    ['2002', 'Alpenwerk GmbH', 'Seestraße 7'],
  ] as const) {
    const atHome = await readyHolder(shop, { channel })
    await openAs(atHome.code, '/checkout', { language: 'nl' })
    await expectVisible(page.getByText('We bezorgen op'))
    await expectVisible(page.getByRole('img', { name: company }))
    const invoice = page.getByRole('heading', { name: 'Factuuradres' }).locator('..')
    await expectVisible(invoice.getByText(street))
  }

  const employee = await readyHolder(shop, { channel: '2001' })
  await openAs(employee.code, '/checkout')
  await expectVisible(page.getByRole('heading', { name: 'Factuuradres' }))
  await expectVisible(page.getByText('Havenweg 12'))
  const logo = page.getByRole('main').getByRole('img', { name: 'Noordzee Logistiek B.V.' })
  await expectVisible(logo)
  await expect.poll(() => page.getByRole('radio').count()).toBe(0)
  const file = new URL((await logo.getAttribute('src')) ?? '', page.url()).pathname
  expectConsoleError('404')
  await page.route(`**${file}*`, (route) => route.fulfill({ status: 404, body: '' }))
  const missing = page.waitForResponse((response) => response.status() === 404)
  await page.reload()
  await missing
  await expectVisible(page.getByRole('heading', { name: 'Factuuradres' }))
  // A picture that has not come yet has no size, so a browser counts it as hidden.
  await expect.poll(() => logo.count()).toBe(0)
})

test('without the details of step 2 the page redirects there, and without gifts to the cart', async ({
  wide: { page, openAs },
  shop,
}) => {
  const empty = await shop.holder()
  await openAs(empty.code, '/checkout')
  await page.waitForURL(/\/cart$/)
  const gift = await shop.gift({ delivery: 'digital' })
  await empty.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await openAs(empty.code, '/checkout')
  await page.waitForURL(/\/personal-details$/)
})

for (const language of ['nl', 'de']) {
  test(`is accessible, also at 320 pixels, in ${language} (DELIVERY-1, DELIVERY-2)`, async ({
    phone: { page, openAs },
    shop,
  }) => {
    const { code } = await readyHolder(shop, {
      gifts: [
        { delivery: 'monta', points: 5 },
        { delivery: 'dropship', points: 2 },
      ],
    })
    await page.setViewportSize({ width: 320, height: 640 })
    await openAs(code, '/checkout', { language })
    await expectVisible(page.getByRole('radio', { name: /09:00/ }))
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('radio', { name: /afhaalpunt|Abholstelle/ }).check()
    await page.getByRole('radio', { name: /^1\. / }).check()
    await orderButton(page).click()
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
  })
}

test('a recipient whose pickup point has disappeared chooses another before the order (DELIVERY-5, statement 18)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  await chooseMethod(page, 'pickup')
  await expectVisible(page.getByRole('radio', { name: /^1\. / }))
  await page.evaluate(() => {
    const kept = localStorage.getItem('pickupPointData') ?? ''
    const gone = JSON.parse(kept) as { selectedOption: { service_point_code: string } }
    gone.selectedOption.service_point_code = 'closed-since'
    localStorage.setItem('pickupPointData', JSON.stringify(gone))
  })
  await page.reload()
  await expectVisible(page.getByRole('radio', { name: /^1\. / }))
  await agree(page)
  await orderButton(page).click()
  await expectVisible(page.getByText('Kies hoe je je cadeau wilt krijgen'))
  await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true')
  expect((await holder.done('orders', {})).response).toEqual([])
  const company = await selectPoint(page, 2)
  await expectHidden(page.getByText('Kies hoe je je cadeau wilt krijgen'))
  await orderButton(page).click()
  await confirmedNumber(page)
  await expectVisible(page.getByText(company))
})
