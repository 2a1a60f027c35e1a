import type { Queries } from '#server/platform/db/database.ts'
import { endSessionsOf } from '#server/modules/sessions/end-sessions.ts'
import { eraseSearches } from '#server/modules/privacy/erase-searches.ts'

type Erases = { run: number; now: Date }

/**
 * Removes all personal data of these recipients in the caller's transaction. Payments and orders stay. The run
 * records the follow-up work: months to close again and tables to rewrite.
 */
export async function eraseHolders(
  sql: Queries,
  vouchers: readonly number[],
  { run, now }: Erases,
): Promise<void> {
  if (vouchers.length === 0) return
  await endSessionsOf(sql, vouchers)
  await eraseSearches(sql, await namesOf(sql, vouchers))
  const [done] = await sql<Done[]>`
    select touched::text[], opened::text[]
    from erase_holders(${[...vouchers]}::bigint[], ${now}, ${`run ${run} forgot names`})`
  await noteDone(sql, run, { ...done, erased: vouchers.length })
}

/** The same for contacts without a voucher who wrote by mail. */
export async function eraseContacts(
  sql: Queries,
  requests: readonly number[],
  { run, now }: Erases,
): Promise<void> {
  if (requests.length === 0) return
  const ids = sql`any(${[...requests]}::bigint[])`
  const known = await sql<{ name: string }[]>`
    select name from service_request where id = ${ids} union select email from service_request where id = ${ids}
    union select from_name from service_message where request_id = ${ids}
    union select from_address from service_message where request_id = ${ids}`
  await eraseSearches(
    sql,
    known.map(({ name }) => name),
  )
  const [done] = await sql<Done[]>`
    select touched::text[], opened::text[]
    from erase_strangers(${[...requests]}::bigint[], ${now}, ${`run ${run} forgot names`})`
  await noteDone(sql, run, { ...done, erased: 0 })
}

type Done = { touched: string[]; opened: string[] }

async function noteDone(
  sql: Queries,
  run: number,
  { touched = [], opened = [], erased }: Partial<Done> & { erased: number },
) {
  await sql`
    update retention_run set erased = erased + ${erased}, last_xid = pg_current_xact_id(),
      touched = array(select distinct unnest(touched || ${touched}::date[]) order by 1),
      opened = array(select distinct unnest(opened || ${opened}::date[]) order by 1)
    where id = ${run}`
}

async function namesOf(sql: Queries, vouchers: readonly number[]): Promise<string[]> {
  const ids = sql`any(${[...vouchers]}::bigint[])`
  const rows = await sql<{ name: string }[]>`
    select name from recipient where voucher_id = ${ids} union select email from recipient where voucher_id = ${ids}
    union select concat_ws(' ', person ->> 'firstName', person ->> 'surname') from orders where voucher_id = ${ids}
    union select person ->> 'email' from orders where voucher_id = ${ids}
    union select person ->> 'telephone' from orders where voucher_id = ${ids}
    union select email from service_request where voucher_id = ${ids}`
  return rows.map(({ name }) => name ?? '')
}
