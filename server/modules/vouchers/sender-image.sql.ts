import type { Queries } from '#server/platform/db/database.ts'

type ImageChange = { from: string; to: string }

/**
 * Replaces the sender's image of batches, also in their earlier senders, which some holders still see. Returns the batches.
 * With `only`, other batches keep their image.
 */
export async function replaceSenderImage(
  sql: Queries,
  { from, to }: ImageChange,
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
