import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { waitForIdle } from '#e2e/support/network-idle.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
  type Visit,
} from '#e2e/support/browser-test.ts'
import {
  agree,
  chooseTime,
  chooseMethod,
  confirmedNumber,
  goToPayment,
  orderButton,
  pay,
  readyHolder,
} from '#e2e/support/order-steps.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'

/** From the cart to the order page, with the whole window looked at in each of its states. */
async function walk({ page, openAs }: Visit, shop: TestShop) {
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
    await expectVisible(page.getByRole('contentinfo'))
    await expectNoHorizontalScroll(page)
  }

  await openAs(holder.code, '/cart')
  await expectVisible(page.getByRole('main').getByText(LONG))
  await looksRight(page)

  await page.getByRole('button', { name: 'Verder', exact: true }).click()
  const surname = page.getByRole('textbox', { name: 'Achternaam' })
  await surname.fill('')
  await surname.press('Enter')
  await expectVisible(page.getByText('Dit veld is verplicht'))
  await looksRight(page)
  await surname.fill('de Vries')
  await surname.press('Enter')
  await page.waitForURL(/\/checkout$/)

  await orderButton(page).click()
  await expectVisible(page.getByText('Ga akkoord met de voorwaarden om te bestellen'))
  await looksRight(page)
  await chooseMethod(page, 'pickup')
  await page.getByRole('radio', { name: /^1\. / }).check()
  await looksRight(page)
  await chooseMethod(page, 'home')
  await chooseTime(page)
  await agree(page)
  await orderButton(page).click()
  await expectVisible(page.getByRole('dialog'))
  await looksRight(page)
  await page.keyboard.press('Escape')
  await expectHidden(page.getByRole('dialog'))

  await goToPayment(page)
  await expectNoHorizontalScroll(page)
  await pay(page, 'Paid')
  const number = await confirmedNumber(page)
  await looksRight(page)

  await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: number }))
  await looksRight(page)
  for (const name of ['Bestelling annuleren', 'Gegevens wijzigen', 'Bezorging wijzigen']) {
    await page.getByRole('button', { name }).click()
    await expectVisible(
      page.getByRole('dialog').getByRole('button', { name: /Bestelling houden|Niet wijzigen/ }),
    )
    await expectNoHorizontalScroll(page)
    await page.keyboard.press('Escape')
    await expectHidden(page.getByRole('dialog'))
  }
}

const TITLE = (width: number) =>
  `with text of twice the size, cart, details, delivery, confirmation and order fit ${width} pixels (CART-2, PERSON-1, DELIVERY-1, PAY-6, statement 9)`

test(TITLE(1280), async ({ wide, shop }) => walk(wide, shop))
test(TITLE(375), async ({ phone, shop }) => walk(phone, shop))

const READ = [
  '/',
  '/products',
  '/products?search=vaas',
  '/product-description/tall-vase-moss',
  '/wishlist',
  '/contact',
  '/order-process',
  '/faq',
]

/** The catalogue and content pages with their overlays, in the narrowest window at double font size. */
async function leaf({ page, openAs }: Visit, shop: TestShop, channel: string, host: string) {
  const holder = await shop.holder({ channel, points: 10 })
  const { spliId } = await shop.gift({ name: LONG, channel })
  for (const gift of [spliId, `${channel}-tall-vase-moss`]) {
    await holder.done('addWish', { sales_pricelist_item: gift })
  }
  const fits = async (place: string) => {
    for (const [width, letters] of [
      [320, ''],
      [320, '200%'],
      [1280, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters)
      const message = `${place} at ${width}, ${letters}`
      await expect.poll(() => tooWide(page), { message }).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 800 })
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  }

  for (const path of READ) {
    await openAs(holder.code, path, { host, language: channel === '2002' ? 'de' : 'nl' })
    await expectVisible(page.getByRole('contentinfo'))
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await waitForIdle(page)
    await fits(path)
  }

  await openAs(holder.code, '/products', { host })
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectVisible(page.getByRole('dialog'))
  await fits('the filters')
  await openAs(holder.code, '/product-description/tall-vase-moss', { host })
  await page.getByRole('button', { name: 'Kies dit cadeau' }).click()
  await expectVisible(page.getByRole('dialog').getByRole('listitem'))
  await fits('the overlay of the basket')
}

/** Also finds content that is clipped or scrolls inside its container. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, header, main, footer, dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((part) => `${part.localName} ${part.scrollWidth} in ${part.clientWidth}`),
  )

const READING = (host: string) =>
  `in 320 pixels and with text of twice the size, home, list, search, gift, wishlist, contact and pages to read fit, ${host} (HOME-2, LIST-10, DETAIL-2, BASKET-5, PAGES-1, PAGES-2, statement 9)`

for (const [channel, host] of [
  ['1014', 'giftpoint.localhost'],
  ['2002', 'alpenwerk.localhost'],
] as const) {
  test(READING(host), async ({ wide, shop }) => leaf(wide, shop, channel, host))
}
