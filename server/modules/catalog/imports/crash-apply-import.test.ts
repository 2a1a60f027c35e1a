import { expect, it } from 'vitest'

import {
  crashWhileAddingRecipients,
  crashWhileImporting,
} from '#server/testing/crash/crash-imports.ts'

it(
  'goes on with an import where a killed process had left it, and makes none twice (DESK-23)',
  { timeout: 240_000 },
  async () => {
    const { takenWhenKilled } = await crashWhileImporting({
      gifts: 750,
      bad: 7,
      seed: 5,
      undo: false,
    })
    expect(takenWhenKilled).toBeGreaterThan(0)
  },
)

it(
  'goes on with the vouchers of a batch where a killed process had left them, and gives to nobody twice (DESK-24)',
  { timeout: 240_000 },
  async () => {
    const { madeWhenKilled } = await crashWhileAddingRecipients({
      people: 1700,
      seed: 3,
      undo: false,
    })
    expect(madeWhenKilled).toBeGreaterThan(0)
  },
)
