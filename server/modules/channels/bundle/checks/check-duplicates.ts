import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { articlesOf } from './bundle-references.ts'
import { type FolderProblem, type Place, problemAt } from '#server/platform/parsing/file-errors.ts'

type UniqueName = {
  label: string
  place: Place
  /** Unique within this bundle; otherwise unique across all bundles. */
  within?: string
}

/** Reports names that must be unique and occur twice. */
export function findDuplicates(channels: ChannelBundle[]): FolderProblem[] {
  const seen = new Map<string, UniqueName>()
  return channels.flatMap(uniqueNames).flatMap((name) => {
    const key = `${name.within ?? ''} ${name.label}`
    const first = seen.get(key)
    if (!first) {
      seen.set(key, name)
      return []
    }
    const { file, row } = first.place
    const position = row === undefined ? file : `${file}:${row}`
    return [problemAt(name.place, `${name.label} is already in ${position}`)]
  })
}

function uniqueNames(bundle: ChannelBundle): UniqueName[] {
  const { channel, tagGroups, products, counts } = bundle
  const unique = (label: string, place: Place): UniqueName => ({ label, place })
  const { id, main_site, hosts = [] } = channel.value
  return [
    unique(`the channel '${id}'`, channel.place(['id'])),
    ...(main_site ? [unique('the main site', channel.place(['main_site']))] : []),
    ...hosts.map((host, index) => unique(`the host '${host}'`, channel.place(['hosts', index]))),
    // A code is unique in its file, but a tag may be in two groups.
    ...[...(tagGroups ?? [])].flatMap(([, { value, place }]) =>
      Object.keys(value.tags).map((tag) => ({
        ...unique(`the tag '${tag}'`, place(['tags', tag])),
        within: bundle.label,
      })),
    ),
    ...[...(products?.own ?? [])].flatMap(([code, { value, place }]) => [
      unique(`the product '${code}'`, place()),
      ...articlesOf(code, value).map(({ sku }, index) =>
        unique(`the article '${sku}'`, place(['articles', index, 'sku'])),
      ),
    ]),
    ...(counts?.rows ?? []).map(({ value, place }) =>
      unique(`a count of '${value.sku}'`, place(['sku'])),
    ),
  ]
}
