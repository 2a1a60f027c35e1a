import type { z } from 'zod'

import type { vouchers, VOUCHER_STATES } from '#contract/desk/voucher-desk-api.ts'
import { tidyCode } from '#domain/voucher-code.ts'
import type { Fragment, Queries } from '#server/db/database.ts'
import type { ListQuery } from '#server/desk/keyset-page.ts'
import { wordsOfPerson } from '#server/desk/order-list.ts'

export type VoucherState = (typeof VOUCHER_STATES)[number]

export type VoucherListRow = {
  id: number
  last3: string
  channel_id: string
  batch_id: number
  batch_note: string
  campaign: string | null
  name: string
  state: VoucherState
  valid_until: Date | null
  available: number
  granted: number
  orders: number
  seen_at: Date | null
}

type Asked = Omit<z.output<(typeof vouchers)['input']>, 'as' | 'sort' | 'cursor' | 'limit'>

/** Of one word that begins many names so many are looked at: whoever wants one of them types another word. */
const MOST_FOUND = 2000

/** Each part of it is found by an index, and nothing is joined before the page is known. */
export const voucherList = (
  { search, channel, batch, state, ids }: Asked,
  { channels, now, names }: { channels: readonly string[] | null; now: Date; names: boolean },
): ListQuery<'id'> => ({
  select: (sql) => sql`
    voucher.id, voucher.last3, voucher.channel_id, voucher.batch_id,
    (select note from voucher_batch where id = batch_id) as batch_note,
    (select name from campaign where id = (select campaign_id from voucher_batch where id = batch_id)) as campaign,
    ${nameOf(sql)} as name, ${stateOf(sql, now)} as state,
    nullif(voucher.valid_until, 'infinity') as valid_until,
    (select available from purse where voucher_id = voucher.id) as available,
    (select granted from purse where voucher_id = voucher.id) as granted,
    (select count(*)::integer from orders where voucher_id = voucher.id) as orders,
    ${seenAt(sql)} as seen_at`,
  from: (sql) => sql`
    voucher where true
      ${search === undefined || search === '' ? sql`` : sql`and voucher.id = any(array(${foundBy(sql, search, names)}))`}
      ${channel === undefined ? sql`` : sql`and voucher.channel_id = ${channel}`}
      ${channels === null ? sql`` : sql`and voucher.channel_id ${channels.length === 1 ? sql`= ${channels[0] ?? ''}` : sql`= any(${[...channels]}::text[])`}`}
      ${batch === undefined ? sql`` : sql`and voucher.batch_id = ${Number(batch)}`}
      ${state === undefined ? sql`` : sql`and ${stateOf(sql, now)} = any(${state})`}
      ${ids === undefined ? sql`` : sql`and voucher.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`voucher.id`,
  sorts: { id: { by: (sql) => sql`voucher.id`, type: 'bigint' } },
  usual: '-id',
})

export const stateOf = (sql: Queries, now: Date): Fragment => sql`
  case when anonymised_at is not null then 'forgotten' when blocked_at is not null then 'blocked'
    when voucher.valid_until <= ${now} then 'ended' when voucher.valid_from > ${now} then 'not-yet' else 'open' end`

/** As they called themselves in their latest order, else as whoever gave it did. */
const nameOf = (sql: Queries) => sql`
  coalesce(
    (select concat_ws(' ', nullif(person ->> 'firstName', ''), nullif(person ->> 'prefix', ''), nullif(person ->> 'surname', ''))
      from orders where voucher_id = voucher.id order by placed_at desc limit 1),
    (select nullif(name, '') from recipient where voucher_id = voucher.id), voucher.first_name)`

export const seenAt = (sql: Queries) => sql`
  greatest((select max(seen_at) from session where voucher_id = voucher.id and acted_id is null),
    (select max(seen_at) from visit where voucher_id = voucher.id and acted_id is null))`

/** One field finds by whatever somebody on the telephone can say; by a name only for whoever may read it. */
function foundBy(sql: Queries, search: string, names: boolean): Fragment {
  const code = tidyCode(search)
  const number = /^\d{6,20}$/.test(search) ? search : null
  const byCode = sql`
    select id from voucher where last3 = ${code}
    union all select voucher_id from voucher_code_past where last3 = ${code}`
  const byNumber = sql`select voucher_id from orders where number = ${number}`
  const byPerson = sql`
    (select voucher_id from orders
      where ${wordsOfPerson(sql)} @@ person_query(${search}) limit ${MOST_FOUND})
    union all (select voucher_id from recipient
      where person_words(array[name, email]) @@ person_query(${search}) limit ${MOST_FOUND})
    union all (select id from voucher
      where first_name <> '' and person_words(array[first_name]) @@ person_query(${search}) limit ${MOST_FOUND})`
  const ways = [
    ...(code.length === 3 ? [byCode] : []),
    ...(number === null ? [] : [byNumber]),
    ...(names ? [byPerson] : []),
  ]
  return ways.length === 0
    ? sql`select null::bigint where false`
    : ways.reduce((found, way) => sql`${found} union all ${way}`)
}
