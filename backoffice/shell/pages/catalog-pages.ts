import { type DeskPage, page } from '#backoffice/kit/page/page-definition.ts'

/** What can be chosen. */
export const cataloguePages: readonly DeskPage[] = [
  page(
    {
      path: '/desk/gifts',
      word: 'gifts',
      icon: 'gift',
      needs: ['catalogue.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/modules/catalog/gifts/GiftsPage.tsx'),
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
    () => import('#backoffice/modules/catalog/gifts/NewGiftPage.tsx'),
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
    () => import('#backoffice/modules/catalog/bulk-changes/ChangeGiftsPage.tsx'),
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
    () => import('#backoffice/modules/catalog/bulk-changes/BulkChangesPage.tsx'),
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
    () => import('#backoffice/modules/catalog/bulk-changes/BulkChangePage.tsx'),
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
    () => import('#backoffice/modules/catalog/gifts/GiftPage.tsx'),
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
    () => import('#backoffice/modules/inventory/StockPage.tsx'),
    'StockPage',
  ),
  page(
    {
      path: '/desk/categories',
      word: 'thing.navigation',
      icon: 'menu',
      needs: ['content.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
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
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
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
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
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
    () => import('#backoffice/modules/catalog/attributes/AttributesPage.tsx'),
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
    () => import('#backoffice/modules/catalog/imports/ImportsPage.tsx'),
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
    () => import('#backoffice/modules/catalog/imports/ImportPage.tsx'),
    'ImportPage',
  ),
  page(
    {
      path: '/desk/coverage',
      word: 'coverage',
      icon: 'coverage',
      needs: ['figures.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/modules/catalog/coverage/CoveragePage.tsx'),
    'CoveragePage',
  ),
]
