import type { ChannelBundle, Name } from '#server/modules/channels/bundle/channel-bundle.ts'
import { ownershipProblems } from './check-ownership.ts'
import { type Unit, unitsOf } from './bundle-references.ts'
import { type FolderProblem, type Place, problemAt } from '#server/platform/parsing/file-errors.ts'
import { sharedTextProblems } from './check-shared-texts.ts'
import { knownInShop, type ShopNames } from './known-names.sql.ts'
import { imageRegistry } from '#server/modules/channels/bundle/write/write-images.ts'

export type Surroundings = {
  shop: ShopNames
  /** The folders of this run, in the order in which they are written. */
  all: ChannelBundle[]
  /** Channel 2's folder. Every channel may use its images. */
  shared: ChannelBundle | undefined
  /** Names in bundles of this run that could not be imported. */
  failed: Set<string>
}
export type Checked = { problems: FolderProblem[]; warnings: FolderProblem[]; skipped: Set<string> }

const WORDS: Record<string, string> = { sku: 'article', value: 'value' }

/**
 * Checks every reference of a bundle against the bundle itself and the shop. An invalid unit is skipped, and so is
 * every unit that needs it, until all references are resolved.
 */
export function checkFolder(folder: ChannelBundle, around: Surroundings): Checked {
  const units = unitsOf(folder)
  const skipped = new Set<string>()
  const problems: FolderProblem[] = []
  const warnings: FolderProblem[] = []
  const failing = new Map<Name, Place>()
  const pictures = imageRegistry(folder, around.shared, around.shop)
  for (const { unit, ...problem } of [
    ...ownershipProblems(folder, around.shop),
    ...sharedTextProblems(folder, around, pictures),
  ]) {
    problems.push(problem)
    skipped.add(unit)
  }
  const known = knownInShop(around.shop, folder, around.shared, (product) =>
    skipped.has(`product:${product}`),
  )
  let before = -1
  while (skipped.size !== before) {
    before = skipped.size
    const left = units.filter(({ key }) => !skipped.has(key))
    const given = new Set(left.flatMap(({ gives }) => gives))
    const lost = new Set<string>(folder.broken)
    for (const unit of units)
      if (skipped.has(unit.key)) for (const name of unit.gives) lost.add(name)
    for (const unit of left)
      for (const { name, place } of unit.needs) {
        if (given.has(name) || known(name)) continue
        skipped.add(unit.key)
        if (spokenOf(lost, name))
          warnings.push(problemAt(place, `skipped, because ${say(name)} is`))
        else if (spokenOf(around.failed, name)) failing.set(name, place)
        else problems.push(problemAt(place, `there is no ${say(name)}`))
      }
  }
  problems.push(...becauseOfOthers(failing))
  return { problems, warnings, skipped }
}

/** One problem instead of hundreds if another folder could not be imported. */
function becauseOfOthers(failing: Map<Name, Place>): FolderProblem[] {
  const [first] = failing
  if (!first) return []
  const [name, place] = first
  const others = failing.size > 1 ? ` and ${failing.size - 1} more` : ''
  const message = `this needs ${say(name)}${others}, from a folder that could not be imported`
  return [problemAt(place, message)]
}

function spokenOf(names: Set<string>, name: Name) {
  const [kind, code = ''] = name.split(':')
  return (
    names.has(name) ||
    names.has(`${kind}:*`) ||
    (kind === 'value' && names.has(`value:${code.split('/')[0]}/*`))
  )
}

function say(name: Name) {
  const [kind = '', code = ''] = name.split(':')
  if (kind !== 'value') return `${WORDS[kind] ?? kind} '${code}'`
  const [dimension, value] = code.split('/')
  return `value '${value}' of '${dimension}'`
}

/** Every name that a folder could define for the folders after it. */
export function namesOf(folder: ChannelBundle): Set<string> {
  return new Set([...folder.broken, ...unitsOf(folder).flatMap(({ gives }: Unit) => gives)])
}

/** The folder without its skipped units. */
export function withoutSkipped(folder: ChannelBundle, skipped: Set<string>): ChannelBundle {
  if (skipped.size === 0) return folder
  const entries = <T>(kind: string, map: Map<string, T> | undefined) =>
    map && new Map([...map].filter(([code]) => !skipped.has(`${kind}:${code}`)))
  const rows = <T extends { value: unknown }, R extends { rows: T[] }>(
    part: R | undefined,
    key: (row: T) => string,
  ) => part && { ...part, rows: part.rows.filter((row) => !skipped.has(key(row))) }
  return {
    ...folder,
    brands: entries('brand', folder.brands),
    tagGroups: entries('tagGroup', folder.tagGroups),
    dimensions: entries('dimension', folder.dimensions),
    products: folder.products && {
      ...folder.products,
      own: entries('product', folder.products.own) ?? new Map(),
      words: entries('words', folder.products.words) ?? new Map(),
    },
    prices: rows(folder.prices, ({ value }) => `price:${value.sku}`),
    counts: rows(folder.counts, ({ value }) => `count:${value.sku}`),
    vouchers: rows(folder.vouchers, ({ value }) => `voucher:${value.code}`),
    navigation: skipped.has('navigation') ? undefined : folder.navigation,
    content: entries('content', folder.content) ?? new Map(),
  }
}
