import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where package.json lies: the same from the sources and from the built file, which stand at different depths. */
export const projectRoot = (() => {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'package.json'))) {
    const above = path.dirname(folder)
    if (above === folder) throw new Error('package.json was not found above ' + import.meta.url)
    folder = above
  }
  return folder
})()
