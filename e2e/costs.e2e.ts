import { beforeAll, expect, it } from 'vitest'

import { type Costs, measureCosts } from '#tools/bench/costs.ts'
import { boundOf, recordedCosts } from '#tools/bench/recorded-costs.ts'

const recorded = recordedCosts()
const within = (name: string, cost: number) => cost <= boundOf(name, recorded[name] ?? 0)

let measured: Costs = {}
beforeAll(async () => {
  measured = await measureCosts((costs) => {
    const some = Object.entries(costs)
    return some.length > 0 && some.every(([name, cost]) => within(name, cost))
  })
})

it('has a recorded value of each cost', () => {
  expect(Object.keys(measured).toSorted()).toEqual(Object.keys(recorded).toSorted())
})

it.each(Object.entries(recorded))('%s: at most 15% above %d (speed)', (name, cost) => {
  expect(measured[name]).toBeLessThanOrEqual(boundOf(name, cost))
})
