import { expect, it } from 'vitest'

import { killWhileEnding } from '#server/testing/crash/crash-expiry.ts'

const killing = { holders: 600, kills: 1, seed: 7 }

// Names that are erased are killed in the long ones: a process more is more than each change should wait for.
it(
  'ends points of each voucher wholly or not at all when the process is killed, and tells nobody twice (DESK-29)',
  { timeout: 240_000 },
  async () => {
    const { doneWhenKilled } = await killWhileEnding(killing)
    expect(doneWhenKilled[0]).toBeLessThan(killing.holders)
  },
)
