/** Maximum points of one voucher. A higher number is a typing error. */
export const MOST_POINTS_EACH = 1000

/** So far ahead a voucher ends at the latest; what has no end at all is a decision of its own. */
export const MOST_YEARS = 10

/** A batch with more points in total needs an approver. */
export const MOST_POINTS_ALONE = 100_000
