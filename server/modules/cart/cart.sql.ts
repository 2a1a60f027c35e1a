import type { RuleLine } from '#domain/cart/cart-rules.ts'
import type { Address, Delivery } from '#domain/fulfilment/delivery.ts'
import type { Language } from '#domain/language.ts'
import type { Fragment, Queries, Transaction } from '#server/platform/db/database.ts'
import type { Timeframe } from '#server/platform/services/service-ports.ts'

export type Person = {
  firstName: string
  prefix: string
  surname: string
  email: string
  telephone: string
}

export type CartLine = Omit<RuleLine, 'delivery'> & { id: number; sku: string }

/** A cart as stored in the database. */
export type CartRow = {
  guid: string
  state: 'open' | 'ordered'
  version: number
  language: Language
  person: Person | null
  delivery: StoredDelivery | null
  consented: boolean
  voucherId: number
  channelId: string
  /** Points available to this cart, including those reserved for its own open payment. */
  available: number
  orderNumber: string | null
  payment: { key: string; id: string | null; cents: number; state: string } | null
  lines: CartLine[]
}

/** Only home and pickup are chosen. Digital and company delivery follow from cart and channel. */
export type StoredDelivery = Extract<Delivery, { kind: 'home' | 'pickup' }>

/** Two statements instead of one with both conditions, because the planner would plan that one again on each call. */
const cartCondition = (sql: Queries, guid: string | null | undefined): Fragment =>
  guid ? sql`guid = ${guid}` : sql`state = 'open'`

/** The cart with this guid, or the open one; undefined also for another recipient's cart. */
export async function findCart(
  sql: Queries,
  voucherId: number,
  guid: string | null | undefined,
): Promise<CartRow | undefined> {
  const [row] = await sql<{ cart: CartRow }[]>`
    select cart_value(guid) as cart from cart
    where voucher_id = ${voucherId} and ${cartCondition(sql, guid)}`
  return row?.cart
}

/** Like `findCart`, with the carriers' offers that were stored last. */
export async function findCartWithOffers(
  sql: Queries,
  voucherId: number,
  guid: string | null | undefined,
): Promise<{ cart: CartRow; offered: Timeframe[] } | undefined> {
  const [row] = await sql<{ cart: CartRow; offered: Timeframe[] }[]>`
    select cart_value(guid) as cart, offered from cart
    where voucher_id = ${voucherId} and ${cartCondition(sql, guid)}`
  return row
}

/**
 * Locks the balance and then the cart, in the order used everywhere, and reads the cart under the locks. With
 * `withStock` it also locks the stock of its gifts, so that the cart's stock levels are current.
 */
export async function lockCart(
  sql: Transaction,
  voucherId: number,
  guid: string | null | undefined,
  { withStock = false }: { withStock?: boolean } = {},
): Promise<CartRow | undefined> {
  const [row] = await sql<{ cart: CartRow | null }[]>`
    select lock_cart(${voucherId}, ${guid ?? null}, ${withStock}) as cart`
  return row?.cart ?? undefined
}

export type CartChange = {
  voucherId: number
  guid: string | null
  spliId: string | null
  line: string | null
  quantity: number
  newLine: boolean
}

/**
 * The result of change_cart(): `touched` is the id of the changed line, `held` the id of a cart with an open payment.
 */
export type ChangedCart =
  | (CartRow & { touched: number | null })
  | {
      refused:
        | 'no-such-cart'
        | 'cart-ordered'
        | 'no-such-line'
        | 'no-such-gift'
        | 'too-many'
        | 'too-many-lines'
    }
  | { held: string }

export async function saveCartChange(sql: Queries, change: CartChange): Promise<ChangedCart> {
  const { voucherId, guid, spliId, line, quantity, newLine } = change
  const [row] = await sql<{ changed: ChangedCart }[]>`
    select change_cart(${voucherId}, ${guid}, ${spliId}, ${line}, ${quantity}, ${newLine}) as changed`
  if (!row) throw new Error('change_cart returned no row')
  return row.changed
}

export type ContactSave = {
  person: Person
  delivery: StoredDelivery | null
  offered: Timeframe[] | null
  consented: boolean
  language: Language
}

/**
 * Saves recipient and delivery without locking the cart first, and returns the cart as saved. If the cart has changed
 * since it was read or has an open payment, it changes nothing and returns undefined.
 */
export async function saveContactIfUntouched(
  sql: Queries,
  cart: CartRow,
  save: ContactSave,
): Promise<CartRow | undefined> {
  const { person, delivery, offered, consented, language } = save
  const [row] = await sql<{ is_saved: boolean }[]>`
    select keep_contact(${cart.voucherId}, ${cart.guid}, ${cart.version}, ${sql.json(person)},
      ${delivery && sql.json(delivery)}, ${offered && sql.json(offered)}, ${consented}, ${language}) as is_saved`
  if (!row?.is_saved) return undefined
  return { ...cart, version: cart.version + 1, person, delivery, consented, language }
}

export async function saveDelivery(sql: Transaction, guid: string, save: ContactSave) {
  await sql`
    update cart set
      version = version + 1, changed_at = now(), language = ${save.language},
      person = ${sql.json(save.person)},
      delivery = ${save.delivery && sql.json(save.delivery)},
      offered = coalesce(${save.offered && sql.json(save.offered)}, offered),
      consented_at = case when ${save.consented} then coalesce(consented_at, now()) end
    where guid = ${guid}`
}

export async function saveOffered(sql: Queries, guid: string, offered: Timeframe[]) {
  await sql`update cart set offered = ${sql.json(offered)} where guid = ${guid} and state = 'open'`
}

export async function findOffered(sql: Queries, guid: string): Promise<Timeframe[]> {
  const [row] = await sql<{ offered: Timeframe[] }[]>`select offered from cart where guid = ${guid}`
  return row?.offered ?? []
}

/** The recipient's open cart. Creates one if there is none. */
export async function openCart(
  sql: Queries,
  voucherId: number,
  language: string,
): Promise<{ guid: string; pieces: number }> {
  const [row] = await sql<{ guid: string; pieces: number }[]>`
    select cart_guid as guid, pieces from open_cart(${voucherId}, ${language})`
  if (!row) throw new Error('open_cart returned no row')
  return row
}

export const emptyAddress: Address = {
  street: '',
  houseNumber: '',
  addition: '',
  postalCode: '',
  city: '',
  country: '',
  line: '',
}
