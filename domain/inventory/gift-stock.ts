/** A variant is at risk if it sells out within this many days at its current rate. */
export const AT_RISK_DAYS = 14
/** A variant is low if it has at most this many units and is not at risk. */
export const FEW_UNITS = 5

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

/** What can still be saved comes first, the soonest end at its top. Then what is sold out, then what has enough. */
export const byUrgency = (one: Urgency, other: Urgency): number =>
  IN_LIST.indexOf(one.state) - IN_LIST.indexOf(other.state) ||
  (one.days_left ?? NEVER) - (other.days_left ?? NEVER)

type Urgency = Pick<Level, 'state' | 'days_left'>
const NEVER = 1e9
const IN_LIST: readonly StockState[] = ['at-risk', 'low', 'out', 'fine']
