import { expect } from 'vitest'

import type { Sql } from '#server/platform/db/database.ts'

/** The database completes or rolls back the statements of a killed process once it notices the lost connection. */
export async function waitForIdleDatabase(sql: Sql) {
  const countTransactions = async () => {
    const rows = await sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
    return rows.length
  }
  await expect.poll(countTransactions, { interval: 20, timeout: 60_000 }).toBe(0)
}
