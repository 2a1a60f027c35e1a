import type { ComparedSum } from '#server/modules/finance/periods/month-sums.sql.ts'

/** An invariant, as the query that finds violations. */
export type Check = {
  code: string
  /** If these sums agree, the query is skipped: it would find nothing. */
  provenBySum?: ComparedSum
  /** What the reader of a finding must do. */
  resolve: string
  /**
   * Returns a subject (the affected row) and a message (the problem), both texts, and as further columns the numbers
   * of the message that the back office shows in the reader's language. `open(orders)` are the orders of
   * months that are not closed, unless everything is checked: closed months cannot change.
   */
  find: string
}
