import { expect, it } from 'vitest'

import { type PeopleSums, publishedFigures } from '#domain/employers/anonymous-statistics.ts'

const POINTS = 8
const sums = (people: number, ordered: number): PeopleSums => ({
  people,
  granted: people * POINTS,
  came: ordered,
  ordered,
  spent: ordered * POINTS,
})
const together = (parts: readonly PeopleSums[]) =>
  parts.reduce(
    (sum, one) => ({
      people: sum.people + one.people,
      granted: sum.granted + one.granted,
      came: sum.came + one.came,
      ordered: sum.ordered + one.ordered,
      spent: sum.spent + one.spent,
    }),
    sums(0, 0),
  )
const publish = (...parts: PeopleSums[]) => publishedFigures(together(parts), parts)

it('rounds to steps of five, and never leaves fewer than five in the remainder (DESK-38)', () => {
  expect(publish(sums(9, 9))).toBeNull()
  const published = (people: number, ordered: number) => publish(sums(people, ordered))?.whole
  expect(published(10, 4)).toEqual({ came: null, ordered: null, spent: null })
  expect(published(10, 10)).toEqual({ came: 5, ordered: 5, spent: 40 })
  expect(published(200, 173)).toEqual({ came: 170, ordered: 170, spent: 170 * POINTS })
  expect(published(200, 199)).toEqual({ came: 195, ordered: 195, spent: 195 * POINTS })
  // Points reveal how many people ordered. If that count is hidden, the points are hidden too.
  const rich = { ...sums(30, 4), spent: 200 }
  expect(publishedFigures(rich, [])?.whole).toEqual({ came: null, ordered: null, spent: null })
})

it('shows nearly all of a campaign whose departments nearly all ordered (DESK-38)', () => {
  const published = publish(...Array.from({ length: 30 }, () => sums(12, 11)))
  expect(published?.whole).toMatchObject({ ordered: 330 })
  expect(published?.departments.every(({ published: figures }) => figures.ordered === 5)).toBe(true)
})

/** All order counts per part that are possible for the published figures. */
function* worlds(people: readonly number[], before: number[] = []): Generator<number[]> {
  const [next, ...rest] = people
  if (next === undefined) return yield before
  for (let ordered = 0; ordered <= next; ordered += 1) yield* worlds(rest, [...before, ordered])
}

it.each([
  [[30, 1]],
  [[10, 11, 3]],
  [[14, 17, 20, 1]],
  [[24, 30, 9]],
  [[10, 12, 13, 14]],
  [[21, 20, 6, 5]],
])(
  'lets nobody who takes departments of %j from the whole learn of the others, or more of one than is told of it (DESK-38)',
  (people) => {
    const least = new Map<string, { published: number[]; fewest: number[] }>()
    const known = people.filter((one) => one >= 10)
    for (const world of worlds(people)) {
      const published = publish(...world.map((ordered, at) => sums(people[at] ?? 0, ordered)))
      const few = world.slice(known.length).reduce((sum, one) => sum + one, 0)
      const did = [...world.slice(0, known.length), few]
      const key = JSON.stringify(published, (name, value: unknown) =>
        name === 'of' ? null : value,
      )
      const before = least.get(key)
      if (before) before.fewest = before.fewest.map((one, at) => Math.min(one, did[at] ?? 0))
      else
        least.set(key, {
          published: published?.departments.map((one) => one.published.ordered ?? 0) ?? [],
          fewest: did,
        })
    }
    const left =
      people.reduce((sum, one) => sum + one, 0) - known.reduce((sum, one) => sum + one, 0)
    expect(least.size).toBeGreaterThan(5)
    for (const { published, fewest } of least.values()) {
      for (const [at, count] of known.entries())
        expect(fewest[at]).toBeLessThanOrEqual(Math.max(published[at] ?? 0, count - 5))
      // In a rest of fewer than ten people, no person can be known to have ordered.
      expect(fewest.at(-1)).toBeLessThanOrEqual(left < 10 ? 0 : left - 5)
    }
  },
)
