import { findDuplicates } from '#server/modules/channels/bundle/checks/check-duplicates.ts'
import { type Directory, inside, listDirectory } from './bundle-files.ts'
import { byName } from '#server/platform/parsing/name-order.ts'
import {
  compareLocations,
  type FolderProblem,
  problemAt,
} from '#server/platform/parsing/file-errors.ts'
import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { readChannel } from './read-channel.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type FolderReading = {
  channels: ChannelBundle[]
  /** Names in bundles with an invalid channel.yaml. Other bundles may need them, but they are not imported. */
  unreadableNames: Set<string>
  problems: FolderProblem[]
  warnings: FolderProblem[]
}

/** Reads a channel's bundle, or a folder of bundles, and reports all problems within each file. */
export async function readFolder(folder: string): Promise<FolderReading> {
  const root: Directory = { root: folder, below: '' }
  const listed = await listDirectory(root)
  if (!listed) return emptyReading(`there is no folder ${folder}`)
  const problems: FolderProblem[] = []
  const warnings: FolderProblem[] = []
  const channels: ChannelBundle[] = []
  const unreadableNames = new Set<string>()
  for (const directory of await channelDirectories(root, listed, warnings)) {
    const broken = new Set<string>()
    const channel = await readChannel(directory, { problems, warnings, broken })
    if (channel) channels.push(channel)
    else for (const name of broken) unreadableNames.add(name)
  }
  if (channels.length === 0 && problems.length === 0)
    return emptyReading('there is no channel.yaml here, nor in the folders below')
  problems.push(...findDuplicates(channels))
  // The shared channel is written first, because the others refer to its names.
  channels.sort(
    (a, b) =>
      Number(b.id === SHARED_CHANNEL) - Number(a.id === SHARED_CHANNEL) || byName(a.id, b.id),
  )
  return {
    channels,
    unreadableNames,
    problems: problems.sort(compareLocations),
    warnings: warnings.sort(compareLocations),
  }
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

const emptyReading = (message: string): FolderReading => ({
  channels: [],
  unreadableNames: new Set(),
  problems: [{ file: '.', message }],
  warnings: [],
})
