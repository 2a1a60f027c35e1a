/** Of the channels that generate-catalog.mjs makes. */
export const FIRST_CHANNEL = 9001
