import type { Queries } from '#server/platform/db/database.ts'

export async function findUnknownSku(sql: Queries, soldOut: string[], channel: string) {
  const [row] = await sql<{ sku: string }[]>`
    select sku from unnest(${soldOut}::text[]) asked (sku)
    where not exists (select from offer where channel_id = ${channel} and offer.sku = asked.sku) limit 1`
  return row
}
