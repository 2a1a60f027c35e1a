import {
  readVocabulary,
  type Vocabulary,
} from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import type { Memory } from '#server/platform/cache/memory-cache.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** The vocabulary of all channels, read on first use. */
export class CachedVocabulary {
  readonly #memoryUse: ReturnType<Memory['reserve']>
  #promise: Promise<Vocabulary> | undefined
  #bytes = 0

  constructor(
    readonly sql: Sql,
    memory: Memory,
  ) {
    this.#memoryUse = memory.reserve('vocabulary')
  }

  read(): Promise<Vocabulary> {
    if (this.#promise) return this.#promise
    const promise = readVocabulary(this.sql).catch((error: unknown) => {
      if (this.#promise === promise) this.#promise = undefined
      throw error
    })
    // Errors are reported to the caller of `read`.
    void promise.then(
      ({ bytes }) => {
        this.#memoryUse.add(bytes - this.#bytes, this.#bytes === 0 ? 1 : 0)
        this.#bytes = bytes
      },
      () => {},
    )
    return (this.#promise = promise)
  }

  erase() {
    this.#promise = undefined
  }
}
