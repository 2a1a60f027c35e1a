import type { Queries, Transaction } from '#server/platform/db/database.ts'

/** A write of the back office is one, and may need what only one can. */
export function inTransaction(sql: Queries): Transaction {
  if (!('savepoint' in sql)) throw new Error('this call requires a transaction')
  return sql
}
