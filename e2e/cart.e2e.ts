import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/axe-check.ts'
import { fitsSideways, gone, hears, journey, see, type Visit } from '#e2e/journey.ts'
import { someone, type TestHolder, type TestShop } from '#server/testing/test-shop.ts'

type Gift = { points?: number; quantity?: number; inStock?: number | null; name?: string }

/** A holder at the cart page with these gifts in the cart. */
async function atCart(
  shop: TestShop,
  visit: Visit,
  {
    gifts,
    language = 'nl',
    ...voucher
  }: { gifts: Gift[]; points?: number; channel?: string; language?: string },
) {
  const holder = await shop.holder(voucher)
  const added: Awaited<ReturnType<TestShop['gift']>>[] = []
  for (const { quantity = 1, ...gift } of gifts) {
    const made = await shop.gift({ channel: voucher.channel ?? '1014', ...gift })
    await holder.done('changeCart', { spli_id: made.spliId, quantity })
    added.push(made)
  }
  await visit.arrive(holder.code, '/cart', { language })
  await see(visit.page.getByRole('heading', { level: 1 }))
  return { holder, gifts: added }
}

const line = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const summary = (page: Page) => page.getByRole('region', { name: /Overzicht|Summary/ })
const next = (page: Page) => page.getByRole('button', { name: /^(Verder|Continue)$/ })
const quantityOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Aantal van ${name}` })
/** At twice the text: what stands around this page is looked at elsewhere. */
async function mainFits(page: Page) {
  const main = page.getByRole('main')
  await expect
    .poll(() => main.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBeLessThanOrEqual(0)
}
const cartOf = async (holder: TestHolder) => (await holder.done('readCart', {})).response

/** Holds every change of the cart until it is let through, and counts how many are under way at once. */
async function holdChanges(page: Page) {
  const held: Route[] = []
  const sent: { quantity: number }[] = []
  let most = 0
  let underWay = 0
  let open = false
  // Counted before the page hears of it: what it sends next comes after that.
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

journey(
  'shows five labelled steps, and those that are done lead back (CART-1)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atCart(shop, wide, { gifts: [{ points: 5 }] })
    const steps = page.getByRole('navigation', { name: /Stap/ })
    await expect
      .poll(() => steps.getByRole('listitem').allInnerTexts())
      .toEqual(['1\nCadeaumand', '2\nGegevens', '3\nBezorging', '4\nBetaling', '5\nBevestiging'])
    await expect.poll(() => steps.getByRole('link').count()).toBe(0)
    await expect
      .poll(() => steps.locator('[aria-current=step]').innerText())
      .toContain('Cadeaumand')

    await next(page).click()
    await page.waitForURL('**/personal-details')
    await see(steps.locator('[aria-current=step]').filter({ hasText: 'Gegevens' }))
    await steps.getByRole('link', { name: 'Cadeaumand' }).click()
    await page.waitForURL('**/cart')
  },
)

journey('names only the step one is at on a phone (CART-1)', async ({ shop, phone }) => {
  const { page } = phone
  await atCart(shop, phone, { gifts: [{ points: 5 }], language: 'en' })
  const steps = page.getByRole('navigation', { name: 'Step 1 of 5' })
  const width = async (name: string) => (await steps.getByText(name).boundingBox())?.width ?? 0
  await expect.poll(() => width('Basket')).toBeGreaterThan(30)
  await expect.poll(() => width('Confirmation')).toBeLessThanOrEqual(1)
})

journey('a line shows its gift, and its stepper stops at one (CART-2)', async ({ wide }) => {
  const { page } = wide
  await wide.arrive('giftshop1', '/products')
  const token = await page.evaluate(() => sessionStorage.getItem('token'))
  await page.request.post(wide.url('/rest/shopping_cart'), {
    headers: { authorization: `Bearer ${token}` },
    data: { spli_id: '1014-tall-vase-sand', quantity: 2 },
  })
  await wide.go('/cart')
  const vase = line(page, 'Hoge vaas')
  await see(vase.getByText('Zonnekeramiek'))
  await see(vase.getByText('Op voorraad'))
  await see(vase.getByText('Binnen 2 werkdagen in huis'))
  await see(vase.getByText('18 punten'))
  await expect.poll(() => vase.locator('img').getAttribute('src')).toContain('/images/')
  await expect
    .poll(() => vase.getByRole('link', { name: 'Hoge vaas' }).getAttribute('href'))
    .toBe('/product-description/tall-vase-sand')
  const badge = vase.getByText('Op voorraad')
  await expect
    .poll(() => badge.evaluate((one) => getComputedStyle(one).backgroundColor))
    .toBe('rgb(205, 238, 231)')

  const less = vase.getByRole('button', { name: 'Eén Hoge vaas minder' })
  await less.click()
  await see(vase.getByText('9 punten', { exact: true }))
  await expect.poll(() => less.isDisabled()).toBe(true)
  await quantityOf(page, 'Hoge vaas').fill('0')
  await expect.poll(() => quantityOf(page, 'Hoge vaas').inputValue()).toBe('1')
  await hears(page, /Aantal cadeaus: 1\. Samen 9.punten/)
})

journey(
  'hides the stepper where quantities are not to be changed (CART-2)',
  async ({ shop, wide }) => {
    await atCart(shop, wide, { channel: '2002', points: 10, gifts: [{ points: 10, name: 'Krug' }] })
    await see(line(wide.page, 'Krug').getByText('Aantal: 1'))
    await expect
      .poll(() => wide.page.getByRole('button', { name: /Krug (meer|minder)/ }).count())
      .toBe(0)
    await see(wide.page.getByRole('button', { name: 'Verwijder Krug' }))
  },
)

journey(
  'what was removed can be put back; an empty cart leads to the gifts (CART-2)',
  async ({ shop, phone }) => {
    const { page } = phone
    const { holder } = await atCart(shop, phone, {
      gifts: [{ points: 3, quantity: 2, name: 'Kan' }],
    })
    await page.getByRole('button', { name: 'Verwijder Kan' }).click()
    await see(page.getByText('Je cadeaumand is nog leeg.'))
    await expect.poll(async () => (await cartOf(holder)).shopping_cart_items).toEqual([])
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    await page.getByRole('button', { name: 'Zet terug' }).click()
    await see(line(page, 'Kan'))
    await expect.poll(() => quantityOf(page, 'Kan').inputValue()).toBe('2')

    await page.getByRole('button', { name: 'Verwijder Kan' }).click()
    await page.getByRole('link', { name: 'Bekijk de cadeaus' }).click()
    await page.waitForURL('**/products')
  },
)

journey(
  'sums up gifts, voucher and what is left or due in points and euros (CART-3, statement 14)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atCart(shop, wide, { points: 10, gifts: [{ points: 5, quantity: 2, name: 'Kan' }] })
    const rows = async () =>
      (await summary(page).locator('dl > div').allInnerTexts()).map((row) =>
        row.replace(/\s+/g, ' '),
      )
    await expect
      .poll(() => rows())
      .toEqual(['Cadeaus 10 punten', 'Jouw punten 10 punten', 'Punten over 0 punten'])
    const logos = page.getByRole('list', { name: 'Betalen kan met' })
    await expect.poll(() => logos.count()).toBe(0)

    const cup = await shop.gift({ points: 2, name: 'Kop' })
    const token = await page.evaluate(() => sessionStorage.getItem('token'))
    await page.request.post(wide.url('/rest/shopping_cart'), {
      headers: { authorization: `Bearer ${token}` },
      data: { spli_id: cup.spliId, quantity: 1 },
    })
    await page.reload()
    await see(line(page, 'Kop'))
    await expect
      .poll(() => rows())
      .toEqual(['Cadeaus 12 punten', 'Jouw punten 10 punten', 'Nog te betalen € 10,00 2 punten'])
    await see(logos)
    await expect.poll(() => logos.getByRole('img').count()).toBe(5)
    const columns = await logos.evaluate((one) => getComputedStyle(one).gridTemplateColumns)
    expect(columns.split(' ')).toHaveLength(5)
  },
)

journey(
  'Continue tells why it waits, with the number, aloud, too: all points (CART-4, statement 15)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atCart(shop, wide, { channel: '2002', points: 10, gifts: [{ points: 7 }] })
    await expect.poll(() => next(page).isDisabled()).toBe(true)
    const reason = 'Gebruik al je punten: je hebt er nog 3 over.'
    await see(summary(page).getByText(reason))
    await see(summary(page).getByText('3', { exact: true }))
    await hears(page, reason)
    await expect.poll(() => next(page).getAttribute('aria-describedby')).toBe('cart-reason')
  },
)

journey('offers what uses the points up, and then goes on (CART-4)', async ({ shop, phone }) => {
  const { page } = phone
  const { holder } = await atCart(shop, phone, {
    channel: '2002',
    points: 10,
    gifts: [{ points: 7, name: 'Krug' }],
  })
  await shop.gift({ channel: '2002', points: 3, name: 'Kop' })
  await page.reload()
  const fits = page.getByRole('region', { name: /Nog 3.punten over\? Dit past precies\./ })
  await fits
    .getByRole('button', { name: /^Kies .*samen 3.punten/ })
    .first()
    .click()
  await see(page.getByText('Je hebt nu precies al je punten gebruikt.'))
  await expect.poll(() => next(page).isEnabled()).toBe(true)
  await expect.poll(async () => (await cartOf(holder)).totals.order_total_points).toBe(10)
  await next(page).click()
  await page.waitForURL('**/personal-details')
})

journey(
  'where points cannot be bought the voucher is the limit (CART-4, statement 15)',
  async ({ shop, phone }) => {
    const { page } = phone
    await atCart(shop, phone, {
      channel: '2001',
      points: 10,
      language: 'en',
      gifts: [{ points: 11, name: 'Lamp' }],
    })
    const reason = 'You are 1 point above what you may spend.'
    await see(summary(page).getByText(reason))
    await hears(page, reason)
    await expect.poll(() => next(page).isDisabled()).toBe(true)
  },
)

journey(
  'on the main channel two points above the voucher are the most (CART-4, statement 15)',
  async ({ shop, wide }) => {
    const { page } = wide
    const { holder } = await atCart(shop, wide, {
      points: 10,
      gifts: [{ points: 1, quantity: 12, name: 'Ei' }],
    })
    await expect.poll(() => next(page).isDisabled()).toBe(false)
    await page.getByRole('button', { name: 'Eén Ei meer' }).click()
    await see(summary(page).getByText('Je zit 1 punt boven wat je mag besteden.'))
    await expect.poll(() => next(page).isDisabled()).toBe(true)
    await hears(page, /Samen 13.punten\. Je zit 1 punt boven/)
    await expect
      .poll(async () => (await cartOf(holder)).problems)
      .toMatchObject([{ code: 'points-limit-exceeded' }])

    await page.getByRole('button', { name: 'Eén Ei minder' }).click()
    await gone(summary(page).getByText('Je zit 1 punt boven wat je mag besteden.'))
    await next(page).click()
    await page.waitForURL('**/personal-details')
  },
)

journey(
  'ten fast clicks on plus and three on minus end right, one request at a time (statement 16)',
  async ({ shop, wide }) => {
    const { page } = wide
    const { holder } = await atCart(shop, wide, { gifts: [{ points: 1, name: 'Ei' }] })
    const changes = await holdChanges(page)
    const more = page.getByRole('button', { name: 'Eén Ei meer' })
    const less = page.getByRole('button', { name: 'Eén Ei minder' })
    for (let click = 0; click < 10; click += 1) await more.click()
    for (let click = 0; click < 3; click += 1) await less.click()
    await expect.poll(() => quantityOf(page, 'Ei').inputValue()).toBe('8')
    await see(summary(page).getByText('8 punten').first())
    expect(changes.sent).toHaveLength(1)

    await changes.letThrough()
    await hears(page, /Aantal cadeaus: 8\. Samen 8.punten/)
    expect(changes.most()).toBe(1)
    expect(changes.sent.map(({ quantity }) => quantity)).toEqual([2, 8])
    await expect.poll(() => quantityOf(page, 'Ei').inputValue()).toBe('8')
    await expect.poll(async () => (await cartOf(holder)).Totals.number_of_products).toBe(8)
  },
)

journey('two lines changed at once both end right (statement 16)', async ({ shop, wide }) => {
  const { page } = wide
  const { holder } = await atCart(shop, wide, {
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
  await hears(page, /Aantal cadeaus: 2\. Samen 4.punten/)
  expect(changes.most()).toBe(1)
  await expect
    .poll(async () => (await cartOf(holder)).shopping_cart_items)
    .toMatchObject([{ name: 'Kop', quantity: 2 }])
  await expect.poll(() => quantityOf(page, 'Kop').inputValue()).toBe('2')
})

journey(
  'a change that did not arrive goes back, and is told (statement 16)',
  async ({ shop, wide }) => {
    const { page } = wide
    const { holder } = await atCart(shop, wide, { gifts: [{ points: 4, name: 'Kan' }] })
    wide.expectComplaint('Failed to load resource')
    await page.route('**/rest/shopping_cart', (route) => route.abort())
    await page.getByRole('button', { name: 'Eén Kan meer' }).click()
    await see(page.getByText('Er ging iets mis. Probeer het nog eens.'))
    await hears(page, 'Er ging iets mis. Probeer het nog eens.')
    await expect.poll(() => quantityOf(page, 'Kan').inputValue()).toBe('1')

    await page.unroute('**/rest/shopping_cart')
    await page.getByRole('button', { name: 'Eén Kan meer' }).click()
    await expect.poll(async () => (await cartOf(holder)).Totals.number_of_products).toBe(2)
    await expect.poll(() => quantityOf(page, 'Kan').inputValue()).toBe('2')
  },
)

journey(
  'a line that went in another tab is told, and the cart shows as it is (statement 16)',
  async ({ shop, wide }) => {
    const { page } = wide
    const { holder } = await atCart(shop, wide, {
      gifts: [
        { points: 4, name: 'Kan' },
        { points: 2, name: 'Kop' },
      ],
    })
    const [can] = (await cartOf(holder)).shopping_cart_items
    await holder.done('changeCart', { shopping_cart_item: can?.id ?? '', quantity: 0 })
    wide.expectComplaint('404')
    await page.getByRole('button', { name: 'Eén Kan meer' }).click()
    await see(page.getByText('Je mand is ergens anders veranderd. Zo ziet hij er nu uit.'))
    await gone(line(page, 'Kan'))
    await see(line(page, 'Kop'))
  },
)

journey(
  'Continue waits for the last change, and does not go on against it (statement 16)',
  async ({ shop, wide }) => {
    const { page } = wide
    await atCart(shop, wide, { points: 10, gifts: [{ points: 6, quantity: 2, name: 'Kan' }] })
    const changes = await holdChanges(page)
    await page.getByRole('button', { name: 'Eén Kan meer' }).click()
    await next(page).click()
    await changes.letThrough()
    await see(summary(page).getByText('Je zit 6 punten boven wat je mag besteden.'))
    expect(new URL(page.url()).pathname).toBe('/cart')
    // Nor did it go there and come back.
    await expect.poll(() => page.getByText('Nog even hier kijken').count()).toBe(0)
  },
)

journey(
  'too little on the shelf stands at the gift, and one press mends it (CART-4, statement 11)',
  async ({ shop, wide }) => {
    const { page } = wide
    const { holder } = await atCart(shop, wide, {
      gifts: [{ points: 2, quantity: 4, inStock: 3, name: 'Kan' }],
    })
    const can = line(page, 'Kan')
    await see(can.getByText('Hiervan zijn er nog 3.'))
    await see(summary(page).getByText('Kijk eerst nog even naar de cadeaus met een melding.'))
    await expect.poll(() => next(page).isDisabled()).toBe(true)
    await can.getByRole('button', { name: 'Maak er 3 van' }).click()
    await gone(can.getByText('Hiervan zijn er nog 3.'))
    await expect.poll(() => next(page).isEnabled()).toBe(true)
    await expect.poll(async () => (await cartOf(holder)).Totals.number_of_products).toBe(3)
  },
)

journey(
  'sold out, no longer offered, another price: each is mended at its line (CART-4)',
  async ({ shop, wide }) => {
    const { page } = wide
    const { holder, gifts } = await atCart(shop, wide, {
      gifts: [
        { points: 2, inStock: 1, name: 'Kan' },
        { points: 3, name: 'Kop' },
        { points: 4, name: 'Schaal' },
      ],
    })
    await expect.poll(() => next(page).isEnabled()).toBe(true)
    const [can, cup, bowl] = gifts
    await shop.sql`insert into stock_move (sku, quantity, reason) values (${can?.sku ?? ''}, -1, 'count')`
    await shop.sql`update offer set active = false where spli_id = ${cup?.spliId ?? ''}`
    await shop.sql`update offer set points = 6 where spli_id = ${bowl?.spliId ?? ''}`
    await shop.sql`insert into news (topic, subject) values ('channel', '1014')`
    await shop.shop.news.poll()
    await page.reload()

    await see(line(page, 'Kan').getByText('Dit cadeau is uitverkocht.'))
    const badge = line(page, 'Kan').getByText('Uitverkocht', { exact: true })
    await expect
      .poll(() => badge.evaluate((one) => getComputedStyle(one).backgroundColor))
      .toBe('rgb(255, 104, 108)')
    await page.getByRole('button', { name: 'Verwijder Kan' }).last().click()
    const unnamed = line(page, cup?.sku ?? '')
    await see(unnamed.getByText('Dit cadeau is er niet meer. Haal het uit je mand.'))
    await unnamed
      .getByRole('button', { name: /^Verwijder/ })
      .last()
      .click()
    const changed = line(page, 'Schaal')
    await see(changed.getByText('Dit cadeau kost nu 6 punten. Controleer je mand.'))
    await changed.getByRole('button', { name: /Akkoord met 6.punten/ }).click()

    await expect.poll(() => next(page).isEnabled()).toBe(true)
    await expect
      .poll(() => cartOf(holder))
      .toMatchObject({
        problems: [],
        totals: { order_total_points: 6 },
        shopping_cart_items: [{ name: 'Schaal' }],
      })
  },
)

journey('an open payment is told, and lapses when the cart is changed', async ({ shop, wide }) => {
  const { page } = wide
  const { holder } = await atCart(shop, wide, {
    points: 10,
    gifts: [{ points: 6, quantity: 2, name: 'Kan' }],
  })
  await holder.done('saveAddress', someone)
  await holder.done('createPayment', {
    amount: '10.00',
    description: 'Cadeaus',
    cancelUrl: wide.url('/checkout'),
    redirectUrl: wide.url('/confirmation'),
  })
  await page.reload()
  await see(page.getByText(/Er staat nog een betaling van €.10,00 open/))
  await see(page.getByRole('link', { name: 'Verder met betalen' }))
  await page.getByRole('button', { name: 'Eén Kan minder' }).click()
  await gone(page.getByText(/Er staat nog een betaling/))
  await expect.poll(async () => (await cartOf(holder)).open_payment).toBeNull()
})

journey('everything works by keyboard (statement 4)', async ({ shop, wide }) => {
  const { page } = wide
  const { holder } = await atCart(shop, wide, { gifts: [{ points: 2, name: 'Kan' }] })
  await quantityOf(page, 'Kan').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await cartOf(holder)).Totals.number_of_products).toBe(3)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/personal-details')
})

journey(
  'stands at 320px and at twice the text, and axe finds nothing (statements 9, 10)',
  async ({ shop, phone }) => {
    const { page } = phone
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze in Geschenkverpackung'
    await page.setViewportSize({ width: 320, height: 640 })
    await atCart(shop, phone, {
      points: 10,
      gifts: [
        { points: 9, quantity: 2, inStock: 1, name: long },
        { points: 5, name: 'Kan' },
      ],
    })
    await see(line(page, long))
    await fitsSideways(page)
    await axeFindsNothing(page, 'main')
    await page.setViewportSize({ width: 640, height: 640 })
    const twice = await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await mainFits(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await twice.evaluate((style) => (style as HTMLStyleElement).remove())
    for (const name of ['Kan', long]) {
      await page
        .getByRole('button', { name: `Verwijder ${name}` })
        .first()
        .click()
    }
    await see(page.getByText('Je cadeaumand is nog leeg.'))
    await fitsSideways(page)
    await axeFindsNothing(page, 'main')
  },
)
