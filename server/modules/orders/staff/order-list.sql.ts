import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import { MOST_ORDERS_AT_ONCE } from '#contract/orders/order-actions.staff.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { type Part, PARTS } from '#domain/orders/partial-state.ts'
import type { OrderState } from '#domain/orders/order-state.ts'
import type { DeliveryKind } from '#domain/fulfilment/delivery.ts'
import type { Person } from '#server/modules/cart/cart.sql.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { orderLineName } from '#server/modules/orders/order-line-names.sql.ts'

export type OrderListRow = {
  number: string
  placed_at: Date
  channel_id: string
  state: OrderState
  part: Part | null
  person: Person
  gifts: string
  picture: string
  tags: string[]
  lines: number
  points_paid: number
  cents_paid: number
  kind: DeliveryKind
  country: string | null
  withdrawn: boolean
  credited: boolean
  charged_back: boolean
  refund_failed: boolean
  has_open_task: boolean
  /** When the oldest withdrawal that is not refunded arrived. */
  waiting_since: Date | null
  time_zone: string
}

type Asked = AskedFilters<'staffOrders'> & { ids?: string[] | undefined }
export type OrderSort = 'placed_at'

/** The maximum number of results for a common name; a more precise search finds the others. */
const MOST_FOUND = 2000
const MOST_LOOKED_AT = 10_000
/** If `MANY_OF_NEWEST` of the newest orders match, the filter is broad, and searching the newest ones is enough. */
const NEWEST = 300
const MANY_OF_NEWEST = 10
const MOST_PASSED = 20_000
/** One more than a bulk action allows, so that the newest orders cannot pass for all. */
const MOST_OF_MANY = MOST_ORDERS_AT_ONCE + 1

/** Must equal the expression of its index: the words of the recipient's name and email address. */
export const personSearchWords = (sql: Queries): Fragment => sql`
  recipient_search_words(array[person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email'])`

/** The newest orders of recipients with this name, within the newest orders that match the other filters. */
const newestNamed = (
  sql: Queries,
  search: string,
  { asked, own, among }: { asked: Asked; own: readonly string[] | null; among: number },
): Fragment => sql`
  select number from (
    select number, placed_at, person, lower(concat_ws(' ',
      person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email')) as called
    from orders where ${conditions(sql, asked, own)} order by placed_at desc, (number::bigint) desc limit ${among}
  ) newest
  where case when ${mayMatchName(sql, search)} then ${personSearchWords(sql)} @@ recipient_search_query(${search}) else false end
  order by placed_at desc, (number::bigint) desc`

/**
 * Splitting names into words is the most expensive step, so a substring check excludes most rows. It is skipped for
 * text with accents.
 */
export const mayMatchName = (sql: Queries, search: string): Fragment => {
  const parts = search
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  const all = parts.map((part) => sql`strpos(called, ${part}) > 0`)
  return sql`(octet_length(called) > length(called) or ${all.reduce((some, one) => sql`${some} and ${one}`)})`
}

/** Empty if few match: then the name index is faster. */
async function newestOfMany(
  sql: Queries,
  search: string,
  where: { asked: Asked; own: readonly string[] | null },
) {
  const some = await sql`
    ${newestNamed(sql, search, { ...where, among: NEWEST })} limit ${MANY_OF_NEWEST}`
  if (some.length < MANY_OF_NEWEST) return []
  const many = await sql<{ number: string }[]>`
    ${newestNamed(sql, search, { ...where, among: MOST_PASSED })} limit ${MOST_OF_MANY}`
  return many.map(({ number }) => number)
}

/**
 * Each search method has its own index and few results, so the list is made from them. The name index is queried
 * alone: with more conditions the planner would rather split the names of all orders of a channel. It returns all
 * matches before the first one, so common names are searched from the newest order on.
 */
export async function searchOrderNumbers(
  sql: Queries,
  search: string,
  {
    names,
    asked = {},
    own = null,
    every = false,
  }: {
    names: boolean
    asked?: Asked
    own?: readonly string[] | null
    /** No limit, for exports. */
    every?: boolean
  },
): Promise<string[]> {
  const typed = search.toLowerCase().replaceAll(/[\s.]/g, '')
  const byCode = typed.length === 3
  const atMost = (count: number) => (every ? sql`` : sql`limit ${count}`)
  const newest = names && !every ? await newestOfMany(sql, search, { asked, own }) : []
  const rows = await sql<{ number: string }[]>`
    (select number from orders where number = ${typed})
    ${
      byCode
        ? sql`union (select number from orders where voucher_id in (
            select id from voucher where last3 = ${typed} ${atMost(MOST_FOUND)}) ${atMost(MOST_FOUND)})`
        : sql``
    }
    ${
      names && newest.length < MOST_OF_MANY
        ? sql`union (
            with named as materialized (
              select number, placed_at, channel_id, state, month from orders
              where ${personSearchWords(sql)} @@ recipient_search_query(${search}) ${atMost(MOST_LOOKED_AT)})
            select number from named orders where ${conditions(sql, asked, own)}
            order by placed_at desc ${atMost(MOST_FOUND)})`
        : sql``
    }`
  return [...new Set([...newest, ...rows.map(({ number }) => number)])]
}

