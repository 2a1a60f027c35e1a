import type { Counts } from '#server/modules/privacy/retention-run.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { retentionOf } from '#server/modules/channels/settings/channel.sql.ts'
import {
  type Hold,
  erasureHold,
  lastActivityOf,
  orderOpenInterval,
} from '#server/modules/privacy/retention-due.sql.ts'

type Holder = {
  id: number
  channel_id: string
  last3: string
  time_zone: string
  countries: string[]
  months: number
  /** When the retention period starts: the voucher's expiry or, without one, the last activity. Null: nothing is due. */
  expires_at: Date | null
  available: number
  held: Hold | null
  /** When the last finished order can no longer be changed, and so stops delaying the erasure. */
  order_closes_at: Date | null
  erased: boolean
}

export async function findHolder(sql: Queries, id: number, now: Date): Promise<Holder | undefined> {
  const [row] = await sql<Holder[]>`
    select voucher.id, channel_id, last3, time_zone, countries, ${retentionOf(sql)} as months,
      case when valid_until < 'infinity' then nullif(valid_until, '-infinity')
        when names_erased_at >= ${lastActivityOf(sql, sql`voucher.id`)} then null
        else ${lastActivityOf(sql, sql`voucher.id`)} end as expires_at,
      (select max(event.at) + ${orderOpenInterval(sql)} from orders
        join order_event event on event.order_number = orders.number and event.month = orders.month
        where orders.voucher_id = voucher.id and orders.state <> 'cancelled'
          and not exists (select from orders open
            where open.voucher_id = voucher.id and open.state not in ('delivered', 'cancelled'))
          and not exists (select from replacement_offer where replacement_offer.voucher_id = voucher.id and outcome is null)) as order_closes_at,
      available, ${erasureHold(sql, sql`voucher.id`, now)} as held,
      anonymised_at is not null as erased
    from voucher join channel on channel.id = channel_id join voucher_balance on voucher_balance.voucher_id = voucher.id
    where voucher.id = ${id}`
  return row
}

export const lockBalance = (sql: Queries, subjectId: string) =>
  sql`select from voucher_balance where voucher_id = ${Number(subjectId)} for update`

export async function insertErasureOfPerson(
  sql: Queries,
  {
    id,
    channelId,
    at,
    counts,
    decidedBy,
  }: {
    id: number
    channelId: string
    at: Date
    counts: Counts
    decidedBy: number
  },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into retention_run (kind, channel_id, voucher_id, as_of, months, counts, digest, made_by, made_at)
    values ('person', ${channelId}, ${id}, ${at}, 0, ${sql.json(counts)}, '', ${decidedBy}, ${at})
    returning id`
  return row
}

export const endErasureOfPerson = (sql: Queries, id: number, at: Date) =>
  sql`update retention_run set ended_at = ${at} where id = ${id}`

export const listOrderNumbersOf = (sql: Queries, id: number) => sql<
  { number: string; placed_at: Date }[]
>`
  select number, placed_at from orders where voucher_id = ${id} order by placed_at, number`
