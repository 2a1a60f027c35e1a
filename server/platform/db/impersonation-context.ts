import { AsyncLocalStorage } from 'node:async_hooks'

import type { Sql, Transaction } from '#server/platform/db/database.ts'

const acting = new AsyncLocalStorage<number>()

let underWay = 0

/**
 * Whatever this does is done by a colleague in a holder's place. While it lasts, and no longer, the process follows its
 * promises, which costs every request a little.
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

/** Which colleague, if it is one: what is the holder's alone is not shown to them. */
export const whoActs = () => acting.getStore()

const known = new WeakSet<Sql>()

/** Each transaction that is begun in somebody's place says in whose: what is written to the books carries it. */
export function sayWhoActs(sql: Sql): void {
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
  sql.begin = named as Sql['begin']
}
