import { expect, it } from 'vitest'

import { projectsOf, testsFor } from './scripts/changed-tests.mjs'

const TREE: Readonly<Record<string, string>> = {
  'backoffice/modules/vouchers/BatchPage.tsx': `t('batch.title') + t('save')`,
  'backoffice/modules/vouchers/BatchRows.tsx': '',
  'contract/cart.shop.ts': '',
  'domain/money/share.test.ts': '',
  'domain/money/share.ts': '',
  'e2e/backoffice/batches.e2e.ts': `page.getByText(nl('batch.title'))`,
  'e2e/backoffice/orders.e2e.ts': `page.getByText(en('save'))`,
  'e2e/shop/cart/cart.e2e.ts': '',
  'server/modules/cart/cart.shop-routes.test.ts': '',
  'server/modules/orders/vat.test.ts': `import { share } from '#domain/money/share.ts'`,
  'storefront/cart/CartPage.tsx': '',
}
const testsOf = (...changed: string[]) =>
  testsFor(changed, Object.keys(TREE), (file) => TREE[file] ?? '')

it('runs the tests next to a changed file and the tests that import it', () => {
  expect(testsOf('domain/money/share.ts')).toEqual([
    'domain/money/share.test.ts',
    'server/modules/orders/vat.test.ts',
  ])
  expect(testsOf('domain/money/erased.ts')).toEqual([])
})

it('runs only the changed test', () => {
  expect(testsOf('domain/money/share.test.ts')).toEqual(['domain/money/share.test.ts'])
})

it('runs the end-to-end tests that use a message of a changed page, but not those with a common word', () => {
  const endToEndTests = ['e2e/backoffice/batches.e2e.ts']
  expect(testsOf('backoffice/modules/vouchers/BatchPage.tsx')).toEqual(endToEndTests)
  // Its texts are in the page beside it.
  expect(testsOf('backoffice/modules/vouchers/BatchRows.tsx')).toEqual(endToEndTests)
})

it('runs the end-to-end tests of a changed part of the shop, and the server tests of a changed contract', () => {
  expect(testsOf('storefront/cart/CartPage.tsx')).toEqual(['e2e/shop/cart/cart.e2e.ts'])
  expect(testsOf('contract/cart.shop.ts')).toEqual(['server/modules/cart/cart.shop-routes.test.ts'])
})

it('checks the types of every project that imports a changed one', () => {
  expect(projectsOf(['tools/check/check.ts'])).toEqual(['tools'])
  expect(projectsOf(['ui/Button.tsx', 'README.md'])).toEqual([
    'ui',
    'storefront',
    'backoffice',
    'employer-portal',
  ])
})
