import { COMPONENTS } from '#domain/content/components.ts'
import { pages } from '#contract/content/page-table.ts'

import { MAX_STEPS, editSteps } from '#server/platform/parsing/nearest-name.ts'

const PAGE_NAME = /^[a-z0-9][a-zA-Z0-9-]{0,79}$/
/** First path segments that the shop uses itself: a page with such a name could never be shown. */
const RESERVED = new Set(
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
  if (!PAGE_NAME.test(path)) return `'${path}' is not the name of a page`
  if (/component/i.test(path)) return `'${path}' is not one of the ${COMPONENTS.length} components`
  if (RESERVED.has(path))
    return `'/${path}' is an address of the shop itself: choose another name for the page`
  return undefined
}

/** Whether the shop uses this first path segment itself. */
export const isReservedSegment = (segment: string) => RESERVED.has(segment)

export const isComponent = (path: string) => COMPONENTS.some((component) => component === path)

function nearestComponent(path: string) {
  const lettersAndDigits = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const bareName = lettersAndDigits(path)
  const [nearest] = COMPONENTS.map((component) => ({
    component,
    // 'header.yaml' is a component whose name is incomplete.
    steps:
      lettersAndDigits(component) === `${bareName}components` ? 0 : editSteps(bareName, component),
  })).sort((a, b) => a.steps - b.steps)
  return nearest && nearest.steps <= MAX_STEPS ? nearest.component : undefined
}
