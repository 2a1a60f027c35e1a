import type { Queries } from '#server/platform/db/database.ts'
import { endHolderSessions } from '#server/modules/sessions/end-sessions.ts'
import { eraseSearches } from '#server/modules/privacy/erase-searches.ts'

type ErasureRun = { run: number; now: Date }

/**
 * Erases all personal data of these recipients in the caller's transaction. Payments and orders stay. The run
 * records which months to close again and which monthly tables to rewrite.
 */
export async function eraseHolders(
  sql: Queries,
  vouchers: readonly number[],
  { run, now }: ErasureRun,
): Promise<void> {
  if (vouchers.length === 0) return
  await endHolderSessions(sql, vouchers)
  await eraseSearches(sql, await findNames(sql, vouchers))
  const [months] = await sql<ErasedMonths[]>`
    select touched::text[], opened::text[]
    from erase_holders(${[...vouchers]}::bigint[], ${now}, ${`run ${run} forgot names`})`
  await recordErasure(sql, run, { ...months, erased: vouchers.length })
}

/** The same for contacts without a voucher who wrote by mail. */
export async function eraseContacts(
  sql: Queries,
  requests: readonly number[],
  { run, now }: ErasureRun,
): Promise<void> {
  if (requests.length === 0) return
  const ids = sql`any(${[...requests]}::bigint[])`
  const rows = await sql<{ name: string }[]>`
    select name from service_request where id = ${ids} union select email from service_request where id = ${ids}
    union select from_name from service_message where request_id = ${ids}
    union select from_address from service_message where request_id = ${ids}`
  const names = rows.map(({ name }) => name)
  await eraseSearches(sql, names)
  const [months] = await sql<ErasedMonths[]>`
    select touched::text[], opened::text[]
    from erase_strangers(${[...requests]}::bigint[], ${now}, ${`run ${run} forgot names`})`
  await recordErasure(sql, run, { ...months, erased: 0 })
}

type ErasedMonths = { touched: string[]; opened: string[] }

async function recordErasure(
  sql: Queries,
  run: number,
  { touched = [], opened = [], erased }: Partial<ErasedMonths> & { erased: number },
) {
  await sql`
    update retention_run set erased = erased + ${erased}, last_xid = pg_current_xact_id(),
      touched = array(select distinct unnest(touched || ${touched}::date[]) order by 1),
      opened = array(select distinct unnest(opened || ${opened}::date[]) order by 1)
    where id = ${run}`
}

async function findNames(sql: Queries, vouchers: readonly number[]): Promise<string[]> {
  const ids = sql`any(${[...vouchers]}::bigint[])`
  const rows = await sql<{ name: string }[]>`
    select name from recipient where voucher_id = ${ids} union select email from recipient where voucher_id = ${ids}
    union select concat_ws(' ', person ->> 'firstName', person ->> 'surname') from orders where voucher_id = ${ids}
    union select person ->> 'email' from orders where voucher_id = ${ids}
    union select person ->> 'telephone' from orders where voucher_id = ${ids}
    union select email from service_request where voucher_id = ${ids}`
  return rows.map(({ name }) => name ?? '')
}
