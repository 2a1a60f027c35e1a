type Element = {
  name: string
  id: string
  attributes: [name: string, value: string][]
  children: Element[]
}

const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 200
/** The most elements after resolving all references: a `use` of ten `use` of ten counts a hundred. */
const MAX_COST = 100_000
/** A filter element counts as this many elements, because it computes each pixel of its area. */
const FILTER_COST = 500
/** More octaves make no visible difference, and each doubles the work. */
const MAX_OCTAVES = 8

/**
 * Whether an SVG takes more work to draw than any shop image needs. Expects the output of cleanSvg: attributes in
 * double quotes, and no < or > except those of tags.
 */
export function svgProblem(clean: string): 'too-complex' | 'damaged' | undefined {
  const elements = parseElements(clean)
  if (elements === 'too-complex') return elements
  const [root] = elements
  if (!root) return 'damaged'
  const byId = new Map(
    elements.filter(({ id }) => id !== '').map((element) => [element.id, element]),
  )
  return costOf(root, byId, new Map(), 0) > MAX_COST ? 'too-complex' : undefined
}

function parseElements(clean: string): Element[] | 'too-complex' {
  const all: Element[] = []
  const open: Element[] = []
  for (let at = clean.indexOf('<'); at >= 0; at = clean.indexOf('<', at + 1)) {
    const end = clean.indexOf('>', at)
    if (end < 0) break
    const tag = clean.slice(at + 1, end)
    if (tag.startsWith('/')) {
      open.pop()
      continue
    }
    const element = parseElement(tag)
    all.push(element)
    open.at(-1)?.children.push(element)
    if (!tag.endsWith('/')) open.push(element)
    if (all.length > MAX_ELEMENTS || open.length > MAX_DEPTH) return 'too-complex'
  }
  return all
}

function parseElement(tag: string): Element {
  const attributes: [string, string][] = []
  let from = 0
  for (let at = tag.indexOf('="'); at >= 0; at = tag.indexOf('="', from)) {
    const end = tag.indexOf('"', at + 2)
    if (end < 0) break
    const textBefore = tag.slice(from, at)
    const name = textBefore.slice(textBefore.lastIndexOf(' ') + 1)
    attributes.push([name, tag.slice(at + 2, end)])
    from = end + 1
  }
  const [name = ''] = tag.split(/[\s/]/, 1)
  const id = attributes.find(([attribute]) => attribute === 'id')?.[1] ?? ''
  return { name, id, attributes, children: [] }
}

/** The number of drawn elements that one element causes. Infinite for a circular reference. */
function costOf(
  element: Element,
  byId: ReadonlyMap<string, Element>,
  costs: Map<Element, number>,
  depth: number,
): number {
  const known = costs.get(element)
  if (known !== undefined) return known
  if (depth > 2 * MAX_DEPTH) return Infinity
  // Until it is known. A circular reference meets this value.
  costs.set(element, Infinity)
  let cost = ownCost(element)
  for (const child of element.children) cost += costOf(child, byId, costs, depth + 1)
  for (const [name, value] of element.attributes) {
    for (const id of referencesIn(value)) {
      const target = byId.get(id)
      if (!target) continue
      const repeats = name.startsWith('marker') ? countPoints(element) : 1
      cost += repeats * costOf(target, byId, costs, depth + 1)
    }
    if (cost > MAX_COST) break
  }
  costs.set(element, cost)
  return cost
}

function ownCost({ name, attributes }: Element): number {
  if (!name.startsWith('fe')) return 1
  if (name !== 'feTurbulence') return FILTER_COST
  const octaves = Number(attributes.find(([attribute]) => attribute === 'numOctaves')?.[1] ?? 1)
  return octaves <= MAX_OCTAVES ? FILTER_COST * Math.max(1, octaves) : Infinity
}

/** The most points that a line can have, because a marker is drawn at each of them. */
function countPoints({ attributes }: Element): number {
  const paths = attributes.filter(([name]) => name === 'd' || name === 'points')
  return paths.reduce((sum, [, value]) => sum + value.length / 2, 1)
}

/** The ids that an attribute refers to, as `#a` or with `url(#a)` anywhere in it. */
function referencesIn(value: string): string[] {
  if (value.trimStart().startsWith('#')) return [value.trim().slice(1)]
  const ids: string[] = []
  const lower = value.toLowerCase()
  for (let at = lower.indexOf('url('); at >= 0; at = lower.indexOf('url(', at + 4)) {
    const end = value.indexOf(')', at)
    const inside = value.slice(value.indexOf('#', at) + 1, end < 0 ? undefined : end)
    ids.push(inside.replaceAll('&quot;', '').replaceAll("'", '').trim())
    if (ids.length > MAX_ELEMENTS) break
  }
  return ids
}
