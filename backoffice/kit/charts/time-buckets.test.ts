import { expect, it } from 'vitest'

import { bucketsOf, isWeekly, isSparse, bucketValue } from '#backoffice/kit/charts/time-buckets.ts'

it('has one point for each day up to 92 days, and one for each week above that (PRODUCT-2)', () => {
  expect(bucketsOf(92)).toHaveLength(92)
  expect([isWeekly(92), isWeekly(93)]).toEqual([false, true])
  const weeks = bucketsOf(98)
  expect(weeks).toHaveLength(14)
  expect(weeks[0]).toEqual({ first: 0, last: 6 })
  expect(weeks.at(-1)).toEqual({ first: 91, last: 97 })
})

it.each([
  [365, { first: 0, last: 7 }],
  [101, { first: 0, last: 2 + 7 }],
  [102, { first: 0, last: 3 }],
])('adds few remaining days of %i to the first week, and loses no day', (days, first) => {
  const weeks = bucketsOf(days)
  expect(weeks[0]).toEqual(first)
  expect(weeks.reduce((sum, week) => sum + week.last - week.first + 1, 0)).toBe(days)
})

it('adds up amounts, and takes the newest value of a level', () => {
  const week = { first: 1, last: 3 }
  expect(bucketValue([9, 1, null, 4, 9], week, 'sum')).toBe(5)
  expect(bucketValue([9, 1, 4, null, 9], week, 'last')).toBe(4)
  expect(bucketValue([9, null, null, null, 9], week, 'sum')).toBeNull()
})

it('draws bars for few points or many empty ones, but never for a level (PRODUCT-2)', () => {
  const full = Array.from({ length: 30 }, () => 5)
  expect(isSparse(full, 'sum')).toBe(false)
  expect(isSparse(full.slice(0, 24), 'sum')).toBe(true)
  expect(isSparse(full.with(0, 0).fill(0, 1, 12), 'sum')).toBe(true)
  expect(isSparse(full.fill(0, 0, 20), 'last')).toBe(false)
})
