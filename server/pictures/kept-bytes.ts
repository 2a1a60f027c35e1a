/** Bytes in memory up to a bound; those not asked for the longest leave first. */
export class KeptBytes {
  readonly #kept = new Map<string, Buffer>()
  #bytes = 0

  constructor(readonly mostBytes: number) {}

  find(name: string): Buffer | undefined {
    const bytes = this.#kept.get(name)
    if (!bytes) return undefined
    // Back to the end of the line: the map's order is the order of use.
    this.#kept.delete(name)
    this.#kept.set(name, bytes)
    return bytes
  }

  keep(name: string, bytes: Buffer) {
    if (bytes.length > this.mostBytes / 8) return
    this.#bytes += bytes.length - (this.#kept.get(name)?.length ?? 0)
    this.#kept.delete(name)
    this.#kept.set(name, bytes)
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.mostBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= length
    }
  }

  get bytes() {
    return this.#bytes
  }
}
