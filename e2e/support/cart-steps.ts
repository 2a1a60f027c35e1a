import type { Page } from 'playwright-core'

import { expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

export type Gift = {
  points?: number
  quantity?: number
  inStock?: number | null
  name?: string
  variant?: string
}

/** A holder at the cart page with these gifts in the cart. */
export async function openCart(
  shop: TestShop,
  visit: Visit,
  {
    gifts,
    language = 'nl',
    ...voucher
  }: { gifts: Gift[]; points?: number; channel?: string; language?: string },
) {
  const holder = await shop.holder(voucher)
  const added: Awaited<ReturnType<TestShop['gift']>>[] = []
  for (const { quantity = 1, ...gift } of gifts) {
    const made = await shop.gift({ channel: voucher.channel ?? '1014', ...gift })
    await holder.done('changeCart', { spli_id: made.spliId, quantity })
    added.push(made)
  }
  await visit.openAs(holder.code, '/cart', { language })
  await expectVisible(visit.page.getByRole('heading', { level: 1 }))
  return { holder, gifts: added }
}

/** A line of the cart, not a gift that is offered below. */
export const line = (page: Page, name: string) =>
  page.locator('main li:not(article li):not(:has(article))').filter({ hasText: name })
export const summary = (page: Page) => page.getByRole('region', { name: /Overzicht|Summary/ })
export const next = (page: Page) => page.getByRole('button', { name: /^(Verder|Continue)$/ })
export const quantityOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Aantal van ${name}` })
