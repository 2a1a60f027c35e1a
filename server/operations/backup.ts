import { createHash } from 'node:crypto'

import { VERSION } from '#server/ground/config.ts'
import type { Sql, Transaction } from '#server/db/database.ts'
import { type BackupWriter, createBackup } from '#server/operations/backup-file.ts'
import {
  allMigrationNotes,
  allSequences,
  allTables,
  type BackupTable,
  type Manifest,
  rowsIn,
} from '#server/operations/backup-tables.ts'

/** Rows come a few at a time; hashing and packing them by the thousand costs a fraction. */
const PIECE_BYTES = 256 * 1024

/**
 * The whole database as it was at one moment, in one file; the shop may go on selling meanwhile. The pepper of
 * the voucher codes is not in it, because it is not in the database: keep GIFTPOINT_PEPPER elsewhere.
 */
export async function backup({ sql, file }: { sql: Sql; file: string }): Promise<Manifest> {
  const writer = await createBackup(file)
  try {
    const manifest = await sql.begin('isolation level repeatable read read only', async (sql) => {
      await sql`set local statement_timeout = 0`
      await sql`set local idle_in_transaction_session_timeout = 0`
      return writeAll(sql, writer)
    })
    await writer.finish()
    return manifest
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

async function writeAll(sql: Transaction, writer: BackupWriter): Promise<Manifest> {
  const head = {
    version: VERSION,
    madeAt: new Date().toISOString(),
    migrations: await allMigrationNotes(sql),
  }
  await writer.write('H', head)
  const tables: Manifest['tables'] = []
  for (const table of await allTables(sql)) tables.push(await writeTable(sql, writer, table))
  // Counters stand outside the snapshot: read last, they are never behind a row that is in it.
  const manifest = { ...head, tables, sequences: await allSequences(sql) }
  await writer.write('M', manifest)
  return manifest
}

async function writeTable(
  sql: Transaction,
  writer: BackupWriter,
  { name, columns, where }: BackupTable,
) {
  await writer.write('T', { name, columns })
  const list = columns.join(', ')
  const source = `select ${list} from ${name} ${where && `where ${where}`}`
  const stream = await sql.unsafe(`copy (${source}) to stdout`).readable()
  const digest = createHash('sha256')
  let rows = 0
  let waiting: Buffer[] = []
  let bytes = 0
  const pass = async () => {
    const piece = Buffer.concat(waiting)
    digest.update(piece)
    rows += rowsIn(piece)
    await writer.write('D', piece)
    waiting = []
    bytes = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes >= PIECE_BYTES) await pass()
  }
  if (bytes > 0) await pass()
  // The driver stops the connection when the stream is full, and forgets to go on when that was the end of it.
  stream._read(0)
  const summary = { name, rows, sha256: digest.digest('hex') }
  await writer.write('E', summary)
  return summary
}
