import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { type BuiltFile, readAssets } from '#server/http/storefront-files.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

/** The built files of the back office and the employer portal. */
export type BackofficeFiles = {
  files: ReadonlyMap<string, BuiltFile>
  /** Names in `files` of the scripts and styles that the document itself loads. */
  scripts: string[]
  styles: string[]
  /** The same for the employer portal. */
  employer: { scripts: string[]; styles: string[] }
  /** The additional scripts of a part, such as 'backoffice/modules/staff/StaffPage.tsx'. */
  scriptsOf(part: string): string[]
}

type Chunk = { file: string; css?: string[]; imports?: string[] }

export function requireBackofficeBuild(folder: string) {
  if (!existsSync(path.join(folder, 'manifest.json'))) {
    throw new StartupProblem('The back office has not been built: start the shop with npm start.')
  }
}

export async function loadBackoffice(folder: string): Promise<BackofficeFiles> {
  requireBackofficeBuild(folder)
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const importsOf = (part: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(part)) return seen
    seen.add(part)
    for (const other of manifest[part]?.imports ?? []) importsOf(other, seen)
    return seen
  }
  const filesOf = (parts: Iterable<string>, pick: (chunk: Chunk) => string[]) => [
    ...new Set(
      [...parts].flatMap((part) => {
        const chunk = manifest[part]
        return chunk ? pick(chunk).map((file) => path.basename(file)) : []
      }),
    ),
  ]
  const entryFiles = (entry: string) => {
    const parts = importsOf(entry)
    return {
      scripts: filesOf(parts, ({ file }) => [file]),
      styles: filesOf(parts, ({ css = [] }) => css),
    }
  }
  const { scripts, styles } = entryFiles('backoffice/main.tsx')
  return {
    files: await readAssets(path.join(folder, 'assets')),
    scripts,
    styles,
    employer: entryFiles('employer-portal/main.tsx'),
    scriptsOf(part) {
      if (!(part in manifest)) throw new Error(`The back office has no part ${part}`)
      return filesOf(importsOf(part), ({ file }) => [file]).filter(
        (file) => !scripts.includes(file),
      )
    },
  }
}
