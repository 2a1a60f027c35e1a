import type { Queries } from '#server/platform/db/database.ts'

/** Reserves points. Returns the ledger entry, which a capture or release ends. */
export async function reservePoints(
  sql: Queries,
  entry: { voucherId: number; points: number; cartGuid: string; at: Date },
): Promise<number | null> {
  if (entry.points === 0) return null
  const [row] = await sql<{ id: number }[]>`
    insert into ledger (voucher_id, kind, points, cart_guid, at)
    values (${entry.voucherId}, 'reserve', ${entry.points}, ${entry.cartGuid}, ${entry.at})
    returning id`
  if (!row) throw new Error('query of the ledger returned no row')
  return row.id
}

type Reservation = {
  voucherId: number
  points: number
  reservation: number | null
  cartGuid: string
}

/** Turns reserved points into those of an order. Returns the ledger entry, to which refunds refer. */
export async function capturePoints(
  sql: Queries,
  { voucherId, points, reservation, cartGuid }: Reservation,
  { number, at }: { number: string; at: Date },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into ledger (voucher_id, kind, points, ends_id, cart_guid, order_number, at)
    values (${voucherId}, 'capture', ${points}, ${reservation}, ${cartGuid}, ${number}, ${at})
    returning id`
  if (!row) throw new Error('query of the ledger returned no row')
  return row.id
}

/** Releases the reserved points of a payment. */
export const releasePoints = (
  sql: Queries,
  { voucherId, points, reservation, cartGuid }: Reservation,
  { paymentId, at }: { paymentId: string | null; at: Date },
) => sql`
  insert into ledger (voucher_id, kind, points, ends_id, cart_guid, payment_id, at)
  values (${voucherId}, 'release', ${points}, ${reservation}, ${cartGuid}, ${paymentId}, ${at})`

/** Refunds the points of an order to its voucher. The database refuses more than were captured. */
export const refundPoints = (
  sql: Queries,
  order: { voucherId: number; captureId: number | null; number: string },
  { points, staffId, at }: { points: number; staffId: number | null; at: Date },
) => sql`
  insert into ledger (voucher_id, kind, points, ends_id, order_number, staff_id, at)
  values (${order.voucherId}, 'refund', ${points}, ${order.captureId}, ${order.number}, ${staffId}, ${at})`

/** Expires all remaining points; the note says why. Returns how many. */
export async function expireRemainingPoints(
  sql: Queries,
  voucherId: number,
  { note, at }: { note: string; at: Date },
): Promise<number> {
  await sql`select from voucher_balance where voucher_id = ${voucherId} for update`
  const [expired] = await sql<{ points: number }[]>`
    insert into ledger (voucher_id, kind, points, note, at)
    select voucher_id, 'expire', available, ${note}, ${at} from voucher_balance
    where voucher_id = ${voucherId} and available > 0
    returning points`
  return expired?.points ?? 0
}
