import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { projectRoot } from '#server/platform/storage/project-root.ts'

/** The initial texts of every shop, which contain every key that a page uses, except for images. */
const FOLDER = path.join(projectRoot, 'starting-shop/2/content')

/** A file of one language, `<language>/<component or page>.yaml`. */
export type StartingFile = { name: string; text: string }

export async function readStartingFiles(): Promise<StartingFile[]> {
  const names = await readdir(FOLDER, { recursive: true })
  return Promise.all(
    names
      .filter((name) => name.endsWith('.yaml'))
      .toSorted()
      .map(async (name) => ({ name, text: await readFile(path.join(FOLDER, name), 'utf8') })),
  )
}
