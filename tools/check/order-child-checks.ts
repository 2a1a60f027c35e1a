import type { Check } from '#tools/check/check-query.ts'

/** The voucher of each row that belongs to an order. Checked only when everything is read. */
export const childChecks: Check[] = [
  'order_line',
  'order_event',
  'order_cancellation',
  'parcel',
  'parcel_line',
  'stock_movement',
  'withdrawal',
  'withdrawal_line',
].map((table) => ({
  code: 'child-of-another',
  resolve:
    'The order is correct. Set voucher_id to that of the order. If the month is closed, run months open first.',
  find: `
    select order_number as subject,
      format('%s rows of ${table} have voucher %s, but the order has voucher %s', count(*), child.voucher_id,
        orders.voucher_id) as message
    from ${table} child join orders on orders.number = child.order_number
    where child.voucher_id <> orders.voucher_id
    group by order_number, child.voucher_id, orders.voucher_id`,
}))
