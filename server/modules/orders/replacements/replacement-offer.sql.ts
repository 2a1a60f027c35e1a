import type { ReplacementOutcome, UnavailableCause } from '#domain/orders/replacement.ts'
import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'

/** The unavailable gift, as its order line was then. */
export type FormerGift = {
  spliId: string
  sku: string
  name: string
  variant: string
  brand: string
  picture: string
  points: number
  quantity: number
  deliveryCondition: DeliveryCondition
  round: number
}

export type ReplacementOffer = {
  id: string
  orderNumber: string
  line: number
  cause: UnavailableCause
  note: string
  tokenHash: Buffer
  startedAt: Date
  until: Date
  remindedAt: Date | null
  former: FormerGift
  outcome: ReplacementOutcome | null
  endedAt: Date | null
  spliId: string | null
  creditNumber: string | null
}

export async function findReplacementOffer(
  sql: Queries,
  by: { id: string } | { tokenHash: Buffer },
): Promise<ReplacementOffer | undefined> {
  const [row] = await sql<ReplacementOffer[]>`
    select id, order_number as "orderNumber", line, cause, note, token_hash as "tokenHash", started_at as "startedAt", until,
      reminded_at as "remindedAt", former, outcome, ended_at as "endedAt", spli_id as "spliId",
      credit_number as "creditNumber"
    from replacement_offer where ${'id' in by ? sql`id = ${by.id}` : sql`token_hash = ${by.tokenHash}`}`
  return row
}

type OfferEnd = {
  outcome: ReplacementOutcome
  at: Date
  by?: number | null
  spliId?: string | null
  creditNumber?: string | null
}

/** The caller holds the order's lock. An offer that has ended is not ended again. */
export async function endReplacementOffer(
  sql: Transaction,
  id: string,
  { outcome, at, by = null, spliId = null, creditNumber = null }: OfferEnd,
) {
  const ended = await sql`
    update replacement_offer set outcome = ${outcome}, ended_at = ${at}, ended_by = ${by}, spli_id = ${spliId},
      credit_number = ${creditNumber}
    where id = ${id} and outcome is null`
  if (ended.count === 0) throw new Error(`replacement offer ${id} has ended already`)
}
