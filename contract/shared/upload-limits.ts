/** Upload limits, shared by client and server. */
export const LONGEST_TEXT = 100_000
/** A text may be as long as it may, in letters of four bytes each, and not be alone. */
export const RELEASE_BYTES = 2 * 1024 * 1024
export const IMPORT_BYTES = 20_000_000
export const IMPORT_ROWS = 50_000
export const IMPORT_COLUMNS = 400
