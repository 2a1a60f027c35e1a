import { expect, it } from 'vitest'

import { createYield } from '#server/platform/jobs/yield-to-requests.ts'

it('delays background jobs the more the busier its process is, never stops them, and ends at once when it is aborted', async () => {
  let since = { active: 0, idle: 0 }
  const rests: number[] = []
  const yieldToRequests = createYield({
    measureLoad: () => since,
    wait: async (ms) => void rests.push(ms),
  })
  const stopping = new AbortController()
  const begin = (times: number) =>
    Promise.all(Array.from({ length: times }, () => yieldToRequests(stopping.signal)))
  // The process is almost idle, so nothing has to wait.
  since = { active: 1, idle: 99 }
  await begin(40)
  expect(rests).toEqual([])
  // All that was done in these ten milliseconds may have been this work: a pause makes it a share of the time.
  since = { active: 3, idle: 7 }
  await begin(4)
  expect(rests).toEqual([3 / 0.15 - 10])
  since = { active: 400, idle: 0 }
  await begin(40)
  expect(rests.slice(1)).toEqual(Array.from({ length: 10 }, () => 50))
  stopping.abort()
  await begin(40)
  expect(rests).toHaveLength(11)
})
