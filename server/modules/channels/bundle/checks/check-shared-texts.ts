import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import type { UnitProblem } from './check-ownership.ts'
import { sameText } from '#server/platform/parsing/name-order.ts'
import { type Place, problemAt } from '#server/platform/parsing/file-errors.ts'
import type { ShopNames } from './known-names.sql.ts'
import {
  type ImageRegistry,
  imageRegistry,
} from '#server/modules/channels/bundle/write/write-images.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** A bundle's data of one brand, group, tag, dimension or value. */
type SharedEntry = { unit: string; what: string; name: string; content: object; place: Place }

/**
 * Brands, tags and dimensions are shared. A channel may add new ones and repeat existing ones, but only channel 2 may
 * change them, because a change affects all channels. Entries are compared with an earlier bundle of the same run, or
 * else with the shop.
 */
export function sharedTextProblems(
  bundle: ChannelBundle,
  {
    shop,
    shared,
    all,
  }: { shop: ShopNames; shared: ChannelBundle | undefined; all: ChannelBundle[] },
  pictures: ImageRegistry,
): UnitProblem[] {
  if (bundle.id === SHARED_CHANNEL) return []
  const inShop = shop.hasShared ? shop.attributes : new Map<string, object>()
  const inRun = new Map<string, object>()
  for (const earlier of all.slice(0, all.indexOf(bundle)))
    for (const { name, content } of sharedEntries(earlier, imageRegistry(earlier, shared, shop)))
      if (!inRun.has(name)) inRun.set(name, { ...DEFAULTS[kindOf(name)], ...content })
  return sharedEntries(bundle, pictures).flatMap(({ unit, what, name, content, place }) => {
    const isChangeOf = (existing: object | undefined) =>
      existing !== undefined && sameText(existing) !== sameText({ ...existing, ...content })
    const problem = (message: string) => [{ ...problemAt(place, `${what} ${message}`), unit }]
    if (isChangeOf(inRun.get(name) ?? inShop.get(name)))
      return problem(
        `is shared by all channels and is different there: change it in the folder of channel ${SHARED_CHANNEL}`,
      )
    // Equal to channel 2's bundle, but that one could not be imported, so this one must not change the value.
    if (isChangeOf(inShop.get(name)))
      return problem(
        'is different in the shop, and the folder that changes it could not be imported',
      )
    return []
  })
}

/** Defaults for values that a file leaves out. */
const DEFAULTS: Partial<Record<string, object>> = {
  brand: { picture: null, supplier_email: '', supplier: '' },
}
const kindOf = (name: string) => name.slice(0, name.indexOf(':'))

function sharedEntries(bundle: ChannelBundle, pictures: ImageRegistry): SharedEntry[] {
  const entries: SharedEntry[] = []
  const add = (unit: string, what: string, name: string, content: object, place: Place) =>
    entries.push({ unit, what, name, content, place })
  for (const [code, { value, place }] of bundle.brands ?? []) {
    const { picture, ...content } = value
    const withHash =
      picture === undefined ? content : { ...content, picture: pictures.hash(picture) }
    add(`brand:${code}`, `the brand '${code}'`, `brand:${code}`, withHash, place())
  }
  for (const [code, { value, place }] of bundle.tagGroups ?? []) {
    const { texts, tags } = value
    const unit = `tagGroup:${code}`
    add(unit, `the group '${code}'`, unit, { texts }, place())
    for (const [tag, texts] of Object.entries(tags))
      add(unit, `the tag '${tag}'`, `tag:${tag}`, { texts, group: code }, place(['tags', tag]))
  }
  for (const [code, { value, place }] of bundle.dimensions ?? []) {
    const { texts, values } = value
    const unit = `dimension:${code}`
    add(unit, `the dimension '${code}'`, unit, { texts }, place())
    for (const [id, { texts, hexcode = null }] of Object.entries(values)) {
      const what = `the value '${id}' of '${code}'`
      add(unit, what, `value:${code}/${id}`, { texts, hexcode }, place(['values', id]))
    }
  }
  return entries
}
