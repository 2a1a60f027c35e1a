import type { Queries } from '#server/platform/db/database.ts'

/** Moves start and end of a channel's vouchers. A voucher that would end before its start stays. Returns how many moved. */
export async function moveVoucherDates(
  sql: Queries,
  channelId: string,
  moves: readonly { at: string; there: string }[],
): Promise<number> {
  const { count } = await sql`
    with move as (
      select * from jsonb_to_recordset(${sql.json(moves)}) as row (at timestamptz, there timestamptz)
    ), moved as (
      select voucher.id, coalesce(start_move.there, valid_from) as new_from, coalesce(end_move.there, valid_until) as new_until
      from voucher left join move start_move on start_move.at = valid_from left join move end_move on end_move.at = valid_until
      where channel_id = ${channelId}
    )
    update voucher set valid_from = new_from, valid_until = new_until from moved
    where voucher.id = moved.id and new_from < new_until
      and (new_from, new_until) is distinct from (valid_from, valid_until)`
  return count
}
