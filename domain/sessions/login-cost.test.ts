import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  bitsNeeded,
  bitsOfCrowd,
  LEAST_BITS,
  MOST_BITS,
  roomFor,
} from '#domain/sessions/login-cost.ts'

const record = (failures: number, { free = 10, overall = failures } = {}) => ({
  networks: [
    { failures, free },
    { failures: 0, free: free * 5 },
  ],
  overall,
})

it.each([
  [0, 0],
  [9, 0],
  [10, LEAST_BITS],
  [19, LEAST_BITS],
  [20, LEAST_BITS + 1],
  [40, LEAST_BITS + 2],
  [160, MOST_BITS],
  [1_000_000, MOST_BITS],
])('asks whose network had %i wrong codes for %i bits (A2)', (failures, bits) => {
  expect(bitsNeeded(record(failures, { overall: 100 }))).toBe(bits)
})

it('asks a crowd for more from three hundred wrong codes on (A2)', () => {
  expect(bitsOfCrowd(record(0, { overall: 299 }))).toBe(LEAST_BITS)
  expect(bitsOfCrowd(record(0, { overall: 300 }))).toBe(LEAST_BITS + 1)
})

it.each([
  [299, 0],
  [300, 0],
  [600, LEAST_BITS + 2],
  [2400, MOST_BITS],
])('asks who mistyped once, while %i were wrong in all, for %i bits (A2)', (overall, bits) => {
  expect(bitsNeeded(record(1, { overall }))).toBe(bits)
  expect(bitsNeeded(record(0, { overall }))).toBe(0)
})

const anyRecord = fc.record({
  networks: fc.array(
    fc.record({ failures: fc.nat(100_000), free: fc.integer({ min: 1, max: 1000 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  overall: fc.nat(1_000_000),
})

it('never asks anyone for more work than a phone does in ten seconds, nor for almost none (A2)', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      for (const bits of [bitsNeeded(record), bitsOfCrowd(record)]) {
        expect(bits === 0 || (bits >= LEAST_BITS && bits <= MOST_BITS)).toBe(true)
      }
      expect(bitsOfCrowd(record)).toBeGreaterThanOrEqual(Math.max(LEAST_BITS, bitsNeeded(record)))
    }),
  )
})

it('never asks for less after one more wrong code (A2)', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const more = {
        networks: record.networks.map(({ failures, free }) => ({ failures: failures + 1, free })),
        overall: record.overall + 1,
      }
      expect(bitsNeeded(more)).toBeGreaterThanOrEqual(bitsNeeded(record))
    }),
  )
})

it('lets those who have not failed go first, and work count (A2)', () => {
  const rooms = [
    roomFor({ clean: false, worked: false }),
    roomFor({ clean: false, worked: true }),
    roomFor({ clean: true, worked: false }),
    roomFor({ clean: true, worked: true }),
  ]
  expect(rooms).toEqual(rooms.toSorted((a, b) => a - b))
  expect(new Set(rooms).size).toBe(4)
  expect(rooms.at(-1)).toBe(30)
})
