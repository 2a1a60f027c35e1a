import type { Queries } from '#server/db/database.ts'
import { endSessionsOf } from '#server/desk/end-sessions.ts'

type Forgets = { run: number; now: Date }

/**
 * Part of the caller's transaction: who these holders were is nowhere any more, and what they paid and got still is. The
 * run keeps what has to be seen to afterwards: months to be closed again, and files to be written anew.
 */
export async function forgetHolders(
  sql: Queries,
  vouchers: readonly number[],
  { run, now }: Forgets,
): Promise<void> {
  if (vouchers.length === 0) return
  await endSessionsOf(sql, vouchers)
  await sql`
    with done as (
      select touched, opened
      from forget_holders(${[...vouchers]}::bigint[], ${now}, ${`run ${run} forgot names`}))
    update retention_run set forgotten = forgotten + ${vouchers.length}, last_xid = pg_current_xact_id(),
      touched = array(select distinct unnest(retention_run.touched || done.touched) order by 1),
      opened = array(select distinct unnest(retention_run.opened || done.opened) order by 1)
    from done where id = ${run}`
}

/** What is left of their points ends with them: nobody could spend it. */
export async function endPointsOf(sql: Queries, voucherId: number, now: Date): Promise<number> {
  await sql`select from purse where voucher_id = ${voucherId} for update`
  const ended = await sql<{ points: number }[]>`
    insert into ledger (voucher_id, kind, points, note, at)
    select voucher_id, 'expire', available, 'forgotten', ${now} from purse
    where voucher_id = ${voucherId} and available > 0
    returning points`
  return ended[0]?.points ?? 0
}
