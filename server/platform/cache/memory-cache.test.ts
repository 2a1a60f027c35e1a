import { describe, expect, it } from 'vitest'

import { Memory } from '#server/platform/cache/memory-cache.ts'

const MEGABYTE = 1_000_000
const sized = (bytes: number) => ({ bytes })
const sizeOf = (thing: { bytes: number }) => thing.bytes

describe('what a process remembers (B50)', () => {
  it('stays within one bound for all caches, and evicts the least recently used entries first', () => {
    const memory = new Memory(MEGABYTE)
    const one = memory.region<number, { bytes: number }>('ones', sizeOf)
    const other = memory.region<string, { bytes: number }>('others', sizeOf)
    for (let key = 0; key < 8; key += 1) one.store(key, sized(100_000))
    expect(one.find(0)).toBeDefined()
    other.store('a', sized(100_000))
    other.store('b', sized(100_000))
    expect(memory.bytes).toBeLessThanOrEqual(MEGABYTE)
    expect(one.peek(0)).toBeDefined()
    expect(one.peek(1)).toBeUndefined()
    expect([other.peek('a'), other.peek('b')]).toEqual([sized(100_000), sized(100_000)])
  })

  it('is cleared a place at a time, and a place that was closed keeps nothing', () => {
    const memory = new Memory(MEGABYTE)
    const [one, other] = [0, 1].map(() => memory.region<string, { bytes: number }>('lists', sizeOf))
    one?.store('x', sized(1000))
    other?.store('x', sized(1000))
    one?.close()
    expect(one?.find('x')).toBeUndefined()
    expect(other?.find('x')).toBeDefined()
    one?.store('x', sized(1000))
    expect(one?.find('x')).toBeUndefined()
    other?.clear()
    expect(memory.bytes).toBe(0)
    expect(memory.metrics()).toEqual([
      { kind: 'lists', bytes: 0, entries: 0, hits: 1, misses: 2, evictions: 0 },
    ])
  })

  it('makes room for what is held, but never gives up all that comes and goes', () => {
    const memory = new Memory(MEGABYTE)
    const gone: number[] = []
    const cache = memory.region<number, { bytes: number }>('channels', sizeOf, (_, key) =>
      gone.push(key),
    )
    for (let key = 0; key < 9; key += 1) cache.store(key, sized(100_000))
    const products = memory.reserve('products')
    products.add(500_000, 1)
    expect(memory.bytes).toBeLessThanOrEqual(MEGABYTE)
    expect(gone).toEqual([0, 1, 2, 3, 4])
    products.add(5 * MEGABYTE, 1)
    expect(cache.size).toBe(2)
    products.add(-5 * MEGABYTE, -1)
    expect(memory.metrics().find(({ kind }) => kind === 'products')).toMatchObject({
      bytes: 500_000,
      entries: 1,
    })
  })

  it('weighs what has grown, and lets nothing in that is larger than all there is', () => {
    const memory = new Memory(MEGABYTE)
    const left: string[] = []
    const cache = memory.region<string, { bytes: number }>('channels', sizeOf, (_, key) =>
      left.push(key),
    )
    const grown = sized(1000)
    cache.store('old', sized(1000))
    cache.store('grown', grown)
    grown.bytes = 999_000
    cache.updateSize('grown')
    expect(left).toEqual(['old'])
    expect(cache.peek('grown')).toBe(grown)
    cache.store('huge', sized(2 * MEGABYTE))
    expect(cache.peek('huge')).toBeUndefined()
    expect(memory.bytes).toBeLessThanOrEqual(MEGABYTE)
  })
})
