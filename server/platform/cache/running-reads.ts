type Read = { isStale: boolean }

/** Reads in progress by key. A change event for a key makes only the results of its reads stale. */
export class RunningReads<Key> {
  readonly #reads = new Map<Key, Set<Read>>()

  /** Runs a read; `isNew` is true if the key was not invalidated meanwhile, so that the result may be cached. */
  async run<Answer>(key: Key, load: () => Promise<Answer>): Promise<[Answer, boolean]> {
    const read = { isStale: false }
    const reads = this.#reads.get(key) ?? new Set()
    reads.add(read)
    this.#reads.set(key, reads)
    try {
      const answer = await load()
      return [answer, !read.isStale]
    } finally {
      reads.delete(read)
      if (reads.size === 0 && this.#reads.get(key) === reads) this.#reads.delete(key)
    }
  }

  markStale(key: Key) {
    for (const read of this.#reads.get(key) ?? []) read.isStale = true
  }

  markAllStale() {
    for (const reads of this.#reads.values()) for (const read of reads) read.isStale = true
  }
}
