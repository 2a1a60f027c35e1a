import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** One row that a resolution writes. Values known to the back office are shown in the reader's language. */
export type ResolveRow = {
  what: string
  subject: string
  order: string | null
  /** Only in rows about money. */
  cents?: number
  before: string
  after: string
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
