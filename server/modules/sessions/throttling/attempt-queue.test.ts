import { expect, it } from 'vitest'

import { attemptQueue } from '#server/modules/sessions/throttling/attempt-queue.ts'

const later = () => performance.now() + 60_000

it('admits attempts with proof of work first, and limits the number of each kind that wait (SAFE-8, S8)', async () => {
  const line = attemptQueue({ atOnce: 1, mostWaiting: 2 })
  const order: string[] = []
  const ask = async (who: string, worked = false) => {
    const gotIt = await line.take('', { worked, until: later() })
    order.push(gotIt ? who : `${who} has no place`)
  }
  await ask('first')
  const waiting = [ask('second'), ask('third'), ask('worked', true)]
  await ask('fourth')
  for (let left = 0; left < waiting.length; left += 1) line.leave('')
  await Promise.all(waiting)
  expect(order).toEqual(['first', 'fourth has no place', 'worked', 'second', 'third'])
})

it('ends the waiting of an attempt at its deadline, and gives the place to the next one (SAFE-8, S8)', async () => {
  const line = attemptQueue({ atOnce: 1, mostWaiting: 2 })
  expect(await line.take('', { worked: false, until: later() })).toBe(true)
  expect(await line.take('', { worked: false, until: performance.now() + 20 })).toBe(false)
  const next = line.take('', { worked: false, until: later() })
  line.leave('')
  expect(await next).toBe(true)
  line.leave('')
  expect(await line.take('', { worked: false, until: performance.now() })).toBe(true)
})
