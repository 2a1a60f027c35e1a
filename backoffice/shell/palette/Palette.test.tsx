import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import { clearRecentPages, rememberPage } from '#backoffice/kit/page/recent-pages.ts'
import { Palette } from '#backoffice/shell/palette/Palette.tsx'
import { backofficePages } from '#backoffice/shell/pages/all-pages.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf, type Role } from '#domain/staff/permissions.ts'

const someone = (role: Role): Staff => ({
  id: '7',
  email: 'olga@example.com',
  name: 'Olga Ooms',
  role,
  language: 'en',
  language_chosen: true,
  channels: [],
  permissions: permissionsOf(role),
  needs_second_factor: false,
})

beforeEach(() => {
  clearRecentPages()
  const nothing = { items: [], next: null, previous: null, total: { count: 0, exact: true } }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(nothing)))
})

const open = (role: Role = 'owner') =>
  renderBackoffice(<Palette staff={someone(role)} onClose={() => {}} leave={() => {}} />)

/** Pasted, because each letter is a render of all results. */
const search = async (text: string) =>
  act(async () => {
    fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
  })

const found = () => screen.queryAllByRole('option').map(({ textContent }) => textContent.trim())

/** What people type, and the page that they want. */
const TYPED = {
  price: 'gifts',
  discount: 'gifts',
  customer: 'voucher.holders',
  'lost code': 'voucher.holders',
  refund: 'order.title',
  users: 'staff',
  role: 'roles.title',
  dashboard: 'reports.title',
  report: 'reports.title',
  settings: 'staff',
  logo: 'channels',
  colours: 'channels',
  translation: 'content',
  invoice: 'employers',
  GDPR: 'retention',
  'launch check': 'channels',
  inventory: 'stock',
  tracking: 'parcel.title',
} as const

it('finds pages by the words that people use for them (PRODUCT section 1)', async () => {
  await open()
  for (const [typed, page] of Object.entries(TYPED)) {
    await search(typed)
    const names = found()
    expect({ typed, names, has: names.some((name) => name.startsWith(en(page))) }).toMatchObject({
      typed,
      has: true,
    })
  }
})

it('has words for each page of the menu in three languages, none of them the name itself (PRODUCT section 1)', () => {
  const named = backofficePages.filter(({ searchTerms }) => searchTerms)
  expect(named.length).toBeGreaterThan(40)
  for (const { label, searchTerms: find } of named) {
    for (const texts of [english, dutch, german]) {
      const words = texts[find ?? label].toLowerCase().split(', ')
      expect(words.length).toBeGreaterThan(0)
      expect({ find, words, own: words.includes(texts[label].toLowerCase()) }).toMatchObject({
        own: false,
      })
    }
  }
})

it('reaches the page of one thing through its list, and nothing that the role may not open (PRODUCT section 1)', async () => {
  const user = await open()
  await search('webhook log')
  const option = screen.getByRole('option', { name: new RegExp(en('webhook.log')) })
  expect(option.textContent).toContain(en('webhook.title'))
  await user.click(option)
  await waitFor(() => expect(window.location.pathname).toBe('/backoffice/webhooks'))
})

it('offers a reader no settings that are not theirs', async () => {
  await open('reader')
  await search('webhook')
  expect(found()).toEqual([])
})

it('shows the pages seen last before anything is typed (PRODUCT section 1)', async () => {
  rememberPage({ path: '/backoffice/orders/1000003', title: 'Order' })
  rememberPage({ path: '/backoffice/orders/1000003', title: 'Order 1000003' })
  rememberPage({ path: '/backoffice/gifts', title: 'Gifts' })
  rememberPage({ path: '/backoffice/nowhere', title: 'Page not found' })
  await open()
  const list = screen.getByRole('listbox')
  expect(within(list).getByText(en('recentPages'))).toBeTruthy()
  expect(found().slice(0, 2)).toEqual(['Gifts', 'Order 1000003'])
  await search('stock')
  expect(found()).not.toContain('Order 1000003')
})
