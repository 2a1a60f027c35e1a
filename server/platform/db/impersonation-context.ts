import { AsyncLocalStorage } from 'node:async_hooks'

import type { Sql, Transaction } from '#server/platform/db/database.ts'

const actingStaff = new AsyncLocalStorage<number>()

let running = 0

/**
 * Runs `work` as a staff member in place of a holder. Async context tracking costs every request a little, so it is
 * on only meanwhile.
 */
export async function runAsStaff<Result>(
  staffId: number,
  work: () => Result,
): Promise<Awaited<Result>> {
  running += 1
  try {
    return await actingStaff.run(staffId, work)
  } finally {
    running -= 1
    if (running === 0) actingStaff.disable()
  }
}

/** The acting staff member, if any. Private data of the holder is hidden from staff. */
export const actingStaffId = () => actingStaff.getStore()

const wrapped = new WeakSet<Sql>()

/** Stores the acting staff member in each transaction, so that ledger entries carry it. */
export function storeActingStaff(sql: Sql): void {
  if (wrapped.has(sql)) return
  wrapped.add(sql)
  const begin = sql.begin.bind(sql) as (...args: unknown[]) => Promise<unknown>
  const beginAsStaff = (...args: unknown[]) => {
    const staffId = actingStaff.getStore()
    if (staffId === undefined) return begin(...args)
    const work = args.pop() as (sql: Transaction) => unknown
    return begin(...args, async (sql: Transaction) => {
      await sql`select set_config('shop.acting_staff', ${String(staffId)}, true)`
      return work(sql)
    })
  }
  sql.begin = beginAsStaff
}
