import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import { clearRecentPages, rememberPage } from '#backoffice/kit/page/recent-pages.ts'
import { themeFinds } from '#backoffice/shell/palette/action-finds.ts'
import { Palette } from '#backoffice/shell/palette/Palette.tsx'
import { type Find, ranked } from '#backoffice/shell/palette/rank-finds.ts'
import { backofficePages } from '#backoffice/shell/pages/all-pages.ts'
import type { NamedChannel } from '#backoffice/kit/display/ChannelName.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf, type Role } from '#domain/staff/permissions.ts'

const staffWith = (role: Role): Staff => ({
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
  renderBackoffice(<Palette staff={staffWith(role)} onClose={() => {}} signOut={() => {}} />)

/** Sets the text at once, because each typed letter would render all results. */
const search = async (text: string) =>
  act(async () => {
    fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
  })

const found = () => screen.queryAllByRole('option').map(({ textContent }) => textContent.trim())

/** Search texts, and the page that each must find. */
const SEARCHES = {
  price: 'gifts',
  discount: 'gifts',
  customer: 'voucher.holders',
  'lost code': 'voucher.holders',
  refund: 'order.title',
  users: 'staff',
  role: 'roles.title',
  dashboard: 'reports.title',
  report: 'reports.title',
  settings: 'nav.settings',
  logo: 'channels',
  colours: 'channels',
  translation: 'tab.pages',
  companies: 'employers',
  GDPR: 'retention',
  'launch check': 'channels',
  inventory: 'stock',
  tracking: 'parcel.title',
} as const

it('finds pages by common search words', async () => {
  await open()
  for (const [typed, page] of Object.entries(SEARCHES)) {
    await search(typed)
    const names = found()
    expect({ typed, names, has: names.some((name) => name.startsWith(en(page))) }).toMatchObject({
      typed,
      has: true,
    })
  }
})

it('has search words for each page of the menu in three languages, none of them the name itself', () => {
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

it('leads to the list for the name of a detail page', async () => {
  const user = await open()
  await search('webhook log')
  const option = screen.getByRole('option', { name: new RegExp(en('webhook.log')) })
  expect(option.textContent).toContain(en('webhook.title'))
  await user.click(option)
  await waitFor(() => expect(window.location.pathname).toBe('/backoffice/webhooks'))
})

it('offers a reader no pages that the role may not open', async () => {
  await open('reader')
  await search('webhook')
  expect(found()).toEqual([])
})

it('offers the theme of a channel only to users who may change it', () => {
  const channels = [{ id: '1014', name: 'Giftpoint' }] as NamedChannel[]
  const offered = (role: Role) => themeFinds(en, staffWith(role), channels).map(({ to }) => to)
  expect(offered('editor')).toEqual(['/backoffice/channels/1014/theme'])
  expect(offered('reader')).toEqual([])
})

/** Search texts, and the action and address that each must find. */
const ACTION_SEARCHES = {
  'new code': ['voucher.replace', '/backoffice/recipients#list'],
  'replace code': ['voucher.replace', '/backoffice/recipients#list'],
  'refund an order': ['do.refund', '/backoffice/orders#list'],
  'new batch': ['newBatch', '/backoffice/batches/new'],
  'new campaign': ['newCampaign', '/backoffice/campaigns#new-campaign'],
  'new user': ['invite', '/backoffice/staff/invite'],
  'change price': ['do.changePoints', '/backoffice/gifts#list'],
  'user role': ['do.changeRole', '/backoffice/staff#list'],
} as const

it('runs an action by its search words, and shows the word that matched', async () => {
  for (const [typed, [label, to]] of Object.entries(ACTION_SEARCHES)) {
    const user = await open()
    await search(typed)
    const option = screen
      .getAllByRole('option')
      .find(({ textContent }) => textContent.trim().startsWith(en(label)))
    if (!option) throw new Error(`nothing for ${typed}: ${found().join(', ')}`)
    await user.click(option)
    const { pathname, hash } = window.location
    expect({ typed, to: pathname + hash }).toEqual({ typed, to })
    cleanup()
  }
  await open()
  await search('price')
  expect(found().find((name) => name.startsWith(en('gifts')))).toBe(`${en('gifts')} price`)
})

it('has search words for actions in three languages', () => {
  const words = { nl: 'nieuwe code', de: 'neuer code' }
  for (const [texts, word] of [
    [dutch, words.nl],
    [german, words.de],
  ] as const) {
    expect(texts['find.do.replaceCode'].toLowerCase()).toContain(word)
  }
})

it('ranks the exact title first, then the start of the title, its words, its parts and other fields', () => {
  const find = (name: string, group: string, more: Partial<Find> = {}): Find => ({
    key: name,
    group,
    icon: 'gift',
    name,
    ...more,
  })
  const finds = [
    find('Barista afternoon', 'Gifts', { fromServer: true }),
    find('Thick-walled espresso cups', 'Gifts', { fromServer: true }),
    find('Coffee', 'Pages', { synonyms: 'beans, espresso' }),
    find('Espresso machine', 'Gifts', { fromServer: true }),
    find('Ristrespresso', 'Gifts'),
    find('Espresso', 'Gifts'),
    find('Tea', 'Pages'),
  ]
  expect(ranked(finds, 'espresso').map(({ name, reason }) => [name, reason])).toEqual([
    ['Espresso', undefined],
    ['Espresso machine', undefined],
    ['Thick-walled espresso cups', undefined],
    ['Ristrespresso', undefined],
    ['Barista afternoon', null],
    ['Coffee', 'espresso'],
  ])
})

it('lists actions before pages, and pages in the order of the menu', async () => {
  await open()
  const at = (label: Parameters<typeof en>[0]) =>
    found().findIndex((name) => name.startsWith(en(label)))
  expect(at('newBatch')).toBeLessThan(at('nav.home'))
  const menu = ['nav.home', 'inbox.title', 'task.title', 'order.title', 'gifts', 'stock'] as const
  const places = menu.map(at)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

it('shows recent pages before the user types', async () => {
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

/** The server finds 78 people named Zandstra, one employer and one campaign. */
function stubServer() {
  const listOf = (items: object[], count = items.length) => ({
    items,
    next: null,
    previous: null,
    total: { count, exact: true },
  })
  const holder = { name: 'Stijn Zandstra', available: 12, channel: '1014' }
  const holders = ['Christmas', 'Summer'].map((campaign, index) => {
    const batch = { id: '1', note: '', campaign }
    return { ...holder, id: String(index), last3: `A${index}`, batch }
  })
  const campaign = { id: '4', name: 'Zandstra aan boord', employer_name: 'Noordzee', channel: '1' }
  const answers: Record<string, object> = {
    vouchers: listOf(holders, 78),
    employers: listOf([{ id: '3', name: 'Zandstra Logistiek', contact: 'Pim' }]),
    campaigns: listOf([campaign]),
  }
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const call = new URL(url, 'http://shop').pathname.split('/').at(-1) ?? ''
    calls.push(call)
    return Response.json(answers[call] ?? listOf([]))
  })
  return calls
}

it('counts all results of the server, tells people of one name apart and opens the list with the search', async () => {
  stubServer()
  const user = await open()
  await search('zandstra')
  const all = await screen.findByRole('option', { name: en('showAllFound', { total: '78' }) })
  const options = found()
  const people = options.filter((name) => name.startsWith('Stijn Zandstra'))
  expect(people[0]).toContain('Christmas')
  expect(people[1]).toContain('Summer')
  expect(options.indexOf(all.textContent.trim())).toBe(options.indexOf(people[1] ?? '') + 1)
  await screen.findByText(en('foundCount', { count: 80 }))
  await user.click(all)
  await waitFor(() => expect(window.location.pathname).toBe('/backoffice/recipients'))
  expect(window.location.search).toBe('?search=zandstra')
})

it('finds employers and campaigns by name, with the permission for them', async () => {
  const calls = stubServer()
  const user = await open()
  await search('zandstra')
  await screen.findByRole('option', { name: /^Zandstra aan boord/ })
  await user.click(screen.getByRole('option', { name: /^Zandstra Logistiek/ }))
  await waitFor(() => expect(window.location.pathname).toBe('/backoffice/employers/3'))
  cleanup()
  calls.length = 0
  await open('editor')
  await search('zandstra')
  await waitFor(() => expect(calls).toContain('gifts'))
  expect(calls).not.toContain('employers')
})
