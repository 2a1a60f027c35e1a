type Element = {
  name: string
  id: string
  attributes: [name: string, value: string][]
  children: Element[]
}

const MOST_ELEMENTS = 20_000
const DEEPEST = 200
/** The most elements after resolving all references: a `use` of ten `use` of ten counts a hundred. */
const MOST_DRAWN = 100_000
/** A filter step counts as this many elements, because it computes each pixel of its area. */
const FILTER_STEP = 500
/** More octaves make no visible difference, and each doubles the work. */
const MOST_OCTAVES = 8

/**
 * Whether an SVG takes more work to draw than any shop image needs. Expects the output of cleanSvg: attributes in
 * double quotes, and no < or > except those of tags.
 */
export function svgProblem(clean: string): 'too-complex' | 'damaged' | undefined {
  const read = elementsOf(clean)
  if (read === 'too-complex') return read
  const [root] = read
  if (!root) return 'damaged'
  const known = new Map(read.filter(({ id }) => id !== '').map((one) => [one.id, one]))
  return costOf(root, known, new Map(), 0) > MOST_DRAWN ? 'too-complex' : undefined
}

function elementsOf(clean: string): Element[] | 'too-complex' {
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
    const element = elementOf(tag)
    all.push(element)
    open.at(-1)?.children.push(element)
    if (!tag.endsWith('/')) open.push(element)
    if (all.length > MOST_ELEMENTS || open.length > DEEPEST) return 'too-complex'
  }
  return all
}

function elementOf(tag: string): Element {
  const attributes: [string, string][] = []
  let from = 0
  for (let at = tag.indexOf('="'); at >= 0; at = tag.indexOf('="', from)) {
    const end = tag.indexOf('"', at + 2)
    if (end < 0) break
    const before = tag.slice(from, at)
    attributes.push([before.slice(before.lastIndexOf(' ') + 1), tag.slice(at + 2, end)])
    from = end + 1
  }
  const [name = ''] = tag.split(/[\s/]/, 1)
  const id = attributes.find(([attribute]) => attribute === 'id')?.[1] ?? ''
  return { name, id, attributes, children: [] }
}

/** The number of drawn elements that one element causes. Infinite for a circular reference. */
function costOf(
  element: Element,
  known: ReadonlyMap<string, Element>,
  costs: Map<Element, number>,
  depth: number,
): number {
  const before = costs.get(element)
  if (before !== undefined) return before
  if (depth > 2 * DEEPEST) return Infinity
  costs.set(element, Infinity)
  let cost = ownCost(element)
  for (const child of element.children) cost += costOf(child, known, costs, depth + 1)
  for (const [name, value] of element.attributes) {
    for (const id of referencesIn(value)) {
      const named = known.get(id)
      if (!named) continue
      const times = name.startsWith('marker') ? pointsOf(element) : 1
      cost += times * costOf(named, known, costs, depth + 1)
    }
    if (cost > MOST_DRAWN) break
  }
  costs.set(element, cost)
  return cost
}

function ownCost({ name, attributes }: Element): number {
  if (!name.startsWith('fe')) return 1
  if (name !== 'feTurbulence') return FILTER_STEP
  const octaves = Number(attributes.find(([one]) => one === 'numOctaves')?.[1] ?? 1)
  return octaves <= MOST_OCTAVES ? FILTER_STEP * Math.max(1, octaves) : Infinity
}

/** A marker is drawn at each point of a line. */
function pointsOf({ attributes }: Element): number {
  const drawn = attributes.filter(([name]) => name === 'd' || name === 'points')
  return drawn.reduce((sum, [, value]) => sum + value.length / 2, 1)
}

/** The ids that an attribute refers to: `#a`, or `url(#a)` anywhere in it. */
function referencesIn(value: string): string[] {
  if (value.trimStart().startsWith('#')) return [value.trim().slice(1)]
  const found: string[] = []
  const lower = value.toLowerCase()
  for (let at = lower.indexOf('url('); at >= 0; at = lower.indexOf('url(', at + 4)) {
    const end = value.indexOf(')', at)
    const inside = value.slice(value.indexOf('#', at) + 1, end < 0 ? undefined : end)
    found.push(inside.replaceAll('&quot;', '').replaceAll("'", '').trim())
    if (found.length > MOST_ELEMENTS) break
  }
  return found
}
