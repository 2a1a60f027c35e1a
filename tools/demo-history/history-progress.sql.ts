import type { Queries, Sql } from '#server/platform/db/database.ts'
import { returnAllClaims } from '#server/platform/jobs/job.sql.ts'

const STEPS = 'demo-past'
const DAY = 'demo-past-day'
const DAY_MS = 86_400_000

/** Progress of the demo history. */
export type Progress = {
  /** The day of the first start, from which the plan counts back. */
  today: string
  /** Steps that are done. */
  steps: number
}

/** Part of the transaction that loads the demo world, so that the history is created even if this start is killed. */
export async function planPast(sql: Queries, today: string): Promise<void> {
  const day = Date.parse(today) / DAY_MS
  await sql`
    insert into feed_cursor (feed, position) values (${STEPS}, 0), (${DAY}, ${day})
    on conflict do nothing`
}

/** Undefined where no history is left to create. */
export async function pastProgress(sql: Queries): Promise<Progress | undefined> {
  const rows = await sql<{ feed: string; position: number }[]>`
    select feed, position::integer from feed_cursor where feed in (${STEPS}, ${DAY})`
  const at = (feed: string) => rows.find((row) => row.feed === feed)?.position
  const [steps, day] = [at(STEPS), at(DAY)]
  if (steps === undefined || day === undefined) return undefined
  return { steps, today: new Date(day * DAY_MS).toISOString().slice(0, 10) }
}

export async function saveSteps(sql: Queries, steps: number): Promise<void> {
  await sql`update feed_cursor set position = ${steps} where feed = ${STEPS}`
}

/**
 * Frees what a killed process has claimed: jobs, mails and calls outside. Only for the process that holds the lock of the
 * history, since no other process runs jobs before it is complete.
 */
export async function releaseClaims(sql: Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await returnAllClaims(sql)
    await sql`
      update mail set leaving_until = null where state = 'queued' and leaving_until is not null`
    await sql`update outbound_request set until = 'epoch'`
  })
}

export async function endPast(sql: Queries): Promise<void> {
  await sql`delete from feed_cursor where feed in (${STEPS}, ${DAY})`
}
