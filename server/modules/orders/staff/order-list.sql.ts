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

type OrderFilters = AskedFilters<'staffOrders'> & { ids?: string[] | undefined }
export type OrderSort = 'placed_at'

/** The most results for a common name. A more precise search finds the others. */
const MAX_RESULTS = 2000
/** The most orders with a matching name that are checked against the other filters. */
const MAX_NAME_MATCHES = 10_000
/**
 * If `COMMON_NAME_MATCHES` of the `SAMPLE_SIZE` newest orders match, the name is common: then only newer orders are
 * searched.
 */
const SAMPLE_SIZE = 300
const COMMON_NAME_MATCHES = 10
const MAX_SCANNED = 20_000
/** One more than a bulk action allows, so that a cut list is not taken for all matching orders. */
const MAX_NEWEST_RESULTS = MOST_ORDERS_AT_ONCE + 1

/** The words of the recipient's name and email address. Must equal the expression of its index. */
export const personSearchWords = (sql: Queries): Fragment => sql`
  recipient_search_words(array[person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email'])`

/** The newest orders of recipients with this name, within the newest orders that match the other filters. */
const newestWithName = (
  sql: Queries,
  search: string,
  {
    filters,
    channels,
    among,
  }: { filters: OrderFilters; channels: readonly string[] | null; among: number },
): Fragment => sql`
  select number from (
    select number, placed_at, person, lower(concat_ws(' ',
      person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email')) as full_name
    from orders where ${conditions(sql, filters, channels)} order by placed_at desc, (number::bigint) desc limit ${among}
  ) newest
  where case when ${mayMatchName(sql, search)} then ${personSearchWords(sql)} @@ recipient_search_query(${search}) else false end
  order by placed_at desc, (number::bigint) desc`

/**
 * A cheap check before names are split into words, which is the most expensive step. It excludes most rows named
 * `full_name`. Names with accents pass it.
 */
export const mayMatchName = (sql: Queries, search: string): Fragment => {
  const parts = search
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  const contained = parts.map((part) => sql`strpos(full_name, ${part}) > 0`)
  const hasAll = contained.reduce((left, right) => sql`${left} and ${right}`)
  return sql`(octet_length(full_name) > length(full_name) or ${hasAll})`
}

/** The newest matches of a common name. Empty for a rare name, for which the name index is faster. */
async function findNewestOfCommonName(
  sql: Queries,
  search: string,
  where: { filters: OrderFilters; channels: readonly string[] | null },
) {
  const sample = await sql`
    ${newestWithName(sql, search, { ...where, among: SAMPLE_SIZE })} limit ${COMMON_NAME_MATCHES}`
  if (sample.length < COMMON_NAME_MATCHES) return []
  const rows = await sql<{ number: string }[]>`
    ${newestWithName(sql, search, { ...where, among: MAX_SCANNED })} limit ${MAX_NEWEST_RESULTS}`
  return rows.map(({ number }) => number)
}

/**
 * Order numbers by number, code or name, each found by its own index. The name index is queried without the other
 * filters: with them, the planner would split the names of all orders of a channel. The index sorts all matches before
 * it returns the first one, so common names are searched from the newest order on.
 */
export async function searchOrderNumbers(
  sql: Queries,
  search: string,
  {
    mayReadNames,
    filters = {},
    channels = null,
    isUnlimited = false,
  }: {
    mayReadNames: boolean
    filters?: OrderFilters
    channels?: readonly string[] | null
    /** No limit, for exports. */
    isUnlimited?: boolean
  },
): Promise<string[]> {
  const typed = search.toLowerCase().replaceAll(/[\s.]/g, '')
  const isCode = typed.length === 3
  const limitTo = (count: number) => (isUnlimited ? sql`` : sql`limit ${count}`)
  const newest =
    mayReadNames && !isUnlimited
      ? await findNewestOfCommonName(sql, search, { filters, channels })
      : []
  const rows = await sql<{ number: string }[]>`
    (select number from orders where number = ${typed})
    ${
      isCode
        ? sql`union (select number from orders where voucher_id in (
            select id from voucher where last3 = ${typed} ${limitTo(MAX_RESULTS)}) ${limitTo(MAX_RESULTS)})`
        : sql``
    }
    ${
      mayReadNames && newest.length < MAX_NEWEST_RESULTS
        ? sql`union (
            with matching as materialized (
              select number, placed_at, channel_id, state, month from orders
              where ${personSearchWords(sql)} @@ recipient_search_query(${search}) ${limitTo(MAX_NAME_MATCHES)})
            select number from matching orders where ${conditions(sql, filters, channels)}
            order by placed_at desc ${limitTo(MAX_RESULTS)})`
        : sql``
    }`
  return [...new Set([...newest, ...rows.map(({ number }) => number)])]
}

export const orderList = (
  language: string,
  filters: OrderFilters,
  channels: readonly string[] | null,
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
      orders where ${conditions(sql, filters, channels)}
        ${found === null ? sql`` : sql`and orders.number = any(${[...found]}::text[])`}`,
  id: (sql) => sql`(orders.number::bigint)`,
  sorts: { placed_at: { by: (sql) => sql`placed_at`, type: 'timestamptz' } },
  ...(found !== null && found.length > MOST_ORDERS_AT_ONCE
    ? { countAtLeast: MOST_ORDERS_AT_ONCE }
    : {}),
  defaultSort: defaultSorts.staffOrders,
})

function conditions(
  sql: Queries,
  filters: OrderFilters,
  readerChannels: readonly string[] | null,
): Fragment {
  const { channel, ids } = filters
  const channels = channel === undefined ? readerChannels : [channel]
  const [firstChannel] = channels ?? []
  return sql`
        true
        ${
          channels === null
            ? sql``
            : channels.length === 1
              ? sql`and orders.channel_id = ${firstChannel ?? ''}`
              : sql`and orders.channel_id = any(${[...channels]}::text[])`
        }
        ${filterConditions<'staffOrders'>(sql, filters, {
          state: (state) => sql`${hasState(sql, state)}`,
          tag: (tag) =>
            sql`orders.number in (select order_number from order_tag where tag = ${tag.toLowerCase()})`,
          from: (from) => sql`placed_at >= ${filterTime(sql, from, 0, channel)}`,
          to: (to) => sql`placed_at < ${filterTime(sql, to, 1, channel)}`,
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

/** The same rule as `partOf` in `domain/orders/partial-state.ts`. */
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

/** The time of a filter value. A day starts and ends in the channel's time zone. */
const filterTime = (sql: Queries, text: string, daysLater: number, channel: string | undefined) =>
  text.includes('T')
    ? sql`${text}::timestamptz`
    : sql`((${text}::date + ${daysLater}::integer)::timestamp at time zone ${
        channel === undefined
          ? sql`${DEFAULT_ZONE}`
          : sql`coalesce((select time_zone from channel where id = ${channel}), ${DEFAULT_ZONE})`
      })`
