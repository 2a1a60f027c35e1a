import { expect, it } from 'vitest'

import { crashWhilePublishing } from '#server/testing/crash/crash-publishing.ts'

it(
  'copies to many channels, publishes and undoes completely or not at all when the process is killed (DESK-6, DESK-19)',
  { timeout: 120_000 },
  async () => {
    const outcomes = await crashWhilePublishing({ kills: 3, seed: 12 })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['copy', 'publish', 'undo'])
  },
)
