import type { z } from 'zod'

import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { orderLineName } from '#server/modules/orders/order-line-names.sql.ts'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import {
  LATE_AFTER_DAYS,
  type ParcelState,
  type ParcelView,
} from '#domain/fulfilment/parcel-state.ts'
import { DAY_MS } from '#domain/time/zone-days.ts'
import { parcels } from '#contract/fulfilment/parcels.staff.ts'

/** The order to which a parcel belongs. */
export async function findParcelOrder(sql: Queries, code: string): Promise<string | undefined> {
  const [row] = await sql<{ number: string }[]>`
    select order_number as number from parcel where code = ${code} limit 1`
  return row?.number
}

/**
 * The state that staff see. Without a report from the carrier it depends on the age and the order of the parcel. The
 * query contains `parcel`.
 */
export const viewOfParcel = (sql: Queries, now: Date) => sql`
  case when parcel.state <> 'sent' then parcel.state
    when (select bool_and(order_line.state in ('delivered', 'cancelled'))
      from parcel_line join order_line using (order_number, line)
      where parcel_line.order_number = parcel.order_number and parcel_line.code = parcel.code) then 'assumed'
    when sent_at < ${new Date(now.getTime() - LATE_AFTER_DAYS * DAY_MS)} then 'late' else 'sent' end`

const storedState = (view: ParcelView): ParcelState =>
  view === 'late' || view === 'assumed' ? 'sent' : view

type Filters = Pick<z.output<(typeof parcels)['input']>, 'channel' | 'state' | 'search'>

export function parcelList(
  language: string,
  { search, ...filters }: Filters,
  channels: readonly string[] | null,
  now: Date,
): ListQuery<'sent_at'> {
  return {
    select: (sql) => sql`
      parcel.order_number || ' ' || parcel.code as id, parcel.order_number as order, orders.channel_id as channel,
      parcel.code, parcel.link, parcel.carrier, ${viewOfParcel(sql, now)} as state, sent_at, person, coalesce(state_at, sent_at) as state_at,
      coalesce((select string_agg(concat(case when parcel_line.quantity > 1 then concat(parcel_line.quantity, ' × ') end,
          ${orderLineName(sql, language)}), ', ' order by line)
        from parcel_line join order_line using (order_number, line)
        where parcel_line.order_number = parcel.order_number and parcel_line.code = parcel.code), '') as gifts,
      coalesce((select picture from parcel_line join order_line using (order_number, line)
        where parcel_line.order_number = parcel.order_number and parcel_line.code = parcel.code
        order by line limit 1), '') as picture`,
    from: (sql) => sql`
      parcel join orders on orders.number = parcel.order_number and orders.month = parcel.month
      where sent_at is not null
        ${channels === null ? sql`` : sql`and orders.channel_id = any(${[...channels]}::text[])`}
        ${filterConditions<'parcels'>(sql, filters, {
          // The stored state comes first, because it has an index.
          state: (views) => sql`parcel.state = any(${views.map(storedState)}::text[])
            and ${viewOfParcel(sql, now)} = any(${views}::text[])`,
          channel: (channel) => sql`orders.channel_id = ${channel}`,
        })}
        ${search === undefined ? sql`` : sql`and (parcel.order_number = ${search} or parcel.code = ${search})`}`,
    id: (sql) => sql`(parcel.order_number || ' ' || parcel.code)`,
    idType: 'text',
    sorts: { sent_at: { by: (sql) => sql`sent_at`, type: 'timestamptz' } },
    defaultSort: defaultSorts.parcels,
  }
}
