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

/** The state of a gift is the first of these that a variant has: 'out' only if all variants are sold out. */
const GIFT_STATES: readonly StockState[] = ['at-risk', 'low', 'fine', 'out']

/** The stock of a gift, from the levels of its variants. */
export function stockOfGift(variants: readonly Level[]) {
  const sum = (valueOf: (level: Level) => number) =>
    variants.reduce((total, level) => total + valueOf(level), 0)
  const counted = variants.filter(({ warehouse }) => warehouse !== null)
  return {
    on_hand: sum(({ on_hand }) => on_hand),
    reserved: sum(({ reserved }) => reserved),
    sold: sum(({ sold }) => sold),
    days_left: daysLeft(variants),
    difference:
      counted.length === 0
        ? null
        : sum(({ warehouse, on_hand }) => (warehouse === null ? 0 : warehouse.on_hand - on_hand)),
    state: GIFT_STATES.find((state) => variants.some((level) => level.state === state)) ?? 'fine',
    sales: (variants[0]?.sales ?? []).map((_, day) => sum(({ sales }) => sales[day] ?? 0)),
  }
}

/** The days until the first variant sells out; 0 if all are sold out; null if none that is left sells. */
function daysLeft(variants: readonly Level[]): number | null {
  const remaining = variants.map(({ days_left }) => days_left).filter((days) => days !== 0)
  const ends = remaining.filter((days) => days !== null)
  if (ends.length > 0) return Math.min(...ends)
  return variants.length > 0 && remaining.length === 0 ? 0 : null
}

/** Stock that will sell out soonest comes first, then sold-out stock, then stock that is sufficient. */
export const byUrgency = (a: Urgency, b: Urgency): number =>
  URGENCY_ORDER.indexOf(a.state) - URGENCY_ORDER.indexOf(b.state) ||
  (a.days_left ?? NEVER) - (b.days_left ?? NEVER)

type Urgency = Pick<Level, 'state' | 'days_left'>
const NEVER = 1e9
const URGENCY_ORDER: readonly StockState[] = ['at-risk', 'low', 'out', 'fine']
