import { expect, it } from 'vitest'

import { changeMailDue, holderMailDue, PACED_OVER_MS } from './mail-rate.ts'

const MINUTE = 60_000

it('lets mails about changes wait longer and longer, and the last until nothing can change (B35)', () => {
  const due = (before: number) =>
    changeMailDue({ atMs: 0, before, changeableUntilMs: 30 * MINUTE }) / MINUTE
  expect([0, 1, 2, 3, 4, 40].map(due)).toEqual([0, 1, 2, 4, 30, 30])
  expect(changeMailDue({ atMs: 5, before: 9, changeableUntilMs: 3 })).toBe(5)
})

it('lets mails of one holder leave an hour apart after ten in a day (B35)', () => {
  const due = (sent: number) => holderMailDue({ sent, lastMs: 7 })
  expect([0, 9, 10, 30].map(due)).toEqual([null, null, 60 * MINUTE + 7, 60 * MINUTE + 7])
  expect(PACED_OVER_MS).toBe(24 * 60 * MINUTE)
})
