import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import { to as copyTo } from 'pg-copy-streams'

import { addDays, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { poolLike } from '#server/platform/db/database.ts'
import type { Reserved } from '#server/platform/db/driver/sql.ts'
import { allSequences, allTables } from '#tools/backup/backup-tables.ts'
import { OWN_SECRETS } from '#tools/demo-history/own-secrets.ts'
import { type HistoryHead, MONTH_MARK } from '#tools/demo-history/history-rows.ts'
import { planHash, schemaHash } from '#tools/demo-history/history-hashes.ts'
import {
  campaignsOf,
  ENDS_AT,
  momentOf,
  type Plan,
  SEASON_TAIL_DAYS,
} from '#tools/demo-making/history-plan.ts'
import {
  batchOf,
  EXCLUDED_TABLES,
  momentIn,
  monthMoment,
  ROW_FILTERS,
} from '#tools/demo-making/row-sources.ts'

type WriteOptions = {
  database: { sql: Sql }
  plan: Plan
  /** Rows of later transactions are the history. */
  base: bigint
  folder: string
  say: (line: string) => void
}

/** The window in which compression finds repeats: all rows. */
const WINDOW_BITS = 24

/** Writes the rows of the history, with local times, into one compressed file. */
export async function writeRows({ database: { sql }, plan, base, folder, say }: WriteOptions) {
  const pool = poolLike(sql, 1, { pipelined: false })
  const connection = await pool.reserve()
  try {
    await connection`begin isolation level repeatable read read only`
    await connection.unsafe(`set local timezone = '${DEFAULT_ZONE}'`)
    await connection`set local statement_timeout = 0`
    const tables: HistoryHead['tables'] = []
    const parts: Buffer[] = []
    for (const { name, columns } of await allTables(connection)) {
      const table = name.replace('public.', '')
      if (EXCLUDED_TABLES.includes(table)) continue
      const bytes = await rowsOf(connection, { table, columns, base, plan })
      const rows = countLines(bytes)
      if (rows === 0) continue
      say(`${table}: ${rows} rows, ${Math.round(bytes.length / 1024)} KB`)
      tables.push({ name: table, columns, rows })
      parts.push(bytes)
    }
    const head: HistoryHead = {
      anchor: plan.anchor,
      schema: await schemaHash(
        connection,
        tables.map(({ name }) => name),
      ),
      plan: await planHash(),
      tables,
      sequences: Object.fromEntries(
        (await allSequences(connection)).map(({ name, next }) => [name, next]),
      ),
      seasons: await seasonsOf(connection, plan),
    }
    const content = Buffer.concat(parts)
    const compressed = brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    })
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'head.json'), `${JSON.stringify(head, null, 2)}\n`)
    await writeFile(path.join(folder, 'rows.br'), compressed)
    say(
      `${Math.round(content.length / 1024)} KB, ${Math.round(compressed.length / 1024)} KB compressed`,
    )
  } finally {
    await connection`rollback`.catch(() => {})
    connection.release()
    await pool.end({ timeout: 3 })
  }
}

type TableSource = { table: string; columns: string[]; base: bigint; plan: Plan }

async function rowsOf(sql: Reserved, { table, columns, base, plan }: TableSource): Promise<Buffer> {
  const types = await sql<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`
  const typeOf = new Map(types.map(({ name, type }) => [name, type]))
  const until = new Date(momentOf(plan.anchor, ENDS_AT)).toISOString()
  const month = monthMoment(table, until)
  const values = columns.map((column) => {
    if (column === 'month' && month !== undefined)
      return `'${MONTH_MARK}' || ((${month})::timestamp)::date`
    // Each shop has its own, see own-secrets.ts.
    if (OWN_SECRETS[table]?.includes(column)) return 'null'
    return typeOf.get(column) === 'timestamp with time zone'
      ? `(${momentIn(table, column, until)})::timestamp`
      : `t.${column}`
  })
  const where = (ROW_FILTERS[table] ?? 'true').replaceAll('$1', `'${until}'`)
  const source = `select ${batchOf(table, columns)}, ${values.join(', ')} from ${table} t
    where t.xmin::text::bigint > ${base} and ${where} order by t.ctid`
  const stream = sql.connection.stream(copyTo(`copy (${source}) to stdout`))
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function countLines(bytes: Buffer) {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}

/** The batches of campaigns that stay in their season. */
async function seasonsOf(sql: Reserved, plan: Plan): Promise<Record<string, string>> {
  const batches = await sql<{ id: string; name: string; opens: string }[]>`
    select min(batch.id)::text as id, campaign.name, opens::text
    from voucher_batch batch join campaign on campaign.id = campaign_id group by campaign.id`
  const seasonal = campaignsOf(plan).filter(({ isSeasonal }) => isSeasonal)
  return Object.fromEntries(
    batches.flatMap(({ id, name, opens }) => {
      const campaign = seasonal.find((one) => one.name === name && one.opens === opens)
      return campaign ? [[id, addDays(opens, campaign.runs + SEASON_TAIL_DAYS)]] : []
    }),
  )
}
