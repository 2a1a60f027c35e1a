import { expect, it } from 'vitest'

import { endpointPausedUntil, nextTry } from '#domain/webhooks/webhook-retries.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const secondsTo = (moment: Date | null) =>
  moment === null ? null : (moment.getTime() - NOW.getTime()) / 1000

it('tries one event nine times within four days, with growing delays (C47)', () => {
  const pauses = Array.from({ length: 9 }, (_, at) => secondsTo(nextTry(at + 1, NOW)))
  expect(pauses.at(-1)).toBeNull()
  const known = pauses.filter((pause) => pause !== null)
  expect(known).toHaveLength(8)
  expect(known).toEqual(known.toSorted((a, b) => a - b))
  expect(new Set(known).size).toBe(8)
  expect(known.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(4 * 86_400)
})

it('pauses a failing webhook for a growing time, or as long as it requests, up to an hour (C47)', () => {
  const pauses = [1, 2, 3, 4, 50].map(
    (failures) => secondsTo(endpointPausedUntil(failures, NOW, null)) ?? 0,
  )
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBe(pauses.at(-2))
  expect(secondsTo(endpointPausedUntil(1, NOW, 600))).toBe(600)
  expect(secondsTo(endpointPausedUntil(1, NOW, 86_400))).toBe(3600)
})
