import type PgBoss from 'pg-boss'

import type { Queries, Sql } from '#server/platform/db/database.ts'
import type { SqlValue } from '#server/platform/db/driver/sql.ts'

/** Jobs that follow a commit, and the data each needs to load its work. */
export type JobData = {
  'send-mail': { id: string }
  'release-order': { number: string }
  /** `round`: the fulfilment attempt of a replacement. `fallen`: the unavailable gift to remove from the request. */
  'submit-to-warehouse': { number: string; round?: number; fallen?: string }
  /** `shippedAt`: the holder gets a shipping mail, with or without parcels. */
  'find-parcels': { number: string; round?: number; shippedAt: string | null }
  'cancel-payment': { key: string }
  refund: { key: string }
  'publish-release': { id: number }
  'background-job': { id: number }
  /** A mail that could not be read, when a person asks for another try. */
  'read-mail-again': { key: string }
  /** `day`: the night of the run. Null for a run on request. */
  'check-books': { day: string | null }
  /** `id`: 0 for an unknown address. */
  'mail-password-reset': { site: 'staff' | 'employer'; id: number }
  'warn-of-failures': { site: 'staff' | 'employer'; id: number; failures: number }
}
export type JobName = keyof JobData

/** One queue for each. */
export const NAMES = [
  'send-mail',
  'release-order',
  'submit-to-warehouse',
  'find-parcels',
  'cancel-payment',
  'refund',
  'publish-release',
  'background-job',
  'read-mail-again',
  'check-books',
  'warn-of-failures',
  'mail-password-reset',
] as const satisfies JobName[]

/** Creates the tables of the queue and one queue for each job. Every start but the first finds them all. */
export async function prepareJobs(sql: Sql, given?: PgBoss) {
  const boss = given ?? (await bossOn(sql, { supervise: false }))
  await boss.start()
  const made = await createdQueues(sql)
  for (const name of NAMES) {
    if (!made.includes(name)) await boss.createQueue(name, { name, policy: 'standard' })
  }
  // Checked first: for a role that does not own the table the statements below fail, also where everything exists.
  if (await holdsAllQueues(sql)) return
  // Of all jobs that are not done there are soon a few among many that are.
  await sql`
    create index if not exists job_to_count on pgboss.job (name, state) where state <> 'completed'`
}

export async function holdsAllQueues(sql: Sql) {
  const [table] = await sql<{ there: boolean }[]>`
    select to_regclass('pgboss.job_to_count') is not null as there`
  if (!table?.there) return false
  const made = await createdQueues(sql)
  return NAMES.every((name) => made.includes(name))
}

async function createdQueues(sql: Sql) {
  const [row] = await sql<{ names: string[] }[]>`
    select coalesce(array_agg(name), '{}') as names from pgboss.queue`
  return row?.names ?? []
}

/** Loads the package at first use: with what it imports it is an eighth of the code of a start. */
export async function bossOn(sql: Sql, options: { supervise: boolean }): Promise<PgBoss> {
  const { default: Boss } = await import('pg-boss')
  return new Boss({ db: through(sql), schedule: false, ...options })
}

/** The job queue speaks through the shop's own connections, and so within its transactions. */
function through(sql: Queries): PgBoss.Db {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      // A text with a transaction of its own needs a connection of its own.
      const connection =
        'reserve' in sql && /^\s*BEGIN\b/i.test(text) ? await sql.reserve() : undefined
      try {
        // Its texts are few, and planning one takes longer than running it.
        const rows = await (connection ?? sql).unsafe(text, values as SqlValue[], {
          prepare: true,
        })
        return { rows: [...rows], rowCount: rows.count }
      } finally {
        connection?.release()
      }
    },
  }
}
