import path from 'node:path'

import { type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { expect, inject, type RunnerTestCase, test as base } from 'vitest'

import { waitUntilSettled, watchTraffic } from '#e2e/support/network-idle.ts'
import { launch } from '#e2e/support/browser.ts'
import { loadBackoffice } from '#server/http/backoffice-files.ts'
import { loadStorefront } from '#server/http/storefront-files.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

/** The two widths at which pages are tested. */
export const WIDE = { width: 1280, height: 900 }
export const PHONE = { width: 375, height: 720 }

export type Visit = {
  page: Page
  context: BrowserContext
  /** An address of the shop, on the host of a channel when one is named. */
  url: (path: string, host?: string) => string
  go: (path: string, host?: string) => Promise<void>
  /** Logs in through the form of the login page. */
  logIn: (code: string, options?: { host?: string }) => Promise<void>
  /** Logs in without the login page, for tests that start after it. */
  openAs: (
    code: string,
    path?: string,
    options?: { language?: string; host?: string },
  ) => Promise<void>
  /** An error of the page's console that the test expects, as a part of its text. */
  expectConsoleError: (part: string) => void
}

type Fixtures = {
  shop: TestShop
  browser: Browser
  wide: Visit
  phone: Visit
  /** Like `wide`, in another time zone than the channel. */
  abroad: Visit
}

/**
 * A test of the real pages. Each file has its own shop and database, each worker its browser, each test a fresh
 * visit, 1280 wide (`wide`) or 375 (`phone`). A page that logs an error or throws fails its test.
 */
// oxlint-disable no-empty-pattern
export const test = base.extend<Fixtures>({
  shop: [
    async ({}, use) => {
      const storefront = await loadStorefront(path.join(projectRoot, 'dist/storefront'))
      const backoffice = await loadBackoffice(path.join(projectRoot, 'dist/backoffice'))
      const shop = await testShop({ storefront, backoffice })
      await use(shop)
      await shop.stop()
    },
    { scope: 'file' },
  ],
  browser: [
    async ({}, use) => {
      const browser = await launch(inject('browser'))
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  wide: async ({ shop, browser, task }, use) =>
    withVisit({ browser, shop, task, viewport: WIDE }, use),
  phone: async ({ shop, browser, task }, use) =>
    withVisit({ browser, shop, task, viewport: PHONE }, use),
  abroad: async ({ shop, browser, task }, use) =>
    withVisit({ browser, shop, task, viewport: WIDE, timezoneId: 'UTC' }, use),
})

/** The delivery windows of a day disappear when it ends. */
const LONGER_THAN_A_TEST_MS = 5 * 60_000

function avoidMidnight({ clock }: TestShop) {
  const dayOf = (ms: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(ms)
  const now = clock.now().getTime()
  if (dayOf(now) !== dayOf(now + LONGER_THAN_A_TEST_MS)) clock.advance(LONGER_THAN_A_TEST_MS)
}

type VisitOptions = {
  browser: Browser
  shop: TestShop
  task: RunnerTestCase
  viewport: typeof WIDE
  timezoneId?: string
}

async function withVisit(
  { browser, shop, task, viewport, timezoneId = 'Europe/Amsterdam' }: VisitOptions,
  use: (visit: Visit) => Promise<void>,
) {
  avoidMidnight(shop)
  const context = await browser.newContext({
    viewport,
    hasTouch: viewport === PHONE,
    locale: 'nl-NL',
    timezoneId,
    reducedMotion: 'reduce',
  })
  watchTraffic(context)
  context.setDefaultTimeout(60_000 * SLOWED)
  if (SLOWED > 1) context.on('page', (page) => void slowDown(context, page))
  const errors: string[] = []
  const expectedErrors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  const page = await context.newPage()
  await use(visitWith(page, context, shop, expectedErrors))
  if (task.result?.state === 'fail') await logPages(context, errors)
  await context.close()
  expect(errors.filter((text) => !expectedErrors.some((part) => text.includes(part)))).toEqual([])
}

const MAX_LOGGED_CHARACTERS = 6000

/** Logs what the pages of a failed test show, because the test may fail on a machine without access. */
async function logPages(context: BrowserContext, errors: string[]) {
  for (const page of context.pages()) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 10_000 })
      .catch((error: unknown) => String(error))
    process.stdout.write(`${page.url()} shows\n${shown.slice(0, MAX_LOGGED_CHARACTERS)}\n`)
  }
  for (const complaint of errors) process.stdout.write(`Console error: ${complaint}\n`)
}

/**
 * `JOURNEYS_SLOWED=4` finds tests that rely on a fast machine: pages run that many times slower and each response is
 * late. A test that reads a page before it has settled fails here every time.
 */
const SLOWED = Number(process.env['JOURNEYS_SLOWED'] ?? 1)
const LATENCY_MS = 150

async function slowDown(context: BrowserContext, page: Page) {
  try {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS * SLOWED,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  } catch {
    // The window has closed already.
  }
}

function visitWith(
  page: Page,
  context: BrowserContext,
  shop: TestShop,
  expectedErrors: string[],
): Visit {
  const url: Visit['url'] = (path, host) =>
    (host ? shop.url.replace('127.0.0.1', host) : shop.url) + path
  const go: Visit['go'] = async (path, host) => {
    await page.goto(url(path, host))
    await waitUntilSettled(page)
  }
  return {
    page,
    context,
    url,
    go,
    logIn: async (code, { host } = {}) => {
      await go('/login', host)
      await typeCode(page, code)
      await page.getByRole('button', { name: /cadeaus|gifts|Geschenk|cadeaux/i }).click()
      await page.waitForURL((address) => address.pathname !== '/login')
    },
    openAs: async (code, path = '/', { language = 'nl', host } = {}) => {
      const holder = await shop.logIn(code)
      const { wt, shopping_cart_guid, sales_channel, corporate_identity, shoppingcart } =
        holder.logIn
      await page.goto(url('/health/live', host))
      await page.evaluate(
        (stored) => {
          for (const [name, value] of Object.entries(stored.session)) {
            sessionStorage.setItem(name, value)
          }
          for (const [name, value] of Object.entries(stored.local))
            localStorage.setItem(name, value)
        },
        {
          session: {
            token: wt,
            cart_guid: shopping_cart_guid,
            encrypted_code: shop.shop.voucherKeys.wireHash(code),
            customerInfo: JSON.stringify({ first_name: shoppingcart.first_name, salutation: '' }),
            employeeInfo: JSON.stringify({
              shopping_cart_guid,
              sales_channel,
              corporate_identity,
              shoppingcart,
            }),
          },
          local: {
            language,
            wt,
            cookieConsent: 'necessary',
            welcomeOverlay: 'true',
            'blur-category-images': String(corporate_identity.blur_category_images),
          },
        },
      )
      await go(path, host)
    },
    expectConsoleError: (part) => void expectedErrors.push(part),
  }
}

/** Types as a user does into the three boxes: the focus has to move on automatically. */
export async function typeCode(page: Page, code: string) {
  await page.getByRole('textbox').first().focus()
  await page.keyboard.type(code)
}

/** Clears the browser cache, which may reuse a response for some seconds. */
export async function clearBrowserCache(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
}

export async function expectVisible(locator: Locator) {
  await locator.first().waitFor({ state: 'visible' })
}

export async function expectHidden(locator: Locator) {
  await locator.first().waitFor({ state: 'hidden' })
}

/** Waits until the polite live region contains this text. */
export async function expectAnnouncement(page: Page, text: string | RegExp) {
  await page.locator('[data-announcer]').filter({ hasText: text }).waitFor({ state: 'attached' })
}

/** Records every sentence of the live region from the next page load on, however short it stays. */
export async function recordAnnouncements(page: Page): Promise<string[]> {
  const announcements: string[] = []
  await page.exposeFunction(
    'hearsSentence',
    (sentence: string) => void announcements.push(sentence),
  )
  await page.addInitScript(() => {
    const isAnnouncement = (node: Node) =>
      node.parentElement?.matches('[data-announcer]') && node.textContent
    new MutationObserver((changes) => {
      const record: unknown = Reflect.get(window, 'hearsSentence')
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (isAnnouncement(node) && typeof record === 'function') record(node.textContent)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return announcements
}

/** No sideways scroll, at this width or any other. */
export async function expectNoHorizontalScroll(page: Page) {
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect
    .poll(overflow, { message: 'the page is wider than the window' })
    .toBeLessThanOrEqual(0)
}

/** For text at twice the size: other tests check the layout around this page. */
export async function expectMainFits(page: Page) {
  const main = page.getByRole('main')
  await expect
    .poll(() => main.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBeLessThanOrEqual(0)
}
