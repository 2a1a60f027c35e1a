import { expect, it } from 'vitest'

import { createYield } from '#server/platform/jobs/yield-to-requests.ts'

it('delays background jobs more in a busier process, never stops them, and ends at once when aborted', async () => {
  let load = { active: 0, idle: 0 }
  const pauses: number[] = []
  const yieldToRequests = createYield({
    measureLoad: () => load,
    wait: async (ms) => void pauses.push(ms),
  })
  const stopping = new AbortController()
  const runSteps = (times: number) =>
    Promise.all(Array.from({ length: times }, () => yieldToRequests(stopping.signal)))
  // The process is almost idle, so nothing has to wait.
  load = { active: 1, idle: 99 }
  await runSteps(40)
  expect(pauses).toEqual([])
  // All that was done in these ten milliseconds may have been this work: a pause makes it a share of the time.
  load = { active: 3, idle: 7 }
  await runSteps(4)
  expect(pauses).toEqual([3 / 0.15 - 10])
  load = { active: 400, idle: 0 }
  await runSteps(40)
  expect(pauses.slice(1)).toEqual(Array.from({ length: 10 }, () => 50))
  stopping.abort()
  await runSteps(40)
  expect(pauses).toHaveLength(11)
})
