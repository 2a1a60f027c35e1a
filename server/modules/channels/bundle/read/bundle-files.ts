import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { byName } from '#server/platform/parsing/name-order.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'

/** A file or folder in the imported folder `root`. Problems name it by its path `below` the root. */
export type Directory = { root: string; below: string }

export const inside = ({ root, below }: Directory, name: string): Directory => ({
  root,
  below: below ? `${below}/${name}` : name,
})
export const onDisk = ({ root, below }: Directory) => path.join(root, below)

type Listing = { files: string[]; folders: string[] }

/** The contents of a folder without hidden files; undefined if it does not exist. */
export async function listDirectory(directory: Directory): Promise<Listing | undefined> {
  try {
    const entries = await readdir(onDisk(directory), { withFileTypes: true })
    const visible = entries.filter(({ name }) => !name.startsWith('.'))
    return {
      files: visible
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => name)
        .sort(byName),
      folders: visible
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(byName),
    }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The text of a file; undefined if it does not exist, or is not UTF-8, which is reported as a problem. */
export async function readText(directory: Directory, problems: FolderProblem[]) {
  try {
    const bytes = await readFile(onDisk(directory))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (isMissing(error)) return undefined
    if (!(error instanceof TypeError)) throw error
    problems.push(
      problemAt(
        { file: directory.below, row: 1 },
        'this file is not UTF-8: save it again as UTF-8',
      ),
    )
    return undefined
  }
}

export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
