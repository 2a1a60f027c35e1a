import { expect, it } from 'vitest'

import { QueueFull, WorkQueue } from '#server/platform/jobs/work-queue.ts'

/** Work that ends on request and records the order of its starts. */
function manualWork(queue: WorkQueue) {
  const started: string[] = []
  const finishers = new Map<string, () => void>()
  const results = new Map<string, Promise<unknown>>()
  return {
    started,
    run(name: string, client: string) {
      const work = () =>
        new Promise<void>((end) => {
          started.push(name)
          finishers.set(name, end)
        })
      const result = queue.run(work, client).catch((error: unknown) => error)
      results.set(name, result)
    },
    async end(name: string) {
      finishers.get(name)?.()
      await results.get(name)
    },
    result: (name: string) => results.get(name),
  }
}

it('serves clients in turn, so that one with much work delays another by one task (SAFE-4, S22)', async () => {
  const work = manualWork(new WorkQueue(1, 100))
  for (let count = 0; count < 50; count += 1) work.run(`a${count}`, 'a')
  work.run('b0', 'b')
  work.run('b1', 'b')
  await work.end('a0')
  await work.end('a1')
  expect(work.started).toEqual(['a0', 'a1', 'b0'])
  await work.end('b0')
  await work.end('a2')
  expect(work.started.slice(3)).toEqual(['a2', 'b1'])
})

it('refuses the newest task of the client with most waiting tasks when the queue is full (SAFE-4, S22)', async () => {
  const work = manualWork(new WorkQueue(1, 4))
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) work.run(name, 'a')
  expect(await work.result('a5')).toBeInstanceOf(QueueFull)
  work.run('b0', 'b')
  work.run('b1', 'b')
  // The newest task of the client with most work went.
  expect(await work.result('a4')).toBeInstanceOf(QueueFull)
  expect(await work.result('a3')).toBeInstanceOf(QueueFull)
  // Both have two waiting: the newest request is refused.
  work.run('b2', 'b')
  expect(await work.result('b2')).toBeInstanceOf(QueueFull)
  for (const name of ['a0', 'a1', 'b0', 'a2', 'b1']) await work.end(name)
  expect(work.started).toEqual(['a0', 'a1', 'b0', 'a2', 'b1'])
})
