import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** One row that a resolution writes. Values known to the back office are shown in the reader's language. */
export type ResolveRow = {
  what: string
  subject: string
  order: string | null
  /** Where it is about money. */
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

/** Why it is not written, though it could be. */
export type ResolveRefusal = 'codes-limit'
