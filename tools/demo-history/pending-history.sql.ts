import type { Queries } from '#server/platform/db/database.ts'

/** The value of `feed_cursor` until the history is loaded. */
const PENDING = 'demo-history'

export async function planHistory(sql: Queries): Promise<void> {
  await sql`insert into feed_cursor (feed, position) values (${PENDING}, 0) on conflict do nothing`
}

export async function isHistoryPending(sql: Queries): Promise<boolean> {
  const [row] = await sql`select from feed_cursor where feed = ${PENDING}`
  return row !== undefined
}

export async function endHistory(sql: Queries): Promise<void> {
  await sql`delete from feed_cursor where feed = ${PENDING}`
}
