import type { ChannelBundle, Name } from '#server/modules/channels/bundle/channel-bundle.ts'
import { ownershipProblems } from './check-ownership.ts'
import { unitsOf } from './bundle-references.ts'
import { type FolderProblem, type Place, problemAt } from '#server/platform/parsing/file-errors.ts'
import { sharedTextProblems } from './check-shared-texts.ts'
import { knownNames, type ShopNames } from './known-names.sql.ts'
import { imageRegistry } from '#server/modules/channels/bundle/write/write-images.ts'

export type CheckContext = {
  shop: ShopNames
  /** The bundles of this run, in the order in which they are written. */
  all: ChannelBundle[]
  /** Channel 2's bundle. Every channel may use its images. */
  shared: ChannelBundle | undefined
  /** Names in bundles of this run that could not be imported. */
  failed: Set<string>
}
export type Checked = { problems: FolderProblem[]; warnings: FolderProblem[]; skipped: Set<string> }

/**
 * Checks every reference of a bundle against the bundle itself and the shop. An invalid unit is skipped, and so is
 * every unit that needs it, until all references are resolved.
 */
export function checkBundle(bundle: ChannelBundle, context: CheckContext): Checked {
  const units = unitsOf(bundle)
  const skipped = new Set<string>()
  const problems: FolderProblem[] = []
  const warnings: FolderProblem[] = []
  const namesOfFailedBundles = new Map<Name, Place>()
  const pictures = imageRegistry(bundle, context.shared, context.shop)
  for (const { unit, ...problem } of [
    ...ownershipProblems(bundle, context.shop),
    ...sharedTextProblems(bundle, context, pictures),
  ]) {
    problems.push(problem)
    skipped.add(unit)
  }
  const isKnown = knownNames(context.shop, bundle, context.shared, (product) =>
    skipped.has(`product:${product}`),
  )
  let previousSize = -1
  while (skipped.size !== previousSize) {
    previousSize = skipped.size
    const remaining = units.filter(({ key }) => !skipped.has(key))
    const defined = new Set(remaining.flatMap(({ defines }) => defines))
    const skippedNames = new Set<string>([
      ...bundle.broken,
      ...units.filter(({ key }) => skipped.has(key)).flatMap(({ defines }) => defines),
    ])
    for (const unit of remaining)
      for (const { name, place } of unit.needs) {
        if (defined.has(name) || isKnown(name)) continue
        skipped.add(unit.key)
        if (includesName(skippedNames, name))
          warnings.push(problemAt(place, `skipped, because ${describe(name)} is`))
        else if (includesName(context.failed, name)) namesOfFailedBundles.set(name, place)
        else problems.push(problemAt(place, `there is no ${describe(name)}`))
      }
  }
  problems.push(...dependencyProblems(namesOfFailedBundles))
  return { problems, warnings, skipped }
}

/** Reports one problem instead of hundreds if another bundle could not be imported. */
function dependencyProblems(names: Map<Name, Place>): FolderProblem[] {
  const [first] = names
  if (!first) return []
  const [name, place] = first
  const others = names.size > 1 ? ` and ${names.size - 1} more` : ''
  const message = `this needs ${describe(name)}${others}, from a folder that could not be imported`
  return [problemAt(place, message)]
}

/** Also by a wildcard, such as 'tag:*' or 'value:colour/*'. */
function includesName(names: Set<string>, name: Name) {
  const [kind, code = ''] = name.split(':')
  return (
    names.has(name) ||
    names.has(`${kind}:*`) ||
    (kind === 'value' && names.has(`value:${code.split('/')[0]}/*`))
  )
}

function describe(name: Name) {
  const [kind = '', code = ''] = name.split(':')
  if (kind !== 'value') return `${kind === 'sku' ? 'article' : kind} '${code}'`
  const [dimension, value] = code.split('/')
  return `value '${value}' of '${dimension}'`
}

/** Every name that the bundles after this one may need from it. */
export function definedNames(bundle: ChannelBundle): Set<string> {
  return new Set([...bundle.broken, ...unitsOf(bundle).flatMap(({ defines }) => defines)])
}

/** The bundle without its skipped units. */
export function withoutSkipped(bundle: ChannelBundle, skipped: Set<string>): ChannelBundle {
  if (skipped.size === 0) return bundle
  const entries = <T>(kind: string, map: Map<string, T> | undefined) =>
    map && new Map([...map].filter(([code]) => !skipped.has(`${kind}:${code}`)))
  const rows = <T extends { value: unknown }, R extends { rows: T[] }>(
    part: R | undefined,
    key: (row: T) => string,
  ) => part && { ...part, rows: part.rows.filter((row) => !skipped.has(key(row))) }
  return {
    ...bundle,
    brands: entries('brand', bundle.brands),
    tagGroups: entries('tagGroup', bundle.tagGroups),
    dimensions: entries('dimension', bundle.dimensions),
    products: bundle.products && {
      ...bundle.products,
      own: entries('product', bundle.products.own) ?? new Map(),
      otherTexts: entries('otherTexts', bundle.products.otherTexts) ?? new Map(),
    },
    prices: rows(bundle.prices, ({ value }) => `price:${value.sku}`),
    counts: rows(bundle.counts, ({ value }) => `count:${value.sku}`),
    vouchers: rows(bundle.vouchers, ({ value }) => `voucher:${value.code}`),
    navigation: skipped.has('navigation') ? undefined : bundle.navigation,
    content: entries('content', bundle.content) ?? new Map(),
  }
}
