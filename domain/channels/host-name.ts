/** Labels of letters, digits and hyphens with dots between them, as a browser sends them: no dot alone, none twice, none at the end. */
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
export const HOST_NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`)
