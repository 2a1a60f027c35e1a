/** `most`: the units in stock, so also the maximum in one combination. Default 1. */
export type FitGift = { id: string; points: number; most?: number }

const SIZES = [1, 2, 3] as const

/** The maximum number of singles, pairs and triples. */
export type FitLimits = readonly [number, number, number]

/**
 * Gifts, pairs and triples that cost exactly `target` points: first singles, then pairs, then triples, each in the
 * order of `gifts`. A single limit is shared fairly among the three sizes; three limits apply to one size each. Gifts
 * already used in a result rank lower, for variety. Free gifts are left out.
 */
export function exactFits(
  gifts: readonly FitGift[],
  target: number,
  { limit = 12 }: { limit?: number | FitLimits } = {},
): string[][] {
  const limits: FitLimits = typeof limit === 'number' ? [limit, limit, limit] : limit
  const candidates = listCandidates(gifts, target, Math.max(...limits))
  const bySize = SIZES.map((size) =>
    pickCombinations(groupByPrice(candidates), target, size, limits[size - 1] ?? 0),
  )
  const fits = typeof limit === 'number' ? shareLimit(bySize, limit) : bySize.flat()
  return fits.map((items) => items.map((item) => item.id))
}

type Item = { id: string; points: number; most: number; rank: number; uses: number }

/** There are few prices, however many gifts there are. */
type ItemsByPrice = Map<number, Item[]>

/** Of each price, keeps only as many gifts as `limit` triples can use. More would only cost time. */
function listCandidates(gifts: readonly FitGift[], target: number, limit: number): Item[] {
  const counts = new Map<number, number>()
  return gifts.flatMap(({ id, points, most = 1 }, rank) => {
    const count = counts.get(points) ?? 0
    if (!(points >= 1 && points <= target) || most < 1 || count >= SIZES.length * limit) return []
    counts.set(points, count + 1)
    return { id, points, most, rank, uses: 0 }
  })
}

function groupByPrice(items: Item[]): ItemsByPrice {
  const byPrice: ItemsByPrice = new Map()
  for (const item of items) {
    const samePrice = byPrice.get(item.points)
    if (samePrice) samePrice.push({ ...item })
    else byPrice.set(item.points, [{ ...item }])
  }
  return byPrice
}

/** Takes the combination with the least used and highest ranked gifts until there are enough. */
function pickCombinations(
  byPrice: ItemsByPrice,
  target: number,
  size: number,
  limit: number,
): Item[][] {
  const found = new Map<string, Item[]>()
  const nextAt = (prices: number[]) => nextCombination(byPrice, prices, found)
  let next = listPriceLists(byPrice, target, size).map(nextAt).filter(isCombination)
  for (let best = findBest(next); best && found.size < limit; best = findBest(next)) {
    const usedPrices = best.prices
    found.set(combinationKey(best.items), best.items)
    for (const item of best.items) countUse(byPrice, item)
    next = next
      .map((old) =>
        old.prices.some((price) => usedPrices.includes(price)) ? nextAt(old.prices) : old,
      )
      .filter(isCombination)
  }
  return [...found.values()].sort(compareRanks)
}

/** The next combination at these prices. */
type Combination = { prices: number[]; items: Item[]; repetition: number }

const isCombination = (combination: Combination | undefined) => combination !== undefined

function nextCombination(
  byPrice: ItemsByPrice,
  prices: number[],
  found: Map<string, Item[]>,
): Combination | undefined {
  const items = findNewCombination(byPrice, prices, found)
  return items && { prices, items, repetition: countRepetition(items) }
}

function findBest(combinations: Combination[]): Combination | undefined {
  let best = combinations[0]
  for (const combination of combinations) {
    if (best && compareCombinations(combination, best) < 0) best = combination
  }
  return best
}

function compareCombinations(a: Combination, b: Combination): number {
  return a.repetition - b.repetition || compareRanks(a.items, b.items)
}

/** All non-decreasing lists of `size` available prices that add up to the target. */
function listPriceLists(
  byPrice: ItemsByPrice,
  target: number,
  size: number,
  minPrice = 0,
): number[][] {
  if (size === 1) return target >= minPrice && byPrice.has(target) ? [[target]] : []
  return [...byPrice.keys()]
    .filter((price) => price >= minPrice && price * size <= target)
    .flatMap((price) =>
      listPriceLists(byPrice, target - price, size - 1, price).map((rest) => [price].concat(rest)),
    )
}

/**
 * The first combination at these prices that was not found yet; different gifts before the same one
 * twice.
 */
function findNewCombination(
  byPrice: ItemsByPrice,
  prices: number[],
  found: Map<string, Item[]>,
): Item[] | undefined {
  for (const repeat of [false, true]) {
    for (const items of listPicks(byPrice, prices, repeat)) {
      const combination = items.toSorted((a, b) => a.rank - b.rank)
      if (isInStock(combination) && !found.has(combinationKey(combination))) return combination
    }
  }
  return undefined
}

/** One gift of each price. Within one price the index only increases, so that no combination is repeated. */
function* listPicks(
  byPrice: ItemsByPrice,
  [price, ...rest]: number[],
  repeat: boolean,
  from = 0,
): Generator<Item[]> {
  if (price === undefined) {
    yield []
    return
  }
  const items = byPrice.get(price) ?? []
  for (let index = from; index < items.length; index++) {
    const item = items[index]
    if (!item) continue
    const next = rest[0] === price ? index + (repeat ? 0 : 1) : 0
    for (const others of listPicks(byPrice, rest, repeat, next)) yield [item, ...others]
  }
}

function isInStock(items: Item[]): boolean {
  return items.every((item) => items.filter((other) => other === item).length <= item.most)
}

const combinationKey = (items: Item[]) => items.map((item) => item.rank).join()

/** How often the gifts were used in earlier results. A gift used twice counts extra. */
function countRepetition(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.uses, 0) + items.length - new Set(items).size
}

function compareRanks(a: Item[], b: Item[]): number {
  for (const [index, item] of a.entries()) {
    const difference = item.rank - (b[index]?.rank ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** A used gift moves behind the less used gifts of its price. */
function countUse(byPrice: ItemsByPrice, item: Item): void {
  item.uses++
  byPrice.get(item.points)?.sort((a, b) => a.uses - b.uses || a.rank - b.rank)
}

/** Gives each size one place in turn until the limit is reached, then lists the results size by size. */
function shareLimit(bySize: Item[][][], limit: number): Item[][] {
  const counts = bySize.map(() => 0)
  let remaining = Math.min(limit, bySize.flat().length)
  while (remaining > 0) {
    for (const [size, combinations] of bySize.entries()) {
      const count = counts[size] ?? 0
      if (remaining === 0 || count >= combinations.length) continue
      counts[size] = count + 1
      remaining--
    }
  }
  return bySize.flatMap((combinations, size) => combinations.slice(0, counts[size]))
}
