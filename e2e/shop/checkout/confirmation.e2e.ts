import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import {
  agree,
  countRecords,
  chooseTime,
  chooseMethod,
  confirmationMails,
  confirmedNumber,
  orderButton,
  readyHolder,
  warehouseOrder,
  deleteTexts,
} from '#e2e/support/order-steps.ts'
import { sampleContact } from '#server/testing/test-shop.ts'

test('the confirmation shows gifts, delivery methods, next steps, questions, and possible changes (PAY-6, D2)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop, {
    gifts: [
      { delivery: 'monta', points: 5, name: 'Blauwe vaas', variant: 'Hoog model' },
      { delivery: 'dropship', points: 4, name: 'Olijfboom' },
      { delivery: 'digital', points: 2, name: 'Museumbon' },
    ],
  })
  await openAs(holder.code, '/checkout')
  await chooseMethod(page, 'pickup')
  await page.getByRole('radio', { name: /^1\. / }).check()
  await expectVisible(
    page.getByRole('listitem').filter({ hasText: /1 × Blauwe vaas\s*Hoog model/ }),
  )
  const [company = ''] = await page.locator('[data-where-to] address span').allInnerTexts()
  await agree(page)
  await orderButton(page).click()
  const number = await confirmedNumber(page)

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Bedankt voor je bestelling' }))
  await expectVisible(page.getByText('Vanaf hier zorgen wij ervoor.'))
  const items = page.getByRole('region', { name: 'Jouw cadeaus' }).getByRole('listitem')
  await expect.poll(() => items.count()).toBe(3)
  const [vase = '', tree = '', card = ''] = await items.allInnerTexts()
  expect(vase).toMatch(/1 × Blauwe vaas\s+Hoog model[^]*Afhaalpunt/)
  await expectVisible(
    page.getByRole('article').filter({ hasText: 'Blauwe vaas' }).getByText('Op te halen vanaf'),
  )
  expect(vase).toContain(company)
  expect(tree).toMatch(/1 × Olijfboom[^]*Bezorging thuis[^]*Zilverkade 12/)
  expect(card).toMatch(/1 × Museumbon[^]*Per e-mail/)
  expect(card).toContain(holder.email)

  for (const line of [
    `We mailen een bevestiging naar ${holder.email}.`,
    `Je bestelnummer is ${number}.`,
    'Log in met je code om je bestelling te volgen.',
    'Mail ons; we antwoorden binnen twee werkdagen.',
    'Stuur ons een bericht. Je krijgt binnen twee werkdagen antwoord per e-mail.',
    'Bel ons, maandag tot en met vrijdag van 10.00 tot 14.00 uur.',
    'Je hebt nog 9 punten over.',
    /Na \d\d:\d\d uur gaan we aan de slag met je bestelling/,
  ]) {
    await expectVisible(page.getByText(line))
  }
  for (const name of ['Bekijk je bestelling', /^Wijzigen kan tot \d\d:\d\d uur$/]) {
    await expect
      .poll(() => page.getByRole('link', { name }).getAttribute('href'))
      .toBe(`/orders/${number}`)
  }

  const [mail] = await confirmationMails(shop, holder.email)
  expect(mail?.text).toContain(`Bestelnummer ${number}`)
  for (const part of [
    'Hoog model',
    company,
    'Zilverkade 12',
    holder.email,
    'Olijfboom',
    'Museumbon',
  ]) {
    expect(mail?.text).toContain(part)
  }
  const sent = await warehouseOrder(shop, number)
  expect(sent.deliverTo.company).toBe(company)
  expect(sent.lines).toHaveLength(1)
})

test('the confirmation shows what happens now: changeable and digital orders are not being packed, and a bounced mail was not sent (B14)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const gifts = [{ delivery: 'digital' as const, points: 2, name: 'Museumbon' }]
  const holder = await readyHolder(shop, { gifts })
  await openAs(holder.code, '/checkout')
  await agree(page)
  await orderButton(page).click()
  const number = await confirmedNumber(page)
  const main = page.getByRole('main')
  await expectVisible(page.getByText('Je cadeau komt per e-mail.'))
  await expectVisible(
    page.getByText(`Je digitale cadeau komt daarna per e-mail, op ${holder.email}.`),
  )
  await expectVisible(page.getByText(/Na \d\d:\d\d uur gaan we aan de slag/))
  await expect.poll(() => main.getByText(/pakket|inpakken|aan het/).count()).toBe(0)

  shop.clock.advance(31 * 60_000)
  await shop.sql`update mail set state = 'refused' where subject_id = ${number}`
  await page.reload()
  await expectVisible(page.getByText(`kon niet worden gemaild naar ${holder.email}`))
  await expect.poll(() => main.getByText(/aan de slag|pakket|kun je nog/).count()).toBe(0)
})

