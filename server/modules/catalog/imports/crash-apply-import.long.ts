import { expect, it } from 'vitest'

import {
  crashWhileAddingRecipients,
  crashWhileImporting,
} from '#server/testing/crash/crash-imports.ts'

it.each([1, 2, 3])(
  'takes 4,963 of 5,000 gifts through a kill -9, and all or none of them back through another, seed %i (DESK-23)',
  { timeout: 600_000 },
  async (seed) => {
    const { takenWhenKilled } = await crashWhileImporting({ gifts: 5000, bad: 37, seed })
    expect(takenWhenKilled % 250).toBe(0)
  },
)

it.each([1, 2, 3])(
  'gives to 20,000 people of an XLSX through a kill -9, once each, and takes all of it back or nothing, seed %i (DESK-24)',
  { timeout: 600_000 },
  async (seed) => {
    await crashWhileAddingRecipients({ people: 20_000, seed })
  },
)
