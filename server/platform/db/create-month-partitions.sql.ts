import type { Queries } from '#server/platform/db/database.ts'

/** Months to create ahead: this is how long a locked table can delay it. */
const MONTHS_AHEAD = 4

/** Every process calls this periodically; the first one does the work. Returns how many partitions were created. */
export async function createMonths(sql: Queries, now: Date): Promise<number> {
  const [row] = await sql<{ made: number }[]>`
    select create_month_partitions(month_of(${now}), ${MONTHS_AHEAD}) as made`
  return row?.made ?? 0
}
