/** The same width as in the stylesheets of the lists. Below it, rows are shown without columns. */
export const PHONE = '(width < 48rem)'
