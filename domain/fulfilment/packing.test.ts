import { expect, it } from 'vitest'

import { linesByParcels, packParcels, unspokenOf } from './packing.ts'
import type { ParcelState } from './parcel-state.ts'

const bought = (line: number, sku: string, quantity = 1, isBeingReplaced = false) => ({
  line,
  sku,
  quantity,
  isBeingReplaced,
})
const names = (code: string, sku: string, quantity = 1) => ({ code, products: [{ sku, quantity }] })
const silent = (code: string) => ({ code, products: [] })
const holds = (code: string, state: ParcelState, ...lines: [line: number, quantity: number][]) => ({
  code,
  state,
  lines: lines.map(([line, quantity]) => ({ line, quantity })),
})
type Asked = Parameters<typeof packParcels>[0]
const pack = (asked: Pick<Asked, 'reported' | 'lines'> & Partial<Asked>) =>
  packParcels({ known: [], hasAllLeft: true, ...asked })

it('finds the pieces of a parcel in the lines of its order, each once (DESK-34)', () => {
  const lines = [bought(1, 'towel', 2), bought(2, 'vase'), bought(3, 'towel', 3)]
  const known = [holds('a', 'sent', [1, 1])]
  expect(pack({ reported: [names('b', 'towel', 3)], lines, known })).toEqual([
    holding('b', [1, 1], [3, 2]),
  ])
  expect(pack({ reported: [names('b', 'vase', 9)], lines, known })).toEqual([holding('b', [2, 1])])
  expect(pack({ reported: [names('b', 'bowl')], lines, known })).toEqual([])
  // The first content reported for a parcel stays.
  expect(pack({ reported: [names('a', 'vase')], lines, known })).toEqual([])
})

it('packs what is named first, and gives the only parcel that names nothing the rest, once everything has left (DESK-34)', () => {
  const lines = [bought(1, 'towel', 2), bought(2, 'vase'), bought(3, 'bowl')]
  const reported = [silent('a'), names('b', 'vase'), names('c', 'towel')]
  expect(pack({ reported, lines })).toEqual([
    holding('b', [2, 1]),
    holding('c', [1, 1]),
    holding('a', [1, 1], [3, 1]),
  ])
  // More parcels may follow until everything has been sent, so the content is unknown.
  expect(pack({ reported, lines, hasAllLeft: false })).toEqual([
    holding('b', [2, 1]),
    holding('c', [1, 1]),
  ])
  // Of two that name nothing neither is known.
  expect(pack({ reported: [silent('a'), silent('b')], lines })).toEqual([])
  // A parcel with known content does not matter.
  const known = [holds('b', 'delivered', [2, 1]), holds('a', 'delivered')]
  expect(pack({ reported: [silent('a'), silent('b')], lines, known })).toEqual([
    holding('a', [1, 2], [3, 1]),
  ])
})

it('does not look for what was lost in another parcel, unless nothing else can be in it (DESK-34)', () => {
  const lines = [bought(1, 'towel'), bought(2, 'towel')]
  const known = [holds('a', 'lost', [1, 1])]
  expect(pack({ reported: [silent('b')], lines, known })).toEqual([holding('b', [2, 1])])
  expect(pack({ reported: [names('b', 'towel')], lines, known })).toEqual([holding('b', [2, 1])])
  expect(pack({ reported: [names('b', 'towel', 2)], lines, known })).toEqual([
    holding('b', [2, 1], [1, 1]),
  ])
  const both = [...known, holds('b', 'sent', [2, 1])]
  expect(pack({ reported: [silent('c')], lines, known: both })).toEqual([holding('c', [1, 1])])
  // Nor for that in whose place its holder is choosing.
  const choosing = [bought(1, 'towel', 1, true), bought(2, 'towel')]
  expect(pack({ reported: [silent('b')], lines: choosing })).toEqual([holding('b', [2, 1])])
  expect(pack({ reported: [silent('c')], lines: choosing, known: both })).toEqual([])
})

it('takes what no known parcel holds for delivered when the unknown ones are (DESK-34)', () => {
  const lines = [1, 2].map((line) => ({ line, quantity: line, hasLeft: true }))
  const stand = (
    parcels: ReturnType<typeof holds>[],
    { seenTo = 0, hasLeft = true, of = lines } = {},
  ) => {
    const asked = of.map((line) => ({ ...line, hasLeft }))
    const { shipped, delivered } = linesByParcels({ lines: asked, parcels, seenTo })
    return [[...shipped], [...delivered]]
  }
  expect(stand([holds('a', 'sent', [1, 1]), holds('b', 'delivered', [2, 1])])).toEqual([[1], []])
  expect(stand([holds('a', 'delivered', [1, 1], [2, 2])])).toEqual([
    [1, 2],
    [1, 2],
  ])
  // Two parcels without content: neither line counts as delivered by one of them alone.
  expect(stand([holds('a', 'delivered'), holds('b', 'sent')])).toEqual([[], []])
  expect(stand([holds('a', 'delivered'), holds('b', 'delivered')])).toEqual([[], [1, 2]])
  // More may leave.
  expect(stand([holds('a', 'delivered')], { hasLeft: false })).toEqual([[], []])
  // Partly known: the known parcel has to have come as well.
  expect(stand([holds('a', 'sent', [2, 1]), holds('b', 'delivered')])).toEqual([[], [1]])
  expect(stand([holds('a', 'delivered', [2, 1]), holds('b', 'delivered')])).toEqual([[], [1, 2]])
  // What was known to be in a lost one is in none of the unknown ones.
  expect(stand([holds('a', 'lost', [1, 1]), holds('b', 'delivered')])).toEqual([[], [2]])
  // A failed parcel with unknown content may contain units of any line, until staff resolve it.
  const fell = [holds('a', 'refused'), holds('b', 'delivered')]
  expect(stand(fell)).toEqual([[], []])
  expect(stand(fell, { seenTo: 1, of: lines.slice(1) })).toEqual([[], [2]])
  expect(stand([...fell, holds('c', 'lost')], { seenTo: 1 })).toEqual([[], []])
  expect(stand([holds('a', 'lost')], { seenTo: 1 })).toEqual([[], []])
})

it('counts the pieces of which no parcel speaks (DESK-34)', () => {
  const parcels = [holds('a', 'lost', [1, 1]), holds('b', 'sent', [1, 1], [2, 4])]
  expect([1, 2, 3].map((line) => unspokenOf({ line, quantity: 3 }, parcels))).toEqual([1, 0, 3])
})

function holding(code: string, ...lines: [line: number, quantity: number][]) {
  return { code, lines: lines.map(([line, quantity]) => ({ line, quantity })) }
}
