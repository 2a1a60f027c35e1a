import type { Queries } from '#server/platform/db/database.ts'
import { TABLES_BY_MONTH } from '#server/modules/finance/periods/closed-months.ts'

export type BackupTable = { name: string; columns: string[] }
export type MigrationNote = { name: string; hash: string }
export type SequenceNote = { name: string; next: number }

/** A closed month, and the file next to the backup that contains its rows. */
export type ClosedPart = { month: string; version: number; file: string }

export type Manifest = {
  version: string
  madeAt: string
  migrations: MigrationNote[]
  /** The months with partitions. Rows of no month are in the default partition. */
  months: string[]
  /** The closed months, whose rows are in separate files. */
  closed: ClosedPart[]
  /** The month that the file contains. */
  part: Omit<ClosedPart, 'file'> | null
  tables: { name: string; rows: number; sha256: string }[]
  sequences: SequenceNote[]
}
export type BackupHead = Omit<Manifest, 'tables' | 'sequences'>

/** Tables of the schema and the server, which exist before a restore. */
const EXCLUDED_TABLES = ['migration', 'order_number_timeline']

/** Every table, referenced tables first, without generated columns. */
export async function allTables(sql: Queries): Promise<BackupTable[]> {
  const tables = await sql<{ name: string; columns: string[]; parents: string[] }[]>`
    select format('%I.%I', nspname, relname) as name,
      array(select format('%I', attname) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      -- A reference that may wait until the commit does not ask for an order.
      array(select distinct confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = class.oid and confrelid <> conrelid and not condeferrable) as parents
    from pg_class class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition
      -- What is gone after a crash is nothing to keep.
      and relpersistence <> 'u' and relname <> all(${EXCLUDED_TABLES})
    order by relname`
  const sorted: (typeof tables)[number][] = []
  const done = new Set<string>()
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      ({ name, parents }) =>
        !done.has(name) && parents.every((parent) => done.has(`public.${parent}`)),
    )
    if (ready.length === 0) throw new Error('tables reference each other in a cycle')
    for (const table of ready) done.add(table.name)
    sorted.push(...ready)
  }
  return sorted.map(({ name, columns }) => ({ name, columns }))
}

export const isByMonth = (name: string) =>
  TABLES_BY_MONTH.some((table) => name === `public.${table}`)

export async function allMigrationNotes(sql: Queries): Promise<MigrationNote[]> {
  const rows = await sql<MigrationNote[]>`select name, hash from migration order by name`
  return [...rows]
}

/** The next value of each sequence. */
export async function allSequences(sql: Queries): Promise<SequenceNote[]> {
  const sequences = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where schemaname = 'public' order by sequencename`
  return Promise.all(
    sequences.map(async ({ name }) => {
      const [row] = await sql.unsafe<{ next: number }[]>(
        `select last_value + case when is_called then 1 else 0 end as next from ${name}`,
      )
      if (!row) throw new Error(`the sequence ${name} returned no value`)
      return { name, next: row.next }
    }),
  )
}

/** COPY escapes line breaks within values, so each line break ends a row. */
export function countRows(bytes: Buffer): number {
  let rows = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows += 1
  return rows
}

/** The months that have partitions of their own. */
export async function partitionedMonths(sql: Queries): Promise<string[]> {
  const rows = await sql<{ month: string }[]>`
    select replace(right(relname, 7), '_', '-') || '-01' as month
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'mail'::regclass and relname ~ '^mail_[0-9]{4}_[0-9]{2}$' order by 1`
  return rows.map(({ month }) => month)
}
