import { COMPONENTS } from '#contract/content/content.shop.ts'
import { pages } from '#contract/content/page-table.ts'

import { NEAR, stepsBetween } from '#server/platform/parsing/nearest-name.ts'

const PAGE = /^[a-z0-9][a-zA-Z0-9-]{0,79}$/
/** First path segments that the shop uses itself: a page with such a name could never be shown. */
const OWN = new Set(
  pages
    .flatMap(({ path }) => /^\/([^:/]+)/.exec(path)?.[1] ?? [])
    .concat(
      'rest proxy images health metrics webhooks backoffice employer supplier assets'.split(' '),
    ),
)

/** The problem with a file name in content/{language}/, if there is one. */
export function pageNameProblem(file: string): string | undefined {
  const path = file.replace(/\.yaml$/, '')
  if (file === path) return 'this file does not end in .yaml'
  if (isComponent(path)) return undefined
  const suggestion = nearestComponent(path)
  if (suggestion)
    return `'${path}' is not one of the ${COMPONENTS.length} components: did you mean '${suggestion}'?`
  if (!PAGE.test(path)) return `'${path}' is not the name of a page`
  if (/component/i.test(path)) return `'${path}' is not one of the ${COMPONENTS.length} components`
  if (OWN.has(path))
    return `'/${path}' is an address of the shop itself: choose another name for the page`
  return undefined
}

/** Whether the shop uses this first path segment itself. */
export const isOwnAddress = (beginning: string) => OWN.has(beginning)

export const isComponent = (path: string) => COMPONENTS.some((component) => component === path)

function nearestComponent(path: string) {
  const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const bareName = bare(path)
  const [nearest] = COMPONENTS.map((component) => ({
    component,
    // 'header.yaml' is a component whose name is incomplete.
    steps: bare(component) === `${bareName}components` ? 0 : stepsBetween(bareName, component),
  })).sort((one, other) => one.steps - other.steps)
  return nearest && nearest.steps <= NEAR ? nearest.component : undefined
}
