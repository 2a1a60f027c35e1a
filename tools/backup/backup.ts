import { createHash } from 'node:crypto'
import path from 'node:path'

import { to as copyTo } from 'pg-copy-streams'

import { VERSION } from '#server/platform/config/config.ts'
import { poolLike, type Sql, type Transaction } from '#server/platform/db/database.ts'
import { validateRecipients } from '#tools/backup/backup-encryption.ts'
import { type BackupWriter, createBackup, verifyBackup } from '#tools/backup/backup-file.ts'
import {
  allMigrationNotes,
  allSequences,
  allTables,
  type BackupHead,
  type BackupTable,
  isByMonth,
  type Manifest,
  partitionedMonths,
  countRows,
} from '#tools/backup/backup-tables.ts'
import {
  listClosedMonths,
  outsideMonths,
  type ClosedMonth,
} from '#server/modules/finance/periods/closed-months.ts'

/** Rows arrive in small chunks. Larger ones are much cheaper to hash and compress. */
const CHUNK_BYTES = 256 * 1024

/**
 * A snapshot of the complete database, also of a running shop. Closed months are in separate files, which are written
 * once and listed in the backup. With `all` everything is in one file. The pepper of the voucher codes is not in the
 * database, so it is not in a backup: store GIFTPOINT_PEPPER elsewhere.
 */
export async function backup({
  sql,
  file,
  all = false,
  recipients = [],
}: {
  sql: Sql
  file: string
  all?: boolean
  /** Public keys of the recipients. Without any, the backup is not encrypted. */
  recipients?: readonly string[]
}): Promise<Manifest> {
  validateRecipients(recipients)
  const writer = await createBackup(file, recipients)
  const pool = poolLike(sql, 1, { pipelined: false })
  const writing = finishOrAbandon(writer, () =>
    pool.begin('isolation level repeatable read read only', async (sql) => {
      await sql`set local statement_timeout = 0`
      await sql`set local idle_in_transaction_session_timeout = 0`
      const closedMonths = all ? [] : await listClosedMonths(sql)
      const head: BackupHead = {
        version: VERSION,
        madeAt: new Date().toISOString(),
        migrations: await allMigrationNotes(sql),
        months: await partitionedMonths(sql),
        closed: closedMonths.map((seal) => ({
          ...partOf(seal),
          file: fileNameOf(seal, recipients),
        })),
        part: null,
      }
      const tables = await allTables(sql)
      for (const seal of closedMonths) {
        const monthFile = path.join(path.dirname(file), fileNameOf(seal, recipients))
        if (await isUndamaged(monthFile)) continue
        const monthTables = tables.filter(({ name }) => isByMonth(name))
        const part = await createBackup(monthFile, recipients)
        await finishOrAbandon(part, () =>
          writeAll(
            sql,
            part,
            { ...head, closed: [], part: partOf(seal) },
            monthTables,
            `month = '${seal.month}'`,
          ),
        )
      }
      const openMonths = outsideMonths(closedMonths.map(({ month }) => month))
      return writeAll(sql, writer, head, tables, openMonths)
    }),
  )
  try {
    return await writing
  } finally {
    await pool.end({ timeout: 3 })
  }
}

const partOf = ({ month, version }: ClosedMonth) => ({ month, version })

/**
 * The name depends on content and recipients alone, so an unchanged month keeps its file and a changed one gets
 * another.
 */
function fileNameOf({ month, version, contents }: ClosedMonth, recipients: readonly string[]) {
  const digest = createHash('sha256').update(JSON.stringify(contents))
  if (recipients.length > 0) digest.update(recipients.toSorted().join())
  const shortDigest = digest.digest('hex').slice(0, 12)
  return `closed-${month.slice(0, 7)}-${version}-${shortDigest}.backup`
}

/** Reads the complete file, so that a damaged one is found while it can still be written again. */
async function isUndamaged(file: string) {
  return verifyBackup(file).then(
    () => true,
    () => false,
  )
}

/** The file gets its final name only after everything succeeded. */
async function finishOrAbandon<Result>(writer: BackupWriter, work: () => Promise<Result>) {
  try {
    const result = await work()
    await writer.finish()
    return result
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

/** For monthly tables, only the rows for which `ofMonths` is true. */
async function writeAll(
  sql: Transaction,
  writer: BackupWriter,
  head: BackupHead,
  all: BackupTable[],
  ofMonths: string,
): Promise<Manifest> {
  await writer.write('H', head)
  const tables: Manifest['tables'] = []
  for (const table of all) {
    const where = isByMonth(table.name) ? ofMonths : ''
    tables.push(await writeTable(sql, writer, { ...table, where }))
  }
  // Sequences are not part of the snapshot: read last, they are never behind a row in it.
  const manifest = { ...head, tables, sequences: await allSequences(sql) }
  await writer.write('M', manifest)
  return manifest
}

async function writeTable(
  sql: Transaction,
  writer: BackupWriter,
  { name, columns, where }: BackupTable & { where: string },
) {
  await writer.write('T', { name, columns })
  const list = columns.join(', ')
  const source = `select ${list} from ${name} ${where && `where ${where}`}`
  const stream = sql.connection.stream(copyTo(`copy (${source}) to stdout`))
  const digest = createHash('sha256')
  let rows = 0
  let chunks: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    const piece = Buffer.concat(chunks)
    digest.update(piece)
    rows += countRows(piece)
    await writer.write('D', piece)
    chunks = []
    bytes = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= CHUNK_BYTES) await flush()
  }
  if (bytes > 0) await flush()
  const summary = { name, rows, sha256: digest.digest('hex') }
  await writer.write('E', summary)
  return summary
}
