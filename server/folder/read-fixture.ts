import { readFolder } from './read-folder.ts'
import { type Files, temporaryFolder } from './temporary-folder.ts'
import { said } from './tiny-shop.ts'
import { tinyWorld } from './tiny-world.ts'

/** Reads these files as a folder. */
export async function readFiles(files: Files) {
  const { folder, remove } = await temporaryFolder(files)
  try {
    return await readFolder(folder)
  } finally {
    await remove()
  }
}

/** What is wrong with the tiny world when these files of it are changed. */
export const problemsWith = async (files: Files) =>
  (await readFiles({ ...tinyWorld, ...files })).problems.map(said)

export const lines = (...text: string[]) => text.join('\n')
