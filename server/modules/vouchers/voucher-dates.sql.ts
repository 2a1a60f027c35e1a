import type { Queries } from '#server/platform/db/database.ts'

/** Moves start and end of a channel's vouchers, if each still starts before it ends. Returns how many. */
export async function moveVoucherDates(
  sql: Queries,
  channelId: string,
  moves: readonly { at: string; there: string }[],
): Promise<number> {
  const { count } = await sql`
    with move as (
      select * from jsonb_to_recordset(${sql.json(moves)}) as row (at timestamptz, there timestamptz)
    ), days as (
      select voucher.id, coalesce(first.there, valid_from) as begins, coalesce(last.there, valid_until) as ends
      from voucher left join move first on first.at = valid_from left join move last on last.at = valid_until
      where channel_id = ${channelId}
    )
    update voucher set valid_from = begins, valid_until = ends from days
    where voucher.id = days.id and begins < ends
      and (begins, ends) is distinct from (valid_from, valid_until)`
  return count
}
