import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { type BuiltFile, readAssets } from '#server/http/storefront-files.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

/** The back office's pages as they were built, read once. */
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

export function insistOnBackoffice(folder: string) {
  if (!existsSync(path.join(folder, 'manifest.json'))) {
    throw new StartupProblem('The back office has not been built: start the shop with npm start.')
  }
}

export async function loadBackoffice(folder: string): Promise<BackofficeFiles> {
  insistOnBackoffice(folder)
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const needsOf = (part: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(part)) return seen
    seen.add(part)
    for (const other of manifest[part]?.imports ?? []) needsOf(other, seen)
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
  const begun = (entry: string) => {
    const parts = needsOf(entry)
    return {
      scripts: filesOf(parts, ({ file }) => [file]),
      styles: filesOf(parts, ({ css = [] }) => css),
    }
  }
  const { scripts, styles } = begun('backoffice/main.tsx')
  return {
    files: await readAssets(path.join(folder, 'assets')),
    scripts,
    styles,
    employer: begun('employer-portal/main.tsx'),
    scriptsOf(part) {
      if (!(part in manifest)) throw new Error(`The back office has no part ${part}`)
      return filesOf(needsOf(part), ({ file }) => [file]).filter((file) => !scripts.includes(file))
    },
  }
}
