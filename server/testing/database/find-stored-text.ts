import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

import { backup } from '#tools/backup/backup.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** A backup ends with a digest. */
const DIGEST_BYTES = 32

/**
 * Every place in which the shop stores one of the texts: rows of all tables in any schema, also inside bytes, the
 * database files with log and temporary files, the shop's own folder, and a backup.
 */
export async function findStoredText(shop: TestShop, wanted: (string | Buffer)[], since: number) {
  const found = new Set<string>()
  const search = (where: string, bytes: Buffer | string) => {
    for (const [index, text] of wanted.entries())
      if (bytes.includes(text as string)) found.add(`${index}: ${where}`)
  }
  const tables = await shop.sql<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema'`
  for (const { name } of tables) {
    const rows = await shop.sql.unsafe<Record<string, unknown>[]>(`select * from ${name}`)
    for (const row of rows) {
      for (const value of Object.values(row)) {
        if (!Buffer.isBuffer(value)) continue
        search(name, value)
        search(name, decompress(value))
      }
      search(name, JSON.stringify(row))
    }
  }

  await shop.sql`checkpoint`
  const [database] = await shop.sql<{ folder: string; oid: number }[]>`
    select current_setting('data_directory') as folder, oid::integer from pg_database
    where datname = current_database()`
  const data = database?.folder ?? ''
  const backupFolder = await mkdtemp(path.join(os.tmpdir(), 'kept-'))
  try {
    const file = path.join(backupFolder, 'shop.backup')
    await backup({ sql: shop.sql, file, all: true })
    const bytes = await readFile(file)
    search('the backup', gunzipSync(bytes.subarray(bytes.indexOf('\n') + 1, -DIGEST_BYTES)))
    const folders = [
      path.join(data, 'base', String(database?.oid)),
      path.join(data, 'base/pgsql_tmp'),
    ]
    for (const folder of [...folders, path.join(data, 'pg_wal'), shop.config.dataFolder]) {
      for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
        const entryFile = path.join(folder, name)
        const info = await stat(entryFile).catch(() => undefined)
        if (info?.isFile() && info.mtimeMs >= since) search('a file', await readFile(entryFile))
      }
    }
  } finally {
    await rm(backupFolder, { recursive: true })
  }
  return [...found]
}

/** Compression would hide the text. */
function decompress(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes)
  } catch {
    // Not gzip, although it starts like it.
    return bytes
  }
}
