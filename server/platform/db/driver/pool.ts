import { setTimeout as pause } from 'node:timers/promises'

import { type Connection, connectionError, type Rows, type Query } from './connection.ts'
import { type Hosts, openFirst } from './hosts.ts'

export type PoolSettings = {
  hosts: Hosts
  max: number
  /** An idle connection is closed after this time; 0 keeps it, because a new one costs more. */
  idleMs: number
  /** A request for a connection fails after this time without any answer of the database; 0: it waits. */
  timeoutMs: number
}

/** State shared by the pools of one database. */
export class PoolFamily {
  readonly open = new Set<Connection>()
  /** Counts the responses of the database. */
  responses = 0
}

type Waiting = {
  since: number
  resolve: (connection: Connection) => void
  reject: (error: unknown) => void
}

const CHECK_MS = 250
/** The number of checks without a response after which the database counts as unreachable. */
const SILENT_CHECKS = 4
const RECONNECT_MS = 500

/** The connections to one database. Each is lent to one statement or one transaction at a time. */
export class Pool {
  readonly settings: PoolSettings
  readonly family: PoolFamily
  readonly #open = new Set<Connection>()
  #idle: Connection[] = []
  #waiting: Waiting[] = []
  #size = 0
  #failures = 0
  #checkTimer: NodeJS.Timeout | undefined
  #ended = false
  readonly #idleTimers = new WeakMap<Connection, NodeJS.Timeout>()

  constructor(settings: PoolSettings, family = new PoolFamily()) {
    this.settings = settings
    this.family = family
  }

  async run(query: Query): Promise<Rows> {
    const connection = this.#takeIdle() ?? (await this.acquire())
    try {
      return await connection.send(query)
    } finally {
      this.release(connection)
    }
  }

  acquire(): Promise<Connection> {
    if (this.#ended) return Promise.reject(connectionError('CONNECTION_ENDED'))
    const idle = this.#takeIdle()
    if (idle) return Promise.resolve(idle)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ since: performance.now(), resolve, reject })
      if (this.#size < this.settings.max) void this.#openConnection()
      if (this.settings.timeoutMs > 0) this.#checkWaiting()
    })
  }

  release(connection: Connection) {
    if (!connection.isUsable) return this.#discard(connection)
    const next = this.#waiting.shift()
    if (next) return next.resolve(connection)
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
      this.#idle = this.#idle.filter((idle) => idle !== connection)
      this.#discard(connection)
    }, this.settings.idleMs)
    this.#idleTimers.set(connection, timer.unref())
  }

  async #openConnection() {
    this.#size += 1
    try {
      if (this.#failures > 0) await pause(backoff(this.#failures))
      const connection = await this.openOutsidePool()
      this.#failures = 0
      this.release(connection)
    } catch (error) {
      this.#failures += 1
      this.#size -= 1
      this.#waiting.shift()?.reject(error)
      this.#replace()
    }
  }

  /** A connection outside the pool. */
  async openOutsidePool(): Promise<Connection> {
    if (this.#ended) throw connectionError('CONNECTION_ENDED')
    return openFirst(this.settings.hosts, (connection) => this.#track(connection))
  }

  #track(connection: Connection) {
    const { open } = this.family
    open.add(connection)
    this.#open.add(connection)
    connection.onResponse = () => (this.family.responses += 1)
    connection.socket.once('close', () => {
      open.delete(connection)
      this.#open.delete(connection)
    })
  }

  #discard(connection: Connection) {
    this.#size -= 1
    connection.end().catch(() => connection.destroy())
    this.#replace()
  }

  #replace() {
    if (this.#waiting.length > 0 && this.#size < this.settings.max) void this.#openConnection()
  }

  #checkWaiting() {
    if (this.#checkTimer) return
    let lastCount = this.family.responses
    let silentChecks = 0
    this.#checkTimer = setInterval(() => {
      silentChecks = lastCount === this.family.responses ? silentChecks + 1 : 0
      lastCount = this.family.responses
      const deadline = performance.now() - this.settings.timeoutMs
      const expired =
        silentChecks < SILENT_CHECKS ? [] : this.#waiting.filter(({ since }) => since < deadline)
      this.#waiting.splice(0, expired.length)
      for (const { reject } of expired) reject(connectionError('CONNECT_TIMEOUT'))
      if (this.#waiting.length > 0) return
      clearInterval(this.#checkTimer)
      this.#checkTimer = undefined
    }, CHECK_MS)
  }

  /** Destroys every connection of the family, so that waiting queries fail now. */
  destroyConnections() {
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
      [...this.#open].map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))),
    )
    if (timeout === undefined) return void (await closed)
    const stop = new AbortController()
    const late = pause(timeout * 1000, undefined, { signal: stop.signal }).catch(() => {})
    await Promise.race([closed, late])
    stop.abort()
    for (const waiting of this.#waiting.splice(0))
      waiting.reject(connectionError('CONNECTION_DESTROYED'))
    for (const connection of this.#open) connection.destroy()
    await closed
  }
}

const backoff = (failures: number) =>
  (0.5 + Math.random() / 2) * Math.min(2 * 2 ** failures, RECONNECT_MS)
