import type { Page } from 'playwright-core'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { test, expectVisible, typeCode, type Visit } from '#e2e/support/browser-test.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** Each with its own colours, and read in a language of its own. */
const CHANNELS = [
  { channel: '1014', host: 'giftpoint.localhost', language: 'en' },
  { channel: '2001', host: 'noordzee.localhost', language: 'nl' },
  { channel: '2002', host: 'alpenwerk.localhost', language: 'de' },
] as const
type Channel = (typeof CHANNELS)[number]

type Scene = {
  path: string
  /** Opens the state to check, and waits until it is visible. */
  open?: (page: Page) => Promise<void>
  /** A channel without this scene. */
  not?: Channel['channel']
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click()
const shows = (text: RegExp) => async (page: Page) =>
  expectVisible(page.getByRole('main').getByText(text))

const buy = async (page: Page) => {
  await press(page, /^(Choose this gift|Dieses Geschenk)/)
  await expectVisible(dialog(page).getByRole('listitem'))
}
const filters = async (page: Page) => {
  await press(page, /^Filter/)
  await expectVisible(dialog(page).getByRole('checkbox'))
}
const languages = async (page: Page) => {
  await press(page, /Language|Taal|Sprache/)
  await expectVisible(
    page.getByRole('banner').getByRole('button', { name: /^(Nederlands|English)$/ }),
  )
}
const categories = async (page: Page) => {
  const opener = page
    .getByRole('navigation', { name: /Men/ })
    .locator('button[aria-expanded]')
    .first()
  await opener.click()
  await expectVisible(page.locator('nav button[aria-expanded="true"]'))
}
const menu = async (page: Page) => {
  await press(page, /^Men/)
  await dialog(page).getByRole('listitem').getByRole('button').first().click()
  await expectVisible(dialog(page).getByRole('link'))
}
const resetItem = (item: string) => async (page: Page) => {
  await page.evaluate((item) => localStorage.removeItem(item), item)
  await page.reload()
}
const welcome = async (page: Page) => {
  await resetItem('welcomeOverlay')(page)
  await expectVisible(dialog(page).getByRole('listitem'))
}
const cookies = async (page: Page) => {
  await resetItem('cookieConsent')(page)
  await expectVisible(page.locator('[data-cookie-bar]'))
}
const missing = async (page: Page) => {
  await page.getByRole('main').locator('form button').click()
  await expectVisible(page.locator('[aria-invalid]'))
}

const WIDE: Record<string, Scene> = {
  home: { path: '/' },
  list: { path: '/products', open: async (page) => expectVisible(page.getByRole('article')) },
  'nothing found': { path: '/products?search=xyzzy', open: shows(/\./) },
  gift: { path: '/product-description/tall-vase-moss' },
  'sold out gift': { path: '/product-description/apron-night-m' },
  'gift that is gone': {
    path: '/product-description/no-such-gift',
    open: async (page) => expectVisible(page.getByRole('alert')),
  },
  basket: { path: '/product-description/tall-vase-moss', open: buy, not: '2001' },
  wishlist: {
    path: '/wishlist',
    open: async (page) => expectVisible(page.getByRole('main').getByRole('listitem')),
  },
  contact: { path: '/contact', open: missing },
  information: { path: '/order-process' },
  questions: { path: '/faq' },
  'categories of the menu': { path: '/terms-and-conditions', open: categories },
  'languages of the menu': { path: '/return-policy', open: languages },
  'question about cookies': { path: '/privacy-policy', open: cookies },
  'unknown address': { path: '/no/such/page' },
}

const NARROW: Record<string, Scene> = {
  welcome: { path: '/', open: welcome },
  filters: { path: '/products', open: filters, not: '2001' },
  gift: { path: '/product-description/tall-vase-moss' },
  basket: { path: '/product-description/tall-vase-moss', open: buy, not: '2001' },
  menu: { path: '/additional-point', open: menu },
  wishlist: { path: '/wishlist' },
  'question about cookies': { path: '/contact', open: cookies },
}

async function walk(visit: Visit, shop: TestShop, to: Channel, scenes: Record<string, Scene>) {
  const { page, openAs, expectConsoleError } = visit
  const { channel, host, language } = to
  expectConsoleError('404')
  const holder = await shop.holder({ channel })
  await holder.done('addWish', { sales_pricelist_item: `${channel}-tall-vase-moss` })
  for (const [name, { path, open, not }] of Object.entries(scenes)) {
    if (not === channel) continue
    await openAs(holder.code, path, { host, language })
    await expectVisible(page.getByRole('heading', { level: 1 }))
    await expectVisible(page.getByRole('contentinfo'))
    await open?.(page)
    await nothingFound(page, name)
  }
}

const REJECTED = [
  ['zzzzzzzzz', 'unknown'],
  ['giftshop5', 'over'],
  ['giftshop6', 'blocked'],
  ['giftshop8', 'not open yet'],
] as const

/** The login page, its responses to rejected codes, and the chat of an employer's host. */
async function signInMessages({ page, go }: Visit, { channel, host }: Channel) {
  await go('/login', host)
  await expectVisible(page.locator('[data-cookie-bar]'))
  await nothingFound(page, 'login')
  for (const [code, state] of channel === '1014' ? REJECTED : REJECTED.slice(0, 1)) {
    await go('/login', host)
    await typeCode(page, code)
    await page.locator('form').getByRole('button').click()
    await expectVisible(page.getByRole('alert').filter({ hasText: /\S/ }))
    await nothingFound(page, `a code that is ${state}`)
  }
  if (channel === '1014') return
  await press(page, /vraag|Frage/)
  await expectVisible(dialog(page).getByRole('textbox'))
  await nothingFound(page, 'chat')
}

async function nothingFound(page: Page, name: string) {
  await expectNoAxeViolations(page).catch((cause: unknown) => {
    throw new Error(`on ${name}`, { cause })
  })
}

const TITLE = (place: string, { host }: Channel) =>
  `axe finds nothing ${place} in the colours of ${host} (LOGIN-3, FRAME-11, HOME-5, LIST-2, DETAIL-2, BASKET-1, PAGES-1, statements 10, 11)`
const MINUTES = 60_000

for (const to of CHANNELS) {
  test(
    TITLE('on a wide screen', to),
    async ({ wide, shop }) => walk(wide, shop, to, WIDE),
    4 * MINUTES,
  )
  test(
    TITLE('on a phone', to),
    async ({ phone, shop }) => {
      await signInMessages(phone, to)
      await walk(phone, shop, to, NARROW)
    },
    4 * MINUTES,
  )
}
