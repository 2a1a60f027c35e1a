type Read = { isOld: boolean }

/** Reads in progress by key. A change event for a key makes only the results of its reads stale. */
export class RunningReads<Key> {
  readonly #reads = new Map<Key, Set<Read>>()

  /** Runs a read; `isNew` is true if the key was not invalidated meanwhile, so that the result may be cached. */
  async run<Answer>(key: Key, ask: () => Promise<Answer>): Promise<[Answer, boolean]> {
    const read = { isOld: false }
    const others = this.#reads.get(key) ?? new Set()
    others.add(read)
    this.#reads.set(key, others)
    try {
      const answer = await ask()
      return [answer, !read.isOld]
    } finally {
      others.delete(read)
      if (others.size === 0 && this.#reads.get(key) === others) this.#reads.delete(key)
    }
  }

  hear(key: Key) {
    for (const read of this.#reads.get(key) ?? []) read.isOld = true
  }

  hearAll() {
    for (const reads of this.#reads.values()) for (const read of reads) read.isOld = true
  }
}
