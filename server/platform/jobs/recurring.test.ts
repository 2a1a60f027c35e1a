import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { repeat } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 1000
const log = { warn: vi.fn() }

beforeEach(() => {
  log.warn.mockClear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('what a process looks at by itself', () => {
  it('is looked at once at a time, however long a look takes (B46)', async () => {
    const ends: (() => void)[] = []
    const look = vi.fn(() => new Promise<void>((end) => ends.push(end)))
    const looking = repeat(log, [{ everyMs: EVERY_MS, failed: 'no', look }])
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS)
    expect(look).toHaveBeenCalledTimes(1)
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(look).toHaveBeenCalledTimes(2)
    let over = false
    const stopping = looking.stop().then(() => (over = true))
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(over).toBe(false)
    ends[1]?.()
    await stopping
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS)
    expect(look).toHaveBeenCalledTimes(2)
  })

  it('is looked at again at once while there is more, and in its time after a failure (B46)', async () => {
    const found = [8, 8, 3]
    const look = vi.fn(async () => {
      const next = found.shift()
      if (next === undefined) throw new Error('away')
      return next
    })
    const more = (count: number) => count === 8
    const looking = repeat(log, [{ everyMs: EVERY_MS, failed: 'later again', look, more }])
    await vi.advanceTimersByTimeAsync(EVERY_MS + 5)
    expect(look).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(look).toHaveBeenCalledTimes(4)
    expect(log.warn).toHaveBeenCalledWith({ err: expect.any(Error), failures: 1 }, 'later again')
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(look).toHaveBeenCalledTimes(5)
    await looking.stop()
  })

  it('says to a long look that it is to end (B46)', async () => {
    const saw: boolean[] = []
    let end = () => {}
    const look = async (signal: AbortSignal) => {
      saw.push(signal.aborted)
      await new Promise<void>((done) => (end = done))
      saw.push(signal.aborted)
    }
    const looking = repeat(log, [{ everyMs: EVERY_MS, failed: 'no', look }])
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    const stopping = looking.stop()
    end()
    await stopping
    expect(saw).toEqual([false, true])
  })

  it('is looked at at the start, and less often while it fails', async () => {
    let fails = true
    const look = vi.fn(async () => {
      if (fails) throw new Error('away')
    })
    const waitAfter = (_: unknown, failures: number) => EVERY_MS * 2 ** failures
    const looking = repeat(log, [
      { everyMs: EVERY_MS, atStart: true, failed: 'later again', look, waitAfter },
    ])
    await vi.advanceTimersByTimeAsync(5)
    expect(look).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS)
    expect(look).toHaveBeenCalledTimes(2)
    fails = false
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS)
    expect(look).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(look).toHaveBeenCalledTimes(3)
    fails = true
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(look).toHaveBeenCalledTimes(4)
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS)
    expect(look).toHaveBeenCalledTimes(5)
    await looking.stop()
  })

  it('is waited for where a look has started it without waiting', async () => {
    let end = () => {}
    const ending = new Promise<void>((done) => (end = done))
    const look = async () => {}
    const looking = repeat(log, [{ everyMs: EVERY_MS, failed: 'no', look, ended: () => ending }])
    let over = false
    const stopping = looking.stop().then(() => (over = true))
    await vi.advanceTimersByTimeAsync(EVERY_MS)
    expect(over).toBe(false)
    end()
    await stopping
  })
})
