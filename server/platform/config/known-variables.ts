import { StartupProblem } from '#server/platform/startup-error.ts'

/** Variables of other programs with our prefixes: desktop sessions and systemd set them. */
const SET_BY_OTHERS = new Set(['SESSION_MANAGER', 'MEMORY_PRESSURE_WATCH', 'MEMORY_PRESSURE_WRITE'])
/** Kubernetes adds such variables for each service of a namespace, named after the service. */
const SET_BY_KUBERNETES = /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/
/** Shorter names are often similar to variables of other programs. */
const MIN_LENGTH = 8
const MAX_DIFFERENCES = 2

/**
 * Refuses unknown variables. A variable counts as ours if it has one of our prefixes or is a likely misspelling:
 * `GIFTPOINT_DMEO=false` would otherwise load the demo data.
 */
export function refuseUnknownVariables(
  variables: Record<string, string>,
  known: readonly string[],
) {
  const names = new Set(known)
  const prefixes = known.flatMap((name) => /^[A-Z]+_/.exec(name) ?? [])
  for (const [name, value] of Object.entries(variables)) {
    const upper = name.toUpperCase()
    if (names.has(name) || isSetByOthers(upper, value)) continue
    const isMisspelt = known.some((other) => isMisspellingOf(other, upper))
    if (!isMisspelt && !prefixes.some((prefix) => upper.startsWith(prefix))) continue
    const nearest = findNearestName(upper, known)
    throw new StartupProblem(
      `The environment variable ${name} is unknown: did you mean ${nearest}? Rename it or remove it; docs/settings.md lists all variables.`,
    )
  }
}

const isSetByOthers = (name: string, value: string) =>
  SET_BY_OTHERS.has(name) ||
  SET_BY_KUBERNETES.test(name) ||
  (name.endsWith('_PORT') && value.startsWith('tcp://'))

/** The same name without underscores, or, if it is long enough, with one or two different letters. */
const isMisspellingOf = (known: string, name: string) =>
  (known.includes('_') && withoutUnderscores(name) === withoutUnderscores(known)) ||
  (name.length >= MIN_LENGTH &&
    Math.abs(name.length - known.length) <= MAX_DIFFERENCES &&
    editDistance(name, known) <= MAX_DIFFERENCES)

const withoutUnderscores = (name: string) => name.replaceAll('_', '')

function findNearestName(name: string, known: readonly string[]): string {
  const distances = known.map((other): [string, number] => [
    other,
    Math.min(...shortForms(other).map((form) => editDistance(name, form))),
  ])
  return distances.toSorted(([, a], [, b]) => a - b)[0]?.[0] ?? ''
}

/** The name, and its forms without one inner word: MOLLIE_KEY for MOLLIE_API_KEY. */
function shortForms(name: string): string[] {
  const words = name.split('_')
  return [name, ...words.slice(1, -1).map((_, index) => words.toSpliced(index + 1, 1).join('_'))]
}

/** The number of letters to insert, remove, replace or swap with their neighbour. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const steps = [
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      ]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && isSwapped) steps.push((beforeLast[column - 2] ?? 0) + 1)
      current.push(Math.min(...steps))
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
