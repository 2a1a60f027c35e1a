/** Rows of a bulk change that its page shows before and after: first, and at most on request. */
export const BULK_ROWS = { first: 20, most: 1000 } as const
