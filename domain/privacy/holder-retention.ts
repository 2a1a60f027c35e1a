/** How long the personal data of a voucher holder are kept where the channel sets nothing else. */
export const USUAL_RETENTION_MONTHS = 24
