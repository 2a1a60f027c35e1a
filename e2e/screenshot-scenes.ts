import type { Page } from 'playwright-core'

import type { Order } from '#contract/order-api.ts'
import type { Channel, Stage } from '#e2e/screenshot-stage.ts'

const WHOLE = { down: 8000 }

/** Gifts of the demo world, by what they are good for here. */
const VASE = 'amphora-vase-terracotta'
const BUDS = 'bud-vase-trio'
const BOOKS = 'gift-card-books-eur-10'
const CAKE = 'celebration-cake'
const BEERS = 'beer-glasses'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const at = (scp: string) => `/product-description/${scp}`

async function logInWith({ page, go }: Stage, code: string, channel?: Channel) {
  await go('/login', channel)
  await page.getByRole('textbox').first().focus()
  await page.keyboard.type(code)
  await page.locator('form').getByRole('button').click()
}

async function order({ page }: Stage, channel?: Channel) {
  // Where it goes to the employer there is no time to choose.
  if (channel !== '2001') await page.getByRole('radio', { name: /:00/ }).first().check()
  await main(page).getByRole('checkbox').check()
  await orderButton(page).click()
}

const orderButton = (page: Page) =>
  page.getByRole('button', {
    name: /^(Bestellen|Bestellen en betalen|Bestellen|Jetzt bestellen|Zahlungspflichtig bestellen)$/,
  })

