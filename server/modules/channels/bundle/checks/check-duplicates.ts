import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { articlesOf } from './bundle-references.ts'
import { type FolderProblem, type Place, problemAt } from '#server/platform/parsing/file-errors.ts'

type Claim = {
  what: string
  place: Place
  /** Unique within this bundle; otherwise unique across all bundles. */
  within?: string
}

/** Reports names that must be unique and are not. */
export function duplicateTexts(channels: ChannelBundle[]): FolderProblem[] {
  const first = new Map<string, Claim>()
  return channels.flatMap(claims).flatMap((claim) => {
    const key = `${claim.within ?? ''} ${claim.what}`
    const before = first.get(key)
    if (!before) {
      first.set(key, claim)
      return []
    }
    const { file, row } = before.place
    const where = row === undefined ? file : `${file}:${row}`
    return [problemAt(claim.place, `${claim.what} is already in ${where}`)]
  })
}

function claims(folder: ChannelBundle): Claim[] {
  const { channel, tagGroups, products, counts } = folder
  const claim = (what: string, place: Place): Claim => ({ what, place })
  const { id, main_site, hosts = [] } = channel.value
  return [
    claim(`the channel '${id}'`, channel.place(['id'])),
    ...(main_site ? [claim('the main site', channel.place(['main_site']))] : []),
    ...hosts.map((host, index) => claim(`the host '${host}'`, channel.place(['hosts', index]))),
    // A code is unique in its file, but a tag may be in two groups.
    ...[...(tagGroups ?? [])].flatMap(([, { value, place }]) =>
      Object.keys(value.tags).map((tag) => ({
        ...claim(`the tag '${tag}'`, place(['tags', tag])),
        within: folder.label,
      })),
    ),
    ...[...(products?.own ?? [])].flatMap(([code, { value, place }]) => [
      claim(`the product '${code}'`, place()),
      ...articlesOf(code, value).map(({ sku }, index) =>
        claim(`the article '${sku}'`, place(['articles', index, 'sku'])),
      ),
    ]),
    ...(counts?.rows ?? []).map(({ value, place }) =>
      claim(`a count of '${value.sku}'`, place(['sku'])),
    ),
  ]
}
