import { readFileSync } from 'node:fs'

import { StartupProblem } from '#server/platform/startup-error.ts'

const SUFFIX = '_FILE'

/**
 * Reads `NAME` from the file in `NAME_FILE`, as for secrets of containers and systemd credentials. Works for every
 * known variable. A line break at the end of the file is ignored.
 */
export function withVariablesFromFiles(
  variables: Record<string, string>,
  known: readonly string[],
): Record<string, string> {
  const values = { ...variables }
  for (const name of known) {
    const file = variables[`${name}${SUFFIX}`]
    if (file === undefined) continue
    if (name in variables) {
      throw new StartupProblem(`${name} and ${name}${SUFFIX} are both set: remove one of them.`)
    }
    delete values[`${name}${SUFFIX}`]
    values[name] = readVariableFile(name, file)
  }
  return values
}

function readVariableFile(name: string, file: string) {
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
