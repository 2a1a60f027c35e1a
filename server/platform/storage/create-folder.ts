import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Creates a folder and its parents. Node's recursive mkdir hangs where it cannot create one, as in /proc. */
export async function createFolder(folder: string, mode?: number): Promise<void> {
  const absolute = path.resolve(folder)
  const found = await stat(absolute).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' && path.dirname(absolute) !== absolute) return undefined
    throw error
  })
  if (found?.isDirectory()) return
  if (!found) await createFolder(path.dirname(absolute))
  try {
    await mkdir(absolute, mode)
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST' || !(await stat(absolute)).isDirectory()) throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : '')
