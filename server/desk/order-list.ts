import type { z } from 'zod'

import type { ordersAtDesk } from '#contract/desk/order-desk-api.ts'
import { DEFAULT_ZONE } from '#domain/zone-days.ts'
import type { OrderState } from '#domain/order-state.ts'
import type { DeliveryKind } from '#domain/delivery.ts'
import type { Person } from '#server/books/cart-queries.ts'
import type { Fragment, Queries } from '#server/db/database.ts'
import type { ListQuery } from '#server/desk/keyset-page.ts'

export type OrderListRow = {
  number: string
  placed_at: Date
  channel_id: string
  state: OrderState
  person: Person
  gifts: string
  lines: number
  total_points: number
  points_paid: number
  cents_paid: number
  kind: DeliveryKind
  country: string | null
  withdrawn: boolean
  credited: boolean
  charged_back: boolean
  refund_failed: boolean
  needs_person: boolean
}

type Asked = Pick<
  z.output<(typeof ordersAtDesk)['input']>,
  'channel' | 'state' | 'from' | 'to' | 'ids'
>
export type OrderSort = 'placed_at'

/** A name that so many have is no name to look for. */
const MOST_FOUND = 2000

/** As its index has them: names and mail of who ordered, word by word. */
export const wordsOfPerson = (sql: Queries): Fragment => sql`
  person_words(array[person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email'])`

/** Each way to find one has its index; what is found is few, so the list is made of it. */
export async function numbersFound(
  sql: Queries,
  search: string,
  { names }: { names: boolean },
): Promise<string[]> {
  const typed = search.toLowerCase().replaceAll(/[\s.]/g, '')
  const byCode = typed.length === 3
  const rows = await sql<{ number: string }[]>`
    (select number from orders where number = ${typed})
    ${
      byCode
        ? sql`union (select number from orders where voucher_id in (
            select id from voucher where last3 = ${typed} limit ${MOST_FOUND}) limit ${MOST_FOUND})`
        : sql``
    }
    ${
      names
        ? sql`union (select number from orders
            where ${wordsOfPerson(sql)} @@ person_query(${search}) limit ${MOST_FOUND})`
        : sql``
    }`
  return rows.map(({ number }) => number)
}

export const orderList = (
  { channel, state, from, to, ids }: Asked,
  own: readonly string[] | null,
  found: readonly string[] | null,
): ListQuery<OrderSort> => {
  const channels = channel === undefined ? own : [channel]
  const [only] = channels ?? []
  return {
    select: (sql) => sql`
      orders.number, placed_at, orders.channel_id, orders.state, person, total_points, points_paid, cents_paid,
      delivery ->> 'kind' as kind, coalesce(delivery -> 'point' -> 'address' ->> 'country', delivery -> 'address' ->> 'country') as country,
      (select string_agg(name, ', ' order by line) from order_line where order_number = orders.number) as gifts,
      (select count(*)::integer from order_line where order_number = orders.number) as lines,
      exists (select from withdrawal where order_number = orders.number) as withdrawn,
      exists (select from credit where order_number = orders.number) as credited,
      exists (select from chargeback where chargeback.payment_key = orders.payment_key
        and not exists (select from chargeback_end where chargeback_id = chargeback.id)) as charged_back,
      exists (select from refund where refund.payment_key = orders.payment_key
        and refund.state in ('failed', 'canceled', 'refused') and settled_note is null
        and not exists (select from refund again where again.repeats = refund.key)) as refund_failed,
      exists (select from attention where attention.order_number = orders.number and closed_at is null) as needs_person`,
    from: (sql) => sql`
      orders where true
        ${
          channels === null
            ? sql``
            : channels.length === 1
              ? sql`and orders.channel_id = ${only ?? ''}`
              : sql`and orders.channel_id = any(${[...channels]}::text[])`
        }
        ${found === null ? sql`` : sql`and orders.number = any(${[...found]}::text[])`}
        ${state === undefined ? sql`` : state.length === 1 ? sql`and orders.state = ${state[0] ?? ''}` : sql`and orders.state = any(${state}::text[])`}
        ${from === undefined ? sql`` : sql`and placed_at >= ${momentOf(sql, from, 0, channel)}`}
        ${to === undefined ? sql`` : sql`and placed_at < ${momentOf(sql, to, 1, channel)}`}
        ${ids === undefined ? sql`` : sql`and orders.number = any(${ids}::text[])`}`,
    id: (sql) => sql`(orders.number::bigint)`,
    sorts: { placed_at: { by: (sql) => sql`placed_at`, type: 'timestamptz' } },
    usual: '-placed_at',
  }
}

/** A day begins and ends where its channel is. */
const momentOf = (sql: Queries, text: string, daysLater: number, channel: string | undefined) =>
  text.includes('T')
    ? sql`${text}::timestamptz`
    : sql`((${text}::date + ${daysLater}::integer)::timestamp at time zone ${
        channel === undefined
          ? sql`${DEFAULT_ZONE}`
          : sql`coalesce((select time_zone from channel where id = ${channel}), ${DEFAULT_ZONE})`
      })`
