import { addDays, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Units sold less units cancelled, by variant and day. `until` is the last day. Days without sales are zero. */
export async function dailySales(
  sql: Queries,
  skus: readonly string[],
  { until, days }: { until: string; days: number },
): Promise<(sku: string) => number[]> {
  const from = addDays(until, 1 - days)
  const rows = await sql<{ sku: string; day: number; sold: number }[]>`
    select sku, (at at time zone ${DEFAULT_ZONE})::date - ${from}::date as day, -sum(quantity)::integer as sold
    from stock_movement
    where sku = any(${skus as string[]}::text[]) and reason in ('order', 'cancel')
      and at >= ${from}::date::timestamp at time zone ${DEFAULT_ZONE}
      and month >= date_trunc('month', ${from}::date - 1)::date
    group by 1, 2`
  const sales = new Map(skus.map((sku) => [sku, Array<number>(days).fill(0)]))
  for (const { sku, day, sold } of rows) {
    const unitsPerDay = sales.get(sku)
    // A cancellation on a day without sales does not make that day negative.
    if (unitsPerDay && day < days) unitsPerDay[day] = Math.max(0, sold)
  }
  return (sku) => sales.get(sku) ?? []
}