test('the confirmation shows three of four gifts, and on the last that there is one more (PAY-6)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop, { points: 40, gifts: [] })
  for (const scp of ['tall-vase-moss', 'tall-vase-sand', 'stoneware-mug-sand', 'canvas-bag-moss']) {
    await holder.done('changeCart', { spli_id: `1014-${scp}`, quantity: 1 })
  }
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  await confirmedNumber(page)
  const more = page.getByRole('main').getByText('+1', { exact: true })
  await expectVisible(more)
  const [badge, last] = await Promise.all([
    more.boundingBox(),
    more.locator('xpath=preceding-sibling::*[1]').boundingBox(),
  ])
  const within = (start = 0, size = 0, around = 0, room = 0) =>
    start >= around && start + size <= around + room
  expect(within(badge?.x, badge?.width, last?.x, last?.width)).toBe(true)
  expect(within(badge?.y, badge?.height, last?.y, last?.height)).toBe(true)
})

test('the cart is cleared; a reload shows the same order, and Back opens an empty basket (PAY-4, PAY-5)', async ({
  wide: { page, openAs, go },
  shop,
}) => {
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  const before = await page.evaluate(() => sessionStorage.getItem('cart_guid'))
  const asked = page.waitForRequest('**/rest/convert_cart')
  await orderButton(page).click()
  expect((await asked).postDataJSON()).toMatchObject({
    cart_guid: before,
    payment_method: 'FC',
  })
  await page.waitForURL(/\/confirmation\?extra_payments=0$/)
  const number = await confirmedNumber(page)
  const next = await page.evaluate(() => sessionStorage.getItem('cart_guid'))
  expect(next).not.toBe(before)
  expect((await holder.done('readCart', {})).response.cart_guid).toBe(next)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('formData'))).toBeNull()

  await page.reload()
  expect(await confirmedNumber(page)).toBe(number)
  await page.goBack()
  await page.waitForURL(/\/cart$/)
  await page.goForward()
  expect(await confirmedNumber(page)).toBe(number)

  // The next cart is not ordered by looking at the old order, nor by its address alone.
  const { spliId } = await shop.gift({ points: 2 })
  await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  await holder.done('saveAddress', sampleContact)
  await page.reload()
  expect(await confirmedNumber(page)).toBe(number)
  await go('/')
  await go('/confirmation?extra_payments=0')
  await page.waitForURL(/\/checkout$/)
  await expect.poll(() => countRecords(shop, holder)).toMatchObject({ orders: 1, available: 15 })
})

test('without a cart no request is sent; the error is shown and logged (PAY-4)', async ({
  wide: { page, openAs, go, expectConsoleError },
  shop,
}) => {
  expectConsoleError('There is no basket to order')
  const holder = await readyHolder(shop)
  await openAs(holder.code, '/contact')
  await page.evaluate(() => sessionStorage.removeItem('cart_guid'))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await go('/confirmation?extra_payments=0')
  await expectVisible(page.getByRole('heading', { name: 'An error on confirmation page' }))
  await expectVisible(page.getByText('There is no basket to order'))
  expect(asked.filter((url) => /convert_cart|payment-status/.test(url))).toEqual([])
  await expect.poll(() => countRecords(shop, holder)).toMatchObject({ orders: 0 })
})

test('an order that is no longer possible returns to the cart with the reason (PAY-4)', async ({
  wide: { page, openAs, expectConsoleError },
  shop,
}) => {
  expectConsoleError('409')
  const holder = await readyHolder(shop, {
    gifts: [{ delivery: 'monta', points: 5, name: 'Laatste vaas', inStock: 1 }],
  })
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  const { response } = await holder.done('readCart', {})
  const other = await shop.holder()
  await other.done('changeCart', {
    spli_id: response.shopping_cart_items[0]?.spli_id ?? '',
    quantity: 1,
  })
  await other.done('saveAddress', sampleContact)
  // A buyer takes the last unit between the last view of the cart and the order.
  await page.route('**/rest/convert_cart', async (route) => {
    await other.call('convertCart', { payment_method: 'FC' })
    await route.continue()
  })
  await orderButton(page).click()
  await page.waitForURL(/\/checkout$/)
  await expectVisible(page.getByText('Laatste vaas: Dit cadeau is uitverkocht.'))
  await expect
    .poll(() => countRecords(shop, holder))
    .toMatchObject({ orders: 0, available: 20, reserved: 0 })
})

