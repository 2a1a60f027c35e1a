import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** Pages about gifts and stock. */
export const catalogPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/gifts',
      label: 'gifts',
      searchTerms: 'find.gifts',
      icon: 'gift',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/gifts/list/GiftsPage.tsx'),
    'GiftsPage',
  ),
  page(
    {
      path: '/backoffice/gifts/new',
      label: 'newGift',
      icon: 'plus',
      permissions: ['catalogue.write'],
    },
    () => import('#backoffice/modules/catalog/gifts/NewGiftPage.tsx'),
    'NewGiftPage',
  ),
  page(
    {
      path: '/backoffice/gifts/bulk-changes/new',
      label: 'change',
      icon: 'gift',
      permissions: ['catalogue.write'],
    },
    () => import('#backoffice/modules/catalog/bulk-changes/ChangeGiftsPage.tsx'),
    'ChangeGiftsPage',
  ),
  page(
    {
      path: '/backoffice/gifts/bulk-changes',
      label: 'changes.title',
      searchTerms: 'find.changes.title',
      icon: 'audit',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/bulk-changes/BulkChangesPage.tsx'),
    'BulkChangesPage',
  ),
  page(
    {
      path: '/backoffice/gifts/bulk-changes/:id',
      label: 'change',
      icon: 'gift',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/bulk-changes/BulkChangePage.tsx'),
    'BulkChangePage',
  ),
  page(
    {
      path: '/backoffice/gifts/:id',
      label: 'gift',
      icon: 'gift',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/gifts/GiftPage.tsx'),
    'GiftPage',
  ),
  page(
    {
      path: '/backoffice/stock',
      label: 'stock',
      searchTerms: 'find.stock',
      icon: 'columns',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/inventory/StockPage.tsx'),
    'StockPage',
  ),
  page(
    {
      path: '/backoffice/categories',
      label: 'tab.categories',
      searchTerms: 'find.tab.categories',
      icon: 'menu',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
    'CategoriesPage',
  ),
  page(
    {
      path: '/backoffice/tags',
      label: 'attribute.tags',
      searchTerms: 'find.attribute.tags',
      icon: 'tag',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
    'TagsPage',
  ),
  page(
    {
      path: '/backoffice/brands',
      label: 'attribute.brands',
      searchTerms: 'find.attribute.brands',
      icon: 'brand',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
    'BrandsPage',
  ),
  page(
    {
      path: '/backoffice/options',
      label: 'attribute.dimensions',
      searchTerms: 'find.attribute.dimensions',
      icon: 'columns',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
    'DimensionsPage',
  ),
  page(
    {
      path: '/backoffice/imports',
      label: 'imports',
      searchTerms: 'find.imports',
      icon: 'download',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/imports/ImportsPage.tsx'),
    'ImportsPage',
  ),
  page(
    {
      path: '/backoffice/imports/:id',
      label: 'imports',
      icon: 'download',
      permissions: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/imports/ImportPage.tsx'),
    'ImportPage',
  ),
  page(
    {
      path: '/backoffice/range-coverage',
      label: 'coverage',
      searchTerms: 'find.coverage',
      icon: 'coverage',
      permissions: ['reports.read'],
    },
    () => import('#backoffice/modules/catalog/coverage/CoveragePage.tsx'),
    'CoveragePage',
  ),
]
