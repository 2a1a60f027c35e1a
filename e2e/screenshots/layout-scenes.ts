import type { Scenes } from '#e2e/screenshots/scene-setup.ts'
import {
  WHOLE,
  VASE,
  BEERS,
  h1,
  main,
  dialog,
  logInWith,
  ordered,
} from '#e2e/screenshots/scene-steps.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'

/** Login, home and the pages around the gifts. */
export const aroundScenes: Scenes = {
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
          // No client solves this difficulty, so the page stays busy.
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

  async lost({ arrive, go, page, see, shot }) {
    await arrive('/no/such/page')
    await see(h1(page))
    await shot('not-found', WHOLE)
    const broken = await respondInstead(page, '**/rest/producttags/products*', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await go('/products')
    await see(page.getByRole('alert'))
    await shot('error', WHOLE)
    broken.stop()
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
