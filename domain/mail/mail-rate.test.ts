import { expect, it } from 'vitest'

import { changeMailDue, holderMailDue, RATE_WINDOW_MS } from './mail-rate.ts'

const MINUTE = 60_000

it('delays mails about changes for a growing time, and later ones until no change is possible (B35)', () => {
  const due = (before: number) =>
    changeMailDue({ atMs: 0, before, changeableUntilMs: 30 * MINUTE }) / MINUTE
  expect([0, 1, 2, 3, 4, 40].map(due)).toEqual([0, 1, 2, 4, 30, 30])
  expect(changeMailDue({ atMs: 5, before: 9, changeableUntilMs: 3 })).toBe(5)
})

it('sends the mails of one holder an hour apart after ten in a day (B35)', () => {
  const due = (sent: number) => holderMailDue({ sent, lastMs: 7 })
  expect([0, 9, 10, 30].map(due)).toEqual([null, null, 60 * MINUTE + 7, 60 * MINUTE + 7])
  expect(RATE_WINDOW_MS).toBe(24 * 60 * MINUTE)
})
