/** As in the stylesheets of the lists: a row has no columns below this width. */
export const PHONE = '(width < 48rem)'