for (const [channel, language, gifts, title, how, where] of [
  [
    '2001',
    'nl',
    ['monta', 'dropship'],
    'Bedankt voor je bestelling',
    'Bezorging bij je organisatie',
    'Havenweg 12',
  ],
  [
    '2002',
    'de',
    ['monta', 'digital'],
    'Danke für Ihre Bestellung',
    'Lieferung nach Hause',
    'Zilverkade 12',
  ],
  ['1014', 'en', ['digital'], 'Thank you for your order', 'By email', '@example.com'],
] as const) {
  test(`on channel ${channel} in ${language} confirmation and mail have the same content (PAY-6)`, async ({
    phone: { page, openAs },
    shop,
  }) => {
    const holder = await readyHolder(shop, {
      channel,
      language,
      points: 5 * gifts.length,
      gifts: gifts.map((delivery) => ({ delivery, points: 5 })),
    })
    await openAs(holder.code, '/checkout', { language })
    const time = page.getByRole('radio', { name: /09:00/ })
    await expectVisible(orderButton(page))
    if (channel === '2002') await time.check()
    await agree(page)
    await orderButton(page).click()
    await expectVisible(page.getByRole('heading', { level: 1, name: title }))
    const number = await confirmedNumber(page)
    await expectVisible(page.getByText(how))
    await expectVisible(page.getByText(where))
    const [mail] = await confirmationMails(shop, holder.email)
    expect(mail?.language).toBe(language)
    expect(mail?.text).toContain(number)
    expect(mail?.text).toContain(where)
  })
}

test('the confirmation is accessible, also at 320 pixels (PAY-6)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const holder = await readyHolder(shop)
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(holder.code, '/checkout')
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  await confirmedNumber(page)
  await expectNoAxeViolations(page)
  await expectNoHorizontalScroll(page)
})

test('each gift of the confirmation shows its picture, brand, number and delivery info (PAY-6, L2)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const holder = await shop.holder()
  for (const [sku, quantity] of [
    ['tall-vase-sand', 1],
    ['egg-cups', 2],
  ] as const) {
    await holder.done('changeCart', { spli_id: `1014-${sku}`, quantity })
  }
  await holder.done('saveAddress', sampleContact)
  await openAs(holder.code, '/checkout')
  const { response } = await holder.done('readCart', {})
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  await confirmedNumber(page)
  // What was chosen is the picture of the moment, the dearest first (L2).
  const hero = page.locator('[data-gifts] img')
  const shown = () => hero.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src))
  const dearest = response.shopping_cart_items.toSorted((a, b) => b.points - a.points)
  await expect
    .poll(shown)
    .toEqual(dearest.map(({ media }) => expect.stringContaining(encodeURIComponent(media))))
  const items = page.getByRole('region', { name: 'Jouw cadeaus' }).getByRole('listitem')
  expect(response.shopping_cart_items).toHaveLength(2)
  for (const { name, brand, quantity, delivery_info } of response.shopping_cart_items) {
    const item = items.filter({ hasText: `${quantity} × ${name}` })
    await expectVisible(item.getByText(brand, { exact: true }))
    await expectVisible(item.getByText(delivery_info, { exact: true }))
    await expectVisible(item.getByText('Zilverkade 12'))
    const picture = item.locator('img')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
})

test('the questions have the answers of the specification if the editors wrote none (PAY-6)', async ({
  wide: { page, openAs },
  shop,
}) => {
  const keys = ['questionsTitle', 'questionsEmail', 'questionsChat', 'questionsPhone']
  const writeBack = await deleteTexts(shop, 'confirmationpagecomponents', keys)
  const holder = await readyHolder(shop, { gifts: [{ delivery: 'digital', points: 2 }] })
  await openAs(holder.code, '/checkout')
  await agree(page)
  await orderButton(page).click()
  await confirmedNumber(page)
  for (const line of [
    'Nog vragen?',
    'Mail ons; we antwoorden binnen twee werkdagen.',
    'Chat met ons; we antwoorden binnen twee uur.',
    'Bel ons, maandag tot en met vrijdag van 10.00 tot 14.00 uur.',
  ]) {
    await expectVisible(page.getByText(line, { exact: true }))
  }
  await expectVisible(page.locator('main a[href^="mailto:"]'))
  await expectVisible(page.locator('main a[href^="tel:"]'))
  await writeBack()
})
