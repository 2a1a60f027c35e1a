import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { connect, type Queries, type Sql } from '#server/platform/db/database.ts'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { TABLE_FILTERS } from '#tools/simulation/copied-tables.ts'
import { generateCodes } from '#tools/simulation/simulated-codes.ts'
import { DEFAULT_PEPPER } from '#server/platform/config/config.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type SimulationDatabase = {
  folder: string
  sql: Sql
  settings: { host: string; port: number; user: string; database: string }
  close(): Promise<void>
}

const ROWS_AT_ONCE = 400
const FOLDER_PREFIX = 'giftpoint-simulation-'
/** A file with the PID of the simulation. */
const OWNER_FILE = 'owner'

/** The database is temporary, so no commit has to wait for the disk. */
const WITHOUT_DURABILITY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Weeks pass in minutes: autovacuum runs by real time, and without fresh statistics queries on a grown table scan
  // it completely.
  'autovacuum_naptime=5s',
]

/** A separate PostgreSQL in a temporary folder. It shares no lock, change event or row with the real one. */
export async function simulationDatabase(abort?: AbortSignal): Promise<SimulationDatabase> {
  await removeAbandoned()
  const folder = await mkdtemp(path.join(os.tmpdir(), FOLDER_PREFIX))
  await writeFile(path.join(folder, OWNER_FILE), String(process.pid))
  const server = await startEmbeddedPostgres({
    folder: path.join(folder, 'database'),
    maxConnections: 80,
    settings: WITHOUT_DURABILITY,
    abort,
  })
  const sql = connect(server.connection, { max: 6 })
  const close = async () => {
    await sql.end({ timeout: 1 })
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await prepareTables(sql, () => {})
    return { folder, sql, settings: server.connection, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Ends the database of a killed simulation, which would run forever. */
async function removeAbandoned() {
  const names = await readdir(os.tmpdir())
  for (const name of names.filter((one) => one.startsWith(FOLDER_PREFIX))) {
    const folder = path.join(os.tmpdir(), name)
    const owner = await readFile(path.join(folder, OWNER_FILE), 'utf8').catch(() => '')
    // A folder without an owner is still being created.
    if (owner === '' || isAlive(Number(owner))) continue
    const server = await startEmbeddedPostgres({ folder: path.join(folder, 'database') })
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user is alive, too.
    return codeOf(error) === 'EPERM'
  }
}

/** Copies a channel and its content, read in one snapshot. */
export async function copyChannel(from: Sql, to: Sql, channel: string): Promise<void> {
  const [known] = await from`select from channel where id = ${channel}`
  if (!known) throw new StartupProblem(`There is no channel ${channel}.`)
  await from.begin('isolation level repeatable read read only', async (source) => {
    await source`set local statement_timeout = 0`
    await source`set local idle_in_transaction_session_timeout = 0`
    const channels = await channelsOf(source, channel)
    await to.begin(async (copy) => {
      // Rows are copied unchanged: triggers have already had their effect on them.
      await copy`set local session_replication_role = replica`
      for (const [table, where] of Object.entries(TABLE_FILTERS))
        await copyTable(source, copy, { table, where, channels })
      await copy`set local session_replication_role = origin`
      // A simulation also works for a channel that is not open yet.
      await copy`update channel set state = 'open' where id = ${channel}`
      const amounts = await source<{ sku: string; quantity: number }[]>`
        select sku, on_hand - reserved as quantity from stock where on_hand > reserved`
      for (let first = 0; first < amounts.length; first += ROWS_AT_ONCE)
        await copy`
          insert into stock_movement ${copy(
            amounts
              .slice(first, first + ROWS_AT_ONCE)
              .map((amount) => ({ ...amount, reason: 'count' })),
          )}`
      await generateCodes(source, copy, DEFAULT_PEPPER)
    })
  })
}

/** The channel first, then the shared one and those whose gifts it offers. */
async function channelsOf(sql: Queries, channel: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from channel where id in (${channel}, ${SHARED_CHANNEL}) union
    select owner_channel_id from product join article on product_id = product.id join offer using (sku)
    where offer.channel_id = ${channel}`
  return [channel, ...rows.map(({ id }) => id).filter((id) => id !== channel)]
}

type TableCopy = { table: string; where: string; channels: string[] }

async function copyTable(source: Queries, copy: Queries, part: TableCopy) {
  const { table, where, channels } = part
  const columns = await columnsOf(copy, table)
  const list = columns.map(({ text }) => text).join(', ')
  const names = columns.map(({ name }) => name).join(', ')
  // The rows of a new shop are replaced by those of this one.
  await copy.unsafe(`delete from ${table}`)
  await source.unsafe(
    `declare copied cursor for
     select to_jsonb(part) as row from (select ${list} from ${table} ${where && `where ${where}`}) part`,
    where.includes('$1') ? [channels] : [],
  )
  for (;;) {
    const rows = await source.unsafe<{ row: object }[]>(`fetch ${ROWS_AT_ONCE} from copied`)
    if (rows.length === 0) break
    await copy.unsafe(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [copy.json(rows.map(({ row }) => row))],
    )
  }
  await source`close copied`
}

/** Without generated columns. References to tables that are not copied are omitted. */
async function columnsOf(sql: Queries, table: string) {
  const rows = await sql<{ name: string; leads: string | null; nullable: boolean }[]>`
    select format('%I', attname) as name, not attnotnull as nullable, (
      select confrelid::regclass::text from pg_constraint
      where contype = 'f' and conrelid = attrelid and conkey = array[attnum]) as leads
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`
  return rows
    .filter(({ leads, nullable }) => !nullable || leads === null || leads in TABLE_FILTERS)
    .map(({ name }) => ({ name, text: copiedColumn(table, name) }))
}

/** Images are stored by name only, and suppliers have addresses that cannot exist. */
function copiedColumn(table: string, column: string) {
  if (table === 'picture' && column === 'bytes') return `'\\x00'::bytea as bytes`
  if (table === 'supplier' && column === 'email')
    return `'supplier-' || id || '@simulation.invalid' as email`
  // Stock starts with a count, which is a stock movement.
  if (table === 'stock' && (column === 'on_hand' || column === 'reserved')) return `0 as ${column}`
  return column
}
