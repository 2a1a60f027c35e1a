import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

import { Navigation } from '#backoffice/shell/layout/Navigation.tsx'
import { SectionTabs } from '#backoffice/shell/layout/SectionTabs.tsx'
import { SettingsPage } from '#backoffice/modules/staff/SettingsPage.tsx'
import { backofficePages } from '#backoffice/shell/pages/all-pages.ts'
import {
  entryAt,
  firstPageBelow,
  NAVIGATION,
  pathOf,
  SETTINGS,
  tabsFor,
} from '#backoffice/shell/pages/navigation.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf, ROLES, type Role } from '#domain/staff/permissions.ts'

const entries = [...NAVIGATION.flat(), SETTINGS]

const staffWith = (role: Role): Staff => ({
  id: '7',
  email: 'olga@example.com',
  name: 'Olga Ooms',
  role,
  language: 'en',
  language_chosen: true,
  channels: role === 'owner' ? [] : ['1014'],
  permissions: permissionsOf(role),
  needs_second_factor: false,
})

const ANSWERS: Record<string, unknown> = {
  '/backoffice/api/counts': { counts: { task: 3, approvals: 2, inbox: 0 } },
  '/backoffice/api/channel-names': {
    items: [
      { id: '2', name: 'Gedeeld', time_zone: 'Europe/Amsterdam', logo: 'a.svg', colour: '' },
      {
        id: '1014',
        name: 'Noordzee',
        time_zone: 'Europe/Amsterdam',
        logo: 'b.svg',
        colour: '#1d5c86',
      },
    ],
  },
  '/backoffice/api/background-jobs': {
    items: [],
    next: null,
    previous: null,
    total: { count: 0, exact: true },
  },
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = ANSWERS[url.split('?')[0] ?? '']
    if (!answer) throw new Error(`nothing is expected from ${url}`)
    return new Response(JSON.stringify(answer))
  })
})

const namesIn = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => link.textContent)

it('has at most 14 entries, and each page belongs to one of them', () => {
  expect(NAVIGATION.flat().length).toBeLessThanOrEqual(14)
  const tabs = entries.flatMap((entry) => entry.tabs.map(pathOf))
  expect(new Set(tabs).size).toBe(tabs.length)
  for (const { path } of backofficePages) {
    if (path === '/backoffice/account') continue
    expect({ path, entry: entryAt(path) }).toEqual({ path, entry: expect.anything() })
  }
})

it.each(ROLES)('offers %s only tabs that the role may open', (role) => {
  const staff = staffWith(role)
  for (const entry of entries) {
    for (const { path, page } of tabsFor(entry, staff)) {
      expect(entryAt(path)).toBe(entry)
      expect(
        page.permissions.length === 0 ||
          page.permissions.some((need) => staff.permissions.includes(need)),
      ).toBe(true)
    }
  }
  expect(tabsFor(SETTINGS, staff)[0]?.path).toBe('/backoffice/settings')
})

it.each(ROLES)(
  'shows %s the settings that the role may open, by groups (PRODUCT section 1)',
  async (role) => {
    const staff = staffWith(role)
    await renderBackoffice(<SettingsPage staff={staff} params={{}} />)
    const shown = within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    const [, ...tabs] = tabsFor(SETTINGS, staff)
    expect(shown.toSorted()).toEqual(tabs.map(({ path }) => path).toSorted())
  },
)

it('redirects an address without its own page to the first page below it', () => {
  const owner = staffWith('owner')
  expect(firstPageBelow('/backoffice/finance', owner)).toBe('/backoffice/finance/payments')
  expect(firstPageBelow('/backoffice/orders', owner)).toBeUndefined()
  expect(firstPageBelow('/backoffice/finance/nothing', owner)).toBeUndefined()
  expect(firstPageBelow('/backoffice/finance', { ...owner, permissions: [] })).toBeUndefined()
})

it('has no entry for an address without a page (PRODUCT-12)', () => {
  expect(entryAt('/backoffice/finance/nothing')).toBeUndefined()
})

it('shows the number of open items in all tabs of an entry, and keeps the channel in links', async () => {
  const staff = staffWith('owner')
  await renderBackoffice(<Navigation staff={staff} open={() => {}} />, {
    at: '/backoffice/orders/1000003?channel=1014',
  })
  await waitFor(() => expect(namesIn(en('pages'))).toContain(`${en('nav.tasks')}5`))
  expect(namesIn(en('pages'))).toHaveLength(NAVIGATION.flat().length)
  const orders = screen.getByRole('link', { name: en('order.title') })
  expect(orders.getAttribute('aria-current')).toBe('page')
  expect(orders.getAttribute('href')).toBe('/backoffice/orders?channel=1014')
  const settings = screen.getByRole('link', { name: en('nav.settings') })
  expect(settings.getAttribute('href')).toBe('/backoffice/settings?channel=1014')
})

it('shows the pages of an entry as tabs with their counts', async () => {
  await renderBackoffice(<SectionTabs staff={staffWith('owner')} />, {
    at: '/backoffice/approvals',
  })
  await waitFor(() =>
    expect(namesIn(en('nav.tasks'))).toEqual([
      `${en('task.title')}3`,
      `${en('approval.title')}2`,
      en('due.title'),
    ]),
  )
  const current = screen.getByRole('link', { name: new RegExp(en('approval.title')) })
  expect(current.getAttribute('aria-current')).toBe('page')
})

it('shows no tabs on a page below a tab', async () => {
  await renderBackoffice(<SectionTabs staff={staffWith('owner')} />, {
    at: '/backoffice/approvals/4',
  })
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('lists the channels by name, with a special name for the shared channel (PRODUCT-11)', async () => {
  await renderBackoffice(<Navigation staff={staffWith('owner')} open={() => {}} />, {
    at: '/backoffice/content?channel=1014',
  })
  await screen.findByRole('option', { name: 'Noordzee' })
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names).toEqual([en('allChannels'), en('channelShared'), 'Noordzee'])
  expect(document.querySelector('label img')?.getAttribute('src')).toContain('b.svg')
})

it('offers the shared channel only on content pages (PRODUCT-11)', async () => {
  await renderBackoffice(<Navigation staff={staffWith('owner')} open={() => {}} />, {
    at: '/backoffice/orders?channel=1014',
  })
  await screen.findByRole('option', { name: 'Noordzee' })
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names).toEqual([en('allChannels'), 'Noordzee'])
})
