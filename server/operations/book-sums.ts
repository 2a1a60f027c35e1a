import type { Transaction } from '#server/db/database.ts'

export type BookSum =
  | 'reservations'
  | 'captures'
  | 'purses'
  | 'order lines'
  | 'order stock'
  | 'histories'
  | 'confirmations'
  | 'carts'

/**
 * Two sides of the same story, each added up in one pass over its table, every row weighed by a hash of what it
 * is about: a row that is missing, doubled or changed on one side moves its sum, and that both move alike is as
 * likely as guessing a number of ten digits. Where the sums agree there is nothing to look for; where they do
 * not, a check joins the tables and says which rows it is.
 */
export async function agreeingSums(sql: Transaction): Promise<Set<BookSum>> {
  const rows = await sql<{ name: BookSum; agrees: boolean }[]>`
    with booked as (
      select
        sum(hashint8extended(id, hashint8extended(voucher_id, points))) filter (where kind = 'reserve') as reserved,
        sum(hashint8extended(ends_id, hashint8extended(voucher_id, points)))
          filter (where kind in ('capture', 'release')) as ended,
        sum(hashtextextended(coalesce(order_number, ''), hashint8extended(id, hashint8extended(voucher_id, points))))
          filter (where kind = 'capture') as captured,
        sum((hashint8extended(voucher_id, 1) >> 31) * points) filter (where kind = 'grant') as grants,
        sum((hashint8extended(voucher_id, 2) >> 31) * points) filter (where kind = 'reserve') as reserves,
        sum((hashint8extended(voucher_id, 2) >> 31) * points) filter (where kind in ('capture', 'release')) as ends,
        sum((hashint8extended(voucher_id, 3) >> 31) * points) filter (where kind = 'capture') as captures,
        sum((hashint8extended(voucher_id, 3) >> 31) * points) filter (where kind = 'refund') as refunds,
        sum((hashint8extended(voucher_id, 4) >> 31) * points) filter (where kind = 'expire') as expiries
      from ledger
    ), kept as (
      select
        sum((hashint8extended(voucher_id, 1) >> 31) * granted) as granted,
        sum((hashint8extended(voucher_id, 2) >> 31) * reserved) as reserved,
        sum((hashint8extended(voucher_id, 3) >> 31) * spent) as spent,
        sum((hashint8extended(voucher_id, 4) >> 31) * expired) as expired
      from purse
    ), held as (
      select sum(hashint8extended(reservation_id, hashint8extended(voucher_id, points))) as reserved
      from payment where outcome = 'held' and reservation_id is not null
    ), ordered as (
      select
        sum(hashtextextended(number, hashint8extended(coalesce(capture_id, 0), hashint8extended(voucher_id, points_paid))))
          filter (where points_paid > 0) as captured,
        sum((hashtextextended(number, 5) >> 31) * (total_points + 1)) as lines,
        sum(hashtextextended(number, 6)) as told,
        sum(uuid_hash_extended(cart_guid, voucher_id)) as carts
      from orders
    ), lined as (
      select
        sum((hashtextextended(order_number, 5) >> 31) * (points * quantity + case line when 1 then 1 else 0 end)) as lines,
        sum((hashtextextended(order_number, hashtextextended(sku, 7)) >> 31) * quantity)
          filter (where took_stock) as taken,
        sum((hashtextextended(order_number, hashtextextended(sku, 8)) >> 31) * quantity)
          filter (where took_stock and state = 'cancelled') as returned
      from order_line
    ), moved as (
      select
        sum((hashtextextended(order_number, hashtextextended(sku, 7)) >> 31) * -quantity)
          filter (where reason = 'order') as taken,
        sum((hashtextextended(order_number, hashtextextended(sku, 8)) >> 31) * quantity)
          filter (where reason = 'cancel') as returned
      from stock_move where order_number is not null
    ), placed as (
      select sum(hashtextextended(order_number, 6)) as told from order_event where type = 'placed'
    ), confirmed as (
      select sum(hashtextextended(subject_id, 6)) as told from mail where template = 'order-confirmation'
    ), carried as (
      select sum(uuid_hash_extended(guid, voucher_id)) as carts from cart where state = 'ordered'
    )
    select name, agrees from booked, kept, held, ordered, lined, moved, placed, confirmed, carried,
      lateral (values
        ('reservations', coalesce(booked.reserved, 0) = coalesce(booked.ended, 0) + coalesce(held.reserved, 0)),
        ('captures', booked.captured is not distinct from ordered.captured),
        ('purses', coalesce(kept.granted, 0) = coalesce(grants, 0)
          and coalesce(kept.reserved, 0) = coalesce(reserves, 0) - coalesce(ends, 0)
          and coalesce(kept.spent, 0) = coalesce(captures, 0) - coalesce(refunds, 0)
          and coalesce(kept.expired, 0) = coalesce(expiries, 0)),
        ('order lines', ordered.lines is not distinct from lined.lines),
        ('order stock', coalesce(lined.taken, 0) = coalesce(moved.taken, 0)
          and coalesce(lined.returned, 0) = coalesce(moved.returned, 0)),
        ('histories', ordered.told is not distinct from placed.told),
        ('confirmations', ordered.told is not distinct from confirmed.told),
        ('carts', ordered.carts is not distinct from carried.carts)
      ) as sums (name, agrees)`
  return new Set(rows.filter(({ agrees }) => agrees).map(({ name }) => name))
}
