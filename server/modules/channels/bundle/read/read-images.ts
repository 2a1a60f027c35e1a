import { type Directory, inside, listDirectory, onDisk } from './bundle-files.ts'
import { type FolderProblem, type Place, problemAt } from '#server/platform/parsing/file-errors.ts'
import { type PictureFile, readPicture } from '#server/modules/media/read-image.ts'

type Found = { problems: FolderProblem[]; warnings: FolderProblem[]; broken: Set<string> }
type Need = { name: string; place: Place }
const AT_ONCE = 8

/** Reads every referenced image of the bundle. */
export async function readPictures(directory: Directory, needs: Need[], found: Found) {
  const { problems, warnings, broken } = found
  const folder = inside(directory, 'pictures')
  const listed = (await listDirectory(folder))?.files ?? []
  const named = new Set(needs.map(({ name }) => name.slice('picture:'.length)))
  const unnamed = listed.filter((name) => !named.has(name))
  if (unnamed.length > 0) {
    const message = `${unnamed.length} of these files are not used, so they are not imported: ${some(unnamed)}`
    warnings.push(problemAt({ file: folder.below }, message))
  }
  const pictures = new Map<string, PictureFile>()
  const waiting = listed.filter((name) => named.has(name))
  async function work() {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const at = inside(folder, name)
      const read = await readPicture(onDisk(at))
      if ('problem' in read) {
        problems.push(problemAt({ file: at.below }, read.problem))
        broken.add(`picture:${name}`)
        continue
      }
      pictures.set(name, read.picture)
      if (read.removed.length > 0)
        warnings.push(
          problemAt({ file: at.below }, `removed from the image: ${read.removed.join(', ')}`),
        )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return pictures
}

const some = (names: string[]) => names.slice(0, 10).join(', ') + (names.length > 10 ? ', …' : '')
