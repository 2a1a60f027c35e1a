import { expect, it } from 'vitest'

import { crashWhileExpiring } from '#server/testing/crash/crash-expiry.ts'

const killing = { holders: 600, kills: 1, seed: 7 }

// Only the long tests kill an erasure, because another process would make this file too slow.
it(
  'ends points of each voucher wholly or not at all when the process is killed, and tells nobody twice (DESK-29)',
  { timeout: 240_000 },
  async () => {
    const { doneWhenKilled } = await crashWhileExpiring(killing)
    expect(doneWhenKilled[0]).toBeLessThan(killing.holders)
  },
)
