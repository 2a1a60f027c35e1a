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
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const campaignOf = (departments: readonly PeopleSums[]): PeopleSums => ({
  people: total(departments.map(({ people }) => people)),
  granted: total(departments.map(({ granted }) => granted)),
  came: total(departments.map(({ came }) => came)),
  ordered: total(departments.map(({ ordered }) => ordered)),
  spent: total(departments.map(({ spent }) => spent)),
})
const publish = (...departments: PeopleSums[]) =>
  publishedFigures(campaignOf(departments), departments)

it('rounds down to steps of five, at least five below the size of the group (DESK-38)', () => {
  expect(publish(sums(9, 9))).toBeNull()
  const published = (people: number, ordered: number) => publish(sums(people, ordered))?.campaign
  expect(published(10, 4)).toEqual({ came: null, ordered: null, spent: null })
  expect(published(10, 10)).toEqual({ came: 5, ordered: 5, spent: 40 })
  expect(published(200, 173)).toEqual({ came: 170, ordered: 170, spent: 170 * POINTS })
  expect(published(200, 199)).toEqual({ came: 195, ordered: 195, spent: 195 * POINTS })
  // Points reveal how many people ordered. If that count is hidden, the points are hidden too.
  const rich = { ...sums(30, 4), spent: 200 }
  expect(publishedFigures(rich, [])?.campaign).toEqual({ came: null, ordered: null, spent: null })
})

it('publishes a high campaign figure when nearly everyone in each department has ordered (DESK-38)', () => {
  const published = publish(...Array.from({ length: 30 }, () => sums(12, 11)))
  expect(published?.campaign).toMatchObject({ ordered: 330 })
  expect(published?.departments.every(({ published: figures }) => figures.ordered === 5)).toBe(true)
})

/** All combinations of order counts for departments of these sizes. */
function* possibleOrders(people: readonly number[], before: number[] = []): Generator<number[]> {
  const [size, ...others] = people
  if (size === undefined) return yield before
  for (let ordered = 0; ordered <= size; ordered += 1)
    yield* possibleOrders(others, [...before, ordered])
}

it.each([
  [[30, 1]],
  [[10, 11, 3]],
  [[14, 17, 20, 1]],
  [[24, 30, 9]],
  [[10, 12, 13, 14]],
  [[21, 20, 6, 5]],
])(
  'reveals nothing more when departments of %j are subtracted from their campaign (DESK-38)',
  (people) => {
    const shown = people.filter((size) => size >= 10)
    /** For each published result: the departments' figures, and the fewest orders per group that lead to it. */
    const results = new Map<string, { published: number[]; fewest: number[] }>()
    for (const orders of possibleOrders(people)) {
      const figures = publish(...orders.map((ordered, index) => sums(people[index] ?? 0, ordered)))
      const hiddenOrders = total(orders.slice(shown.length))
      const groupOrders = [...orders.slice(0, shown.length), hiddenOrders]
      const key = JSON.stringify(figures, (name, value: unknown) =>
        name === 'department' ? null : value,
      )
      const result = results.get(key)
      if (result)
        result.fewest = result.fewest.map((count, index) =>
          Math.min(count, groupOrders[index] ?? 0),
        )
      else
        results.set(key, {
          published: figures?.departments.map(({ published }) => published.ordered ?? 0) ?? [],
          fewest: groupOrders,
        })
    }
    const hiddenPeople = total(people) - total(shown)
    expect(results.size).toBeGreaterThan(5)
    for (const { published, fewest } of results.values()) {
      for (const [index, size] of shown.entries())
        expect(fewest[index]).toBeLessThanOrEqual(Math.max(published[index] ?? 0, size - 5))
      // In a hidden group of fewer than ten people, no person can be known to have ordered.
      expect(fewest.at(-1)).toBeLessThanOrEqual(hiddenPeople < 10 ? 0 : hiddenPeople - 5)
    }
  },
)
