import { AsyncLocalStorage } from 'node:async_hooks'

import type { Sql, Transaction } from '#server/platform/db/database.ts'

const acting = new AsyncLocalStorage<number>()

let underWay = 0

/**
 * Runs `work` as a staff member in place of a holder. Async context tracking costs every request a little, so it is
 * on only meanwhile.
 */
export async function actAs<Result>(staffId: number, work: () => Result): Promise<Awaited<Result>> {
  underWay += 1
  try {
    return await acting.run(staffId, work)
  } finally {
    underWay -= 1
    if (underWay === 0) acting.disable()
  }
}

/** The acting staff member, if any. Private data of the holder is hidden from staff. */
export const whoActs = () => acting.getStore()

const known = new WeakSet<Sql>()

/** Stores the acting staff member in each transaction, so that ledger entries carry it. */
export function storeActingStaff(sql: Sql): void {
  if (known.has(sql)) return
  known.add(sql)
  const begin = sql.begin.bind(sql) as (...how: unknown[]) => Promise<unknown>
  const named = (...how: unknown[]) => {
    const staffId = acting.getStore()
    if (staffId === undefined) return begin(...how)
    const work = how.pop() as (sql: Transaction) => unknown
    return begin(...how, async (sql: Transaction) => {
      await sql`select set_config('shop.acting_staff', ${String(staffId)}, true)`
      return work(sql)
    })
  }
  sql.begin = named
}
