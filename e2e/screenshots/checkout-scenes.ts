import type { Scenes } from '#e2e/screenshots/scene-setup.ts'
import {
  WHOLE,
  VASE,
  BUDS,
  BOOKS,
  CAKE,
  BEERS,
  h1,
  main,
  dialog,
  order,
  orderButton,
  toPayment,
} from '#e2e/screenshots/scene-steps.ts'

/** The steps from the cart to the payment. */
export const orderingScenes: Scenes = {
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
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=streetName]')?.value,
    )
    await shot('found', WHOLE)
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
    for (const end of ['Cancelled', 'Failed', 'Expired', 'Open', 'Paid']) {
      await toPayment(stage)
      if (end === 'Cancelled') await shot('provider', WHOLE)
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
}
