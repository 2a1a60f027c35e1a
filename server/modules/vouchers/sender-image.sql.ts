import type { Queries } from '#server/platform/db/database.ts'

type Pair = { from: string; to: string }

/**
 * Replaces the sender's image of batches, also in earlier senders, which holders who activated before still see.
 * Returns the batches; with `only`, all others keep theirs.
 */
export async function replaceSenderImage(
  sql: Queries,
  { from, to }: Pair,
  only: readonly number[] | null,
): Promise<number[]> {
  const ids = only && [...only]
  const batches = await sql<{ id: number }[]>`
    update voucher_batch set sender_image = ${to}
    where sender_image = ${from} and (${ids}::bigint[] is null or id = any(${ids}::bigint[])) returning id`
  await sql`
    update sender_backup set picture = ${to}
    where picture = ${from} and (${ids}::bigint[] is null or batch_id = any(${ids}::bigint[]))`
  return batches.map(({ id }) => id)
}
