import { expect, it } from 'vitest'

import { crashWhilePublishing } from '#server/testing/crash/crash-publishing.ts'

const SEED = Number(process.env['KILL_SEED'] ?? 20_261_122)

it(
  `copies, publishes and undoes completely or not at all in twenty kills at random moments, seed ${SEED} (DESK-6, DESK-19)`,
  { timeout: 600_000 },
  async () => {
    const outcomes = await crashWhilePublishing({ kills: 20, seed: SEED })
    const seen = new Set(outcomes.map(({ state }) => state))
    expect([...seen].sort()).toEqual(['all', 'nothing'])
  },
)
