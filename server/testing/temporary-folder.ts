import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export type Files = Record<string, string | Buffer | undefined>

/** A folder for one test. undefined removes a file. */
export async function temporaryFolder(files: Files = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'giftpoint-folder-'))
  const write = async (more: Files) => {
    for (const [name, text] of Object.entries(more)) {
      const file = path.join(folder, name)
      if (text === undefined) await rm(file)
      else {
        await mkdir(path.dirname(file), { recursive: true })
        await writeFile(file, text)
      }
    }
  }
  await write(files)
  return { folder, write, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Every file of a folder by its path; pictures as the Base64 of their bytes. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: Record<string, string> = {}
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    const name = path.relative(folder, file).split(path.sep).join('/')
    files[name] = bytes.toString(name.includes('pictures/') ? 'base64' : 'utf8')
  }
  return files
}
