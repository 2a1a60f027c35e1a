import { readFolder } from '#server/modules/channels/bundle/read/read-bundle.ts'
import { type Files, temporaryFolder } from '#server/testing/temporary-folder.ts'
import { problemText } from '#server/testing/samples/minimal-shop.ts'
import { minimalBundle } from '#server/testing/samples/minimal-bundle.ts'

/** Reads these files as a folder. */
export async function readFiles(files: Files) {
  const { folder, remove } = await temporaryFolder(files)
  try {
    return await readFolder(folder)
  } finally {
    await remove()
  }
}

/** The problems of the minimal bundle after these files are changed. */
export const problemsWith = async (files: Files) =>
  (await readFiles({ ...minimalBundle, ...files })).problems.map(problemText)

export const lines = (...text: string[]) => text.join('\n')
