import type { Delivery } from '#domain/fulfilment/delivery.ts'
import type { Person, StoredDelivery } from '#server/modules/cart/cart.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Timeframe } from '#server/platform/services/service-ports.ts'

/** Updates the cart of an order after a change of the order. null: the delivery stays as it is. */
export const changeOrderedCart = (
  sql: Queries,
  guid: string,
  { person, delivery }: { person: Person; delivery: StoredDelivery | null },
) => sql`
  update cart set person = ${sql.json(person)}, changed_at = now(),
    delivery = ${delivery ? sql.json(delivery) : sql`delivery`}
  where guid = ${guid}`

export const saveOffersOfOrder = (sql: Queries, guid: string, offered: Timeframe[]) =>
  sql`update cart set offered = ${sql.json(offered)} where guid = ${guid}`

/** Adds a gift at the points that were paid for it, so that the cart reports a price change. */
export const addOrderedGift = (
  sql: Queries,
  guid: string,
  { spliId, quantity, points }: { spliId: string; quantity: number; points: number },
) => sql`
  insert into cart_line as line (cart_guid, spli_id, quantity, points_when_added)
  values (${guid}, ${spliId}, ${quantity}, ${points})
  on conflict (cart_guid, spli_id) where not own_line
    do update set quantity = line.quantity + excluded.quantity`

/**
 * Copies the current person, delivery and carrier options of the order. Consent to immediate delivery is not copied:
 * it was given for the cancelled order.
 */
export const copyContactOfOrder = (sql: Queries, guid: string, number: string) => sql`
  update cart set version = cart.version + 1, changed_at = now(), person = orders.person,
    delivery = case when orders.delivery ->> 'kind' in ('home', 'pickup') then orders.delivery
      else ordered.delivery end,
    offered = ordered.offered
  from orders join cart ordered on ordered.guid = orders.cart_guid
  where cart.guid = ${guid} and orders.number = ${number}`

/** The cart of a past order, with one line per gift. */
export async function insertOrderedCart(
  sql: Queries,
  cart: { voucherId: number; person: Person; delivery: Delivery; language: string; at: Date },
  lines: readonly { spli_id: string; quantity: number; points: number }[],
): Promise<string> {
  const { voucherId, person, delivery, language, at } = cart
  const [row] = await sql<{ guid: string }[]>`
    insert into cart (voucher_id, state, person, delivery, language, changed_at)
    values (${voucherId}, 'ordered', ${sql.json(person)}, ${sql.json(delivery)}, ${language}, ${at})
    returning guid`
  if (!row) throw new Error('cart of the past order not found')
  const rows = lines.map(({ spli_id, quantity, points }) => ({
    cart_guid: row.guid,
    spli_id,
    quantity,
    points_when_added: points,
    own_line: true,
  }))
  await sql`insert into cart_line ${sql(rows)}`
  return row.guid
}
