import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  requiredBits,
  bitsAboveLimit,
  MIN_BITS,
  MAX_BITS,
  attemptLimit,
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
  [10, MIN_BITS],
  [19, MIN_BITS],
  [20, MIN_BITS + 1],
  [40, MIN_BITS + 2],
  [160, MAX_BITS],
  [1_000_000, MAX_BITS],
])('requires, after %i wrong codes of the network, a proof of %i bits (A2)', (failures, bits) => {
  expect(requiredBits(record(failures, { overall: 100 }))).toBe(bits)
})

it('requires one more bit above the limit from 300 wrong codes of all networks (A2)', () => {
  expect(bitsAboveLimit(record(0, { overall: 299 }))).toBe(MIN_BITS)
  expect(bitsAboveLimit(record(0, { overall: 300 }))).toBe(MIN_BITS + 1)
})

it.each([
  [299, 0],
  [300, 0],
  [600, MIN_BITS + 2],
  [2400, MAX_BITS],
])(
  'requires, with one own failure and %i of all networks, a proof of %i bits (A2)',
  (overall, bits) => {
    expect(requiredBits(record(1, { overall }))).toBe(bits)
    expect(requiredBits(record(0, { overall }))).toBe(0)
  },
)

const anyRecord = fc.record({
  networks: fc.array(
    fc.record({ failures: fc.nat(100_000), free: fc.integer({ min: 1, max: 1000 }) }),
    { minLength: 1, maxLength: 3 },
  ),
  overall: fc.nat(1_000_000),
})

it('requires at most the work of ten seconds on a phone, and at least half a second (A2)', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      for (const bits of [requiredBits(record), bitsAboveLimit(record)]) {
        expect(bits === 0 || (bits >= MIN_BITS && bits <= MAX_BITS)).toBe(true)
      }
      expect(bitsAboveLimit(record)).toBeGreaterThanOrEqual(
        Math.max(MIN_BITS, requiredBits(record)),
      )
    }),
  )
})

it('never requires less work after one more wrong code (A2)', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const more = {
        networks: record.networks.map(({ failures, free }) => ({ failures: failures + 1, free })),
        overall: record.overall + 1,
      }
      expect(requiredBits(more)).toBeGreaterThanOrEqual(requiredBits(record))
    }),
  )
})

it('checks more attempts per second without failures, and more with a proof of work (A2)', () => {
  const limits = [
    attemptLimit({ isClean: false, hasProof: false }),
    attemptLimit({ isClean: false, hasProof: true }),
    attemptLimit({ isClean: true, hasProof: false }),
    attemptLimit({ isClean: true, hasProof: true }),
  ]
  expect(limits).toEqual(limits.toSorted((a, b) => a - b))
  expect(new Set(limits).size).toBe(4)
  expect(limits.at(-1)).toBe(30)
})
