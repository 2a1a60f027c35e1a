import type { Check } from '#tools/check/check-query.ts'

/** The stock level compared with all counted, taken and returned units. */
export const stockChecks: Check[] = [
  {
    code: 'stock-differs',
    provenBySum: 'shelves',
    resolve:
      'The stock movements are correct. Set on_hand to their sum, then count the stock and import the count.',
    find: `
      select stock.sku as subject,
        format('%s on hand, but the stock movements add up to %s', on_hand, coalesce(moved.quantity, 0)) as message
      from stock left join (
        select sku, sum(quantity) as quantity from stock_movement group by sku
      ) moved on moved.sku = stock.sku
      where on_hand <> coalesce(moved.quantity, 0)`,
  },
  {
    code: 'stock-reserved-differs',
    resolve: 'The reservations are correct. Set reserved to their sum.',
    find: `
      select stock.sku as subject,
        format('%s reserved, but the payments in progress hold %s', reserved, coalesce(held.quantity, 0)) as message
      from stock left join (
        select sku, sum(quantity) as quantity from stock_reservation group by sku
      ) held on held.sku = stock.sku
      where reserved <> coalesce(held.quantity, 0)`,
  },
  {
    code: 'order-stock-differs',
    provenBySum: 'order stock',
    resolve: "Insert the missing movement with this order's number, after counting the stock.",
    find: `
      select order_number as subject,
        format('%s: %s ordered, of which %s cancelled, but %s left the stock and %s came back', sku,
          sum(ordered), sum(cancelled), sum(taken), sum(returned)) as message
      from (
        select order_number, sku, quantity as ordered,
          case state when 'cancelled' then quantity else 0 end as cancelled, 0 as taken, 0 as returned
        from order_line where took_stock
        union all
        select order_number, sku, 0, 0, case reason when 'order' then -quantity else 0 end,
          case reason when 'cancel' then quantity else 0 end
        from stock_movement where order_number is not null
      ) told
      group by order_number, sku
      having sum(ordered) <> sum(taken) or sum(cancelled) <> sum(returned)`,
  },
  {
    code: 'stock-held-for-nothing',
    resolve: 'Delete this row of stock_reservation. Its trigger puts the units back on sale.',
    find: `
      select format('%s %s', payment_key, stock_reservation.sku) as subject,
        case when payment.outcome is distinct from 'held'
          then format('%s units are reserved for a payment that is no longer in progress', stock_reservation.quantity)
          else format('%s units are reserved for a cart that contains %s', stock_reservation.quantity,
            coalesce(wanted.quantity, 0)) end as message
      from stock_reservation left join payment on payment.key = payment_key
        left join lateral (
          select sum(quantity) as quantity from cart_line join offer using (spli_id)
          where cart_guid = payment.cart_guid and offer.sku = stock_reservation.sku
        ) wanted on true
      where payment.outcome is distinct from 'held'
        or stock_reservation.quantity is distinct from wanted.quantity`,
  },
  {
    code: 'held-without-stock',
    resolve: 'Cancel the payment at the provider before someone else buys the last one.',
    find: `
      select payment.key::text as subject,
        format('%s of %s are being paid for, but not reserved', sum(line.quantity), offer.sku) as message
      from payment join cart_line line on line.cart_guid = payment.cart_guid join offer using (spli_id)
        join stock on stock.sku = offer.sku
      where payment.outcome = 'held'
        and not exists (
          select from stock_reservation where payment_key = payment.key and sku = offer.sku)
        -- Stock that was first counted while the payment was open had nothing to reserve.
        and exists (select from stock_movement where sku = offer.sku and at <= payment.created_at)
      group by payment.key, offer.sku`,
  },
]
