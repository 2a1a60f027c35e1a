import type { Queries } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Delivery } from '#domain/fulfilment/delivery.ts'
import { goesAbroad } from '#server/modules/orders/change-order.ts'

/** The order's lines with the VAT of another destination. */
export async function linesThere(sql: Queries, order: OrderRow, delivery: Delivery) {
  if (!goesAbroad(order.delivery, delivery)) return order.lines
  const rates = await sql<{ line: number; country: string; bp: number | null }[]>`
    select line, country, vat_bp(country, vat_class, vat_day(placed_at, channel_id)) as bp
    from order_line join orders on number = order_number join article using (sku)
      cross join lateral (select vat_country(${sql.json(delivery)}, channel_id) as country) goes
    where order_number = ${order.number}`
  return order.lines.map((line) => {
    const rate = rates.find((one) => one.line === line.line)
    const bp = rate?.bp ?? null
    return { ...line, vatBp: bp, vatCountry: bp === null ? null : (rate?.country ?? null) }
  })
}
