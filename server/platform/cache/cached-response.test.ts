import { brotliDecompressSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { CachedResponse, cachedResponses } from '#server/platform/cache/cached-response.ts'
import { Memory } from '#server/platform/cache/memory-cache.ts'

const gifts = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Gift ${n}`, points: n % 20, é: 'café' }))

describe('a cached response (B50)', () => {
  it('is stored compressed for clients that accept it, and has the same bytes for other clients', () => {
    const content = gifts(200)
    const memory = new Memory(10_000_000)
    const [packed, plain] = [cachedResponses(memory, 'packed'), cachedResponses(memory, 'plain')]
    const answer = packed.store('a', new CachedResponse(content).compressedFor('gzip, br'))
    const other = plain.store('a', new CachedResponse(content).compressedFor('gzip, br;q=0'))

    expect(other.compressed).toBeUndefined()
    expect(answer.etag).toBe(other.etag)
    expect(answer.bytes).toEqual(other.bytes)
    expect(brotliDecompressSync(answer.compressed ?? Buffer.alloc(0))).toEqual(other.bytes)
    const [small, large] = ['packed', 'plain'].map(
      (kind) => memory.metrics().find((metrics) => metrics.kind === kind)?.bytes ?? 0,
    )
    expect(small).toBeLessThan((large ?? 0) / 4)
  })

  it('compresses a long response in another thread', async () => {
    const answer = new CachedResponse(gifts(2000)).compressedFor('br')
    expect(answer.compressed).toBeUndefined()
    expect(brotliDecompressSync(await answer.brotli())).toEqual(answer.bytes)
  })
})
