import { afterEach, expect, it, vi } from 'vitest'

import { recallFilters, rememberFilters } from '#storefront/catalog/filters/filter-memory.ts'
import { filtersIn, withFilters } from '#storefront/catalog/filters/list-filters.ts'

afterEach(() => vi.unstubAllGlobals())

const balance = { available: 20, canBuyPoints: false }

it('ignores an arrival day that has started, in the address and in the stored filters (at home before)', () => {
  const search = '?homeBefore=2027-12-05&brand=linnenhuis'
  const filters = filtersIn(search, balance, '2027-12-04')
  expect(filters.homeBefore).toBe('2027-12-05')
  for (const today of ['2027-12-05', '2028-01-01']) {
    const later = filtersIn(search, balance, today)
    expect(withFilters(search, later, balance)).toBe('?brand=linnenhuis')
  }

  const storage = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
    removeItem: (name: string) => storage.delete(name),
  })
  rememberFilters(filters, search, balance)
  expect(recallFilters(search, balance, '2027-12-04')).toEqual(filters)
  expect(recallFilters(search, balance, '2027-12-05')).toEqual({ ...filters, homeBefore: '' })
})
