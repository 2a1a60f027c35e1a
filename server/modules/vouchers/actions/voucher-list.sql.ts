import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { LISTED_STATES, vouchers, VOUCHER_STATES } from '#contract/vouchers/vouchers.staff.ts'
import { tidyCode } from '#domain/vouchers/voucher-code.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import { type ListQuery, uncountedPage } from '#server/lists/keyset-page.ts'
import { mayMatchName, personSearchWords } from '#server/modules/orders/staff/order-list.sql.ts'

export type VoucherState = (typeof VOUCHER_STATES)[number]

export type ListedState = (typeof LISTED_STATES)[number]

export type VoucherListRow = {
  id: number
  last3: string
  channel_id: string
  batch_id: number
  batch_note: string
  campaign: string | null
  name: string
  state: ListedState
  valid_until: Date | null
  available: number
  granted: number
  employer: string | null
  orders: number
  last_order_at: Date | null
  seen_at: Date | null
}

type VoucherQuery = z.output<(typeof vouchers)['input']>
type VoucherFilters = Omit<VoucherQuery, 'as' | 'sort' | 'cursor' | 'limit'>
type VoucherViewer = { channels: readonly string[] | null; now: Date; names: boolean }

/** The maximum number of results for a common name; a more precise search finds the others. */
const MAX_NAME_MATCHES = 2000
/** A name is common if at least `MANY_IN_SAMPLE` of the next `SAMPLE_SIZE` vouchers have it. */
const SAMPLE_SIZE = 300
const MANY_IN_SAMPLE = 10

/**
 * Searches a common name voucher by voucher, because the index of names returns all matches before the first page. If
 * matches are rare from the requested page on, the index is faster again.
 */
export async function searchVouchers(
  sql: Queries,
  { sort, cursor, as, ...query }: Pick<VoucherQuery, 'sort' | 'cursor' | 'as'> & VoucherFilters,
  caller: VoucherViewer,
): Promise<ListQuery<'id'>> {
  const { search = '' } = query
  if (search === '' || !caller.names) return voucherList(query, caller)
  const sampleFrom = async (cursor: string | undefined) => {
    const list = {
      ...voucherList({ ...query, search: undefined }, caller),
      select: (sql: Queries) => sql`${matchesName(search)(sql)} as called`,
    }
    const { rows } = await uncountedPage(sql, list, { sort, cursor, limit: SAMPLE_SIZE })
    const matches = rows.filter((row) => (row as { called: boolean }).called).length
    return { matches, isCommon: matches * SAMPLE_SIZE >= MANY_IN_SAMPLE * rows.length }
  }
  const newest = await sampleFrom(undefined)
  if (newest.matches < MANY_IN_SAMPLE) return voucherList(query, caller)
  const isCommonHere = as !== 'json' || cursor === undefined || (await sampleFrom(cursor)).isCommon
  return {
    ...voucherList(query, caller, isCommonHere ? 'row-by-row' : 'all-matches'),
    countAtLeast: newest.matches - 1,
  }
}

type NameSearch = 'first-matches' | 'all-matches' | 'row-by-row'

/** Each condition has an index, and joins follow only for the rows of the page. */
export const voucherList = (
  { search, ids, ...filters }: VoucherFilters,
  { channels, now, names }: VoucherViewer,
  nameSearch: NameSearch = 'first-matches',
): ListQuery<'id'> => ({
  select: (sql) => sql`
    voucher.id, voucher.last3, voucher.channel_id, voucher.batch_id,
    (select note from voucher_batch where id = batch_id) as batch_note,
    (select name from campaign where id = (select campaign_id from voucher_batch where id = batch_id)) as campaign,
    (select employer.name from voucher_batch join campaign on campaign.id = campaign_id
      join employer on employer.id = employer_id where voucher_batch.id = batch_id) as employer,
    ${nameOf(sql)} as name, ${listedState(sql, now)} as state,
    nullif(voucher.valid_until, 'infinity') as valid_until,
    (select available from voucher_balance where voucher_id = voucher.id) as available,
    (select granted from voucher_balance where voucher_id = voucher.id) as granted,
    (select count(*)::integer from orders where voucher_id = voucher.id) as orders,
    (select max(placed_at) from orders where voucher_id = voucher.id) as last_order_at,
    ${seenAt(sql)} as seen_at`,
  from: (sql) => sql`
    voucher where true
      ${search ? sql`and ${isFound(sql, search, { names, nameSearch })}` : sql``}
      ${filterConditions<'vouchers'>(sql, filters, {
        channel: (channel) => sql`voucher.channel_id = ${channel}`,
        batch: (batch) => sql`voucher.batch_id = ${Number(batch)}`,
        state: (state) => sql`${listedState(sql, now)} = any(${state})`,
      })}
      ${channels === null ? sql`` : sql`and voucher.channel_id ${channels.length === 1 ? sql`= ${channels[0] ?? ''}` : sql`= any(${[...channels]}::text[])`}`}
      ${ids === undefined ? sql`` : sql`and voucher.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`voucher.id`,
  sorts: { id: { by: (sql) => sql`voucher.id`, type: 'bigint' } },
  defaultSort: defaultSorts.vouchers,
})

