import type { Queries } from '#server/platform/db/database.ts'

/** A closed month's contents by table, as number of rows and hash: enough to detect a change. */
export type Contents = Record<string, { columns: string[]; rows: number; hash: string }>
export type ClosedMonth = { month: string; version: number; contents: Contents }

/** The tables whose rows belong to months. A table is listed after those that it refers to. */
export const TABLES_BY_MONTH = [
  'ledger',
  'orders',
  'order_line',
  'order_event',
  'parcel',
  'parcel_line',
  'stock_movement',
  'mail',
] as const
export type TableByMonth = (typeof TABLES_BY_MONTH)[number]

export async function listClosedMonths(sql: Queries): Promise<ClosedMonth[]> {
  const months = await sql<ClosedMonth[]>`
    select month::text, version, contents from closed_month_hash order by month`
  return [...months]
}

/**
 * A condition for rows outside these months, which are in ascending order. It uses ranges, so that the planner can
 * skip partitions.
 */
export function outsideMonths(closed: string[]): string {
  if (closed.length === 0) return 'true'
  const ranges: string[] = []
  let from: string | undefined
  for (const month of closed) {
    if (month !== from)
      ranges.push(`${from === undefined ? '' : `month >= '${from}' and `}month < '${month}'`)
    from = nextMonth(month)
  }
  ranges.push(`month >= '${from}'`)
  return `(${ranges.join(' or ')})`
}

function nextMonth(month: string) {
  const first = new Date(`${month}T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + 1)
  return first.toISOString().slice(0, 10)
}

/** Rows are hashed as text, which must not depend on session settings. */
export async function fixTextFormat(sql: Queries) {
  await sql`set local timezone = 'UTC'`
  await sql`set local datestyle = 'ISO, MDY'`
}

/** The month's current contents, from the columns of `known` or from all columns. */
export async function readMonthContents(
  sql: Queries,
  month: string,
  known?: Contents,
): Promise<Contents> {
  await fixTextFormat(sql)
  const contents: Contents = {}
  for (const table of TABLES_BY_MONTH) {
    const columns = known ? (known[table]?.columns ?? []) : await columnsOf(sql, table)
    if (columns.length === 0) continue
    const list = columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
    const [current] = await sql.unsafe<{ rows: number; hash: string }[]>(`
      select count(*) as rows, coalesce(sum(hashtextextended(hashed_row::text, 0)), 0)::text as hash
      from (select ${list} from ${table} where month = '${month}') as hashed_row`)
    if (current) contents[table] = { columns, ...current }
  }
  return contents
}

async function columnsOf(sql: Queries, table: TableByMonth) {
  const rows = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`
  return rows.map(({ name }) => name)
}
