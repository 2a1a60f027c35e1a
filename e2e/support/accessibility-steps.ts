import type { Page } from 'playwright-core'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { expectNoHorizontalScroll, WIDE } from '#e2e/support/browser-test.ts'
import { agree, readyHolder } from '#e2e/support/order-steps.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

const NARROW = { width: 320, height: 640 }
const HALF = { width: 640, height: 640 }

/** Each channel has its own colours, texts and rules. */
export const CHANNELS = [
  { channel: '1014', host: '127.0.0.1', language: 'nl', canBuyPoints: true, hasHomeDelivery: true },
  {
    channel: '2001',
    host: 'noordzee.localhost',
    language: 'en',
    due: false,
    hasHomeDelivery: false,
  },
  {
    channel: '2002',
    host: 'alpenwerk.localhost',
    language: 'de',
    due: true,
    hasHomeDelivery: true,
  },
]
export type Condition = 'monta' | 'dropship' | 'digital'

/** Checks the page with axe, in a narrow window, and with text at twice the size. */
export async function expectAccessible(page: Page) {
  await expectNoAxeViolations(page)
  await page.setViewportSize(NARROW)
  await expectNoHorizontalScroll(page)
  await page.setViewportSize(HALF)
  const enlarged = await enlargeText(page, 200)
  await expectNoHorizontalScroll(page)
  await enlarged.undo()
  await page.setViewportSize(WIDE)
}

export const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
export const form = (page: Page) => page.getByRole('main').locator('form')
export const dialog = (page: Page) => page.getByRole('dialog')
export const times = (page: Page) => page.getByRole('radio', { name: /09:00/ })
export const radios = (page: Page) => page.getByRole('main').getByRole('radio')

export async function chooseAndAgree(page: Page, hasHomeDelivery: boolean) {
  if (hasHomeDelivery) await times(page).check()
  await agree(page)
}

/** A holder with one gift of each kind, nine points in total. */
export const readyOn = (
  shop: TestShop,
  { channel, language }: Pick<(typeof CHANNELS)[number], 'channel' | 'language'>,
  points = 9,
) => readyHolder(shop, { channel, points, gifts, language })

const gifts: { delivery: Condition; points: number }[] = [
  { delivery: 'monta', points: 5 },
  { delivery: 'dropship', points: 2 },
  { delivery: 'digital', points: 2 },
]
