import type { Page } from 'playwright-core'

import { expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import { sampleContact, type TestShop } from '#server/testing/test-shop.ts'

export type Delivery = 'digital' | 'monta' | 'dropship'

/** A holder at the form, with a gift of each of these delivery kinds in the cart. */
export async function openForm(
  shop: TestShop,
  visit: Visit,
  {
    gifts = ['monta'],
    language = 'nl',
    given: savedAddress,
    ...voucher
  }: {
    gifts?: Delivery[]
    language?: string
    channel?: string
    points?: number
    firstName?: string
    given?: Record<string, unknown>
  } = {},
) {
  const holder = await shop.holder(voucher)
  for (const delivery of gifts) {
    const { spliId } = await shop.gift({ channel: voucher.channel ?? '1014', points: 2, delivery })
    await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  }
  if (savedAddress) await holder.done('saveAddress', { ...sampleContact, ...savedAddress })
  await visit.openAs(holder.code, '/personal-details', { language })
  await expectVisible(visit.page.getByRole('heading', { level: 1 }))
  return holder
}

export const field = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' })
export const country = (page: Page) => page.getByRole('combobox', { name: 'Land' })
export const consent = (page: Page) => page.getByRole('checkbox')
export const check = (page: Page) => page.getByRole('button', { name: 'Controleer adres' })

export async function fillPerson(page: Page) {
  await field(page, 'Voornaam').fill('Anna')
  await field(page, 'Achternaam').fill('de Vries')
  await field(page, 'E-mailadres').fill('anna@example.com')
}

export async function fillAddress(page: Page, changes: Record<string, string> = {}) {
  const values = {
    Straat: 'Zilverkade',
    Huisnummer: '12',
    Postcode: '1012 AB',
    Woonplaats: 'Amsterdam',
    ...changes,
  }
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}
