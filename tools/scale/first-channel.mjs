/** The first channel that generate-catalog.mjs creates. */
export const FIRST_CHANNEL = 9001