export const stateOf = (sql: Queries, now: Date): Fragment => sql`
  case when anonymised_at is not null then 'erased' when blocked_at is not null then 'blocked'
    when voucher.valid_until <= ${now} then 'ended' when voucher.valid_from > ${now} then 'not-yet' else 'open' end`

/** Active, but without points. */
const listedState = (sql: Queries, now: Date): Fragment => sql`
  case when ${stateOf(sql, now)} = 'open' and exists (
      select from voucher_balance where voucher_id = voucher.id and available = 0 and spent > 0) then 'spent'
    else ${stateOf(sql, now)} end`

/** The name in the latest order, otherwise in the recipient list. */
const nameOf = (sql: Queries) => sql`
  coalesce(
    (select concat_ws(' ', nullif(person ->> 'firstName', ''), nullif(person ->> 'prefix', ''), nullif(person ->> 'surname', ''))
      from orders where voucher_id = voucher.id order by placed_at desc limit 1),
    (select nullif(name, '') from recipient where voucher_id = voucher.id), voucher.first_name)`

export const seenAt = (sql: Queries) => sql`
  greatest((select max(seen_at) from session where voucher_id = voucher.id and impersonation_id is null),
    (select max(seen_at) from visit where voucher_id = voucher.id and impersonation_id is null))`

/** The expressions must equal those of the indexes. */
const matchesName =
  (search: string) =>
  (sql: Queries): Fragment =>
    sql`
  coalesce((
    select true
    from (
      select array[name, email] as texts, lower(concat_ws(' ', name, email)) as full_name
      from recipient where voucher_id = voucher.id
      union all select array[first_name], lower(first_name) where first_name <> ''
      union all select array[person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email'],
        lower(concat_ws(' ', person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email'))
      from orders where voucher_id = voucher.id
    ) named
    where case when ${mayMatchName(sql, search)} then recipient_search_words(texts) @@ recipient_search_query(${search}) else false end
    limit 1), false)`

function isFound(
  sql: Queries,
  search: string,
  { names, nameSearch }: { names: boolean; nameSearch: NameSearch },
): Fragment {
  if (nameSearch === 'row-by-row')
    return sql`(${matchesName(search)(sql)}
      or voucher.id = any(array(${selectMatches(sql, search, false)})))`
  const maxMatches = nameSearch === 'first-matches' ? MAX_NAME_MATCHES : null
  return sql`voucher.id = any(array(${selectMatches(sql, search, names, maxMatches)}))`
}

/** The vouchers that the search text may mean: by code, order number or name. By name only with permission to see names. */
function selectMatches(
  sql: Queries,
  search: string,
  byName: boolean,
  maxMatches: number | null = MAX_NAME_MATCHES,
): Fragment {
  const limit = maxMatches === null ? sql`` : sql`limit ${maxMatches}`
  const code = tidyCode(search)
  const number = /^\d{6,20}$/.test(search) ? search : null
  const byCode = sql`
    select id from voucher where last3 = ${code}
    union all select voucher_id from previous_voucher_code where last3 = ${code}`
  const byNumber = sql`select voucher_id from orders where number = ${number}`
  const byPerson = sql`
    (select voucher_id from orders
      where ${personSearchWords(sql)} @@ recipient_search_query(${search}) ${limit})
    union all (select voucher_id from recipient
      where recipient_search_words(array[name, email]) @@ recipient_search_query(${search}) ${limit})
    union all (select id from voucher
      where first_name <> '' and recipient_search_words(array[first_name]) @@ recipient_search_query(${search}) ${limit})`
  const searches = [
    ...(code.length === 3 ? [byCode] : []),
    ...(number === null ? [] : [byNumber]),
    ...(byName ? [byPerson] : []),
  ]
  return searches.length === 0
    ? sql`select null::bigint where false`
    : searches.reduce((all, next) => sql`${all} union all ${next}`)
}
