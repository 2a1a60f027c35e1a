import type { Queries } from '#server/platform/db/database.ts'

/** This month and the next ones: so long nobody has to find a quiet moment for it. */
const AHEAD = 4

/** Every process does so now and then; whoever comes first has done it. Answers how many partitions were made. */
export async function makeMonths(sql: Queries, now: Date): Promise<number> {
  const [row] = await sql<{ made: number }[]>`
    select make_months(month_of(${now}), ${AHEAD}) as made`
  return row?.made ?? 0
}
