import { duplicateTexts } from '#server/modules/channels/bundle/checks/check-duplicates.ts'
import { type Directory, inside, listDirectory } from './bundle-files.ts'
import { byName } from '#server/platform/parsing/name-order.ts'
import { byPlace, type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { readChannel } from './read-channel.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type FolderReading = {
  channels: ChannelBundle[]
  /** Names in bundles with an unusable channel.yaml: others may need them, but they do not exist. */
  unread: Set<string>
  problems: FolderProblem[]
  warnings: FolderProblem[]
}

/** The channel that all others fall back to. It is written first, because the others refer to its names. */
/** Reads a channel's bundle, or a folder of bundles, and reports all problems within each file. */
export async function readFolder(folder: string): Promise<FolderReading> {
  const root: Directory = { root: folder, below: '' }
  const listed = await listDirectory(root)
  if (!listed) return nothing(`there is no folder ${folder}`)
  const problems: FolderProblem[] = []
  const warnings: FolderProblem[] = []
  const channels: ChannelBundle[] = []
  const unread = new Set<string>()
  for (const directory of await channelDirectories(root, listed, warnings)) {
    const broken = new Set<string>()
    const channel = await readChannel(directory, { problems, warnings, broken })
    if (channel) channels.push(channel)
    else for (const name of broken) unread.add(name)
  }
  if (channels.length === 0 && problems.length === 0)
    return nothing('there is no channel.yaml here, nor in the folders below')
  problems.push(...duplicateTexts(channels))
  channels.sort(
    (one, other) =>
      Number(other.id === SHARED_CHANNEL) - Number(one.id === SHARED_CHANNEL) ||
      byName(one.id, other.id),
  )
  return { channels, unread, problems: problems.sort(byPlace), warnings: warnings.sort(byPlace) }
}

async function channelDirectories(
  root: Directory,
  { files, folders }: { files: string[]; folders: string[] },
  warnings: FolderProblem[],
) {
  if (files.includes('channel.yaml')) return [root]
  const directories: Directory[] = []
  for (const name of folders) {
    const directory = inside(root, name)
    if ((await listDirectory(directory))?.files.includes('channel.yaml'))
      directories.push(directory)
    else warnings.push(problemAt({ file: name }, 'this folder is not read: it has no channel.yaml'))
  }
  return directories
}

const nothing = (message: string): FolderReading => ({
  channels: [],
  unread: new Set(),
  problems: [{ file: '.', message }],
  warnings: [],
})
