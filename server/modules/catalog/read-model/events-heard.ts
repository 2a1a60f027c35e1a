/** Counts change events of the catalogue and of each channel, to detect data that was read before an event. */
export class EventsHeard {
  #now = 0
  #ofAll = 0
  readonly #of = new Map<string, number>()

  readonly now = () => this.#now

  /** Channel data must be at least as new as the last change event about it. */
  since(channel: string) {
    return Math.max(this.#ofAll, this.#of.get(channel) ?? 0)
  }

  hear(channel: string) {
    this.#now += 1
    this.#of.set(channel, this.#now)
  }

  hearOfAll() {
    this.#ofAll = this.#now += 1
    this.#of.clear()
  }
}
