import type { z } from 'zod'

import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { nameOfLine } from '#server/modules/orders/order-line-names.sql.ts'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { parcels } from '#contract/fulfilment/parcels.staff.ts'

/** The order to which a parcel belongs. */
export async function findParcelOrder(sql: Queries, code: string): Promise<string | undefined> {
  const [row] = await sql<{ number: string }[]>`
    select order_number as number from parcel where code = ${code} limit 1`
  return row?.number
}

type Asked = Pick<z.output<(typeof parcels)['input']>, 'channel' | 'state' | 'search'>

export function parcelList(
  language: string,
  { search, ...filters }: Asked,
  own: readonly string[] | null,
): ListQuery<'sent_at'> {
  return {
    select: (sql) => sql`
      parcel.order_number || ' ' || parcel.code as id, parcel.order_number as order, orders.channel_id as channel,
      parcel.code, parcel.link, parcel.carrier, parcel.state, sent_at, coalesce(state_at, sent_at) as state_at,
      coalesce((select string_agg(parcel_line.quantity || ' × ' || ${nameOfLine(sql, language)}, ', ' order by line)
        from parcel_line join order_line using (order_number, line)
        where parcel_line.order_number = parcel.order_number and parcel_line.code = parcel.code), '') as gifts`,
    from: (sql) => sql`
      parcel join orders on orders.number = parcel.order_number and orders.month = parcel.month
      where sent_at is not null
        ${own === null ? sql`` : sql`and orders.channel_id = any(${[...own]}::text[])`}
        ${filterConditions<'parcels'>(sql, filters, {
          state: (state) => sql`parcel.state = any(${state}::text[])`,
          channel: (channel) => sql`orders.channel_id = ${channel}`,
        })}
        ${search === undefined ? sql`` : sql`and (parcel.order_number = ${search} or parcel.code = ${search})`}`,
    id: (sql) => sql`(parcel.order_number || ' ' || parcel.code)`,
    idType: 'text',
    sorts: { sent_at: { by: (sql) => sql`sent_at`, type: 'timestamptz' } },
    defaultSort: defaultSorts.parcels,
  }
}
