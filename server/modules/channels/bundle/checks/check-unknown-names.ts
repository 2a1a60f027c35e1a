import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { unknownKeys } from '#server/modules/content/validation/check-content-keys.ts'
import { type FolderProblem, problemAt } from '#server/platform/parsing/file-errors.ts'
import { unknownReference } from '#server/modules/channels/check-theme-references.ts'

/** Warnings about names that no page of this shop uses. Most are typing errors; some are meant for a newer shop. */
export async function findUnknownNames(channels: ChannelBundle[]): Promise<FolderProblem[]> {
  const warnings: FolderProblem[] = []
  for (const { channel, content } of channels) {
    for (const reference of Object.keys(channel.value.theme_options ?? {})) {
      const message = unknownReference(reference)
      if (message) warnings.push(problemAt(channel.place(['theme_options', reference]), message))
    }
    for (const { path, fields } of content.values())
      for (const key of await unknownKeys(path, fields.value))
        warnings.push(problemAt(fields.place(key.path), key.message))
  }
  return warnings
}
