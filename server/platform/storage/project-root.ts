import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. Source files and the built file have different depths. */
export const projectRoot = (() => {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) {
    const above = path.dirname(folder)
    if (above === folder) throw new Error('package.json was not found above ' + import.meta.url)
    folder = above
  }
  return folder
})()
