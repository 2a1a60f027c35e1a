import type { ChannelFolder } from './channel-folder.ts'
import type { UnitProblem } from './folder-claims.ts'
import { sameText } from './folder-order.ts'
import { type Place, problemAt } from './folder-place.ts'
import { SHARED_CHANNEL } from './read-folder.ts'
import type { ShopNames } from './shop-names.ts'
import type { PictureBook } from './write-pictures.ts'

/**
 * Brands, tags and dimensions are everybody's. A channel may bring new ones and repeat those that there are, but only
 * channel 2 says something else of them: otherwise one channel's file would change what all the others show.
 */
export function sharedWordProblems(
  folder: ChannelFolder,
  { words, hasShared }: ShopNames,
  pictures: PictureBook,
): UnitProblem[] {
  if (folder.id === SHARED_CHANNEL || !hasShared) return []
  const found: UnitProblem[] = []
  const compare = (unit: string, what: string, name: string, said: object, place: Place) => {
    const before = words.get(name)
    if (before === undefined) return
    const after = { ...before, ...said }
    if (sameText(before) === sameText(after)) return
    const message = `${what} is shared by all channels and is otherwise there: change it in channel ${SHARED_CHANNEL}'s folder`
    found.push({ ...problemAt(place, message), unit })
  }
  for (const [code, { value, place }] of folder.brands ?? []) {
    const { picture, ...said } = value
    const shown = picture === undefined ? said : { ...said, picture: pictures.hash(picture) }
    compare(`brand:${code}`, `the brand '${code}'`, `brand:${code}`, shown, place())
  }
  for (const [code, { value, place }] of folder.tagGroups ?? []) {
    const { texts, tags } = value
    compare(`tagGroup:${code}`, `the group '${code}'`, `tagGroup:${code}`, { texts }, place())
    for (const [tag, texts] of Object.entries(tags))
      compare(
        `tagGroup:${code}`,
        `the tag '${tag}'`,
        `tag:${tag}`,
        { texts, group: code },
        place(['tags', tag]),
      )
  }
  for (const [code, { value, place }] of folder.dimensions ?? []) {
    const { texts, values } = value
    compare(`dimension:${code}`, `the dimension '${code}'`, `dimension:${code}`, { texts }, place())
    for (const [id, { texts, hexcode = null }] of Object.entries(values))
      compare(
        `dimension:${code}`,
        `the value '${id}' of '${code}'`,
        `value:${code}/${id}`,
        { texts, hexcode },
        place(['values', id]),
      )
  }
  return found
}
