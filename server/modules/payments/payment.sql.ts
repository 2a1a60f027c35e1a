import type { Language } from '#domain/language.ts'
import type { PaymentState } from '#domain/payments/payment-state.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'

export type Payment = {
  key: string
  id: string | null
  cart_guid: string
  cart_version: number
  voucher_id: number
  cents: number
  points: number
  language: Language
  redirect_url: string
  cancel_url: string
  checkout_url: string | null
  state: PaymentState | 'creating'
  outcome: 'held' | 'released' | 'ordered' | 'refunded'
  reservation_id: number | null
  order_number: string | null
  created_at: Date
  expires_at: Date
  next_poll_at: Date | null
}

export async function findPayment(sql: Queries, key: string): Promise<Payment | undefined> {
  const [payment] = await sql<Payment[]>`select * from payment where key = ${key}`
  return payment
}

export async function findPaymentById(sql: Queries, id: string): Promise<Payment | undefined> {
  const [payment] = await sql<Payment[]>`select * from payment where id = ${id}`
  return payment
}

export async function findHeldPayment(
  sql: Queries,
  cartGuid: string,
): Promise<Payment | undefined> {
  const [payment] = await sql<Payment[]>`
    select * from payment where cart_guid = ${cartGuid} and outcome = 'held'`
  return payment
}

/** The payments of a cart that exist at the provider, newest first. */
export async function listPaymentsOfCart(sql: Queries, cartGuid: string): Promise<Payment[]> {
  return sql<Payment[]>`
    select * from payment where cart_guid = ${cartGuid} and id is not null order by created_at desc`
}

export async function lockPayment(sql: Transaction, key: string): Promise<Payment | undefined> {
  const [payment] = await sql<Payment[]>`select * from payment where key = ${key} for update`
  return payment
}

/** Locks payments in the order of their keys, as everywhere. */
export const lockPayments = (sql: Transaction, keys: readonly string[]) =>
  sql`select from payment where key = any(${[...keys]}::uuid[]) order by key for update`

export const pollPaymentsNow = (sql: Queries, keys: readonly string[], now: Date) => sql`
  update payment set next_poll_at = ${now}, poll_allowed_from = '-infinity' where key = any(${[...keys]}::uuid[])`

/** Marks a payment as released from its cart. Money that still arrives is found by polling. */
export const markPaymentReleased = (sql: Queries, key: string) =>
  sql`update payment set outcome = 'released', reservation_id = null where key = ${key}`

/** Locks stock rows by sku, in the order used everywhere; the delete alone would lock them in any order. */
export async function releaseReservedStock(sql: Transaction, key: string) {
  await sql`
    select from stock where sku in (
      select sku from stock_reservation where payment_key = ${key}
    ) order by sku for update`
  await sql`delete from stock_reservation where payment_key = ${key}`
}
