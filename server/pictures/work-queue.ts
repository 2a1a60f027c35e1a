/** Thrown when there is so much to do already that waiting would be longer than anybody's patience. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** So many pieces of work at once, so many waiting, and no more. */
export class WorkQueue {
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(
    readonly atOnce: number,
    readonly mostWaiting: number,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) {
      if (this.#waiting.length >= this.mostWaiting) throw new QueueFull('too much work is waiting')
      // Whoever ends hands over its place, so that nobody slips in between.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  get waiting() {
    return this.#waiting.length
  }
}
