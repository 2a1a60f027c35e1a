/** Of the channels that grow-catalogue.mjs makes. */
export const FIRST_CHANNEL = 9001
