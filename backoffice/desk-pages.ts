import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import type { DeskIconName } from '#backoffice/parts/DeskIcon.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'
import type { Staff } from '#contract/desk/staff-session-api.ts'
import type { Permission } from '#domain/desk-rights.ts'

export type DeskPage = {
  /** Parts that begin with a colon are handed to the page. */
  path: string
  word: WordKey
  icon: DeskIconName
  /** One of these is enough; none: whoever is in. */
  needs: readonly Permission[]
  /** Under which work it stands in the rail; null for what is reached from other pages. */
  group: RailGroup | null
  part: LazyExoticComponent<ComponentType<DeskPageProps>>
  load: () => Promise<unknown>
}

/** In the order of the rail. */
export const RAIL_GROUPS = ['day', 'orders', 'catalogue', 'shop', 'company'] as const
export type RailGroup = (typeof RAIL_GROUPS)[number]

const page = <Name extends string>(
  about: Omit<DeskPage, 'part' | 'load'>,
  load: () => Promise<Record<Name, ComponentType<DeskPageProps>>>,
  name: Name,
): DeskPage => ({
  ...about,
  load,
  part: lazy(async () => ({ default: (await load())[name] })),
})

/** Every page of the desk: rail, palette and addresses follow. */
export const deskPages: readonly DeskPage[] = [
  page(
    { path: '/desk', word: 'today', icon: 'today', needs: [], group: 'day' },
    () => import('#backoffice/today/TodayPage.tsx'),
    'TodayPage',
  ),
  page(
    { path: '/desk/work', word: 'longWork', icon: 'work', needs: [], group: 'day' },
    () => import('#backoffice/work/WorkListPage.tsx'),
    'WorkListPage',
  ),
  page(
    { path: '/desk/work/:id', word: 'longWork', icon: 'work', needs: [], group: null },
    () => import('#backoffice/work/WorkPage.tsx'),
    'WorkPage',
  ),
  page(
    {
      path: '/desk/gifts',
      word: 'gifts',
      icon: 'gift',
      needs: ['catalogue.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/catalogue/GiftsPage.tsx'),
    'GiftsPage',
  ),
  page(
    {
      path: '/desk/gifts/new',
      word: 'newGift',
      icon: 'plus',
      needs: ['catalogue.write'],
      group: null,
    },
    () => import('#backoffice/catalogue/NewGiftPage.tsx'),
    'NewGiftPage',
  ),
  page(
    {
      path: '/desk/gifts/change',
      word: 'change',
      icon: 'gift',
      needs: ['catalogue.write'],
      group: null,
    },
    () => import('#backoffice/catalogue/ChangeGiftsPage.tsx'),
    'ChangeGiftsPage',
  ),
  page(
    {
      path: '/desk/gifts/changes/:id',
      word: 'change',
      icon: 'gift',
      needs: ['catalogue.read'],
      group: null,
    },
    () => import('#backoffice/catalogue/CatalogueChangePage.tsx'),
    'CatalogueChangePage',
  ),
  page(
    {
      path: '/desk/gifts/:id',
      word: 'gift',
      icon: 'gift',
      needs: ['catalogue.read'],
      group: null,
    },
    () => import('#backoffice/catalogue/GiftPage.tsx'),
    'GiftPage',
  ),
  page(
    {
      path: '/desk/stock',
      word: 'stock',
      icon: 'columns',
      needs: ['catalogue.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/catalogue/StockPage.tsx'),
    'StockPage',
  ),
  page(
    {
      path: '/desk/imports',
      word: 'imports',
      icon: 'download',
      needs: ['catalogue.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/catalogue/ImportsPage.tsx'),
    'ImportsPage',
  ),
  page(
    {
      path: '/desk/imports/:id',
      word: 'imports',
      icon: 'download',
      needs: ['catalogue.read'],
      group: null,
    },
    () => import('#backoffice/catalogue/ImportPage.tsx'),
    'ImportPage',
  ),
  page(
    {
      path: '/desk/coverage',
      word: 'coverage',
      icon: 'menu',
      needs: ['figures.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/catalogue/CoveragePage.tsx'),
    'CoveragePage',
  ),
  page(
    {
      path: '/desk/staff',
      word: 'staff',
      icon: 'staff',
      needs: ['staff.manage'],
      group: 'company',
    },
    () => import('#backoffice/staff/StaffPage.tsx'),
    'StaffPage',
  ),
  page(
    {
      path: '/desk/staff/invite',
      word: 'invite',
      icon: 'plus',
      needs: ['staff.manage'],
      group: null,
    },
    () => import('#backoffice/staff/InvitePage.tsx'),
    'InvitePage',
  ),
  page(
    {
      path: '/desk/staff/:id',
      word: 'colleague',
      icon: 'account',
      needs: ['staff.manage'],
      group: null,
    },
    () => import('#backoffice/staff/ColleaguePage.tsx'),
    'ColleaguePage',
  ),
  page(
    {
      path: '/desk/audit',
      word: 'audit',
      icon: 'audit',
      needs: ['audit.read', 'audit.own'],
      group: 'company',
    },
    () => import('#backoffice/audit/AuditPage.tsx'),
    'AuditPage',
  ),
  page(
    {
      path: '/desk/audit/:id',
      word: 'audit',
      icon: 'audit',
      needs: ['audit.read', 'audit.own'],
      group: null,
    },
    () => import('#backoffice/audit/AuditLinePage.tsx'),
    'AuditLinePage',
  ),
  page(
    { path: '/desk/account', word: 'account', icon: 'shield', needs: [], group: null },
    () => import('#backoffice/account/AccountPage.tsx'),
    'AccountPage',
  ),
]

export const mayOpen = ({ needs }: DeskPage, { permissions }: Staff): boolean =>
  needs.length === 0 || needs.some((need) => permissions.includes(need))

export function findPage(
  pathname: string,
): { page: DeskPage; params: Record<string, string> } | undefined {
  const parts = pathname.split('/')
  for (const page of deskPages) {
    const wanted = page.path.split('/')
    const fits =
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith(':') || part === parts[at])
    if (!fits) continue
    const params = wanted.flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[at] ?? '')] as const] : [],
    )
    return { page, params: Object.fromEntries(params) }
  }
  return undefined
}
