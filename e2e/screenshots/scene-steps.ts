import type { Page } from 'playwright-core'

import type { Channel, Stage } from '#e2e/screenshots/scene-setup.ts'

export const WHOLE = { down: 8000 }

/** Gifts of the demo world, by what they are good for here. */
export const VASE = 'amphora-vase-terracotta'
export const BUDS = 'bud-vase-trio'
export const BOOKS = 'gift-card-books-eur-10'
export const CAKE = 'celebration-cake'
export const BEERS = 'beer-glasses'

export const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
export const main = (page: Page) => page.getByRole('main')
export const dialog = (page: Page) => page.getByRole('dialog')
export const at = (scp: string) => `/product-description/${scp}`

export async function logInWith({ page, go }: Stage, code: string, channel?: Channel) {
  await go('/login', channel)
  await page.getByRole('textbox').first().focus()
  await page.keyboard.type(code)
  await page.locator('form').getByRole('button').click()
}

export async function order({ page }: Stage, channel?: Channel) {
  // Where it goes to the employer there is no time to choose.
  if (channel !== '2001') await page.getByRole('radio', { name: /:00/ }).first().check()
  await main(page).getByRole('checkbox').check()
  await orderButton(page).click()
}

export const orderButton = (page: Page) =>
  page.getByRole('button', {
    name: /^(Bestellen|Bestellen en betalen|Bestellen|Jetzt bestellen|Zahlungspflichtig bestellen)$/,
  })

/** To the page of the provider, with two points short. */
export async function toPayment(stage: Stage, channel: Channel = '1014') {
  const { page, arrive } = stage
  await arrive('/checkout', { channel, points: 3, cart: [BEERS], person: true })
  await order(stage)
  await dialog(page).getByRole('button').nth(-2).waitFor()
  await dialog(page)
    .getByRole('button', { name: /betaalpagina|Zahlung|payment/i })
    .click()
  await page.waitForURL(/\/sandbox\/payments\//)
}

export async function ordered(stage: Stage, given: Parameters<Stage['arrive']>[1] = {}) {
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

export async function orderPage(stage: Stage, given: Parameters<Stage['arrive']>[1] = {}) {
  const holder = await ordered(stage, given)
  const { response } = await holder.done('orders', {})
  await stage.go(`/orders/${response[0]?.order_number}`, given.channel)
  await stage.see(h1(stage.page))
  return holder
}
