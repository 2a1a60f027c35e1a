import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Creates a folder and its parents. (Node's recursive mkdir never returns where the system creates none, as in
 * /proc.)
 */
export async function createFolder(folder: string, mode?: number): Promise<void> {
  const whole = path.resolve(folder)
  const found = await stat(whole).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' && path.dirname(whole) !== whole) return undefined
    throw error
  })
  if (found?.isDirectory()) return
  if (!found) await createFolder(path.dirname(whole))
  try {
    await mkdir(whole, mode)
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST' || !(await stat(whole)).isDirectory()) throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : '')
