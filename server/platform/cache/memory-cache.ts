import { LRUCache } from 'lru-cache'

export type KindMetrics = {
  kind: string
  bytes: number
  entries: number
  hits: number
  misses: number
  evictions: number
}

type StoredEntry = { bytes: number; onEvicted(): void }
/** Counts insertions. Between two of them nothing is evicted, so the order of use need not be updated. */
type InsertionCount = { count: number }

/** Memory for a key, its two maps and the entry, besides the value: see decision 006. */
const ENTRY_BYTES = 250
/** The cache always has at least a quarter of the limit, whatever else is reserved. */
const MIN_SHARE = 4

/**
 * All in-memory caches of a process under one limit in bytes: the least recently used entry leaves first, whichever
 * cache it belongs to. Entries can be loaded again, so losing one only costs time.
 */
export class Memory {
  readonly #entries: LRUCache<StoredEntry, StoredEntry>
  readonly #kinds = new Map<string, KindMetrics>()
  readonly #insertions: InsertionCount = { count: 0 }
  #reservedBytes = 0

  constructor(readonly maxBytes: number) {
    this.#entries = new LRUCache<StoredEntry, StoredEntry>({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      // Called after space was made, because a removed entry may remove others.
      disposeAfter: (entry, _, reason) => {
        if (reason === 'evict') entry.onEvicted()
      },
    })
  }

  /** A cache for one kind of values; several caches can share a kind's metrics. */
  region<Key, Value>(
    kind: string,
    sizeOf: (value: Value, key: Key) => number,
    /** Called when an entry is removed to make space, not when it is erased. */
    onEvict: (value: Value, key: Key) => void = () => {},
  ): CacheRegion<Key, Value> {
    const options = { sizeOf, onEvict, evict: () => this.#evict() }
    return new CacheRegion(this.#entries, this.#metricsOf(kind), {
      options,
      insertions: this.#insertions,
    })
  }

  /** Reserves bytes for data outside the cache. Entries are removed to make space for it. */
  reserve(kind: string): { add(bytes: number, entries: number): void } {
    const metrics = this.#metricsOf(kind)
    return {
      add: (bytes, entries) => {
        this.#reservedBytes += bytes
        metrics.bytes += bytes
        metrics.entries += entries
        if (bytes > 0) this.#evict()
      },
    }
  }

  metrics(): readonly KindMetrics[] {
    return [...this.#kinds.values()]
  }

  get bytes() {
    return this.#entries.calculatedSize + this.#reservedBytes
  }

  #metricsOf(kind: string): KindMetrics {
    let metrics = this.#kinds.get(kind)
    if (!metrics) {
      metrics = { kind, bytes: 0, entries: 0, hits: 0, misses: 0, evictions: 0 }
      this.#kinds.set(kind, metrics)
    }
    return metrics
  }

  #evict() {
    for (;;) {
      const maxEntryBytes = Math.max(this.maxBytes - this.#reservedBytes, this.maxBytes / MIN_SHARE)
      if (this.#entries.calculatedSize <= maxEntryBytes) return
      if (this.#entries.pop() === undefined) return
    }
  }
}

type Entry<Key, Value> = StoredEntry & { key: Key; value: Value; usedAt: number }

type RegionOptions<Key, Value> = {
  sizeOf: (value: Value, key: Key) => number
  onEvict: (value: Value, key: Key) => void
  evict: () => void
}

/** One cache with its own keys, which can be cleared separately. */
export class CacheRegion<Key, Value> {
  readonly #entries = new Map<Key, Entry<Key, Value>>()
  readonly options: RegionOptions<Key, Value>
  readonly #insertions: InsertionCount
  #isClosed = false

  constructor(
    readonly lru: LRUCache<StoredEntry, StoredEntry>,
    readonly metrics: KindMetrics,
    { options, insertions }: { options: RegionOptions<Key, Value>; insertions: InsertionCount },
  ) {
    this.options = options
    this.#insertions = insertions
  }

  find(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) {
      this.metrics.misses += 1
      return undefined
    }
    this.metrics.hits += 1
    if (entry.usedAt !== this.#insertions.count) {
      entry.usedAt = this.#insertions.count
      this.lru.get(entry)
    }
    return entry.value
  }

  /** Without marking it as used and without counting a hit. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key)?.value
  }

  store(key: Key, value: Value): Value {
    if (this.#isClosed) return value
    this.erase(key)
    const entry: Entry<Key, Value> = {
      key,
      value,
      usedAt: 0,
      bytes: Math.ceil(this.options.sizeOf(value, key)) + ENTRY_BYTES,
      onEvicted: () => this.#handleEviction(entry),
    }
    this.#insert(entry)
    return value
  }

  /** Updates the size of an entry that changed in place. */
  updateSize(key: Key) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.erase(key)
    entry.bytes = Math.ceil(this.options.sizeOf(entry.value, key)) + ENTRY_BYTES
    this.#insert(entry)
  }

  erase(key: Key) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#count(entry, -1)
    this.lru.delete(entry)
  }

  clear() {
    for (const key of this.#entries.keys()) this.erase(key)
  }

  /** Clears the cache for good and stores nothing more. */
  close() {
    this.#isClosed = true
    this.clear()
  }

  *values(): Generator<Value> {
    for (const { value } of this.#entries.values()) yield value
  }

  get size() {
    return this.#entries.size
  }

  #insert(entry: Entry<Key, Value>) {
    this.#entries.set(entry.key, entry)
    this.#insertions.count += 1
    entry.usedAt = this.#insertions.count
    this.#count(entry, 1)
    this.lru.set(entry, entry)
    // A value larger than the limit was not stored.
    if (!this.lru.has(entry)) this.#handleEviction(entry)
    this.options.evict()
  }

  #handleEviction(entry: Entry<Key, Value>) {
    if (this.#entries.get(entry.key) !== entry) return
    this.#entries.delete(entry.key)
    this.#count(entry, -1)
    this.metrics.evictions += 1
    this.options.onEvict(entry.value, entry.key)
  }

  #count({ bytes }: StoredEntry, sign: 1 | -1) {
    this.metrics.bytes += bytes * sign
    this.metrics.entries += sign
  }
}
