const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
/** Labels of letters, digits and hyphens, separated by single dots, as browsers send host names. */
export const HOST_NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`)
