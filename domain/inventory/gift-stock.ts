type StockState = 'out' | 'at-risk' | 'low' | 'fine'
type Level = {
  on_hand: number
  reserved: number
  sold: number
  days_left: number | null
  state: StockState
  warehouse: { on_hand: number } | null
  sales: readonly number[]
}

/** The most urgent first. Sold-out stock cannot be saved any more, so it counts only if nothing else is left. */
const URGENT: readonly StockState[] = ['at-risk', 'low', 'fine', 'out']

/** The stock of a gift, from the levels of its variants. */
export function stockOfGift(variants: readonly Level[]) {
  const sum = (of: (level: Level) => number) =>
    variants.reduce((total, level) => total + of(level), 0)
  const ends = variants.flatMap(({ days_left }) => (days_left === null ? [] : [days_left]))
  const left = ends.filter((days) => days > 0)
  const counted = variants.filter(({ warehouse }) => warehouse !== null)
  return {
    on_hand: sum(({ on_hand }) => on_hand),
    reserved: sum(({ reserved }) => reserved),
    sold: sum(({ sold }) => sold),
    days_left:
      left.length > 0
        ? Math.min(...left)
        : ends.length > 0 && ends.length === variants.length
          ? 0
          : null,
    difference:
      counted.length === 0
        ? null
        : sum(({ warehouse, on_hand }) => (warehouse === null ? 0 : warehouse.on_hand - on_hand)),
    state: URGENT.find((state) => variants.some((level) => level.state === state)) ?? 'fine',
    sales: (variants[0]?.sales ?? []).map((_, day) => sum(({ sales }) => sales[day] ?? 0)),
  }
}
