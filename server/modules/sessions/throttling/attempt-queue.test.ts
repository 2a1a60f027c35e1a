import { expect, it } from 'vitest'

import { attemptQueue } from '#server/modules/sessions/throttling/attempt-queue.ts'

const later = () => performance.now() + 60_000

it('admits attempts with proof of work first, and limits the number of each kind that wait (SAFE-8, S8)', async () => {
  const queue = attemptQueue({ maxRunning: 1, maxWaiting: 2 })
  const order: string[] = []
  const attempt = async (name: string, hasProof = false) => {
    const isAdmitted = await queue.acquire('', { hasProof, deadline: later() })
    order.push(isAdmitted ? name : `${name} refused`)
  }
  await attempt('first')
  const waiting = [attempt('second'), attempt('third'), attempt('with proof', true)]
  await attempt('fourth')
  for (const _ of waiting) queue.release('')
  await Promise.all(waiting)
  expect(order).toEqual(['first', 'fourth refused', 'with proof', 'second', 'third'])
})

it('ends the waiting of an attempt at its deadline, and admits the next one (SAFE-8, S8)', async () => {
  const queue = attemptQueue({ maxRunning: 1, maxWaiting: 2 })
  expect(await queue.acquire('', { hasProof: false, deadline: later() })).toBe(true)
  expect(await queue.acquire('', { hasProof: false, deadline: performance.now() + 20 })).toBe(false)
  const next = queue.acquire('', { hasProof: false, deadline: later() })
  queue.release('')
  expect(await next).toBe(true)
  queue.release('')
  expect(await queue.acquire('', { hasProof: false, deadline: performance.now() })).toBe(true)
})