export const orderList = (
  language: string,
  query: Asked,
  own: readonly string[] | null,
  found: readonly string[] | null,
): ListQuery<OrderSort> => ({
  select: (sql) => sql`
      orders.number, placed_at, orders.channel_id, orders.state,
      case when ${isPart(sql, 'partly-sent')} then 'partly-sent'
        when ${isPart(sql, 'partly-delivered')} then 'partly-delivered' end as part, person, points_paid, cents_paid,
      delivery ->> 'kind' as kind, coalesce(delivery -> 'point' -> 'address' ->> 'country', delivery -> 'address' ->> 'country') as country,
      (select string_agg(concat(case when quantity > 1 then concat(quantity, ' × ') end, ${orderLineName(sql, language)}), ', ' order by line)
        from order_line where order_number = orders.number) as gifts,
      (select picture from order_line where order_number = orders.number order by line limit 1) as picture,
      array(select tag from order_tag where order_number = orders.number order by tag) as tags,
      (select count(*)::integer from order_line where order_number = orders.number) as lines,
      exists (select from withdrawal where order_number = orders.number) as withdrawn,
      exists (select from credit where order_number = orders.number) as credited,
      exists (select from chargeback where chargeback.payment_key = orders.payment_key
        and not exists (select from chargeback_end where chargeback_id = chargeback.id)) as charged_back,
      exists (select from refund where refund.payment_key = orders.payment_key
        and refund.state in ('failed', 'canceled', 'refused') and settled_note is null
        and not exists (select from refund again where again.repeats = refund.key)
        and payment_returned_cents(refund.payment_key) + refund.cents <= cents_paid) as refund_failed,
      exists (select from task where task.order_number = orders.number and closed_at is null) as has_open_task,
      (select time_zone from channel where id = orders.channel_id) as time_zone,
      (select min(at) from withdrawal where order_number = orders.number and orders.state <> 'cancelled'
        and not exists (select from credit where withdrawal_number = withdrawal.number)) as waiting_since`,
  from: (sql) => sql`
      orders where ${conditions(sql, query, own)}
        ${found === null ? sql`` : sql`and orders.number = any(${[...found]}::text[])`}`,
  id: (sql) => sql`(orders.number::bigint)`,
  sorts: { placed_at: { by: (sql) => sql`placed_at`, type: 'timestamptz' } },
  ...(found !== null && found.length > MOST_ORDERS_AT_ONCE
    ? { countAtLeast: MOST_ORDERS_AT_ONCE }
    : {}),
  defaultSort: defaultSorts.staffOrders,
})

function conditions(sql: Queries, asked: Asked, own: readonly string[] | null): Fragment {
  const { channel, ids } = asked
  const channels = channel === undefined ? own : [channel]
  const [only] = channels ?? []
  return sql`
        true
        ${
          channels === null
            ? sql``
            : channels.length === 1
              ? sql`and orders.channel_id = ${only ?? ''}`
              : sql`and orders.channel_id = any(${[...channels]}::text[])`
        }
        ${filterConditions<'staffOrders'>(sql, asked, {
          state: (state) => sql`${hasState(sql, state)}`,
          tag: (tag) =>
            sql`orders.number in (select order_number from order_tag where tag = ${tag.toLowerCase()})`,
          from: (from) => sql`placed_at >= ${momentOf(sql, from, 0, channel)}`,
          to: (to) => sql`placed_at < ${momentOf(sql, to, 1, channel)}`,
          // The channels are restricted above, together with the reader's own.
          channel: null,
        })}
        ${ids === undefined ? sql`` : sql`and orders.number = any(${ids}::text[])`}`
}

function hasState(sql: Queries, states: readonly string[]): Fragment {
  const fullStates = states.filter((state) => !PARTS.some((part) => part === state))
  const isInState =
    fullStates.length === 1
      ? sql`orders.state = ${fullStates[0] ?? ''}`
      : sql`orders.state = any(${fullStates}::text[])`
  const parts = PARTS.filter((part) => states.includes(part))
  const [first, second] = parts
  if (first === undefined) return isInState
  const either =
    second === undefined
      ? isPart(sql, first)
      : sql`(${isPart(sql, first)} or ${isPart(sql, second)})`
  return fullStates.length === 0 ? either : sql`(${isInState} or ${either})`
}

/** As `partOf` in `domain/orders/partial-state.ts`. */
function isPart(sql: Queries, part: Part): Fragment {
  const [orderState, lines, parcels] =
    part === 'partly-sent'
      ? ['released', ['shipped', 'delivered'], ['sent', 'delivered']]
      : ['shipped', ['delivered'], ['delivered']]
  return sql`(orders.state = ${orderState} and (
    exists (select from order_line line where line.order_number = orders.number
      and line.delivery_condition <> 'digital' and line.state = any(${lines}::text[]))
    or exists (select from parcel where parcel.order_number = orders.number and parcel.month = orders.month
      and parcel.state = any(${parcels}::text[]))))`
}

/** A day starts and ends in the channel's time zone. */
const momentOf = (sql: Queries, text: string, daysLater: number, channel: string | undefined) =>
  text.includes('T')
    ? sql`${text}::timestamptz`
    : sql`((${text}::date + ${daysLater}::integer)::timestamp at time zone ${
        channel === undefined
          ? sql`${DEFAULT_ZONE}`
          : sql`coalesce((select time_zone from channel where id = ${channel}), ${DEFAULT_ZONE})`
      })`
