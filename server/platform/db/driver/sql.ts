import { type Connection, type Rows, type Query } from './connection.ts'
import type { Pool } from './pool.ts'
import { SqlJson, SqlList, SqlName, SqlPart, sqlText, wireValues } from './sql-text.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a row without a named type may hold anything
export type Row = Record<string, any>
type Simple = string | number | bigint | boolean | Date | Uint8Array | null | undefined
export type SqlValue = Simple | SqlValue[]
export type SqlArgument = SqlValue | SqlPart | SqlName | SqlJson | SqlList | readonly SqlPart[]
export type RowList<Result extends readonly object[]> = Result & { readonly count: number }

type Run = (query: Query) => Promise<Rows>

/** A statement. It is sent when it is awaited; inside another statement it is a part of its text. */
export class Statement<Result extends readonly object[] = Row[]>
  extends SqlPart
  implements Promise<RowList<Result>>
{
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #send: (part: SqlPart) => Promise<Rows>
  #answer: Promise<RowList<Result>> | undefined

  constructor(
    strings: readonly string[],
    args: readonly unknown[],
    send: (part: SqlPart) => Promise<Rows>,
  ) {
    super(strings, args)
    this.#send = send
  }

  #start() {
    return (this.#answer ??= this.#send(this) as unknown as Promise<RowList<Result>>)
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a statement sends it
  then<A = RowList<Result>, B = never>(
    onFulfilled?: ((rows: RowList<Result>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#start().then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null) {
    return this.#start().catch(onRejected)
  }

  finally(onFinally?: (() => void) | null) {
    return this.#start().finally(onFinally)
  }
}

export interface SqlTag {
  <Result extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...args: readonly SqlArgument[]
  ): Statement<Result>
  (name: string): SqlName
  (items: readonly unknown[] | object, ...columns: string[]): SqlList
  json(value: unknown): SqlJson
  /** A fixed text. Without values it may contain several statements; the result is that of the last. */
  unsafe<Result extends readonly object[] = Row[]>(
    text: string,
    values?: readonly (SqlValue | SqlJson)[],
    options?: { prepare?: boolean },
  ): Statement<Result>
}
type Results<T> = T extends readonly unknown[] ? { [Key in keyof T]: Awaited<T[Key]> } : T
export interface Transaction extends SqlTag {
  readonly connection: Connection
  savepoint<T>(work: (sql: Transaction) => T | Promise<T>): Promise<Results<T>>
}
export interface Reserved extends SqlTag {
  /** The process id that the server reported at the start of the session. */
  readonly pid: number | null
  readonly connection: Connection
  release(): void
}
export interface Sql extends SqlTag {
  readonly pool: Pool
  begin<T>(work: (sql: Transaction) => T | Promise<T>): Promise<Results<T>>
  begin<T>(mode: string, work: (sql: Transaction) => T | Promise<T>): Promise<Results<T>>
  reserve(): Promise<Reserved>
  end(options?: { timeout?: number }): Promise<void>
}

/** A tag that sends its statements to `run`. */
export function sqlTag(run: Run, isPrepared: boolean): SqlTag {
  const send = (part: SqlPart) => run({ ...sqlText(part), prepared: isPrepared })
  function tag(first: TemplateStringsArray | string | object, ...rest: unknown[]) {
    if (typeof first === 'string') return new SqlName(first)
    if ('raw' in first) return new Statement(first, rest, send)
    return new SqlList(first, rest as string[])
  }
  return Object.assign(tag as SqlTag, {
    json: (value: unknown) => new SqlJson(value),
    unsafe: <Result extends readonly object[]>(
      text: string,
      values: readonly (SqlValue | SqlJson)[] = [],
      { prepare = false } = {},
    ) => {
      const query: Query =
        values.length === 0
          ? { text }
          : { text, values: wireValues(values), prepared: prepare && isPrepared }
      return new Statement<Result>([text], [], () => run(query))
    },
  })
}

export function sqlOf(pool: Pool, isPrepared: boolean): Sql {
  async function begin<T>(mode: string | Work<T>, callback?: Work<T>) {
    const work = typeof mode === 'string' ? callback : mode
    if (!work) throw new TypeError('transaction requires a callback')
    const connection = await pool.acquire()
    try {
      await connection.send({ text: `begin ${typeof mode === 'string' ? mode : ''}` })
      const result = await transaction({ connection, isPrepared, savepoints: 0 }, work)
      await connection.send({ text: 'commit' })
      return result
    } finally {
      pool.release(connection)
    }
  }
  async function reserve(): Promise<Reserved> {
    const connection = await pool.acquire()
    return Object.assign(
      sqlTag((query) => connection.send(query), isPrepared),
      { connection, pid: connection.pid, release: () => pool.release(connection) },
    )
  }
  return Object.assign(
    sqlTag((query) => pool.run(query), isPrepared),
    { pool, begin, reserve, end: (options?: { timeout?: number }) => pool.end(options) },
  )
}

type Work<T> = (sql: Transaction) => T | Promise<T>
type Session = { connection: Connection; isPrepared: boolean; savepoints: number }

/** A transaction fails with its first failed statement, even if the work continued. */
async function transaction<T>(session: Session, work: Work<T>, savepoint?: string) {
  const { connection, isPrepared } = session
  let failure: { error: unknown } | undefined
  const run = (query: Query) => {
    const response = connection.send(query)
    response.catch((error: unknown) => (failure ??= { error }))
    return response
  }
  const sql: Transaction = Object.assign(sqlTag(run, isPrepared), {
    connection,
    savepoint: async <R>(work: Work<R>) => {
      const name = `s${(session.savepoints += 1)}`
      await run({ text: `savepoint ${name}` })
      return transaction(session, work, name)
    },
  })
  try {
    const started = work(sql)
    const result = await (Array.isArray(started) ? Promise.all(started) : started)
    if (failure) throw failure.error
    return result as Results<T>
  } catch (error) {
    await rollback(connection, savepoint)
    throw isAborted(error) && failure ? failure.error : error
  }
}

/** A connection whose rollback failed is not used again. */
async function rollback(connection: Connection, savepoint?: string) {
  try {
    await connection.send({ text: savepoint ? `rollback to ${savepoint}` : 'rollback' })
  } catch {
    connection.isUsable = false
  }
}

const isAborted = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '25P02'
