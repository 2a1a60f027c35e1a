import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { repeat } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 1000
const log = { warn: vi.fn() }

beforeEach(() => {
  log.warn.mockClear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('a recurring job', () => {
  it('runs once at a time, even if a run takes longer than the interval (B46)', async () => {
    const finishers: (() => void)[] = []
    const run = vi.fn(() => new Promise<void>((finish) => finishers.push(finish)))
    const recurring = repeat(log, [{ everyMs: EVERY_MS, failureMessage: 'no', run }])
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS)
    expect(run).toHaveBeenCalledTimes(1)
    finishers[0]?.()
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(run).toHaveBeenCalledTimes(2)
    let hasStopped = false
    const stopping = recurring.stop().then(() => (hasStopped = true))
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(hasStopped).toBe(false)
    finishers[1]?.()
    await stopping
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('runs again at once while there is more work, and at its interval after a failure (B46)', async () => {
    const results = [8, 8, 3]
    const run = vi.fn(async () => {
      const next = results.shift()
      if (next === undefined) throw new Error('away')
      return next
    })
    const more = (count: number) => count === 8
    const recurring = repeat(log, [{ everyMs: EVERY_MS, failureMessage: 'later again', run, more }])
    await vi.advanceTimersByTimeAsync(EVERY_MS + 5)
    expect(run).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(run).toHaveBeenCalledTimes(4)
    expect(log.warn).toHaveBeenCalledWith({ err: expect.any(Error), failures: 1 }, 'later again')
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(run).toHaveBeenCalledTimes(5)
    await recurring.stop()
  })

  it('signals a running job to stop (B46)', async () => {
    const abortedStates: boolean[] = []
    let finish = () => {}
    const run = async (signal: AbortSignal) => {
      abortedStates.push(signal.aborted)
      await new Promise<void>((done) => (finish = done))
      abortedStates.push(signal.aborted)
    }
    const recurring = repeat(log, [{ everyMs: EVERY_MS, failureMessage: 'no', run }])
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    const stopping = recurring.stop()
    finish()
    await stopping
    expect(abortedStates).toEqual([false, true])
  })

  it('runs at the start, and less often while it fails', async () => {
    let mustFail = true
    const run = vi.fn(async () => {
      if (mustFail) throw new Error('away')
    })
    const waitAfter = (_: unknown, failures: number) => EVERY_MS * 2 ** failures
    const recurring = repeat(log, [
      { everyMs: EVERY_MS, atStart: true, failureMessage: 'later again', run, waitAfter },
    ])
    await vi.advanceTimersByTimeAsync(5)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS)
    expect(run).toHaveBeenCalledTimes(2)
    mustFail = false
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
    expect(run).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(run).toHaveBeenCalledTimes(3)
    mustFail = true
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(run).toHaveBeenCalledTimes(4)
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS)
    expect(run).toHaveBeenCalledTimes(5)
    await recurring.stop()
  })

  it('waits at the stop for work that a run has started without waiting', async () => {
    let finish = () => {}
    const ended = new Promise<void>((done) => (finish = done))
    const run = async () => {}
    const recurring = repeat(log, [
      { everyMs: EVERY_MS, failureMessage: 'no', run, ended: () => ended },
    ])
    let hasStopped = false
    const stopping = recurring.stop().then(() => (hasStopped = true))
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(hasStopped).toBe(false)
    finish()
    await stopping
  })
})
