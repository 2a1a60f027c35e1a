import { LRUCache } from 'lru-cache'

export type KindMetrics = {
  kind: string
  bytes: number
  entries: number
  hits: number
  misses: number
  evictions: number
}

type Kept = { bytes: number; leave(): void }
/** Counts insertions. Between two of them nothing is evicted, so the order of use need not be updated. */
type Age = { entered: number }

/** Memory for a key, its two maps and the entry, besides the value: see decision 006. */
const ENTRY_BYTES = 250
/** The cache always has at least a quarter of the limit, whatever else is held. */
const LEAST_SHARE = 4

/**
 * All in-memory caches of a process under one limit in bytes: the least recently used entry leaves first, whichever
 * cache it belongs to. Entries can be loaded again, so losing one only costs time.
 */
export class Memory {
  readonly #kept: LRUCache<Kept, Kept>
  readonly #kinds = new Map<string, KindMetrics>()
  readonly #age: Age = { entered: 0 }
  #held = 0

  constructor(readonly mostBytes: number) {
    this.#kept = new LRUCache<Kept, Kept>({
      maxSize: mostBytes,
      sizeCalculation: ({ bytes }) => bytes,
      // Called after space was made, because a removed entry may remove others.
      disposeAfter: (kept, _, reason) => {
        if (reason === 'evict') kept.leave()
      },
    })
  }

  /** A cache for one kind of values; several caches can share a kind's metrics. */
  region<Key, Value>(
    kind: string,
    sizeOf: (value: Value, key: Key) => number,
    /** Called when an entry is removed to make space, not when it is erased. */
    onLeaving: (value: Value, key: Key) => void = () => {},
  ): CacheRegion<Key, Value> {
    const manners = { sizeOf, onLeaving, makeRoom: () => this.#makeRoom() }
    return new CacheRegion(this.#kept, this.#figuresOf(kind), { manners, age: this.#age })
  }

  /** Reserves bytes for data outside the cache. Entries are removed to make space for it. */
  holding(kind: string): { add(bytes: number, entries: number): void } {
    const figures = this.#figuresOf(kind)
    return {
      add: (bytes, entries) => {
        this.#held += bytes
        figures.bytes += bytes
        figures.entries += entries
        if (bytes > 0) this.#makeRoom()
      },
    }
  }

  figures(): readonly KindMetrics[] {
    return [...this.#kinds.values()]
  }

  get bytes() {
    return this.#kept.calculatedSize + this.#held
  }

  #figuresOf(kind: string): KindMetrics {
    let figures = this.#kinds.get(kind)
    if (!figures) {
      figures = { kind, bytes: 0, entries: 0, hits: 0, misses: 0, evictions: 0 }
      this.#kinds.set(kind, figures)
    }
    return figures
  }

  #makeRoom() {
    for (;;) {
      const room = Math.max(this.mostBytes - this.#held, this.mostBytes / LEAST_SHARE)
      if (this.#kept.calculatedSize <= room) return
      if (this.#kept.pop() === undefined) return
    }
  }
}

type Entry<Key, Value> = Kept & { key: Key; value: Value; usedAt: number }

type Manners<Key, Value> = {
  sizeOf: (value: Value, key: Key) => number
  onLeaving: (value: Value, key: Key) => void
  makeRoom: () => void
}

/** One cache with its own keys, which can be cleared separately. */
export class CacheRegion<Key, Value> {
  readonly #entries = new Map<Key, Entry<Key, Value>>()
  readonly manners: Manners<Key, Value>
  readonly #age: Age
  #isClosed = false

  constructor(
    readonly kept: LRUCache<Kept, Kept>,
    readonly figures: KindMetrics,
    { manners, age }: { manners: Manners<Key, Value>; age: Age },
  ) {
    this.manners = manners
    this.#age = age
  }

  find(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) {
      this.figures.misses += 1
      return undefined
    }
    this.figures.hits += 1
    if (entry.usedAt !== this.#age.entered) {
      entry.usedAt = this.#age.entered
      this.kept.get(entry)
    }
    return entry.value
  }

  /** Without marking it as used and without counting a hit. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key)?.value
  }

  keep(key: Key, value: Value): Value {
    if (this.#isClosed) return value
    this.erase(key)
    const entry: Entry<Key, Value> = {
      key,
      value,
      usedAt: 0,
      bytes: Math.ceil(this.manners.sizeOf(value, key)) + ENTRY_BYTES,
      leave: () => this.#leave(entry),
    }
    this.#enter(entry)
    return value
  }

  /** Updates the size of an entry that changed in place. */
  weigh(key: Key) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.erase(key)
    entry.bytes = Math.ceil(this.manners.sizeOf(entry.value, key)) + ENTRY_BYTES
    this.#enter(entry)
  }

  erase(key: Key) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#count(entry, -1)
    this.kept.delete(entry)
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

  #enter(entry: Entry<Key, Value>) {
    this.#entries.set(entry.key, entry)
    this.#age.entered += 1
    entry.usedAt = this.#age.entered
    this.#count(entry, 1)
    this.kept.set(entry, entry)
    // A value larger than the limit was not stored.
    if (!this.kept.has(entry)) this.#leave(entry)
    this.manners.makeRoom()
  }

  #leave(entry: Entry<Key, Value>) {
    if (this.#entries.get(entry.key) !== entry) return
    this.#entries.delete(entry.key)
    this.#count(entry, -1)
    this.figures.evictions += 1
    this.manners.onLeaving(entry.value, entry.key)
  }

  #count({ bytes }: Kept, sign: 1 | -1) {
    this.figures.bytes += bytes * sign
    this.figures.entries += sign
  }
}
