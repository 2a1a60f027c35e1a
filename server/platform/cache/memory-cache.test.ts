import { describe, expect, it } from 'vitest'

import { Memory } from '#server/platform/cache/memory-cache.ts'

const MEGABYTE = 1_000_000
const sized = (bytes: number) => ({ bytes })
const sizeOf = (value: { bytes: number }) => value.bytes

describe('the memory cache of a process (B50)', () => {
  it('keeps all caches within one limit, and evicts the least recently used entries first', () => {
    const memory = new Memory(MEGABYTE)
    const first = memory.region<number, { bytes: number }>('ones', sizeOf)
    const second = memory.region<string, { bytes: number }>('others', sizeOf)
    for (let key = 0; key < 8; key += 1) first.store(key, sized(100_000))
    expect(first.find(0)).toBeDefined()
    second.store('a', sized(100_000))
    second.store('b', sized(100_000))
    expect(memory.bytes).toBeLessThanOrEqual(MEGABYTE)
    expect(first.peek(0)).toBeDefined()
    expect(first.peek(1)).toBeUndefined()
    expect([second.peek('a'), second.peek('b')]).toEqual([sized(100_000), sized(100_000)])
  })

  it('clears one cache at a time, and stores nothing in a closed cache', () => {
    const memory = new Memory(MEGABYTE)
    const [first, second] = [0, 1].map(() =>
      memory.region<string, { bytes: number }>('lists', sizeOf),
    )
    first?.store('x', sized(1000))
    second?.store('x', sized(1000))
    first?.close()
    expect(first?.find('x')).toBeUndefined()
    expect(second?.find('x')).toBeDefined()
    first?.store('x', sized(1000))
    expect(first?.find('x')).toBeUndefined()
    second?.clear()
    expect(memory.bytes).toBe(0)
    expect(memory.metrics()).toEqual([
      { kind: 'lists', bytes: 0, entries: 0, hits: 1, misses: 2, evictions: 0 },
    ])
  })

  it('evicts entries for reserved bytes, but always leaves a quarter of the limit to the cache', () => {
    const memory = new Memory(MEGABYTE)
    const evicted: number[] = []
    const cache = memory.region<number, { bytes: number }>('channels', sizeOf, (_, key) =>
      evicted.push(key),
    )
    for (let key = 0; key < 9; key += 1) cache.store(key, sized(100_000))
    const products = memory.reserve('products')
    products.add(500_000, 1)
    expect(memory.bytes).toBeLessThanOrEqual(MEGABYTE)
    expect(evicted).toEqual([0, 1, 2, 3, 4])
    products.add(5 * MEGABYTE, 1)
    expect(cache.size).toBe(2)
    products.add(-5 * MEGABYTE, -1)
    expect(memory.metrics().find(({ kind }) => kind === 'products')).toMatchObject({
      bytes: 500_000,
      entries: 1,
    })
  })

  it('updates the size of a grown entry, and does not store a value larger than the limit', () => {
    const memory = new Memory(MEGABYTE)
    const evicted: string[] = []
    const cache = memory.region<string, { bytes: number }>('channels', sizeOf, (_, key) =>
      evicted.push(key),
    )
    const grown = sized(1000)
    cache.store('old', sized(1000))
    cache.store('grown', grown)
    grown.bytes = 999_000
    cache.updateSize('grown')
    expect(evicted).toEqual(['old'])
    expect(cache.peek('grown')).toBe(grown)
    cache.store('huge', sized(2 * MEGABYTE))
    expect(cache.peek('huge')).toBeUndefined()
    expect(memory.bytes).toBeLessThanOrEqual(MEGABYTE)
  })
})
