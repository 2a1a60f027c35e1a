import type { Queries } from '#server/db/database.ts'

/**
 * What one colleague does under a limit comes one after the other, until the transaction ends: eight at once cannot pass
 * below it together. Taken after purse, cart and shelves or after the batch, and before an approval is asked for.
 */
export async function lockLimitsOf(sql: Queries, staffId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of colleague ${staffId}`}, 0))`
}
