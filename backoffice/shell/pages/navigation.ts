import { findPage, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import type { PageDefinition } from '#backoffice/kit/page/page-definition.ts'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

/** The address of a page, with a label if the tab has another name than the page. */
type Tab = string | { path: string; label: MessageKey }

export type NavigationEntry = {
  label: MessageKey
  icon: BackofficeIconName
  /** The pages of the entry, in the order of their tabs. Users who may open none of them do not see the entry. */
  tabs: readonly Tab[]
  /** Other addresses that belong to the entry, but are not below one of its tabs. */
  otherPaths?: readonly string[]
  /** Shown in the bar at the bottom of a phone. */
  inPhoneBar?: true
}

/** The menu of the back office: groups of entries, and the tabs of each. The permissions are those of the pages. */
export const NAVIGATION: readonly (readonly NavigationEntry[])[] = [
  [
    { label: 'nav.home', icon: 'home', tabs: ['/backoffice'], inPhoneBar: true },
    {
      label: 'inbox.title',
      icon: 'inbox',
      tabs: ['/backoffice/inbox'],
      otherPaths: ['/backoffice/saved-replies'],
      inPhoneBar: true,
    },
    {
      label: 'nav.tasks',
      icon: 'task',
      tabs: ['/backoffice/tasks', '/backoffice/approvals', '/backoffice/due'],
      inPhoneBar: true,
    },
  ],
  [
    {
      label: 'order.title',
      icon: 'orders',
      tabs: [
        '/backoffice/orders',
        '/backoffice/parcels',
        '/backoffice/digital-codes',
        '/backoffice/returns',
      ],
    },
    { label: 'voucher.holders', icon: 'account', tabs: ['/backoffice/recipients'] },
    {
      label: 'nav.vouchers',
      icon: 'batch',
      tabs: ['/backoffice/batches', '/backoffice/expiring', '/backoffice/expired-points'],
    },
    {
      label: 'supplier.title',
      icon: 'parcel',
      tabs: ['/backoffice/suppliers'],
      otherPaths: ['/backoffice/purchase-orders'],
    },
  ],
  [
    {
      label: 'gifts',
      icon: 'gift',
      tabs: [
        '/backoffice/gifts',
        '/backoffice/stock',
        '/backoffice/brands',
        '/backoffice/categories',
        '/backoffice/tags',
        '/backoffice/options',
        '/backoffice/range-coverage',
      ],
    },
    { label: 'imports', icon: 'download', tabs: ['/backoffice/imports'] },
  ],
  [
    {
      label: 'content',
      icon: 'text',
      tabs: [
        '/backoffice/content',
        '/backoffice/content/mails',
        '/backoffice/content/navigation',
        '/backoffice/content/tiles',
        '/backoffice/media',
        '/backoffice/releases',
        '/backoffice/preview',
      ],
    },
    { label: 'channels', icon: 'globe', tabs: ['/backoffice/channels'] },
  ],
  [
    {
      label: 'employers',
      icon: 'employer',
      tabs: ['/backoffice/employers', '/backoffice/campaigns'],
    },
    {
      label: 'payments.pages',
      icon: 'card',
      tabs: [
        '/backoffice/finance/payments',
        { path: '/backoffice/finance/payments/refunded', label: 'tab.refunds' },
        '/backoffice/finance/vat-rates',
        '/backoffice/finance/monthly-accounts',
        '/backoffice/finance/payouts',
      ],
    },
    { label: 'reports.title', icon: 'figures', tabs: ['/backoffice/reports'] },
  ],
]

/** The entry at the foot of the menu. */
export const SETTINGS: NavigationEntry = {
  label: 'nav.settings',
  icon: 'settings',
  tabs: [
    { path: '/backoffice/settings', label: 'settings.overview' },
    '/backoffice/staff',
    '/backoffice/roles',
    '/backoffice/staff/api-tokens',
    '/backoffice/webhooks',
    '/backoffice/privacy',
    '/backoffice/audit',
    '/backoffice/background-jobs',
    '/backoffice/simulations',
  ],
}

export const pathOf = (tab: Tab) => (typeof tab === 'string' ? tab : tab.path)

export type OpenTab = { path: string; page: PageDefinition; label: MessageKey }

/** The tabs of the entry that this user may open. The entry links to the first one. */
export const tabsFor = (entry: NavigationEntry, staff: Staff): OpenTab[] =>
  entry.tabs.flatMap((tab) => {
    const path = pathOf(tab)
    const page = findPage(path)?.page
    if (!page || !mayOpen(page, staff)) return []
    return [{ path, page, label: typeof tab === 'string' ? page.label : tab.label }]
  })

const entries = [...NAVIGATION.flat(), SETTINGS]

const isAtOrBelow = (pathname: string, path: string) =>
  pathname === path || (path !== '/backoffice' && pathname.startsWith(`${path}/`))

/** The entry that a page belongs to. If several match, the entry with the longest path. */
export function entryAt(pathname: string): NavigationEntry | undefined {
  if (!findPage(pathname)) return undefined
  let best: { entry: NavigationEntry; length: number } | undefined
  for (const entry of entries) {
    for (const path of [...entry.tabs.map(pathOf), ...(entry.otherPaths ?? [])]) {
      if (isAtOrBelow(pathname, path) && path.length > (best?.length ?? 0)) {
        best = { entry, length: path.length }
      }
    }
  }
  return best?.entry
}

/** The redirect of an address without a page of its own: the first page below it that the user may open. */
export const firstPageBelow = (pathname: string, staff: Staff): string | undefined =>
  entries
    .flatMap((entry) => tabsFor(entry, staff))
    .find(({ path }) => !findPage(pathname) && path.startsWith(`${pathname}/`))?.path

/** Whether the page is one of several tabs for this user. */
export function isTab(pathname: string, staff: Staff): boolean {
  const entry = entryAt(pathname)
  const tabs = entry ? tabsFor(entry, staff) : []
  return tabs.length > 1 && tabs.some(({ path }) => path === pathname)
}
