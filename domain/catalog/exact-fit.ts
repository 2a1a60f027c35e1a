/** `most`: the stock, so the maximum units in one combination. Default 1. */
export type FitGift = { id: string; points: number; most?: number }

const SIZES = [1, 2, 3] as const

/** How many singles, pairs and triples. */
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
  const fitting = fittingOf(gifts, target, Math.max(...limits))
  const found = SIZES.map((size) => chosen(shelfOf(fitting), target, size, limits[size - 1] ?? 0))
  const fits = typeof limit === 'number' ? shared(found, limit) : found.flat()
  return fits.map((items) => items.map((item) => item.id))
}

type Item = { id: string; points: number; most: number; rank: number; shown: number }

type StockLevel = Map<number, Item[]>

/**
 * `limit` triples use at most three times as many gifts of one price; more would only cost time.
 */
function fittingOf(gifts: readonly FitGift[], target: number, limit: number): Item[] {
  const counts = new Map<number, number>()
  return gifts.flatMap(({ id, points, most = 1 }, rank) => {
    const count = counts.get(points) ?? 0
    if (!(points >= 1 && points <= target) || most < 1 || count >= SIZES.length * limit) return []
    counts.set(points, count + 1)
    return { id, points, most, rank, shown: 0 }
  })
}

/** Gifts by price: there are few prices, however many gifts there are. */
function shelfOf(items: Item[]): StockLevel {
  const stock: StockLevel = new Map()
  for (const item of items) {
    const shelved = stock.get(item.points)
    if (shelved) shelved.push({ ...item })
    else stock.set(item.points, [{ ...item }])
  }
  return stock
}

/** Takes the combination with the least used and highest ranked gifts until there are enough. */
function chosen(stock: StockLevel, target: number, size: number, limit: number): Item[][] {
  const found = new Map<string, Item[]>()
  const offer = (prices: number[]) => offerAt(stock, prices, found)
  let offers = priceLists(stock, target, size).map(offer).filter(isOffer)
  for (let best = bestOf(offers); best && found.size < limit; best = bestOf(offers)) {
    const taken = best.prices
    found.set(keyOf(best.items), best.items)
    for (const item of best.items) stepBack(stock, item)
    offers = offers
      .map((old) => (old.prices.some((price) => taken.includes(price)) ? offer(old.prices) : old))
      .filter(isOffer)
  }
  return [...found.values()].sort(byRanks)
}

/** The next combination at these prices. */
type Offer = { prices: number[]; items: Item[]; wornness: number }

const isOffer = (offer: Offer | undefined) => offer !== undefined

function offerAt(
  stock: StockLevel,
  prices: number[],
  found: Map<string, Item[]>,
): Offer | undefined {
  const items = firstNew(stock, prices, found)
  return items && { prices, items, wornness: wornness(items) }
}

function bestOf(offers: Offer[]): Offer | undefined {
  let best = offers[0]
  for (const offer of offers) {
    if (best && byWornness(offer, best) < 0) best = offer
  }
  return best
}

function byWornness(a: Offer, b: Offer): number {
  return a.wornness - b.wornness || byRanks(a.items, b.items)
}

/** All non-decreasing lists of `size` available prices that add up to the target. */
function priceLists(stock: StockLevel, target: number, size: number, least = 0): number[][] {
  if (size === 1) return target >= least && stock.has(target) ? [[target]] : []
  return [...stock.keys()]
    .filter((price) => price >= least && price * size <= target)
    .flatMap((price) =>
      priceLists(stock, target - price, size - 1, price).map((rest) => [price].concat(rest)),
    )
}

/**
 * The first combination at these prices that was not found yet; different gifts before the same one
 * twice.
 */
function firstNew(
  stock: StockLevel,
  prices: number[],
  found: Map<string, Item[]>,
): Item[] | undefined {
  for (const repeat of [false, true]) {
    for (const items of picks(stock, prices, repeat)) {
      const combination = items.toSorted((a, b) => a.rank - b.rank)
      if (inStock(combination) && !found.has(keyOf(combination))) return combination
    }
  }
  return undefined
}

/** One gift of each price. Within one price the index only increases, so that no combination is repeated. */
function* picks(
  stock: StockLevel,
  [price, ...rest]: number[],
  repeat: boolean,
  from = 0,
): Generator<Item[]> {
  if (price === undefined) {
    yield []
    return
  }
  const items = stock.get(price) ?? []
  for (let at = from; at < items.length; at++) {
    const item = items[at]
    if (!item) continue
    const next = rest[0] === price ? at + (repeat ? 0 : 1) : 0
    for (const others of picks(stock, rest, repeat, next)) yield [item, ...others]
  }
}

function inStock(items: Item[]): boolean {
  return items.every((item) => items.filter((other) => other === item).length <= item.most)
}

const keyOf = (items: Item[]) => items.map((item) => item.rank).join()

/** How often the gifts were used in earlier results. A gift used twice counts extra. */
function wornness(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.shown, 0) + items.length - new Set(items).size
}

function byRanks(a: Item[], b: Item[]): number {
  for (const [at, item] of a.entries()) {
    const ahead = item.rank - (b[at]?.rank ?? 0)
    if (ahead !== 0) return ahead
  }
  return 0
}

function stepBack(stock: StockLevel, item: Item): void {
  item.shown++
  stock.get(item.points)?.sort((a, b) => a.shown - b.shown || a.rank - b.rank)
}

/** Gives each size one place in turn until the limit is reached, then lists the results size by size. */
function shared(found: Item[][][], limit: number): Item[][] {
  const places = found.map(() => 0)
  let left = Math.min(limit, found.flat().length)
  while (left > 0) {
    for (const [size, answers] of found.entries()) {
      const taken = places[size] ?? 0
      if (left === 0 || taken >= answers.length) continue
      places[size] = taken + 1
      left--
    }
  }
  return found.flatMap((answers, size) => answers.slice(0, places[size]))
}
