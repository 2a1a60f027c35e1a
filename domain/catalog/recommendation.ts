import { type StockStatus, stockStatus } from '#domain/inventory/stock-status.ts'

/** Seasons with different popular gifts. The last two months are for Saint Nicholas and Christmas. */
export type Season = 'winter' | 'spring' | 'summer' | 'autumn' | 'holidays'

const SEASON_OF_MONTH: readonly Season[] = [
  'winter',
  'winter',
  'spring',
  'spring',
  'spring',
  'summer',
  'summer',
  'summer',
  'autumn',
  'autumn',
  'holidays',
  'holidays',
]

/** The season of a day such as '2026-12-05'. */
export const seasonOfDay = (day: string): Season =>
  SEASON_OF_MONTH[Number(day.slice(5, 7)) - 1] ?? 'winter'

/** A tag belongs to a season if its id contains one of these words, such as 'candles' in 'candles-and-scent'. */
const SEASON_WORDS: Readonly<Record<Season, ReadonlySet<string>>> = {
  winter: new Set(['throws', 'cushions', 'textile', 'lighting', 'light', 'calm', 'puzzles', 'tea']),
  spring: new Set(['plants', 'green', 'garden', 'birds', 'bees', 'cycling', 'foot', 'vases']),
  summer: new Set(['outdoor', 'outdoors', 'bottles', 'lunch', 'towels', 'days', 'bags', 'travel']),
  autumn: new Set(['cooking', 'kitchen', 'boards', 'knives', 'books', 'learning', 'coffee']),
  holidays: new Set(['hampers', 'chocolate', 'sweets', 'candles', 'games', 'toys', 'wine']),
}

export const isOfSeason = (tagId: string, season: Season): boolean =>
  tagId.split('-').some((word) => SEASON_WORDS[season].has(word))

export type RecommendedGift = {
  id: string
  points: number
  /** The largest stock of its variants; null: unlimited. */
  available: number | null
  inSeason: boolean
  /** It arrives after the next occasion, such as Saint Nicholas. */
  isLate: boolean
}

type RecommendationContext = {
  channelId: string
  /** The points that the holder can spend. */
  budget: number
  /** The gift's position in the editors' order, and the number of gifts. */
  position: number
  count: number
}

/**
 * The weight of each criterion. The editors' order counts most, and no criterion moves a sold-out gift forward.
 * `channel` is the range of a hash of channel and gift, so that each channel has another order.
 */
const WEIGHTS = { position: 100, fit: 80, season: 60, channel: 40 } as const
/** Neither the season nor the editors' order moves a gift forward that arrives too late. */
const LATE_SCORE = -WEIGHTS.position - WEIGHTS.season
const STOCK_SCORES: Readonly<Record<StockStatus, number>> = {
  'in-stock': 0,
  'few-left': -80,
  'sold-out': -1000,
}

/** How strongly a gift is recommended: an integer that depends only on these facts. */
export function recommendationScore(
  { id, points, available, inSeason, isLate }: RecommendedGift,
  { channelId, budget, position, count }: RecommendationContext,
): number {
  const fit = points <= budget ? Math.floor((WEIGHTS.fit * points) / Math.max(1, budget)) : 0
  return (
    WEIGHTS.position -
    Math.floor((WEIGHTS.position * position) / Math.max(1, count)) +
    fit +
    (inSeason ? WEIGHTS.season : 0) +
    (isLate ? LATE_SCORE : 0) +
    (hashOf(`${channelId} ${id}`) % WEIGHTS.channel) +
    STOCK_SCORES[stockStatus(available).status]
  )
}

/** FNV-1a: spreads similar names evenly, with the same result on every machine. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/**
 * Indexes of the gifts, the most recommended first. Equal scores keep the editors' order, which is the order of
 * `gifts`.
 */
export function recommendedOrder(
  gifts: readonly RecommendedGift[],
  { channelId, budget }: { channelId: string; budget: number },
): Uint32Array {
  const count = gifts.length
  // Score and position in one number, so that numbers are sorted instead of objects.
  const keys = Float64Array.from(gifts, (gift, position) => {
    const score = recommendationScore(gift, { channelId, budget, position, count })
    return -score * count + position
  })
  // The remainder is the position. It is negative for a negative key, so the count is added.
  return Uint32Array.from(keys.sort(), (key) => ((key % count) + count) % count)
}

/** The first `size` gifts with at most `most` per group. If groups run out, the next best gifts follow. */
export function variedGifts<Gift>(
  gifts: Iterable<Gift>,
  { size, most, groupOf }: { size: number; most: number; groupOf: (gift: Gift) => string },
): Gift[] {
  const chosen: Gift[] = []
  const skipped: Gift[] = []
  const countByGroup = new Map<string, number>()
  for (const gift of gifts) {
    if (chosen.length === size) break
    const group = groupOf(gift)
    const count = countByGroup.get(group) ?? 0
    if (count < most) {
      countByGroup.set(group, count + 1)
      chosen.push(gift)
    } else if (skipped.length < size) skipped.push(gift)
  }
  return [...chosen, ...skipped.slice(0, size - chosen.length)]
}
