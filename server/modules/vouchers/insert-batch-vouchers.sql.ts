import type { Queries } from '#server/platform/db/database.ts'

/**
 * Inserts the vouchers of a batch with their points. They have no code yet: the export or the mail generates it. Until then
 * they cannot be spent.
 */
export async function insertVouchersWithoutCode(
  sql: Queries,
  batchId: number,
  languages: readonly string[],
  at: Date,
): Promise<number[]> {
  const inserted = await sql<{ id: number }[]>`
    insert into voucher (batch_id, channel_id, language, valid_from, valid_until)
    select batch.id, batch.channel_id, language, batch.valid_from, batch.valid_until
    from voucher_batch batch, unnest(${languages as string[]}::text[]) with ordinality as wanted (language, place)
    where batch.id = ${batchId} order by place
    returning id`
  // Ids are assigned in the requested order.
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b)
  if (ids.length !== languages.length)
    throw new Error('not every voucher of the batch was inserted')
  await sql`insert into voucher_balance (voucher_id) select unnest(${ids}::bigint[])`
  await sql`
    insert into ledger (voucher_id, kind, points, at)
    select inserted.id, 'grant', points, ${at} from voucher_batch batch, unnest(${ids}::bigint[]) as inserted (id)
    where batch.id = ${batchId} and points > 0`
  return ids
}
