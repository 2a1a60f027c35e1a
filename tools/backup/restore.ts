import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'

import { from as copyFrom } from 'pg-copy-streams'

import { poolLike, type Sql } from '#server/platform/db/database.ts'
import type { Reserved } from '#server/platform/db/driver/sql.ts'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'
import {
  readRecords,
  damagedError,
  isEncryptedBackup,
  verifyBackup,
} from '#tools/backup/backup-file.ts'
import {
  allMigrationNotes,
  allTables,
  type BackupHead,
  type BackupTable,
  isByMonth,
  type Manifest,
  type MigrationNote,
  countRows,
} from '#tools/backup/backup-tables.ts'
import { checkBooks, type Finding } from '#tools/check/check.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

/** The number of attempts to lock the tables, and the timeout of each. */
type LockAttempts = { tries: number; each: string }
/** Shorter than the deadlock timeout of the database, so that the simulation gives up and not an order. */
const LOCK_ATTEMPTS: LockAttempts = { tries: 60, each: '300ms' }
/** The shared lock order. All other tables come after these. */
const LOCKED_FIRST = ['voucher_balance', 'cart', 'payment', 'orders', 'stock'].map(
  (name) => `public.${name}`,
)

type Source = { file: string; keys: readonly string[] }
type OpenTable = {
  name: string
  stream: Writable
  done: Promise<void>
  digest: Hash
  rows: number
}

/**
 * Restores a backup, with its files of closed months, into an empty database with an up-to-date schema. `force`
 * deletes existing data. One transaction: either everything is restored and adds up, or nothing changes.
 */
export async function restore({
  sql,
  file,
  force = false,
  keys,
  patience = LOCK_ATTEMPTS,
}: {
  sql: Sql
  file: string
  force?: boolean
  /** Secret keys for an encrypted backup. With keys, an unencrypted backup is refused. */
  keys?: readonly string[] | undefined
  patience?: LockAttempts
}): Promise<{ manifest: Manifest; findings: Finding[] }> {
  if (keys) await refuseUnencrypted(file)
  const source = { file, keys: keys ?? [] }
  await verifyBackup(file, source.keys)
  const parts = await partsOf(source)
  const pool = poolLike(sql, 1, { pipelined: false })
  const connection = await pool.reserve()
  let manifest: Manifest
  try {
    const tables = await allTables(connection)
    await startExclusively(connection, tables, patience)
    try {
      manifest = await readAll(connection, tables, { ...source, parts, force })
      await connection`commit`
    } catch (error) {
      await connection`rollback`.catch(() => {})
      throw error
    }
  } finally {
    connection.release()
    await pool.end({ timeout: 3 })
  }
  // Without statistics the check would be slow.
  await sql`analyze`
  return { manifest, ...(await checkBooks(sql, { all: true })) }
}

/** A user with write access to the folder could replace an encrypted backup by a plain one. */
async function refuseUnencrypted(file: string) {
  if (await isEncryptedBackup(file)) return
  throw new StartupProblem(
    `${file} is not encrypted, so no key proves that it was not changed. If you trust it, leave out --key-file.`,
  )
}

/** Deadlock, or a lock held for longer than our timeout. */
const LOCK_ERRORS = ['40P01', '55P03']

/**
 * Starts the transaction with every table locked: a running shop locks in its own order, so locking table by table
 * would sooner or later deadlock. The shop's transactions finish first, or this one backs off.
 */
async function startExclusively(
  sql: Reserved,
  tables: BackupTable[],
  { tries: maxTries, each }: LockAttempts,
) {
  const all = tables.map(({ name }) => name)
  const names = [...LOCKED_FIRST, ...all.filter((name) => !LOCKED_FIRST.includes(name))]
  for (let tries = 1; ; tries += 1) {
    await sql`begin`
    try {
      await sql`set local statement_timeout = 0`
      await sql`set local idle_in_transaction_session_timeout = 0`
      await sql.unsafe(`set local lock_timeout = '${each}'`)
      await sql.unsafe(`lock table ${names.join(', ')} in access exclusive mode`)
      await sql`set local lock_timeout = 0`
      return
    } catch (error) {
      await sql`rollback`.catch(() => {})
      if (!LOCK_ERRORS.includes(codeOf(error))) throw error
      if (tries === maxTries) {
        throw new StartupProblem(
          'The database is in use and its tables could not be locked. Nothing was restored. Stop the shop, then try again.',
        )
      }
      await pause(100 * Math.random())
    }
  }
}

/** The files of the closed months. All are verified before anything is restored. */
async function partsOf({ file, keys }: Source): Promise<string[]> {
  const { closed, part } = await headOf({ file, keys })
  if (part)
    throw new StartupProblem(
      `${file} contains one closed month of a backup. Restore the backup that it belongs to.`,
    )
  const parts: string[] = []
  for (const { month, version, file: name } of closed) {
    const monthFile = path.join(path.dirname(file), name)
    await verifyBackup(monthFile, keys)
    const found = await headOf({ file: monthFile, keys })
    if (found.part?.month !== month || found.part.version !== version) throw damagedError(monthFile)
    parts.push(monthFile)
  }
  return parts
}

async function headOf({ file, keys }: Source): Promise<BackupHead> {
  for await (const { kind, bytes } of readRecords(file, keys)) {
    if (kind !== 'H') break
    // Older backups contain no months.
    return {
      months: [],
      closed: [],
      part: null,
      ...(parseJson(bytes) as Partial<BackupHead>),
    } as BackupHead
  }
  throw damagedError(file)
}

