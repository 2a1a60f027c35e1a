/** So many points for one voucher: more is a slip of the finger, whoever types it. */
export const MOST_POINTS_EACH = 1000

/** So far ahead a voucher ends at the latest; what has no end at all is a decision of its own. */
export const MOST_YEARS = 10

/** Of all its vouchers together: for a batch of more points a second person says yes. */
export const MOST_POINTS_ALONE = 100_000
