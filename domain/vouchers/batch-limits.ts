/** Maximum points of one voucher. A higher number is a typing error. */
export const MOST_POINTS_EACH = 1000

/** The longest validity in years. A voucher without an expiry is a separate choice. */
export const MOST_YEARS = 10
