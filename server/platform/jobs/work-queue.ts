/** Thrown when the queue is too long to wait for. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

type Waiting = { start: () => void; refuse: (error: QueueFull) => void }

/**
 * Limits running and waiting work. Clients take turns, so that one with much work delays the others by one task at
 * most. If the queue is full, the client with the most waiting tasks loses its newest one.
 */
export class WorkQueue {
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #count = 0

  constructor(
    readonly atOnce: number,
    readonly mostWaiting: number,
  ) {}

  async run<T>(work: () => Promise<T>, client = ''): Promise<T> {
    // A finished task passes its place to the next one, so that no new call takes it in between.
    if (this.#running >= this.atOnce) await this.#waitForTurn(client)
    else this.#running += 1
    try {
      return await work()
    } finally {
      if (!this.#startNext()) this.#running -= 1
    }
  }

  get waiting() {
    return this.#count
  }

  #waitForTurn(client: string): Promise<void> {
    if (this.#count >= this.mostWaiting) this.#makeRoom(client)
    return new Promise((start, refuse) => {
      const own = this.#waiting.get(client)
      if (own) own.push({ start, refuse })
      else this.#waiting.set(client, [{ start, refuse }])
      this.#count += 1
    })
  }

  #makeRoom(client: string) {
    const own = this.#waiting.get(client)?.length ?? 0
    let [name, most] = ['', 0]
    for (const [other, { length }] of this.#waiting)
      if (length > most) [name, most] = [other, length]
    if (own + 1 >= most) throw new QueueFull('too much work is waiting')
    this.#take(name, 'newest')?.refuse(
      new QueueFull('the slot was given to a caller with fewer requests'),
    )
  }

  #startNext(): boolean {
    const [client] = this.#waiting.keys()
    if (client === undefined) return false
    const next = this.#take(client, 'oldest')
    const rest = this.#waiting.get(client)
    // Moves the client behind the others.
    if (rest) {
      this.#waiting.delete(client)
      this.#waiting.set(client, rest)
    }
    next?.start()
    return true
  }

  #take(client: string, which: 'oldest' | 'newest') {
    const own = this.#waiting.get(client)
    const taken = which === 'oldest' ? own?.shift() : own?.pop()
    if (own?.length === 0) this.#waiting.delete(client)
    if (taken) this.#count -= 1
    return taken
  }
}
