import { expect, it } from 'vitest'

import { crashWhileExpiring, crashWhileErasing } from '#server/testing/crash/crash-expiry.ts'

const HOLDERS = 6000
const KILLS = 10

it.each([1, 2, 3])(
  'ends the points of 6,000 vouchers once through ten kills, and tells each holder once, seed %i (DESK-29)',
  { timeout: 900_000 },
  async (seed) => {
    const { doneWhenKilled } = await crashWhileExpiring({ holders: HOLDERS, kills: KILLS, seed })
    expect(doneWhenKilled).toHaveLength(KILLS)
  },
)

it.each([1, 2, 3])(
  'erases 6,000 holders everywhere or nowhere through ten kills, and leaves every sum, seed %i (DESK-6)',
  { timeout: 900_000 },
  async (seed) => {
    const { doneWhenKilled } = await crashWhileErasing({ holders: HOLDERS, kills: KILLS, seed })
    expect(doneWhenKilled).toHaveLength(KILLS)
  },
)
