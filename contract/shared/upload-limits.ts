export const LONGEST_TEXT = 100_000
/** Enough for some texts of `LONGEST_TEXT` characters, which may have four bytes each. */
export const RELEASE_BYTES = 2 * 1024 * 1024
export const IMPORT_BYTES = 20_000_000
export const IMPORT_ROWS = 50_000
export const IMPORT_COLUMNS = 400
