/** Counts change events of the catalogue and of each channel, to detect data that was read before an event. */
export class ChangeEventCounter {
  #count = 0
  #lastForAll = 0
  readonly #lastByChannel = new Map<string, number>()

  readonly count = () => this.#count

  /** The count at the last event about this channel. Its data must not be older. */
  lastEventOf(channel: string) {
    return Math.max(this.#lastForAll, this.#lastByChannel.get(channel) ?? 0)
  }

  add(channel: string) {
    this.#count += 1
    this.#lastByChannel.set(channel, this.#count)
  }

  addForAll() {
    this.#count += 1
    this.#lastForAll = this.#count
    this.#lastByChannel.clear()
  }
}
