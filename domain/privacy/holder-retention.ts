/** How long personal data of recipients is kept by default. */
export const USUAL_RETENTION_MONTHS = 24
