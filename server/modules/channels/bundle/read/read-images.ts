import { type Directory, inside, listDirectory, onDisk } from './bundle-files.ts'
import { type FolderProblem, type Place, problemAt } from '#server/platform/parsing/file-errors.ts'
import { type PictureFile, readPicture } from '#server/modules/media/read-image.ts'

type Findings = { problems: FolderProblem[]; warnings: FolderProblem[]; broken: Set<string> }
type Need = { name: string; place: Place }
/** The number of images that are read at the same time. */
const WORKERS = 8

/** Reads every referenced image of the bundle. */
export async function readPictures(directory: Directory, needs: Need[], findings: Findings) {
  const { problems, warnings, broken } = findings
  const folder = inside(directory, 'pictures')
  const listed = (await listDirectory(folder))?.files ?? []
  const needed = new Set(needs.map(({ name }) => name.slice('picture:'.length)))
  const unused = listed.filter((name) => !needed.has(name))
  if (unused.length > 0) {
    const message = `${unused.length} of these files are not used, so they are not imported: ${listNames(unused)}`
    warnings.push(problemAt({ file: folder.below }, message))
  }
  const pictures = new Map<string, PictureFile>()
  const queue = listed.filter((name) => needed.has(name))
  async function readQueued() {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const file = inside(folder, name)
      const read = await readPicture(onDisk(file))
      if ('problem' in read) {
        problems.push(problemAt({ file: file.below }, read.problem))
        broken.add(`picture:${name}`)
        continue
      }
      pictures.set(name, read.picture)
      if (read.removed.length > 0)
        warnings.push(
          problemAt({ file: file.below }, `removed from the image: ${read.removed.join(', ')}`),
        )
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, readQueued))
  return pictures
}

const listNames = (names: string[]) =>
  names.slice(0, 10).join(', ') + (names.length > 10 ? ', …' : '')
