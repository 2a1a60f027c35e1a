import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** One row that a resolution changes. Known values are shown in the reader's language. */
export type ResolveRow = {
  what: string
  subject: string
  order: string | null
  /** Only in rows about points or money. */
  points?: number
  cents?: number
  before: string
  after: string
}

/** The effect on a number of rows, with the total amounts. */
export type ResolveEffect = { after: string; count: number; points: number; cents: number }

export function effectsOf(rows: readonly ResolveRow[]): ResolveEffect[] {
  const effects = new Map<string, ResolveEffect>()
  for (const { after: written, points = 0, cents = 0 } of rows) {
    const after = Number.isInteger(Number(written)) ? 'counted' : written
    const sum = effects.get(after) ?? { after, count: 0, points: 0, cents: 0 }
    effects.set(after, {
      after,
      count: sum.count + 1,
      points: sum.points + points,
      cents: sum.cents + cents,
    })
  }
  return [...effects.values()]
}

export type ResolutionContext = {
  shop: Shop
  sql: Transaction
  now: Date
  note: string
  staffId: number
}

/** Why a possible resolution is refused. */
export type ResolveRefusal = 'codes-limit'
