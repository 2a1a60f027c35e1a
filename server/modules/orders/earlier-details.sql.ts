import type { Delivery } from '#domain/fulfilment/delivery.ts'
import type { PersonalData } from '#contract/cart.shop.ts'
import { personalData } from '#server/modules/cart/cart-response.ts'
import type { Person } from '#server/modules/cart/cart.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** The recipient of the last order with this voucher, and the last home address used or requested. */
export async function findEarlierDetails(
  sql: Queries,
  voucherId: number,
): Promise<PersonalData | null> {
  const [row] = await sql<{ person: Person; delivery: Delivery | null }[]>`
    select person, (
        select delivery from orders
        where voucher_id = ${voucherId} and delivery ->> 'kind' in ('home', 'pickup')
        order by placed_at desc, number desc limit 1
      ) as delivery
    from orders join voucher on voucher.id = voucher_id
    where voucher_id = ${voucherId} and anonymised_at is null
    order by placed_at desc, number desc limit 1`
  return row ? personalData(row.person, row.delivery) : null
}