async function readAll(
  sql: Reserved,
  tables: BackupTable[],
  { file, keys, parts, force }: Source & { parts: string[]; force: boolean },
): Promise<Manifest> {
  await emptyTables(sql, tables, force)
  for (const month of (await headOf({ file, keys })).months)
    await sql`select create_month_partitions(${month}, 1)`
  await setTriggers(sql, tables, 'disable')
  await sql`set constraints all deferred`
  const readTables: Manifest['tables'] = []
  let open: OpenTable | undefined
  let manifest: Manifest | undefined
  for await (const { kind, bytes } of readRecords(file, keys)) {
    if (manifest) throw damagedError(file)
    if (kind === 'H')
      refuseOtherSchema((parseJson(bytes) as BackupHead).migrations, await allMigrationNotes(sql))
    else if (kind === 'T') open = await openTable(sql, tables, parseJson(bytes) as BackupTable)
    else if (kind === 'D' && open) await writeRows(open, bytes)
    else if (kind === 'E' && open) {
      const table = await closeTable(open)
      readTables.push(table)
      open = undefined
      // A later table may refer to this one, so its closed months are read now.
      if (isByMonth(table.name))
        for (const part of parts) await readPart(sql, tables, { file: part, keys }, table.name)
    } else if (kind === 'M') manifest = parseJson(bytes) as Manifest
    else throw damagedError(file)
  }
  if (!manifest || JSON.stringify(manifest.tables) !== JSON.stringify(readTables))
    throw damagedError(file)
  // Checks deferred constraints now, while the transaction can still be rolled back.
  await sql`set constraints all immediate`
  await setTriggers(sql, tables, 'enable')
  for (const { name, next } of manifest.sequences) {
    await sql.unsafe(`alter sequence ${name} restart with ${next}`)
  }
  // Holders may know the numbers of orders placed after the backup. No number is issued twice.
  await sql`update order_number_timeline set timeline = 0`
  return manifest
}

/** One table's rows of one closed month. */
async function readPart(
  sql: Reserved,
  tables: BackupTable[],
  { file, keys }: Source,
  name: string,
) {
  let open: OpenTable | undefined
  let read: Manifest['tables'][number] | undefined
  for await (const { kind, bytes } of readRecords(file, keys)) {
    if (kind === 'T') {
      const table = parseJson(bytes) as BackupTable
      if (table.name === name) open = await openTable(sql, tables, table)
    } else if (kind === 'D' && open) await writeRows(open, bytes)
    else if (kind === 'E' && open) {
      read = await closeTable(open)
      open = undefined
    } else if (kind === 'M') {
      const { tables: listed } = parseJson(bytes) as Manifest
      const expected = listed.find((table) => table.name === name)
      if (JSON.stringify(expected) !== JSON.stringify(read)) throw damagedError(file)
    }
  }
}

const parseJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'))

function refuseOtherSchema(theirs: MigrationNote[], ours: MigrationNote[]) {
  const names = (notes: MigrationNote[]) => notes.map(({ name, hash }) => `${name} ${hash}`).join()
  if (names(theirs) === names(ours)) return
  const last = theirs.at(-1)?.name ?? 'none'
  throw new StartupProblem(
    `This backup was created with another schema (its last migration is ${last}): restore it with the version that created it, then start this one.`,
  )
}

/** Rows that migrations create do not count as data. A backup restores its own. */
const FILLED_BY_MIGRATIONS = ['public.vat_rate']

async function emptyTables(sql: Reserved, tables: BackupTable[], force: boolean) {
  if (!force) {
    for (const { name } of tables.filter(({ name }) => !FILLED_BY_MIGRATIONS.includes(name))) {
      const found = await sql.unsafe(`select from ${name} limit 1`)
      if (found.count === 0) continue
      throw new StartupProblem(
        `The database already contains data (in ${name}). Nothing was restored. Use --force to replace all of it.`,
      )
    }
    for (const name of FILLED_BY_MIGRATIONS) await sql.unsafe(`delete from ${name}`)
    return
  }
  await setTriggers(sql, tables, 'disable')
  await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`)
}

/** The backup contains balances, counts and change events. Triggers would count everything twice. */
async function setTriggers(sql: Reserved, tables: BackupTable[], state: 'enable' | 'disable') {
  for (const { name } of tables) {
    await sql.unsafe(`alter table ${name} ${state} trigger user`)
  }
}

async function openTable(sql: Reserved, tables: BackupTable[], { name, columns }: BackupTable) {
  const known = tables.find((table) => table.name === name)
  if (!known || !columns.every((column) => known.columns.includes(column))) {
    throw new StartupProblem(`This backup contains ${name}, for which this database has no table.`)
  }
  const stream = sql.connection.stream(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  const done = finished(stream)
  done.catch(() => {})
  return { name, stream, done, digest: createHash('sha256'), rows: 0 }
}

async function writeRows(table: OpenTable, bytes: Buffer) {
  table.digest.update(bytes)
  table.rows += countRows(bytes)
  if (!table.stream.write(bytes)) await Promise.race([once(table.stream, 'drain'), table.done])
}

async function closeTable({ name, stream, done, digest, rows }: OpenTable) {
  stream.end()
  try {
    await done
  } catch (error) {
    throw new Error(`the rows of ${name} were refused by the database`, { cause: error })
  }
  return { name, rows, sha256: digest.digest('hex') }
}
