import { type Delivery, destination } from '#domain/fulfilment/delivery.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'

/** Whether the VAT of another country applies to the new destination. */
export const changesVatCountry = (before: Delivery, after: Delivery) =>
  countryOf(before) !== countryOf(after)

function countryOf(delivery: Delivery): string | undefined {
  const to = destination(delivery, 'monta')
  return to?.to === 'address' ? to.address.country : undefined
}

/**
 * The VAT of each line for a destination, by the rates of its country on the order's day. If that country has no rate
 * for a line, the line has neither country nor rate. Decision 005. `place_order()` decides in the same way for a new order.
 */
const vatOfLines = (sql: Queries, number: string, delivery: Delivery) => sql`
  select line, case when bp is not null then country end as country, bp
  from (
    select line, target.country, vat_rate_of(target.country, vat_class, target.day) as bp
    from order_line join article using (sku) cross join (
      select vat_country(${sql.json(delivery)}, channel_id) as country,
        vat_day(placed_at, channel_id) as day
      from orders where number = ${number}) target
    where order_number = ${number}) rates`

/** Saves the VAT of each line for another destination. */
export async function recalculateVat(sql: Transaction, { number }: OrderRow, delivery: Delivery) {
  await sql`
    update order_line set vat_country = vat.country, vat_bp = vat.bp
    from (${vatOfLines(sql, number, delivery)}) vat
    where order_line.order_number = ${number} and order_line.line = vat.line`
}

/** The order's lines with the VAT of another destination. Saves nothing. */
export async function linesWithVatFor(sql: Queries, order: OrderRow, delivery: Delivery) {
  if (!changesVatCountry(order.delivery, delivery)) return order.lines
  const rates = await sql<{ line: number; country: string | null; bp: number | null }[]>`
    select * from (${vatOfLines(sql, order.number, delivery)}) vat`
  return order.lines.map((line) => {
    const rate = rates.find((candidate) => candidate.line === line.line)
    return { ...line, vatBp: rate?.bp ?? null, vatCountry: rate?.country ?? null }
  })
}