/** To the page of the provider, with two points short. */
async function toPayment(stage: Stage, channel: Channel = '1014') {
  const { page, arrive } = stage
  await arrive('/checkout', { channel, points: 3, cart: [BEERS], person: true })
  await order(stage)
  await dialog(page).getByRole('button').nth(-2).waitFor()
  await dialog(page)
    .getByRole('button', { name: /betaalpagina|Zahlung|payment/i })
    .click()
  await page.waitForURL(/\/sandbox\/payments\//)
}

async function ordered(stage: Stage, given: Parameters<Stage['arrive']>[1] = {}) {
  const holder = await stage.arrive('/checkout', {
    cart: [VASE, BUDS],
    person: true,
    ...given,
  })
  await order(stage, given.channel)
  await stage.page.waitForURL(/\/confirmation/)
  await stage.see(stage.page.getByText(/bestelnummer|Bestellnummer/))
  return holder
}

async function orderPage(stage: Stage, given: Parameters<Stage['arrive']>[1] = {}) {
  const holder = await ordered(stage, given)
  const { response } = await holder.done('orders', {})
  await stage.go(`/orders/${response[0]?.order_number}`, given.channel)
  await stage.see(h1(stage.page))
  return holder
}

export const scenes: Record<string, (stage: Stage) => Promise<void>> = {
  async login(stage) {
    const { go, page, see, shot } = stage
    await go('/login')
    await see(h1(page))
    await shot('consent')
    await page.getByRole('region').getByRole('button').last().click()
    await page.getByRole('button', { name: 'Cookiekeuze' }).click()
    await shot('consent-again')
    await page.getByRole('region').getByRole('button').first().click()
    await shot('', WHOLE)
    await logInWith(stage, 'zzzzzzzzz')
    await see(page.getByRole('alert').filter({ hasText: /\S/ }))
    await shot('wrong', WHOLE)
    for (const code of ['giftshop5', 'giftshop6', 'giftshop8']) {
      await logInWith(stage, code)
      await see(page.getByRole('alert').filter({ hasText: /\S/ }))
      await shot(code, WHOLE)
    }
    await page.route('**/rest/giftcardcodelogin', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '0', 'content-type': 'application/json' },
        body: JSON.stringify({
          success: false,
          error: { code: 'too-many-attempts', Message: 'tooManyAttempts' },
          // Nobody finds that many zeros: the page stays at work.
          challenge: { salt: 'salt', difficulty: 60, expires: new Date().toISOString() },
        }),
      }),
    )
    await logInWith(stage, 'zzzzzzzzz')
    await see(page.locator('form [data-working]'))
    await shot('at-work', WHOLE)
  },

  async 'login-of-employers'({ go, page, see, shot }) {
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
    for (const channel of ['2001', '2002'] as const) {
      await go('/login', channel)
      await see(h1(page))
      await shot(channel, WHOLE)
    }
    await go('/login', '2001')
    await page.getByRole('button', { name: /vraag/i }).click()
    await shot('chat')
  },

  async welcome(stage) {
    const { page, see, shot } = stage
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
    for (const [code, channel] of [
      ['giftshop1', '1014'],
      ['giftshop4', '2002'],
      ['giftshop3', '2001'],
    ] as const) {
      await logInWith(stage, code, channel)
      await see(dialog(page))
      await shot(channel)
    }
    await page.getByRole('button', { name: /filmpje/i }).click()
    await page.waitForTimeout(2500)
    await shot('film')
  },

  async home({ arrive, page, see, shot }) {
    await arrive('/')
    await see(h1(page))
    await shot('', WHOLE)
  },
  async 'home-2001'({ arrive, page, see, shot }) {
    await arrive('/', { channel: '2001' })
    await see(h1(page))
    await shot('', WHOLE)
  },
  async 'home-2002'({ arrive, page, see, shot }) {
    await arrive('/', { channel: '2002' })
    await see(h1(page))
    await shot('', WHOLE)
  },

  /** What a key has reached, and what a pointer rests on. */
  async focus({ arrive, go, page, phone, see, shot }) {
    if (phone) return
    await arrive('/')
    await see(h1(page))
    await page.keyboard.press('Tab')
    await shot('skip')
    await page.locator('main a[href*="categoryCode"]').nth(1).focus()
    await page.keyboard.press('Tab')
    await page.locator('main a[href*="categoryCode"]').first().hover()
    await shot('tile')
    await go('/products')
    await see(main(page).getByRole('article'))
    await main(page).getByRole('article').nth(1).getByRole('link').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await main(page).getByRole('article').first().hover()
    await shot('card')
    await main(page).getByRole('slider').first().focus()
    await page.keyboard.press('ArrowRight')
    await shot('slider')
  },

  async menu({ arrive, page, phone, shot }) {
    await arrive('/')
    if (phone) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await shot()
      await dialog(page).getByRole('button', { name: 'Wonen' }).click()
      await shot('below')
      await page.keyboard.press('Escape')
    } else {
      await page.getByRole('button', { name: 'Meer in Wonen' }).click()
      await shot()
      await page.getByRole('button', { name: 'Meer in Sport en onderweg' }).click()
      await shot('second')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Meer over de levertijd' }).click()
      await shot('timing')
    }
    await page
      .getByRole('banner')
      .getByRole('button', { name: /taal|language/i })
      .first()
      .click()
    await shot('languages')
  },

  async search({ arrive, page, see, shot }) {
    await arrive('/')
    await page.getByRole('searchbox').fill('thee voor lange avonden')
    await shot()
    await page.getByRole('searchbox').fill('lamp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search=/)
    await see(main(page).getByRole('article'))
    await shot('found', { down: 1600 })
    await page.getByRole('searchbox').fill('onvindbaarheid')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(600)
    await shot('empty', WHOLE)
  },

  async list({ arrive, page, phone, see, shot }) {
    await arrive('/products', { cart: [VASE, BUDS] })
    await see(main(page).getByRole('article'))
    await shot('', { down: phone ? 2600 : 2000 })
    if (phone) {
      await page.getByRole('button', { name: /^Filters/ }).click()
      await shot('filters')
      await page.keyboard.press('Escape')
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(300)
    await shot('further')
  },
  async 'list-filtered'({ arrive, page, see, shot }) {
    await arrive(
      '/products?mainTagId=home&tagId=lighting&tagId=plants&onlySustainable=true&pointsTo=9',
    )
    await see(main(page).getByRole('article'))
    await shot('', WHOLE)
    await arrive('/products?search=xyzzy')
    await see(main(page).getByText(/blijft er niets over/))
    await shot('empty', WHOLE)
  },
  async 'list-exact-fit'({ arrive, page, see, shot }) {
    await arrive('/products', { points: 10, cart: [VASE] })
    await page.getByRole('button', { name: /^Precies \d/ }).click()
    await see(page.getByRole('region', { name: /past precies/i }))
    await shot('', { down: 1400 })
  },
  async 'list-2001'({ arrive, page, see, shot }) {
    await arrive('/products', { channel: '2001' })
    await see(main(page).getByRole('article'))
    await shot('', { down: 1500 })
  },
  async 'list-2002'({ arrive, page, see, shot }) {
    await arrive('/products', { channel: '2002' })
    await see(main(page).getByRole('article'))
    await shot('', { down: 1500 })
  },
  async 'list-brand'({ arrive, page, see, shot }) {
    await arrive('/')
    await page.locator('main a[href*="brandId"]').first().click()
    await see(main(page).getByRole('article'))
    await shot('', { down: 1300 })
  },

  async detail({ arrive, page, phone, see, shot }) {
    await arrive(at('wool-throw-sage-130x170'))
    await see(h1(page).filter({ hasText: /\S/ }))
    await shot('', WHOLE)
    await page.locator('summary').first().click()
    await shot('open', { down: phone ? 2200 : 1500 })
  },
  async 'detail-others'({ arrive, go, page, see, shot }) {
    await arrive(at('copper-wok'))
    await see(h1(page).filter({ hasText: /\S/ }))
    await shot('sold-out', { down: 1400 })
    for (const scp of [
      'rain-poncho-mustard-s',
      'goose-neck-kettle',
      'stoneware-mug-petrol',
      BOOKS,
    ]) {
      await go(at(scp))
      await see(h1(page).filter({ hasText: /\S/ }))
      await shot(scp, { down: 1400 })
    }
    await go(at('no-such-gift'))
    await page.waitForTimeout(800)
    await shot('gone')
  },
  async 'detail-2002'({ arrive, page, see, shot }) {
    await arrive(at(VASE), { channel: '2002' })
    await see(h1(page).filter({ hasText: /\S/ }))
    await shot('', { down: 1800 })
  },
  async 'detail-2001'({ arrive, page, see, shot }) {
    await arrive(at(VASE), { channel: '2001' })
    await see(h1(page).filter({ hasText: /\S/ }))
    await shot('', { down: 1800 })
  },

  async basket({ arrive, page, see, shot }) {
    await arrive(at(VASE))
    await page.getByRole('button', { name: 'Kies dit cadeau' }).click()
    await see(dialog(page).getByRole('listitem'))
    await shot()
    await dialog(page).getByRole('listitem').first().getByRole('button').first().click()
    await shot('picked')
  },
  async 'basket-2002'({ arrive, page, see, shot }) {
    await arrive(at(VASE), { channel: '2002' })
    await main(page)
      .getByRole('button', { name: /Geschenk/ })
      .last()
      .click()
    await see(dialog(page).getByRole('listitem'))
    await shot()
  },

  async wishlist({ arrive, page, see, shot }) {
    await arrive('/wishlist')
    await see(main(page).getByText(/\S/))
    await page.waitForTimeout(300)
    await shot('empty', WHOLE)
    await arrive('/wishlist', {
      wishes: [VASE, 'copper-wok', 'goose-neck-kettle', 'rain-poncho-mustard-s', 'acupressure-mat'],
    })
    await see(main(page).getByRole('listitem'))
    await shot('', WHOLE)
  },

  async contact({ arrive, page, see, shot }) {
    await arrive('/contact')
    await see(h1(page))
    await shot('', WHOLE)
    await page.getByRole('button', { name: 'Verstuur bericht' }).click()
    await see(page.getByText('Vul je naam in'))
    await shot('errors', WHOLE)
    for (const [name, text] of [
      ['Naam', 'Sanne de Vries'],
      ['E-mailadres', 'sanne@example.com'],
      ['Onderwerp', 'Waar blijft mijn vaas?'],
      ['Jouw bericht', 'Ik wacht al twee weken. Kunnen jullie eens kijken?'],
    ] as const) {
      await page.getByRole('textbox', { name, exact: true }).fill(text)
    }
    await page.getByRole('button', { name: 'Verstuur bericht' }).click()
    await see(main(page).getByText(/je bericht is binnen/))
    await shot('sent', WHOLE)
  },

  async 'my-orders'(stage) {
    const { arrive, go, page, see, shot } = stage
    await arrive('/orders')
    await see(h1(page))
    await shot('empty')
    const holder = await ordered(stage, { points: 40 })
    const { response: earlier } = await holder.done('earlierDetails', {})
    if (!earlier) throw new Error('nothing is known of the first order')
    await holder.done('changeCart', { spli_id: `1014-${BEERS}`, quantity: 2 })
    await holder.done('saveAddress', { ...earlier, address_confirmed: true })
    await holder.done('convertCart', { payment_method: 'FC' })
    await go('/orders')
    await see(h1(page))
    await shot('', WHOLE)
    await arrive('/order-process', { cart: [VASE] })
    await see(h1(page))
    await page.getByRole('button', { name: 'Uitloggen' }).click()
    await see(dialog(page).getByRole('button').first())
    await shot('logout')
    for (const channel of ['1014', '2001', '2002'] as const) {
      await arrive('/order-process', { channel, language: 'en' })
      await see(h1(page))
      await shot(`en-${channel}`)
    }
  },

  async information({ arrive, go, page, see, shot }) {
    await arrive('/order-process')
    for (const path of [
      'order-process',
      'additional-point',
      'return-policy',
      'terms-and-conditions',
      'privacy-policy',
      'faq',
      'about',
    ]) {
      await go(`/${path}`)
      await see(h1(page))
      await shot(path, WHOLE)
    }
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(page.url().replace(/\/[^/]*$/, '/privacy-policy'))
    await see(h1(page))
    await shot('logged-out', { down: 1200 })
  },

  async chat({ arrive, page, shot }) {
    await arrive('/order-process')
    await page.getByRole('button', { name: /vraag/i }).last().click()
    await shot()
    await page.getByRole('dialog').getByRole('textbox').first().fill('dinosaurus')
    await page.waitForTimeout(500)
    await shot('none')
  },

  async cart({ arrive, page, see, shot }) {
    await arrive('/cart')
    await see(main(page).getByText(/nog leeg/))
    await shot('empty', WHOLE)
    await arrive('/cart', { cart: [VASE, BUDS, BOOKS, CAKE] })
    await see(main(page).getByText('Overzicht'))
    await shot('', WHOLE)
    await arrive('/cart', { points: 3, cart: [BEERS] })
    await see(main(page).getByText('Overzicht'))
    await shot('euros', WHOLE)
    await arrive('/cart', { points: 3, cart: [VASE, BEERS] })
    await see(main(page).getByText(/punten boven/))
    await shot('over-limit', WHOLE)
  },
  async 'cart-2002'({ arrive, page, see, shot }) {
    await arrive('/cart', { channel: '2002', cart: [VASE] })
    await see(main(page).getByText(/noch 3/i))
    await shot('rule-a', WHOLE)
  },
  async 'cart-2001'({ arrive, page, see, shot }) {
    await arrive('/cart', { channel: '2001', cart: [VASE, VASE] })
    await see(main(page).getByText('Overzicht'))
    await shot('', WHOLE)
  },

  async details(stage) {
    const { arrive, page, see, shot } = stage
    await arrive('/personal-details', { cart: [VASE] })
    await see(page.getByRole('combobox', { name: 'Zoek je adres' }))
    await shot('', WHOLE)
    await page.getByRole('button', { name: 'Controleer en ga verder' }).click()
    await page.waitForTimeout(300)
    await shot('errors', WHOLE)
    await page.getByRole('combobox', { name: 'Zoek je adres' }).fill('zilverkade 1')
    await see(page.getByRole('listbox').getByRole('option'))
    await shot('suggestions')
    await page.reload()
    await page.getByRole('combobox', { name: 'Zoek je adres' }).fill('1012AB 12A')
    await see(page.locator('form address'))
    await shot('found', WHOLE)
    await page.getByRole('button', { name: 'Wijzig dit adres' }).click()
    for (const [name, text] of [
      ['Voornaam', 'Sanne'],
      ['Achternaam', 'de Vries'],
      ['E-mailadres', 'sanne@example.com'],
      ['Straat', 'Zilverkade'],
      ['Huisnummer', '99999'],
      ['Postcode', '1012 AB'],
      ['Woonplaats', 'Amsterdam'],
    ] as const) {
      await page.getByRole('textbox', { name, exact: true }).fill(text)
    }
    await page.getByRole('button', { name: 'Controleer en ga verder' }).click()
    await see(page.getByRole('button', { name: 'Mijn adres klopt, ga verder' }))
    await shot('not-found', WHOLE)
    await arrive('/personal-details', { cart: [VASE, BOOKS] })
    await see(page.getByRole('combobox', { name: 'Zoek je adres' }))
    await shot('with-digital', WHOLE)
    await arrive('/personal-details', { cart: [BOOKS] })
    await see(page.getByRole('checkbox'))
    await shot('digital', WHOLE)
  },
  async 'details-2001'({ arrive, page, see, shot }) {
    await arrive('/personal-details', { channel: '2001', cart: [VASE] })
    await see(page.getByRole('textbox', { name: 'Voornaam' }))
    await shot('', WHOLE)
  },
  async 'details-2001-with-digital'({ arrive, page, see, shot }) {
    await arrive('/personal-details', { channel: '2001', cart: [VASE, BOOKS] })
    await see(page.getByRole('checkbox'))
    await shot('', WHOLE)
  },
  async 'details-2002'({ arrive, page, see, shot }) {
    await arrive('/personal-details', { channel: '2002', cart: [VASE, BUDS] })
    await see(h1(page))
    await page.waitForTimeout(300)
    await shot('', WHOLE)
  },

  async delivery({ arrive, page, see, shot }) {
    await arrive('/checkout', { cart: [VASE, BUDS], person: true })
    await see(page.getByRole('radio', { name: /:00/ }))
    await shot('', WHOLE)
    await orderButton(page).click()
    await page.waitForTimeout(300)
    await shot('errors', WHOLE)
    await page.getByRole('radio', { name: /afhaalpunt/ }).check()
    await see(page.getByRole('radio', { name: /^1\. / }))
    await page.getByRole('radio', { name: /^1\. / }).check()
    await main(page).getByText('Openingstijden').first().click()
    await shot('pickup', WHOLE)
    await arrive('/checkout', { cart: [BOOKS], person: true })
    await see(orderButton(page))
    await shot('digital', WHOLE)
    await arrive('/checkout', { cart: [VASE, CAKE, BOOKS], person: true })
    await see(orderButton(page))
    await page.waitForTimeout(500)
    await shot('mixed', WHOLE)
  },
  async 'delivery-down'({ arrive, page, see, shot }) {
    await page.route('**/rest/monta/delivery_methods*', (route) =>
      route.fulfill({ json: { Timeframes: [], fallback: true } }),
    )
    await arrive('/checkout', { cart: [VASE, BUDS], person: true })
    await see(orderButton(page))
    await page.waitForTimeout(300)
    await shot('', WHOLE)
    await page.route('**/rest/monta/delivery_methods*', (route) => route.abort())
    await arrive('/checkout', { cart: [VASE, BUDS], person: true })
    await see(orderButton(page))
    await page.waitForTimeout(4000)
    await shot('lost', WHOLE)
  },
  async 'delivery-2001'({ arrive, page, see, shot }) {
    await arrive('/checkout', { channel: '2001', cart: [VASE], person: true })
    await see(orderButton(page))
    await shot('', WHOLE)
  },
  async 'delivery-2002'({ arrive, page, see, shot }) {
    await arrive('/checkout', { channel: '2002', points: 3, cart: [BEERS], person: true })
    await see(orderButton(page))
    await shot('', WHOLE)
  },

  async payment(stage) {
    const { arrive, page, see, shot } = stage
    await arrive('/checkout', { points: 3, cart: [BEERS], person: true })
    await order(stage)
    await see(dialog(page))
    await shot('dialog')
    for (const end of ['Canceled', 'Failed', 'Expired', 'Open', 'Paid']) {
      await toPayment(stage)
      if (end === 'Canceled') await shot('provider', WHOLE)
      await page.getByRole('button', { name: end, exact: true }).click()
      await page.waitForURL(/\/(checkout|confirmation)/)
      await see(h1(page))
      await page.waitForTimeout(600)
      await shot(end.toLowerCase(), WHOLE)
    }
  },
  async 'payment-2002'(stage) {
    const { arrive, page, see, shot } = stage
    await arrive('/checkout', { channel: '2002', points: 3, cart: [BEERS], person: true })
    await order(stage)
    await see(dialog(page))
    await shot('dialog')
    await page.keyboard.press('Escape')
    for (const end of ['Failed', 'Open', 'Paid']) {
      await toPayment(stage, '2002')
      await page.getByRole('button', { name: end, exact: true }).click()
      await page.waitForURL(/\/(checkout|confirmation)/)
      await see(h1(page))
      await page.waitForTimeout(600)
      await shot(end.toLowerCase(), WHOLE)
    }
  },

  async confirmation(stage) {
    const { go, page, see, shot } = stage
    await ordered(stage, { cart: [VASE, BUDS, BOOKS] })
    await shot('', WHOLE)
    await page.waitForTimeout(1500)
    await go('/sandbox/mails')
    await shot('mailbox')
    await page.getByRole('link').first().click()
    await see(page.getByRole('heading'))
    await shot('mail', WHOLE)
  },
  async 'confirmation-2001'(stage) {
    await ordered(stage, { channel: '2001', cart: [VASE] })
    await stage.shot('', WHOLE)
  },
  async 'confirmation-2002'(stage) {
    await ordered(stage, { channel: '2002', points: 7, cart: [VASE] })
    await stage.shot('', WHOLE)
  },

  async order(stage) {
    const { page, see, shot } = stage
    await orderPage(stage)
    await shot('', WHOLE)
    for (const [part, name] of [
      ['other-gifts', 'Andere cadeaus kiezen'],
      ['address', 'Gegevens wijzigen'],
      ['delivery', 'Bezorging wijzigen'],
      ['cancel', 'Annuleren'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await see(dialog(page))
      await page.waitForTimeout(400)
      await shot(part)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Annuleren', exact: true }).click()
    await dialog(page)
      .getByRole('button', { name: /Annuleer/ })
      .last()
      .click()
    await see(page.getByText(/Deze bestelling is geannuleerd/))
    await shot('cancelled', WHOLE)
  },
  async 'order-past'({ arrive, page, see, shot }) {
    const holder = await arrive('/', { code: 'giftshop7' })
    const { response } = await holder.done('orders', {})
    await page.goto(new URL(`/orders/${response[0]?.order_number}`, page.url()).href)
    await see(h1(page))
    await page.waitForTimeout(400)
    await shot('', WHOLE)
  },
  /** As if it had been brought already: what the shop answers is what it would answer then. */
  async 'order-withdraw'(stage) {
    const { page, see, shot } = stage
    const withdrawable = ({ quantity, ...item }: Order['items'][number]) => ({
      ...item,
      quantity,
      state: 'delivered' as const,
      withdrawable: quantity,
    })
    await page.route('**/rest/orders/*', async (route) => {
      const response = await route.fetch()
      const { response: order, ...rest } = (await response.json()) as { response: Order }
      const can = { ...order.can, cancel: false, change_address: false, change_delivery: false }
      await route.fulfill({
        json: {
          ...rest,
          response: {
            ...order,
            state: 'delivered',
            undo_until: null,
            can: { ...can, change_gifts: false, withdraw: true },
            withdraw_until: new Date(Date.now() + 12 * 86_400_000).toISOString(),
            items: order.items.map(withdrawable),
          } satisfies Order,
        },
      })
    })
    await orderPage(stage)
    await shot('', WHOLE)
    await page.locator('[aria-labelledby="order-withdraw"] button').click()
    await see(dialog(page))
    await dialog(page).locator('button[type=submit]').click()
    await shot('nothing')
    await dialog(page).getByRole('checkbox').first().check()
    await shot('chosen')
    await dialog(page).locator('button[type=submit]').click()
    await shot('confirm')
  },
  async 'order-2001'(stage) {
    await orderPage(stage, { channel: '2001', cart: [VASE] })
    await stage.shot('', WHOLE)
  },
  async 'order-2002'(stage) {
    await orderPage(stage, { channel: '2002', points: 7, cart: [VASE] })
    await stage.shot('', WHOLE)
  },

  async lost({ arrive, go, page, see, shot }) {
    await arrive('/no/such/page')
    await see(h1(page))
    await shot('not-found', WHOLE)
    await page.route('**/rest/producttags/products*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await go('/products')
    await see(page.getByRole('alert'))
    await shot('error', WHOLE)
    await page.unroute('**/rest/producttags/products*')
    await go('/cart')
    await see(h1(page))
    await page.context().setOffline(true)
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Verlanglijst/ })
      .click()
    await page.waitForTimeout(1500)
    await shot('offline')
  },
}
