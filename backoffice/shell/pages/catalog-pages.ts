import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** What can be chosen. */
export const cataloguePages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/gifts',
      label: 'gifts',
      find: 'find.gifts',
      icon: 'gift',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/gifts/GiftsPage.tsx'),
    'GiftsPage',
  ),
  page(
    {
      path: '/backoffice/gifts/new',
      label: 'newGift',
      icon: 'plus',
      needs: ['catalogue.write'],
    },
    () => import('#backoffice/modules/catalog/gifts/NewGiftPage.tsx'),
    'NewGiftPage',
  ),
  page(
    {
      path: '/backoffice/gifts/bulk-changes/new',
      label: 'change',
      icon: 'gift',
      needs: ['catalogue.write'],
    },
    () => import('#backoffice/modules/catalog/bulk-changes/ChangeGiftsPage.tsx'),
    'ChangeGiftsPage',
  ),
  page(
    {
      path: '/backoffice/gifts/bulk-changes',
      label: 'changes.title',
      find: 'find.changes.title',
      icon: 'audit',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/bulk-changes/BulkChangesPage.tsx'),
    'CatalogueChangesPage',
  ),
  page(
    {
      path: '/backoffice/gifts/bulk-changes/:id',
      label: 'change',
      icon: 'gift',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/bulk-changes/BulkChangePage.tsx'),
    'CatalogueChangePage',
  ),
  page(
    {
      path: '/backoffice/gifts/:id',
      label: 'gift',
      icon: 'gift',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/gifts/GiftPage.tsx'),
    'GiftPage',
  ),
  page(
    {
      path: '/backoffice/stock',
      label: 'stock',
      find: 'find.stock',
      icon: 'columns',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/inventory/StockPage.tsx'),
    'StockPage',
  ),
  page(
    {
      path: '/backoffice/categories',
      label: 'tab.categories',
      find: 'find.tab.categories',
      icon: 'menu',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
    'CategoriesPage',
  ),
  page(
    {
      path: '/backoffice/tags',
      label: 'attribute.tags',
      find: 'find.attribute.tags',
      icon: 'tag',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
    'TagsPage',
  ),
  page(
    {
      path: '/backoffice/brands',
      label: 'attribute.brands',
      find: 'find.attribute.brands',
      icon: 'brand',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
    'BrandsPage',
  ),
  page(
    {
      path: '/backoffice/options',
      label: 'attribute.dimensions',
      find: 'find.attribute.dimensions',
      icon: 'columns',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
    'DimensionsPage',
  ),
  page(
    {
      path: '/backoffice/imports',
      label: 'imports',
      find: 'find.imports',
      icon: 'download',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/imports/ImportsPage.tsx'),
    'ImportsPage',
  ),
  page(
    {
      path: '/backoffice/imports/:id',
      label: 'imports',
      icon: 'download',
      needs: ['catalogue.read'],
    },
    () => import('#backoffice/modules/catalog/imports/ImportPage.tsx'),
    'ImportPage',
  ),
  page(
    {
      path: '/backoffice/range-coverage',
      label: 'coverage',
      find: 'find.coverage',
      icon: 'coverage',
      needs: ['reports.read'],
    },
    () => import('#backoffice/modules/catalog/coverage/CoveragePage.tsx'),
    'CoveragePage',
  ),
]
