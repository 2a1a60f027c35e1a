import type { BookSum } from '#server/modules/finance/periods/month-sums.sql.ts'

/** One thing that must never be, as the question that finds it. */
export type Check = {
  code: string
  /** Where these sums agree there is nothing to find. */
  settledBy?: BookSum
  /** What whoever reads the finding does about it. */
  resolve: string
  /**
   * Answers a subject (what it is about) and a message (what is wrong with it), both texts. `open(orders)` are the
   * orders of months that are not closed, unless all is read: what came to rest cannot be wrong in a new way.
   */
  find: string
}
