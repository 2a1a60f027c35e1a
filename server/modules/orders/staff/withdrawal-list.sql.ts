import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { WithdrawalState } from '#domain/refunds/withdrawal.ts'
import type { Person } from '#server/modules/cart/cart.sql.ts'
import { orderLineName } from '#server/modules/orders/order-line-names.sql.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type WithdrawalListRow = {
  number: string
  order: string
  channel: string
  person: Person
  gifts: string
  picture: string
  state: WithdrawalState
  withdrawn_at: Date
  returned_at: Date | null
  points_to_credit: number
  cents_to_credit: number
  time_zone: string
}

type Sort = 'due' | 'withdrawn_at'

/**
 * Open withdrawals are sorted by their time, which is a fixed number of days before the deadline. Closed ones follow,
 * newest first.
 */
const CLOSED_AFTER = 1_000_000_000_000

export const withdrawalList = (
  language: string,
  filters: AskedFilters<'withdrawals'>,
  channels: readonly string[] | null,
  found: readonly string[] | null,
): ListQuery<Sort> => ({
  select: (sql) => sql`
    withdrawal.number, withdrawal.order_number as order, orders.channel_id as channel, person,
    (select string_agg(concat(case when withdrawn.quantity > 1 then concat(withdrawn.quantity, ' × ') end, ${orderLineName(sql, language)}), ', ' order by line)
      from withdrawal_line withdrawn join order_line using (order_number, line)
      where withdrawn.withdrawal_number = withdrawal.number) as gifts,
    (select picture from withdrawal_line withdrawn join order_line using (order_number, line)
      where withdrawn.withdrawal_number = withdrawal.number order by line limit 1) as picture,
    ${stateOf(sql)} as state, withdrawal.at as withdrawn_at, returned.at as returned_at,
    points_to_credit, cents_to_credit, channel.time_zone`,
  from: (sql) => sql`
    withdrawal join orders on orders.number = withdrawal.order_number
      join channel on channel.id = orders.channel_id
      left join withdrawal_return returned on returned.withdrawal_number = withdrawal.number
      left join credit on credit.withdrawal_number = withdrawal.number
    where true
      ${channels === null ? sql`` : sql`and orders.channel_id = any(${[...channels]}::text[])`}
      ${found === null ? sql`` : sql`and withdrawal.order_number = any(${[...found]}::text[])`}
      ${filterConditions<'withdrawals'>(sql, filters, {
        state: (state) => sql`${stateOf(sql)} = any(${state}::text[])`,
        channel: (channel) => sql`orders.channel_id = ${channel}`,
      })}`,
  id: (sql) => sql`withdrawal.number`,
  idType: 'text',
  sorts: {
    due: {
      by: (sql) => sql`(case when ${stateOf(sql)} = 'refunded'
        then ${CLOSED_AFTER}::bigint - extract(epoch from withdrawal.at)::bigint
        else extract(epoch from withdrawal.at)::bigint end)`,
      type: 'bigint',
    },
    withdrawn_at: { by: (sql) => sql`withdrawal.at`, type: 'timestamptz' },
  },
  defaultSort: defaultSorts.withdrawals,
})

/** A withdrawal from a cancelled order is refunded, because the cancellation refunds the complete order. */
const stateOf = (sql: Queries) => sql`
  case when credit.number is not null or orders.state = 'cancelled' then 'refunded'
    when returned.at is not null then 'due' else 'waiting' end`
