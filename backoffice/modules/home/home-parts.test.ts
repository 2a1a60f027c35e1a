import { expect, it } from 'vitest'

import { HOME_LAYOUTS, inOneColumn } from '#backoffice/modules/home/home-parts.ts'

it('shows the open work of a role before charts and lists in one column (PRODUCT-1)', () => {
  expect(inOneColumn(HOME_LAYOUTS.owner)).toEqual([
    'metrics',
    'tasks',
    'due',
    'questions',
    'stock',
    'charts',
    'gifts',
    'releases',
    'activity',
  ])
  expect(inOneColumn(HOME_LAYOUTS.service).slice(0, 2)).toEqual(['questions', 'due'])
})
