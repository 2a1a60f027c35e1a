import { randomBytes } from 'node:crypto'
import net from 'node:net'

import pg from 'pg'

import { typeParsers } from './type-parsers.ts'

/** A statement to send. Text alone may contain several statements; a prepared one is parsed once per connection. */
export type Query = { text: string; values?: unknown[]; prepared?: boolean }
export type Rows = Record<string, unknown>[] & { readonly count: number }

export type HostSettings = {
  host: string
  port: number
  user?: string | undefined
  password?: string | undefined
  database: string
  ssl: boolean | { rejectUnauthorized: boolean }
  /** Session settings sent at the start. */
  parameters: Record<string, string>
  connectMs: number
  /** If false, a statement is sent only after the previous one was answered, and none is prepared. */
  pipelined: boolean
}

/** One database session. */
export class Connection {
  readonly client: pg.Client
  readonly socket: net.Socket
  /** False after the connection is lost, or if its server turned out to be a standby. */
  isUsable = true
  onResponse = () => {}
  readonly #pipelined: boolean
  #lostError: Error | undefined
  #lastResponse: Promise<unknown> = Promise.resolve()
  /** Behind a pool that is not configured as one, another process must not find our statement under its own name. */
  readonly #prefix = randomBytes(6).toString('hex')
  readonly #statementNames = new Map<string, string>()
  #preparedCount = 0

  constructor({ parameters, connectMs, pipelined, ...settings }: HostSettings) {
    this.socket = new net.Socket()
    this.#pipelined = pipelined
    this.client = new pg.Client({
      ...settings,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 60_000,
      pipeline: pipelined,
      stream: () => this.socket,
      types: typeParsers,
    })
    // The package's type has only a few session parameters.
    const { user, database } = this.client
    Object.assign(this.client, { getStartupConf: () => ({ user, database, ...parameters }) })
    this.client.on('error', (error) => this.#markLost(error))
    this.client.on('end', () => this.#markLost(connectionError('CONNECTION_CLOSED')))
  }

  async open() {
    try {
      await this.client.connect()
    } catch (error) {
      this.destroy()
      throw error instanceof Error ? this.#convertError(error) : error
    }
  }

  send(query: Query): Promise<Rows> {
    if (this.#lostError) return Promise.reject(this.#lostError)
    if (this.#pipelined) return this.#sendNow(query)
    const response = this.#lastResponse.then(() => this.#sendNow(query))
    this.#lastResponse = response.catch(() => {})
    return response
  }

  async #sendNow(query: Query): Promise<Rows> {
    try {
      return await this.#execute(query)
    } catch (error) {
      if (!isStalePlan(error) || !query.prepared) throw error
      // A table has changed since the statement was prepared, so it is prepared again under a new name.
      this.#statementNames.delete(query.text)
      try {
        return await this.#execute(query)
      } catch (retryError) {
        throw isAborted(retryError) ? error : retryError
      }
    }
  }

  #execute({ text, values, prepared }: Query): Promise<Rows> {
    const name = prepared ? { name: this.#nameOf(text) } : {}
    return new Promise((resolve, reject) => {
      this.client.query(
        { text, ...name, ...(values ? { values } : {}) },
        (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) => {
          if (error && !(error instanceof pg.DatabaseError))
            return reject(this.#convertError(error))
          this.onResponse()
          if (error) reject(this.#convertError(error))
          else resolve(rowsOf(result))
        },
      )
    })
  }

  #nameOf(text: string) {
    const existing = this.#statementNames.get(text)
    if (existing !== undefined) return existing
    const name = `${this.#prefix}_${(this.#preparedCount += 1)}`
    this.#statementNames.set(text, name)
    return name
  }

  #convertError(error: Error) {
    if (error instanceof pg.DatabaseError) {
      // The server is read-only: after a failover it has become a standby.
      if (error.code === '25006' || error.severity === 'FATAL') this.isUsable = false
      return error
    }
    if (error.message === 'timeout expired') return connectionError('CONNECT_TIMEOUT', error)
    return CONNECTION_LOST.test(error.message) ? connectionError('CONNECTION_CLOSED', error) : error
  }

  #markLost(error: Error) {
    this.#lostError ??= this.#convertError(error)
    this.isUsable = false
  }

  /** Copies rows, on a connection that is not pipelined. */
  stream<Copy extends pg.Submittable>(copy: Copy): Copy {
    return this.client.query(copy)
  }

  /** The process id that the server reported at the start of the session. */
  get pid() {
    return (this.client as pg.Client & { processID: number | null }).processID
  }

  /** Closes the session after all responses have arrived. */
  async end() {
    this.isUsable = false
    await this.client.end()
  }

  destroy() {
    this.isUsable = false
    this.socket.destroy()
  }
}

/** Errors of the driver itself, which have no code. */
const CONNECTION_LOST =
  /^(?:Connection terminated|Client was closed|Client has encountered a connection error)/

export function connectionError(code: string, cause?: unknown) {
  const error = new Error(`the connection to the database failed: ${code}`, { cause })
  return Object.assign(error, { code })
}

function rowsOf(result: pg.QueryResult | pg.QueryResult[]) {
  const last = Array.isArray(result) ? result.at(-1) : result
  const rows = last?.rows ?? []
  return Object.defineProperty(rows, 'count', { value: last?.rowCount ?? 0 }) as Rows
}

const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.routine === 'RevalidateCachedQuery' || error.routine === 'FetchPreparedStatement')
const isAborted = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25P02'
