import type { Queries } from '#server/platform/db/database.ts'

export const listPersonDetails = (sql: Queries, id: number) => sql<{ address: string }[]>`
  select distinct concat_ws(', ', concat_ws(' ', address ->> 'street', address ->> 'houseNumber', address ->> 'addition'),
    concat_ws(' ', address ->> 'postalCode', address ->> 'city'), address ->> 'country') as address
  from orders cross join lateral (select delivery -> 'address' as address) place
  where voucher_id = ${id} and address is not null`

export async function insertVoucherNote(
  sql: Queries,
  { id, staffId, body, now }: { id: number; staffId: number; body: string; now: Date },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into voucher_note (voucher_id, staff_id, body, at)
    values (${id}, ${staffId}, ${body}, ${now}) returning id`
  return row
}
