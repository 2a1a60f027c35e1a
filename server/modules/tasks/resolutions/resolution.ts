import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** One change that a resolution makes. The back office translates known values. */
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

/** The number of rows with the same new value, and their total amounts. */
export type ResolveEffect = { after: string; count: number; points: number; cents: number }

export function sumEffects(rows: readonly ResolveRow[]): ResolveEffect[] {
  const effects = new Map<string, ResolveEffect>()
  for (const { after: value, points = 0, cents = 0 } of rows) {
    const after = Number.isInteger(Number(value)) ? 'counted' : value
    const effect = effects.get(after) ?? { after, count: 0, points: 0, cents: 0 }
    effects.set(after, {
      after,
      count: effect.count + 1,
      points: effect.points + points,
      cents: effect.cents + cents,
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

/** Why a resolution with rows can still be refused. */
export type ResolveRefusal = 'codes-limit'
