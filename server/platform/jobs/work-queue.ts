/** Thrown when the queue is too long to wait for. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

type Waiting = { start: () => void; reject: (error: QueueFull) => void }

/**
 * Limits running and waiting work. Clients take turns, so that one with much work delays the others by one task at
 * most. If the queue is full, the client with the most waiting tasks loses its newest one.
 */
export class WorkQueue {
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #count = 0

  constructor(
    readonly maxRunning: number,
    readonly maxWaiting: number,
  ) {}

  async run<T>(work: () => Promise<T>, client = ''): Promise<T> {
    // A finished task passes its slot to the next one, so that no new call takes it in between.
    if (this.#running >= this.maxRunning) await this.#waitForTurn(client)
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
    if (this.#count >= this.maxWaiting) this.#makeRoom(client)
    return new Promise((start, reject) => {
      const tasks = this.#waiting.get(client)
      if (tasks) tasks.push({ start, reject })
      else this.#waiting.set(client, [{ start, reject }])
      this.#count += 1
    })
  }

  #makeRoom(client: string) {
    const ownCount = this.#waiting.get(client)?.length ?? 0
    let [name, longest] = ['', 0]
    for (const [other, { length }] of this.#waiting)
      if (length > longest) [name, longest] = [other, length]
    if (ownCount + 1 >= longest) throw new QueueFull('too much work is waiting')
    this.#take(name, 'newest')?.reject(
      new QueueFull('the slot was given to a caller with fewer requests'),
    )
  }

  #startNext(): boolean {
    const [client] = this.#waiting.keys()
    if (client === undefined) return false
    const next = this.#take(client, 'oldest')
    const remaining = this.#waiting.get(client)
    // Moves the client behind the others.
    if (remaining) {
      this.#waiting.delete(client)
      this.#waiting.set(client, remaining)
    }
    next?.start()
    return true
  }

  #take(client: string, position: 'oldest' | 'newest') {
    const tasks = this.#waiting.get(client)
    const task = position === 'oldest' ? tasks?.shift() : tasks?.pop()
    if (tasks?.length === 0) this.#waiting.delete(client)
    if (task) this.#count -= 1
    return task
  }
}
