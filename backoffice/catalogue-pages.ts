import { type DeskPage, page } from '#backoffice/desk-page.ts'

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
      word: 'thing.navigation',
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
      icon: 'coverage',
      needs: ['figures.read'],
      group: 'catalogue',
    },
    () => import('#backoffice/catalogue/CoveragePage.tsx'),
    'CoveragePage',
  ),
]
