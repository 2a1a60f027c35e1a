import { expect, it } from 'vitest'

import { isLate, waitingTime } from './waiting-time.ts'

const HOUR = 3_600_000

it.each([
  [2.5 * HOUR, 2, 'hours'],
  [47.9 * HOUR, 47, 'hours'],
  [48 * HOUR, 2, 'days'],
  [15.9 * 24 * HOUR, 15, 'days'],
])('counts %d ms as %d %s (PRODUCT-10)', (milliseconds, count, unit) => {
  expect(waitingTime(milliseconds)).toEqual({ count, unit })
})

it.each([
  ['open', null, 3, true],
  ['open', null, 1, false],
  ['open', 2, 3, false],
  ['open', -1, 3, true],
  ['answered', null, 3, false],
])(
  'a thread in state %s, snoozed for %s hours, without a reply for %d hours: late %s',
  (state, snoozedFor, waited, late) => {
    const now = Date.parse('2026-11-29T12:00:00Z')
    const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
    const snoozed_until = snoozedFor === null ? null : at(snoozedFor)
    expect(isLate({ state, since: at(-waited), snoozed_until }, now)).toBe(late)
  },
)
