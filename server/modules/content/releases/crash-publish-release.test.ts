import { expect, it } from 'vitest'

import { killWhilePublishing } from '#server/testing/crash/crash-publishing.ts'

it(
  'holds all or nothing of a copy to many channels, of its publishing and of its undo when the process is killed (DESK-6, DESK-19)',
  { timeout: 120_000 },
  async () => {
    const outcomes = await killWhilePublishing({ kills: 3, seed: 12 })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['copy', 'publish', 'undo'])
  },
)
