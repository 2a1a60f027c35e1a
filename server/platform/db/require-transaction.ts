import type { Queries, Transaction } from '#server/platform/db/database.ts'

/** Back-office writes always run in a transaction. This narrows the type for functions that require one. */
export function requireTransaction(sql: Queries): Transaction {
  if (!('savepoint' in sql)) throw new Error('this call requires a transaction')
  return sql
}
