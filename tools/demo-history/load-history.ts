import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

import { from as copyFrom } from 'pg-copy-streams'

import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { storeEmployerStatistics } from '#server/modules/employers/employer-statistics.sql.ts'
import type { Config } from '#server/platform/config/config.ts'
import { publicUrl } from '#server/platform/config/public-url.ts'
import { poolLike, type Queries, type Sql } from '#server/platform/db/database.ts'
import type { Reserved } from '#server/platform/db/driver/sql.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { endHistory } from '#tools/demo-history/pending-history.sql.ts'
import { HistoryHead } from '#tools/demo-history/history-rows.ts'
import { ownSecrets } from '#tools/demo-history/own-secrets.ts'
import { createRowShifter } from '#tools/demo-history/shift-days.ts'

export const HISTORY_FOLDER = path.join(projectRoot, 'demo/history')
const ROWS_AT_ONCE = 1000
/** The address of the shop that the history was played in, which is in its mails and payments. */
const PLAYED_URL = /http:\/\/127\.0\.0\.1:\d+/g
/** The number of days between two deliveries of stock. */
const DELIVERED_EVERY_DAYS = 28

const decompress = promisify(brotliDecompress)

export async function readHistoryHead(): Promise<HistoryHead> {
  const text = await readFile(path.join(HISTORY_FOLDER, 'head.json'), 'utf8')
  return HistoryHead.parse(JSON.parse(text))
}

/** Rows that are added before the history is loaded get later numbers. */
export async function reserveNumbers(sql: Queries): Promise<void> {
  const { sequences } = await readHistoryHead()
  await sql`
    select setval(name::regclass, next, false)
    from jsonb_to_recordset(${sql.json(
      Object.entries(sequences).map(([name, next]) => ({ name, next })),
    )}) as reserved (name text, next bigint)`
}

type LoadOptions = {
  /** The owner of the tables, who may turn off triggers and foreign keys. */
  owner: Sql
  config: Config
  now: number
  abort?: AbortSignal | undefined
}

/** Adds the rows of the played history, with dates that end today. All of them or none. */
export async function loadHistory({ owner, config, now, abort }: LoadOptions): Promise<void> {
  const head = await readHistoryHead()
  const compressed = await readFile(path.join(HISTORY_FOLDER, 'rows.br'))
  const lines = (await decompress(compressed)).toString('utf8').split('\n')
  const shift = createRowShifter(head, now)
  const prepareRow = (row: string) => shift(row).replaceAll(PLAYED_URL, publicUrl(config))
  const pool = poolLike(owner, 1, { pipelined: false })
  const connection = await pool.reserve()
  try {
    await connection`begin`
    await connection`set local statement_timeout = 0`
    await connection`set local idle_in_transaction_session_timeout = 0`
    await connection.unsafe(`set local timezone = '${DEFAULT_ZONE}'`)
    await connection`set local session_replication_role = replica`
    let first = 0
    for (const table of head.tables) {
      const addSecrets = ownSecrets(config, table)
      const rows = lines.slice(first, (first += table.rows))
      await copyRows(connection, table, {
        rows,
        prepareRow: (row) => addSecrets(prepareRow(row)),
        abort,
      })
    }
    await addDeliveries(connection)
    await nameVouchers(connection)
    await storeEmployerStatistics(connection, new Date(now))
    await endHistory(connection)
    await connection`commit`
  } catch (error) {
    await connection`rollback`.catch(() => {})
    throw error
  } finally {
    connection.release()
    await pool.end({ timeout: 3 })
  }
  await owner.unsafe(`analyze ${head.tables.map(({ name }) => name).join(', ')}`)
}

type RowCopy = {
  rows: string[]
  prepareRow: (row: string) => string
  abort?: AbortSignal | undefined
}

async function copyRows(
  sql: Reserved,
  { name, columns }: HistoryHead['tables'][number],
  { rows, prepareRow, abort }: RowCopy,
) {
  const stream = sql.connection.stream(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  const done = finished(stream)
  // Handled by `await done` below.
  done.catch(() => {})
  for (let first = 0; first < rows.length && !stream.destroyed; first += ROWS_AT_ONCE) {
    if (abort?.aborted) {
      stream.destroy(new Error('the shop stops'))
      break
    }
    stream.write(
      `${rows
        .slice(first, first + ROWS_AT_ONCE)
        .map(prepareRow)
        .join('\n')}\n`,
    )
    // Requests are answered in between.
    await yieldToEventLoop()
  }
  if (!stream.destroyed) stream.end()
  await done
}

/** Deliveries equal sales, so the stock of today does not change. */
const addDeliveries = (sql: Queries) => sql`
  with sold as (
    select sku, min(at) as first_at, -sum(quantity)::integer as quantity
    from stock_movement
    where reason <> 'count' and not exists (
      select from voucher where voucher.id = stock_movement.voucher_id and is_demo)
    group by sku, floor(extract(epoch from at) / 86400 / ${DELIVERED_EVERY_DAYS}))
  insert into stock_movement (sku, quantity, reason, at, month)
  select sku, quantity, 'count', came.at, month_of(came.at)
  from sold, lateral (select first_at - interval '2 hours' as at) came where quantity <> 0`

/** Approval requests name a voucher by the end of its code, which differs in each shop. */
const nameVouchers = (sql: Queries) => sql`
  update approval set subject_name = '···' || last3 from voucher
  where subject_kind = 'voucher' and subject_id = voucher.id::text and anonymised_at is null`
