import { expect, it } from 'vitest'

import { linesByParcels, packParcels, unitsInNoParcel } from './packing.ts'
import type { ParcelState } from './parcel-state.ts'

const orderLine = (line: number, sku: string, quantity = 1, isBeingReplaced = false) => ({
  line,
  sku,
  quantity,
  isBeingReplaced,
})
const reports = (code: string, sku: string, quantity = 1) => ({
  code,
  products: [{ sku, quantity }],
})
const reportsNothing = (code: string) => ({ code, products: [] })
const parcel = (
  code: string,
  state: ParcelState,
  ...lines: [line: number, quantity: number][]
) => ({
  code,
  state,
  lines: lines.map(([line, quantity]) => ({ line, quantity })),
})
type PackingInput = Parameters<typeof packParcels>[0]
const pack = (input: Pick<PackingInput, 'reported' | 'lines'> & Partial<PackingInput>) =>
  packParcels({ known: [], hasAllLeft: true, ...input })

it('assigns the reported units of a parcel to lines of its order, each unit once (DESK-34)', () => {
  const lines = [orderLine(1, 'towel', 2), orderLine(2, 'vase'), orderLine(3, 'towel', 3)]
  const known = [parcel('a', 'sent', [1, 1])]
  expect(pack({ reported: [reports('b', 'towel', 3)], lines, known })).toEqual([
    packed('b', [1, 1], [3, 2]),
  ])
  expect(pack({ reported: [reports('b', 'vase', 9)], lines, known })).toEqual([packed('b', [2, 1])])
  expect(pack({ reported: [reports('b', 'bowl')], lines, known })).toEqual([])
  // The first content reported for a parcel stays.
  expect(pack({ reported: [reports('a', 'vase')], lines, known })).toEqual([])
})

it('fills reported parcels first, and the only unreported one with the rest once everything has left (DESK-34)', () => {
  const lines = [orderLine(1, 'towel', 2), orderLine(2, 'vase'), orderLine(3, 'bowl')]
  const reported = [reportsNothing('a'), reports('b', 'vase'), reports('c', 'towel')]
  expect(pack({ reported, lines })).toEqual([
    packed('b', [2, 1]),
    packed('c', [1, 1]),
    packed('a', [1, 1], [3, 1]),
  ])
  // More parcels may follow until everything has been sent, so the content is unknown.
  expect(pack({ reported, lines, hasAllLeft: false })).toEqual([
    packed('b', [2, 1]),
    packed('c', [1, 1]),
  ])
  // With two unreported parcels, the content of neither is known.
  expect(pack({ reported: [reportsNothing('a'), reportsNothing('b')], lines })).toEqual([])
  // A parcel with known content does not matter.
  const known = [parcel('b', 'delivered', [2, 1]), parcel('a', 'delivered')]
  expect(pack({ reported: [reportsNothing('a'), reportsNothing('b')], lines, known })).toEqual([
    packed('a', [1, 2], [3, 1]),
  ])
})

it('assigns units of a lost parcel to another parcel only if no other units can be in it (DESK-34)', () => {
  const lines = [orderLine(1, 'towel'), orderLine(2, 'towel')]
  const known = [parcel('a', 'lost', [1, 1])]
  expect(pack({ reported: [reportsNothing('b')], lines, known })).toEqual([packed('b', [2, 1])])
  expect(pack({ reported: [reports('b', 'towel')], lines, known })).toEqual([packed('b', [2, 1])])
  expect(pack({ reported: [reports('b', 'towel', 2)], lines, known })).toEqual([
    packed('b', [2, 1], [1, 1]),
  ])
  const withSecondParcel = [...known, parcel('b', 'sent', [2, 1])]
  expect(pack({ reported: [reportsNothing('c')], lines, known: withSecondParcel })).toEqual([
    packed('c', [1, 1]),
  ])
  // Units with an open replacement offer are not in the parcel either.
  const withOffer = [orderLine(1, 'towel', 1, true), orderLine(2, 'towel')]
  expect(pack({ reported: [reportsNothing('b')], lines: withOffer })).toEqual([packed('b', [2, 1])])
  expect(
    pack({ reported: [reportsNothing('c')], lines: withOffer, known: withSecondParcel }),
  ).toEqual([])
})

it('counts units in no known parcel as delivered when the unknown parcels are (DESK-34)', () => {
  const lines = [1, 2].map((line) => ({ line, quantity: line, hasLeft: true }))
  const statesOf = (
    parcels: ReturnType<typeof parcel>[],
    { resolvedUnits = 0, hasLeft = true, of = lines } = {},
  ) => {
    const { shipped, delivered } = linesByParcels({
      lines: of.map((line) => ({ ...line, hasLeft })),
      parcels,
      resolvedUnits,
    })
    return [[...shipped], [...delivered]]
  }
  expect(statesOf([parcel('a', 'sent', [1, 1]), parcel('b', 'delivered', [2, 1])])).toEqual([
    [1],
    [],
  ])
  expect(statesOf([parcel('a', 'delivered', [1, 1], [2, 2])])).toEqual([
    [1, 2],
    [1, 2],
  ])
  // Two parcels without content: neither line counts as delivered by one of them alone.
  expect(statesOf([parcel('a', 'delivered'), parcel('b', 'sent')])).toEqual([[], []])
  expect(statesOf([parcel('a', 'delivered'), parcel('b', 'delivered')])).toEqual([[], [1, 2]])
  // More parcels may follow.
  expect(statesOf([parcel('a', 'delivered')], { hasLeft: false })).toEqual([[], []])
  // Partly known: the known parcel must be delivered as well.
  expect(statesOf([parcel('a', 'sent', [2, 1]), parcel('b', 'delivered')])).toEqual([[], [1]])
  expect(statesOf([parcel('a', 'delivered', [2, 1]), parcel('b', 'delivered')])).toEqual([
    [],
    [1, 2],
  ])
  // Units of a lost parcel are in none of the unknown parcels.
  expect(statesOf([parcel('a', 'lost', [1, 1]), parcel('b', 'delivered')])).toEqual([[], [2]])
  // A failed parcel with unknown content may contain units of any line, until staff resolve it.
  const withRefused = [parcel('a', 'refused'), parcel('b', 'delivered')]
  expect(statesOf(withRefused)).toEqual([[], []])
  expect(statesOf(withRefused, { resolvedUnits: 1, of: lines.slice(1) })).toEqual([[], [2]])
  expect(statesOf([...withRefused, parcel('c', 'lost')], { resolvedUnits: 1 })).toEqual([[], []])
  expect(statesOf([parcel('a', 'lost')], { resolvedUnits: 1 })).toEqual([[], []])
})

it('counts the units that are in no parcel with known content (DESK-34)', () => {
  const parcels = [parcel('a', 'lost', [1, 1]), parcel('b', 'sent', [1, 1], [2, 4])]
  expect([1, 2, 3].map((line) => unitsInNoParcel({ line, quantity: 3 }, parcels))).toEqual([
    1, 0, 3,
  ])
})

function packed(code: string, ...lines: [line: number, quantity: number][]) {
  return { code, lines: lines.map(([line, quantity]) => ({ line, quantity })) }
}
