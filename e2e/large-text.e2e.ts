import type { Page } from 'playwright-core'

import { fitsSideways, gone, journey, see, type Visit } from '#e2e/journey.ts'
import {
  agree,
  chooseTime,
  chooseWay,
  confirmedNumber,
  goToPayment,
  orderButton,
  pay,
  readyHolder,
} from '#e2e/ordering-steps.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'

/** From the cart to the order page, with the whole window looked at in each of its states. */
async function walk({ page, arrive }: Visit, shop: TestShop) {
  const holder = await readyHolder(shop, {
    points: 6,
    gifts: [
      { delivery: 'monta', points: 5, name: LONG },
      { delivery: 'dropship', points: 2 },
      { delivery: 'digital', points: 1 },
    ],
  })
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  const looksRight = async (page: Page) => {
    await see(page.getByRole('contentinfo'))
    await fitsSideways(page)
  }

  await arrive(holder.code, '/cart')
  await see(page.getByRole('main').getByText(LONG))
  await looksRight(page)

  await page.getByRole('button', { name: 'Verder', exact: true }).click()
  const surname = page.getByRole('textbox', { name: 'Achternaam' })
  await surname.fill('')
  await surname.press('Enter')
  await see(page.getByText('Dit veld is verplicht'))
  await looksRight(page)
  await surname.fill('de Vries')
  await surname.press('Enter')
  await page.waitForURL(/\/checkout$/)

  await orderButton(page).click()
  await see(page.getByText('Kies hoe je je cadeau wilt krijgen'))
  await looksRight(page)
  await chooseWay(page, 'pickup')
  await page.getByRole('radio', { name: /1\. / }).check()
  await looksRight(page)
  await chooseWay(page, 'home')
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  await see(page.getByRole('dialog'))
  await looksRight(page)
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog'))

  await goToPayment(page)
  await fitsSideways(page)
  await pay(page, 'Paid')
  const number = await confirmedNumber(page)
  await looksRight(page)

  await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
  await see(page.getByRole('heading', { level: 1, name: number }))
  await looksRight(page)
  for (const name of ['Annuleren', 'Gegevens wijzigen', 'Bezorging wijzigen']) {
    await page.getByRole('button', { name }).click()
    await see(page.getByRole('dialog').getByRole('button', { name: /Laat maar zo/ }))
    await fitsSideways(page)
    await page.keyboard.press('Escape')
    await gone(page.getByRole('dialog'))
  }
}

const TITLE = (width: number) =>
  `with text of twice the size, cart, details, delivery, confirmation and order fit ${width} pixels (CART-2, PERSON-1, DELIVERY-1, PAY-6, statement 9)`

journey(TITLE(1280), async ({ wide, shop }) => walk(wide, shop))
journey(TITLE(375), async ({ phone, shop }) => walk(phone, shop))
