import { readFileSync } from 'node:fs'

import { StartupProblem } from '#server/platform/startup-error.ts'

const SUFFIX = '_FILE'

/**
 * Reads `NAME` from the file in `NAME_FILE`, as for secrets of containers and systemd credentials. Works for every
 * known variable. A line break at the end of the file is ignored.
 */
export function withVariablesFromFiles(
  given: Record<string, string>,
  known: readonly string[],
): Record<string, string> {
  const values = { ...given }
  for (const name of known) {
    const file = given[`${name}${SUFFIX}`]
    if (file === undefined) continue
    if (name in given) {
      throw new StartupProblem(`${name} and ${name}${SUFFIX} are both set: remove one of them.`)
    }
    delete values[`${name}${SUFFIX}`]
    values[name] = contentOf(name, file)
  }
  return values
}

function contentOf(name: string, file: string) {
  let text: string
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException
    throw new StartupProblem(
      `The file of ${name}${SUFFIX} cannot be read (${code}): check its path and its permissions.`,
    )
  }
  if (text === '')
    throw new StartupProblem(
      `The file of ${name}${SUFFIX} is empty: write the value into it, or remove ${name}${SUFFIX}.`,
    )
  return text
}
