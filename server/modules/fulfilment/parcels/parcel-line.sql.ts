import { packParcels } from '#domain/fulfilment/packing.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Collo } from '#server/platform/services/service-ports.ts'
import type { Queries } from '#server/platform/db/database.ts'

/**
 * Saves the parcels that the warehouse reports. A later report does not change known contents; a replacement for a part
 * of a line can.
 */
export async function saveParcels(
  sql: Queries,
  order: OrderRow,
  {
    round,
    parcels,
    hasAllLeft,
    at,
  }: { round: number; parcels: Collo[]; hasAllLeft: boolean; at: Date },
) {
  const { number, month, voucherId } = order
  for (const { code, link, carrier } of parcels)
    await sql`
      insert into parcel (order_number, month, voucher_id, code, link, carrier, round, sent_at, state_at)
      values (${number}, ${month}, ${voucherId}, ${code}, ${link}, ${carrier}, ${round}, ${at}, ${at})
      on conflict (order_number, code, month) do update set link = excluded.link, carrier = excluded.carrier`
  const packed = packParcels({
    reported: parcels,
    known: order.parcels.filter((parcel) => parcel.round === round),
    lines: order.lines.filter(
      (line) =>
        line.deliveryCondition === 'monta' && line.round === round && line.state !== 'cancelled',
    ),
    hasAllLeft,
  })
  const rows = packed.flatMap(({ code, lines }) =>
    lines.map((line) => ({ ...line, order_number: number, month, voucher_id: voucherId, code })),
  )
  if (rows.length > 0) await sql`insert into parcel_line ${sql(rows)}`
}

type ParcelLine = { order_number: string; month: string; code: string; line: number }

/** Removes units of a line from a parcel: `all` of them or `quantity`. */
export async function removeFromParcel(
  sql: Queries,
  { order_number, month, code, line }: ParcelLine,
  { quantity, all }: { quantity: number; all: boolean },
) {
  const isLineOfParcel = sql`order_number = ${order_number} and month = ${month} and code = ${code} and line = ${line}`
  await (all
    ? sql`delete from parcel_line where ${isLineOfParcel}`
    : sql`update parcel_line set quantity = quantity - ${quantity} where ${isLineOfParcel}`)
}

export const addToParcel = (
  sql: Queries,
  row: ParcelLine & { voucher_id: number; quantity: number },
) => sql`insert into parcel_line ${sql(row)}`
