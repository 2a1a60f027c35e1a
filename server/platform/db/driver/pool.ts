import { setTimeout as pause } from 'node:timers/promises'

import { type Connection, connectionError, type Rows, type Sent } from './connection.ts'
import { type Hosts, openFirst } from './hosts.ts'

export type PoolSettings = {
  hosts: Hosts
  max: number
  /** An idle connection is closed after this time; 0 keeps it, because a new one costs more. */
  idleMs: number
  /** A request for a connection fails after this time without any answer of the database; 0: it waits. */
  patienceMs: number
}

/** State shared by the pools of one database. */
export class PoolFamily {
  readonly open = new Set<Connection>()
  /** Counts the responses of the database. */
  heard = 0
}

type Waiting = {
  since: number
  give: (connection: Connection) => void
  fail: (error: unknown) => void
}

const READ_MS = 250
/** The number of checks without a response after which the database counts as unreachable. */
const SILENT_LOOKS = 4
const RECONNECT_MS = 500

/** The connections to one database. Each is lent to one statement or one transaction at a time. */
export class Pool {
  readonly settings: PoolSettings
  readonly family: PoolFamily
  readonly #open = new Set<Connection>()
  #idle: Connection[] = []
  #waiting: Waiting[] = []
  #places = 0
  #losses = 0
  #looking: NodeJS.Timeout | undefined
  #ended = false
  readonly #idleTimers = new WeakMap<Connection, NodeJS.Timeout>()

  constructor(settings: PoolSettings, family = new PoolFamily()) {
    this.settings = settings
    this.family = family
  }

  async run(sent: Sent): Promise<Rows> {
    const connection = this.#takeIdle() ?? (await this.acquire())
    try {
      return await connection.send(sent)
    } finally {
      this.release(connection)
    }
  }

  acquire(): Promise<Connection> {
    if (this.#ended) return Promise.reject(connectionError('CONNECTION_ENDED'))
    const idle = this.#takeIdle()
    if (idle) return Promise.resolve(idle)
    return new Promise((give, fail) => {
      this.#waiting.push({ since: performance.now(), give, fail })
      if (this.#places < this.settings.max) void this.#openOne()
      if (this.settings.patienceMs > 0) this.#look()
    })
  }

  release(connection: Connection) {
    if (!connection.isUsable) return this.#discard(connection)
    const next = this.#waiting.shift()
    if (next) return next.give(connection)
    if (this.#ended) return this.#discard(connection)
    this.#idle.push(connection)
    if (this.settings.idleMs > 0) this.#closeWhenIdle(connection)
  }

  #takeIdle() {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(this.#idleTimers.get(idle))
      if (idle.isUsable) return idle
      this.#discard(idle)
    }
    return undefined
  }

  #closeWhenIdle(connection: Connection) {
    const timer = setTimeout(() => {
      this.#idle = this.#idle.filter((one) => one !== connection)
      this.#discard(connection)
    }, this.settings.idleMs)
    this.#idleTimers.set(connection, timer.unref())
  }

  async #openOne() {
    this.#places += 1
    try {
      if (this.#losses > 0) await pause(backoff(this.#losses))
      const connection = await this.openApart()
      this.#losses = 0
      this.release(connection)
    } catch (error) {
      this.#losses += 1
      this.#places -= 1
      this.#waiting.shift()?.fail(error)
      this.#replace()
    }
  }

  /** A connection outside the pool. */
  async openApart(): Promise<Connection> {
    if (this.#ended) throw connectionError('CONNECTION_ENDED')
    return openFirst(this.settings.hosts, (one) => this.#keep(one))
  }

  #keep(connection: Connection) {
    const { open } = this.family
    open.add(connection)
    this.#open.add(connection)
    connection.onAnswer = () => (this.family.heard += 1)
    connection.socket.once('close', () => {
      open.delete(connection)
      this.#open.delete(connection)
    })
  }

  #discard(connection: Connection) {
    this.#places -= 1
    connection.end().catch(() => connection.destroy())
    this.#replace()
  }

  #replace() {
    if (this.#waiting.length > 0 && this.#places < this.settings.max) void this.#openOne()
  }

  #look() {
    if (this.#looking) return
    let before = this.family.heard
    let silent = 0
    this.#looking = setInterval(() => {
      silent = before === this.family.heard ? silent + 1 : 0
      before = this.family.heard
      const latest = performance.now() - this.settings.patienceMs
      const late = silent < SILENT_LOOKS ? [] : this.#waiting.filter(({ since }) => since < latest)
      this.#waiting.splice(0, late.length)
      for (const { fail } of late) fail(connectionError('CONNECT_TIMEOUT'))
      if (this.#waiting.length > 0) return
      clearInterval(this.#looking)
      this.#looking = undefined
    }, READ_MS)
  }

  /** Destroys every connection of the family, so that waiting queries fail now. */
  tear() {
    for (const { socket } of this.family.open) {
      try {
        socket.resetAndDestroy()
      } catch {
        // A Unix socket cannot be reset.
        socket.destroy()
      }
    }
  }

  /** Waits for running queries for at most this many seconds, then closes every connection. */
  async end({ timeout }: { timeout?: number } = {}) {
    this.#ended = true
    for (let idle = this.#takeIdle(); idle; idle = this.#takeIdle()) this.#discard(idle)
    const closed = Promise.all(
      [...this.#open].map(({ socket }) => new Promise((done) => socket.once('close', done))),
    )
    if (timeout === undefined) return void (await closed)
    const stop = new AbortController()
    const late = pause(timeout * 1000, undefined, { signal: stop.signal }).catch(() => {})
    await Promise.race([closed, late])
    stop.abort()
    for (const waiting of this.#waiting.splice(0))
      waiting.fail(connectionError('CONNECTION_DESTROYED'))
    for (const connection of this.#open) connection.destroy()
    await closed
  }
}

const backoff = (losses: number) =>
  (0.5 + Math.random() / 2) * Math.min(2 * 2 ** losses, RECONNECT_MS)
