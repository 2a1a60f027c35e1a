import type { z } from 'zod'

import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { expiries } from '#contract/vouchers/expiry.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Sums of the rows of a list, without reversed expiries. */
export async function readExpirySums(sql: Queries, list: ListQuery<'at'>) {
  const [row] = await sql<{ vouchers: number; points: number; billed_cents: number }[]>`
    select count(*)::integer as vouchers, coalesce(sum(points), 0)::integer as points,
      coalesce(sum(billed_cents), 0)::bigint as billed_cents
    from (select expiry.points, billed_cents, reversal_id from ${list.from(sql)}) found where reversal_id is null`
  return row ?? { vouchers: 0, points: 0, billed_cents: 0 }
}

type ExpiryFilters = Omit<z.output<(typeof expiries)['input']>, 'as' | 'sort' | 'cursor' | 'limit'>

export const expiryList = (
  { search, ids, ...filters }: ExpiryFilters,
  channels: readonly string[] | null,
): ListQuery<'at'> => ({
  select: (sql) => sql`
    expiry.id, expiry.voucher_id, last3, voucher.channel_id, voucher.batch_id, note, expiry.at, expiry.points, claimed, rule,
    billed_cents, notified, reversed_at`,
  from: (sql) => sql`
    voucher_expiry expiry join voucher on voucher.id = expiry.voucher_id
      join voucher_batch batch on batch.id = batch_id join channel on channel.id = voucher.channel_id
    where true
      ${channels === null ? sql`` : sql`and voucher.channel_id = any(${[...channels]}::text[])`}
      ${filterConditions<'expiries'>(sql, filters, {
        channel: (channel) => sql`voucher.channel_id = ${channel}`,
        batch: (batch) => sql`voucher.batch_id = ${Number(batch)}`,
        claimed: (claimed) => sql`claimed = ${claimed === 'yes'}`,
        from: (from) => sql`expiry.at >= ${from}::timestamp at time zone time_zone`,
        to: (to) => sql`expiry.at < (${to}::date + 1)::timestamp at time zone time_zone`,
      })}
      ${search === undefined ? sql`` : sql`and (last3 = ${search.toLowerCase()} or strpos(lower(note), ${search.toLowerCase()}) > 0)`}
      ${ids === undefined ? sql`` : sql`and expiry.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`expiry.id`,
  sorts: { at: { by: (sql) => sql`expiry.at`, type: 'timestamptz' } },
  defaultSort: defaultSorts.expiries,
})
