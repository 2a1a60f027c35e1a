import { expect, it } from 'vitest'

import { waitingTime } from './waiting-time.ts'

const HOUR = 3_600_000

it.each([
  [2.5 * HOUR, 2, 'hours'],
  [47.9 * HOUR, 47, 'hours'],
  [48 * HOUR, 2, 'days'],
  [15.9 * 24 * HOUR, 15, 'days'],
])('counts %d ms as %d %s (PRODUCT-10)', (milliseconds, count, unit) => {
  expect(waitingTime(milliseconds)).toEqual({ count, unit })
})
