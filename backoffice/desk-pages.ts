import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

import { askDesk } from '#backoffice/desk-client.ts'
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
  /** How many wait there for whoever looks: told beside its name. */
  waits?: () => Promise<number>
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

/** All that waits is counted by one call, however many pages want to know theirs at that moment. */
let counting: Promise<Record<string, number>> | null = null
async function waiting(name: string): Promise<number> {
  counting ??= askDesk('counts', {})
    .then(({ counts }) => counts)
    .finally(() => (counting = null))
  return (await counting)[name] ?? 0
}

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
      path: '/desk/content',
      word: 'content',
      icon: 'text',
      needs: ['content.read'],
      group: 'shop',
    },
    () => import('#backoffice/content/ContentPage.tsx'),
    'ContentPage',
  ),
  page(
    {
      path: '/desk/media',
      word: 'media.title',
      icon: 'picture',
      needs: ['content.read'],
      group: 'shop',
    },
    () => import('#backoffice/media/MediaPage.tsx'),
    'MediaPage',
  ),
  page(
    {
      path: '/desk/media/:hash',
      word: 'media.one',
      icon: 'picture',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/media/PicturePage.tsx'),
    'PicturePage',
  ),
  page(
    {
      path: '/desk/content/mails',
      word: 'thing.mails',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/content/MailsPage.tsx'),
    'MailsPage',
  ),
  page(
    {
      path: '/desk/content/company',
      word: 'thing.company',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/content/CompanyPage.tsx'),
    'CompanyPage',
  ),
  page(
    {
      path: '/desk/content/countries',
      word: 'thing.countries',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/content/CountriesPage.tsx'),
    'CountriesPage',
  ),
  page(
    {
      path: '/desk/content/navigation',
      word: 'thing.navigation',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/content/MenuPage.tsx'),
    'NavigationPage',
  ),
  page(
    {
      path: '/desk/content/tiles',
      word: 'thing.tiles',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/content/MenuPage.tsx'),
    'TilesPage',
  ),
  page(
    {
      path: '/desk/content/texts/:path',
      word: 'content',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/content/TextsPage.tsx'),
    'TextsPage',
  ),
  page(
    {
      path: '/desk/releases',
      word: 'releases',
      icon: 'release',
      needs: ['content.read'],
      group: 'shop',
    },
    () => import('#backoffice/releases/ReleasesPage.tsx'),
    'ReleasesPage',
  ),
  page(
    {
      path: '/desk/releases/new',
      word: 'release.new',
      icon: 'plus',
      needs: ['content.write'],
      group: null,
    },
    () => import('#backoffice/releases/NewReleasePage.tsx'),
    'NewReleasePage',
  ),
  page(
    {
      path: '/desk/releases/:id',
      word: 'release',
      icon: 'release',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/releases/ReleasePage.tsx'),
    'ReleasePage',
  ),
  page(
    {
      path: '/desk/content/versions',
      word: 'version.title',
      icon: 'audit',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/releases/VersionsPage.tsx'),
    'VersionsPage',
  ),
  page(
    {
      path: '/desk/preview',
      word: 'preview.title',
      icon: 'eye',
      needs: ['preview.see'],
      group: 'shop',
    },
    () => import('#backoffice/preview/PreviewPage.tsx'),
    'PreviewPage',
  ),
  page(
    {
      path: '/desk/preview/shop',
      word: 'preview.title',
      icon: 'eye',
      needs: ['preview.see'],
      group: null,
    },
    () => import('#backoffice/preview/PreviewShopPage.tsx'),
    'PreviewShopPage',
  ),
  page(
    {
      path: '/desk/channels',
      word: 'channels',
      icon: 'globe',
      needs: ['channel.read'],
      group: 'shop',
    },
    () => import('#backoffice/channels/ChannelsPage.tsx'),
    'ChannelsPage',
  ),
  page(
    {
      path: '/desk/channels/new',
      word: 'ch.new',
      icon: 'plus',
      needs: ['channel.write'],
      group: null,
    },
    () => import('#backoffice/channels/NewChannelPage.tsx'),
    'NewChannelPage',
  ),
  page(
    {
      path: '/desk/channels/:id',
      word: 'channel',
      icon: 'globe',
      needs: ['channel.read'],
      group: null,
    },
    () => import('#backoffice/channels/ChannelPage.tsx'),
    'ChannelPage',
  ),
  page(
    {
      path: '/desk/batches',
      word: 'batches',
      icon: 'batch',
      needs: ['employer.read'],
      group: 'orders',
    },
    () => import('#backoffice/batches/BatchesPage.tsx'),
    'BatchesPage',
  ),
  page(
    {
      path: '/desk/batches/new',
      word: 'newBatch',
      icon: 'plus',
      needs: ['batch.make'],
      group: null,
    },
    () => import('#backoffice/batches/NewBatchPage.tsx'),
    'NewBatchPage',
  ),
  page(
    {
      path: '/desk/batches/:id',
      word: 'batch',
      icon: 'batch',
      needs: ['employer.read'],
      group: null,
    },
    () => import('#backoffice/batches/BatchPage.tsx'),
    'BatchPage',
  ),
  page(
    {
      path: '/desk/batches/:id/people',
      word: 'peopleOfBatch',
      icon: 'staff',
      needs: ['employer.read'],
      group: null,
    },
    () => import('#backoffice/batches/BatchPeoplePage.tsx'),
    'BatchPeoplePage',
  ),
  page(
    {
      path: '/desk/employers',
      word: 'employers',
      icon: 'employer',
      needs: ['employer.read'],
      group: 'company',
    },
    () => import('#backoffice/employers/EmployersPage.tsx'),
    'EmployersPage',
  ),
  page(
    {
      path: '/desk/employers/new',
      word: 'newEmployer',
      icon: 'plus',
      needs: ['employer.write'],
      group: null,
    },
    () => import('#backoffice/employers/NewEmployerPage.tsx'),
    'NewEmployerPage',
  ),
  page(
    {
      path: '/desk/employers/:id',
      word: 'employer',
      icon: 'employer',
      needs: ['employer.read'],
      group: null,
    },
    () => import('#backoffice/employers/EmployerPage.tsx'),
    'EmployerPage',
  ),
  page(
    {
      path: '/desk/approvals',
      word: 'approval.title',
      icon: 'shield',
      needs: ['points.approve', 'points.give', 'credit.approve', 'launch.override'],
      group: 'day',
      waits: () => waiting('approvals'),
    },
    () => import('#backoffice/approvals/ApprovalsPage.tsx'),
    'ApprovalsPage',
  ),
  page(
    {
      path: '/desk/approvals/:id',
      word: 'approval.title',
      icon: 'shield',
      needs: [],
      group: null,
    },
    () => import('#backoffice/approvals/ApprovalPage.tsx'),
    'ApprovalPage',
  ),
  page(
    {
      path: '/desk/holders',
      word: 'case.holders',
      icon: 'account',
      needs: ['order.read'],
      group: 'orders',
    },
    () => import('#backoffice/holders/HoldersPage.tsx'),
    'HoldersPage',
  ),
  page(
    {
      path: '/desk/holders/:id',
      word: 'case.holder',
      icon: 'account',
      needs: ['order.read'],
      group: null,
    },
    () => import('#backoffice/holders/HolderPage.tsx'),
    'HolderPage',
  ),
  page(
    {
      path: '/desk/attention',
      word: 'attention.title',
      icon: 'attention',
      needs: ['attention.read'],
      group: 'day',
      waits: () => waiting('attention'),
    },
    () => import('#backoffice/attention/AttentionPage.tsx'),
    'AttentionPage',
  ),
  page(
    {
      path: '/desk/attention/:id',
      word: 'attention.title',
      icon: 'attention',
      needs: ['attention.read'],
      group: null,
    },
    () => import('#backoffice/attention/CausePage.tsx'),
    'CausePage',
  ),
  page(
    {
      path: '/desk/orders',
      word: 'order.title',
      icon: 'orders',
      needs: ['order.read'],
      group: 'orders',
    },
    () => import('#backoffice/orders/OrderListPage.tsx'),
    'OrderListPage',
  ),
  page(
    {
      path: '/desk/orders/:number',
      word: 'order.title',
      icon: 'orders',
      needs: ['order.read'],
      group: null,
    },
    () => import('#backoffice/orders/DeskOrderPage.tsx'),
    'DeskOrderPage',
  ),
  page(
    {
      path: '/desk/parcels',
      word: 'parcel.title',
      icon: 'batch',
      needs: ['parcel.read'],
      group: 'orders',
    },
    () => import('#backoffice/parcels/ParcelsPage.tsx'),
    'ParcelsPage',
  ),
  page(
    {
      path: '/desk/suppliers',
      word: 'supplier.title',
      icon: 'employer',
      needs: ['parcel.read'],
      group: 'orders',
    },
    () => import('#backoffice/suppliers/SuppliersPage.tsx'),
    'SuppliersPage',
  ),
  page(
    {
      path: '/desk/suppliers/new',
      word: 'supplier.new',
      icon: 'plus',
      needs: ['parcel.write'],
      group: null,
    },
    () => import('#backoffice/suppliers/NewSupplierPage.tsx'),
    'NewSupplierPage',
  ),
  page(
    {
      path: '/desk/suppliers/:id',
      word: 'supplier.one',
      icon: 'employer',
      needs: ['parcel.read'],
      group: null,
    },
    () => import('#backoffice/suppliers/SupplierPage.tsx'),
    'SupplierPage',
  ),
  page(
    {
      path: '/desk/money',
      word: 'money.title',
      icon: 'money',
      needs: ['money.read'],
      group: 'orders',
    },
    () => import('#backoffice/money/MoneyPage.tsx'),
    'MoneyPage',
  ),
  page(
    {
      path: '/desk/money/months',
      word: 'books.title',
      icon: 'money',
      needs: ['money.read'],
      group: null,
    },
    () => import('#backoffice/money/BooksPage.tsx'),
    'BooksPage',
  ),
  page(
    {
      path: '/desk/money/months/:month',
      word: 'books.title',
      icon: 'money',
      needs: ['money.read'],
      group: null,
    },
    () => import('#backoffice/money/BookPage.tsx'),
    'BookPage',
  ),
  page(
    {
      path: '/desk/money/settlements',
      word: 'settlement.title',
      icon: 'money',
      needs: ['money.read'],
      group: null,
    },
    () => import('#backoffice/money/SettlementsPage.tsx'),
    'SettlementsPage',
  ),
  page(
    {
      path: '/desk/money/rates',
      word: 'rates.title',
      icon: 'money',
      needs: ['money.read'],
      group: null,
    },
    () => import('#backoffice/money/RatesPage.tsx'),
    'RatesPage',
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
      path: '/desk/gifts/changes',
      word: 'changes.title',
      icon: 'audit',
      needs: ['catalogue.read'],
      group: null,
    },
    () => import('#backoffice/catalogue/CatalogueChangesPage.tsx'),
    'CatalogueChangesPage',
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
      path: '/desk/categories',
      word: 'word.categories',
      icon: 'menu',
      needs: ['content.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/content/MenuPage.tsx'),
    'NavigationPage',
  ),
  page(
    {
      path: '/desk/tags',
      word: 'word.tags',
      icon: 'tag',
      needs: ['catalogue.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/catalogue/WordsPage.tsx'),
    'TagsPage',
  ),
  page(
    {
      path: '/desk/brands',
      word: 'word.brands',
      icon: 'brand',
      needs: ['catalogue.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/catalogue/WordsPage.tsx'),
    'BrandsPage',
  ),
  page(
    {
      path: '/desk/dimensions',
      word: 'word.dimensions',
      icon: 'columns',
      needs: ['catalogue.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/catalogue/WordsPage.tsx'),
    'DimensionsPage',
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

const namesIn = ({ path }: DeskPage) => path.split(':').length

export const mayOpen = ({ needs }: DeskPage, { permissions }: Staff): boolean =>
  needs.length === 0 || needs.some((need) => permissions.includes(need))

/** An address that is named whole is that page, wherever it stands in the table. */
const byExactness = deskPages.toSorted((a, b) => namesIn(a) - namesIn(b))

export function findPage(
  pathname: string,
): { page: DeskPage; params: Record<string, string> } | undefined {
  const parts = pathname.split('/')
  for (const page of byExactness) {
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
