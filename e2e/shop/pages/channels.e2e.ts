import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { cards } from '#e2e/support/gift-cards.ts'
import { test, expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

/** Labels of the same links in each language. */
const WORDS = {
  nl: {
    greeting: /^Goede/,
    steps: 'Zo werkt het',
    points: 'punten',
    validity: /Je punten zijn geldig tot en met/,
    list: 'Alle cadeaus',
    refine: 'Verfijn',
    sorts: ['Aanbevolen', 'Punten oplopend', 'Punten aflopend', 'Naam A-Z', 'Naam Z-A'],
    gift: 'Hoge vaas',
    stock: 'Op voorraad',
    quantity: 'Aantal',
    wishes: 'Jouw verlanglijst',
    contact: ['Contact', 'We helpen je graag'],
    ordering: 'Hoe bestellen werkt',
    help: 'Hulp nodig?',
    chat: 'Stel je vraag',
  },
  en: {
    greeting: /^Good/,
    steps: 'How it works',
    points: 'points',
    validity: /Your points are valid until/,
    list: 'All gifts',
    refine: 'Filters',
    sorts: ['Recommended', 'Points, low to high', 'Points, high to low', 'Name A-Z', 'Name Z-A'],
    gift: 'Tall vase',
    stock: 'In stock',
    quantity: 'Quantity',
    wishes: 'Your wishlist',
    contact: ['Contact', 'We are glad to help'],
    ordering: 'How ordering works',
    help: 'Need help?',
    chat: 'Ask your question',
  },
  de: {
    greeting: /^Gute/,
    steps: 'So geht’s',
    points: 'Punkte',
    validity: /Ihre Punkte gelten bis/,
    list: 'Alle Geschenke',
    refine: 'Eingrenzen',
    sorts: ['Empfohlen', 'Punkte aufsteigend', 'Punkte absteigend', 'Name A-Z', 'Name Z-A'],
    gift: 'Hohe Vase',
    stock: 'Auf Lager',
    quantity: 'Anzahl',
    wishes: 'Ihr Merkzettel',
    contact: ['Kontakt', 'Wir helfen gern'],
    ordering: 'So bestellen Sie',
    help: 'Können wir helfen?',
    chat: 'Stellen Sie Ihre Frage',
  },
} as const
type Spoken = keyof typeof WORDS

/** What each channel has switched on, as far as a holder sees it here. */
const CHANNELS = {
  '1014': {
    host: 'giftpoint.localhost',
    code: 'giftshop1',
    points: 20,
    limit: 24,
    filters: true,
    stepper: true,
    chat: true,
  },
  '2001': {
    host: 'noordzee.localhost',
    code: 'giftshop3',
    points: 12,
    limit: 12,
    filters: false,
    stepper: true,
    chat: false,
  },
  '2002': {
    host: 'alpenwerk.localhost',
    code: 'giftshop4',
    points: 10,
    limit: 14,
    filters: true,
    stepper: false,
    chat: false,
  },
} as const
type Channel = keyof typeof CHANNELS

async function leaf(visit: Visit, shop: TestShop, channel: Channel, language: Spoken) {
  const { page, openAs } = visit
  const words = WORDS[language]
  const has = CHANNELS[channel]
  const wide = (page.viewportSize()?.width ?? 0) >= 1280
  const holder = await shop.logIn(has.code)
  await holder.done('addWish', { sales_pricelist_item: `${channel}-tall-vase-moss` })
  const open = (path: string) => openAs(has.code, path, { host: has.host, language })
  const main = page.getByRole('main')
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const count = (role: Parameters<Page['getByRole']>[0], name: string) => () =>
    page.getByRole(role, { name, exact: true }).filter({ visible: true }).count()

  await open('/')
  await expectVisible(title(words.greeting))
  const steps = main.getByRole('region', { name: words.steps }).getByRole('listitem')
  await expect.poll(() => steps.count()).toBe(5)
  for (const [kind, most] of [
    ['categoryCode', 9],
    ['brandId', 9],
  ] as const) {
    const tiles = main.locator(`a[href^="/products?${kind}="]`)
    await expect.poll(() => tiles.count()).toBeGreaterThan(2)
    await expect.poll(() => tiles.count()).toBeLessThanOrEqual(most)
  }
  await expectVisible(page.getByRole('banner').getByText(words.validity))
  await expectVisible(page.getByRole('banner').getByText(`${has.points} ${words.points}`))
  await expectVisible(page.getByRole('contentinfo').getByRole('heading', { name: words.help }))
  await expect.poll(count('button', words.chat)).toBe(has.chat ? 1 : 0)
  await expect.poll(() => page.locator('[data-points-badge]').isVisible()).toBe(wide)
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language)

  await open('/products')
  await expectVisible(title(words.list))
  await expectVisible(cards(page))
  await expect.poll(count('complementary', words.refine)).toBe(wide && has.filters ? 1 : 0)
  const filters = page.getByRole('button', { name: /^Filters?$/ }).filter({ visible: true })
  await expect.poll(() => filters.count()).toBe(!wide && has.filters ? 1 : 0)
  const sorts = main.getByRole('combobox').getByRole('option')
  await expect.poll(() => sorts.allTextContents()).toEqual(words.sorts)
  if (wide && has.filters) {
    const sliders = main.getByRole('slider')
    await expect.poll(() => sliders.last().inputValue()).toBe(String(has.limit))
  }

  await open('/product-description/tall-vase-moss')
  await expectVisible(title(words.gift))
  await expectVisible(main.getByText(words.stock, { exact: true }))
  await expect.poll(count('group', words.quantity)).toBe(has.stepper ? 1 : 0)

  await open('/wishlist')
  await expectVisible(title(words.wishes))
  await expectVisible(main.getByRole('listitem').getByRole('link', { name: words.gift }))
  await open('/contact')
  await expectVisible(title(words.contact[0]))
  await expectVisible(main.getByRole('heading', { name: words.contact[1] }))
  await open('/order-process')
  await expectVisible(title(words.ordering))
}

const TITLE = (channel: Channel, language: Spoken, width: number) =>
  `channel ${channel} in ${language} at ${width} (FRAME-1, FRAME-4, FRAME-7, FRAME-8, FRAME-13, HOME-1, HOME-2, LIST-1, LIST-2, LIST-3, LIST-9, DETAIL-2, DETAIL-4, BASKET-5, PAGES-1, PAGES-2)`

for (const [channel, inBackoffice, inHand] of [
  ['1014', 'nl', 'en'],
  ['2001', 'en', 'nl'],
  ['2002', 'de', 'en'],
] as const) {
  // Each channel, language and width once; all of their products in the long run.
  if (THOROUGH || channel !== '2001') {
    test(TITLE(channel, inBackoffice, 1280), async ({ wide, shop }) =>
      leaf(wide, shop, channel, inBackoffice),
    )
  }
  if (THOROUGH || channel !== '2002') {
    test(TITLE(channel, inHand, 375), async ({ phone, shop }) => leaf(phone, shop, channel, inHand))
  }
}
