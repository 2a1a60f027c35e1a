import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

import type { Memory, CacheRegion } from '#server/platform/cache/memory-cache.ts'

const compress = promisify(brotliCompress)

/** Compressing a smaller response in another thread costs more than compressing it here. */
const MAX_SYNC_COMPRESSION = 32 * 1024

export const takesBrotli = (accepted: string | string[] | undefined) =>
  typeof accepted === 'string' && /\bbr\b(?!;q=0(\.0*)?(,|$))/.test(accepted)

/** The bytes of a response, computed once and sent while the data is current. */
export class CachedResponse {
  readonly etag: string
  #bytes: Buffer | undefined
  #brotli: Promise<Buffer> | undefined
  #compressed: Buffer | undefined
  #wasServed = false

  constructor(
    answer: unknown,
    write: (answer: unknown) => string = JSON.stringify,
    readonly type = 'application/json; charset=utf-8',
    /** Headers of the response. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.#bytes = Buffer.from(write(answer))
    this.etag = `"${createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 22)}"`
  }

  static html(page: string, headers: Record<string, string> = {}) {
    return new CachedResponse(page, String, 'text/html; charset=utf-8', headers)
  }

  /** The uncompressed bytes; decompressed if only the compressed form is cached. */
  get bytes(): Buffer {
    return this.#bytes ?? brotliDecompressSync(this.#compressed ?? Buffer.alloc(0))
  }

  /** Compressed on the first request; concurrent requests wait for the same bytes. */
  brotli(): Promise<Buffer> {
    if (this.#compressed) return Promise.resolve(this.#compressed)
    const bytes = this.bytes
    this.#brotli ??= compress(bytes, optionsFor(bytes)).then(
      (compressed) => (this.#compressed = copyToExactSize(compressed)),
    )
    return this.#brotli
  }

  /**
   * Nearly all clients accept compression: compresses before caching and caches only this form, a seventh of the
   * size. Long responses are compressed later in another thread.
   */
  compressedFor(accepted: string | string[] | undefined): this {
    const bytes = this.#bytes
    if (!bytes || bytes.length > MAX_SYNC_COMPRESSION || !takesBrotli(accepted)) return this
    this.#compressed = copyToExactSize(brotliCompressSync(bytes, optionsFor(bytes, FAST_QUALITY)))
    this.#bytes = undefined
    return this
  }

  /** Whether the response was served before, for the metrics. */
  markServed(): boolean {
    const before = this.#wasServed
    this.#wasServed = true
    return before
  }

  /** The compressed bytes, if present, without waiting for a promise. */
  get compressed(): Buffer | undefined {
    return this.#compressed
  }

  /** Includes the expected compressed form, if it does not exist yet. */
  get size(): number {
    return this.#bytes ? this.#bytes.length * 1.25 : (this.#compressed?.length ?? 0)
  }
}

/**
 * Most lists are requested only once: with this level, the server handles a third more requests per second than with
 * GOOD_QUALITY, and each response is a tenth longer.
 */
const FAST_QUALITY = 3
const GOOD_QUALITY = 5

const optionsFor = ({ length }: Buffer, quality = GOOD_QUALITY) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
})

/** Compressed bytes are a slice of a larger buffer, which would stay in memory completely. */
function copyToExactSize(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Cached responses by key, within the process's memory limit. */
export type CachedResponses = CacheRegion<string, CachedResponse>

export const cachedResponses = (memory: Memory, kind: string): CachedResponses =>
  memory.region(kind, (answer, key) => answer.size + key.length * 2 + 300)

export type ResponseLocation = { region: CachedResponses; key: string }

/** Aliases of cached responses: the bytes are cached once under any number of names, and erased with the original. */
export class ResponseAliases {
  readonly #locations: CacheRegion<string, ResponseLocation>

  constructor(memory: Memory, kind: string) {
    this.#locations = memory.region(kind, (_, name) => name.length * 2)
  }

  find(name: string): CachedResponse | undefined {
    const location = this.#locations.find(name)
    return location?.region.find(location.key)
  }

  store(name: string, { region, key }: ResponseLocation) {
    this.#locations.store(name, { region, key })
  }

  clear() {
    this.#locations.clear()
  }

  close() {
    this.#locations.close()
  }
}
