import type { Check } from '#tools/check/check-query.ts'

/** The cost of an order, compared with its lines, points, money and cart. */
export const orderChecks: Check[] = [
  {
    code: 'order-points-differ',
    provenBySum: 'captures',
    resolve: 'The ledger is correct. Correct the order, or refund the points that it did not need.',
    find: `
      select orders.number as subject,
        case when capture.id is null then format('%s points were paid, but the ledger has no such entry', points_paid)
          else format('%s points were paid; entry %s is a %s of %s points of voucher %s for order %s', points_paid,
            capture.id, capture.kind, capture.points, capture.voucher_id,
            coalesce(capture.order_number, 'none')) end as message
      from orders left join ledger capture on capture.id = orders.capture_id
      where points_paid > 0 and (
        capture.id is null or capture.kind <> 'capture' or capture.points <> points_paid
        or capture.voucher_id <> orders.voucher_id or capture.order_number is distinct from orders.number)`,
  },
  {
    code: 'points-without-order',
    provenBySum: 'captures',
    resolve: 'Points were spent without an order. Return them with a refund of this entry.',
    find: `
      select capture.id::text as subject,
        format('%s points of voucher %s were spent, but no order used them', capture.points, capture.voucher_id)
          as message
      from ledger capture left join orders on orders.capture_id = capture.id
      where capture.kind = 'capture' and orders.number is null`,
  },
  {
    code: 'order-lines-differ',
    provenBySum: 'order lines',
    resolve:
      'Compare with the confirmation email. Add what is missing, or refund what was paid for nothing.',
    find: `
      select orders.number as subject,
        format('the order costs %s points, but its lines cost %s', total_points, coalesce(lines.points, 0)) as message
      from orders left join (
        select order_number, sum(points * quantity) as points from order_line group by order_number
      ) lines on lines.order_number = orders.number
      where total_points is distinct from lines.points`,
  },
  {
    code: 'order-money-differs',
    resolve: 'Look up the payment at the provider and correct the order, or refund the difference.',
    find: `
      select orders.number as subject,
        case when payment.key is null then format('%s cents were paid, but there is no such payment', cents_paid)
          else format('%s cents were paid; payment %s has %s cents and ended as %s, for order %s', cents_paid,
            payment.key, payment.cents, payment.outcome, coalesce(payment.order_number, 'none')) end as message
      from open(orders) orders left join payment on payment.key = orders.payment_key
      where cents_paid > 0 and (
        payment.key is null or payment.cents <> cents_paid or payment.outcome <> 'ordered'
        or payment.order_number is distinct from orders.number or payment.cart_guid <> orders.cart_guid)`,
  },
  {
    code: 'cart-order-differ',
    provenBySum: 'carts',
    resolve:
      'If an ordered cart has no order, reopen it. If an open cart has an order, set it to ordered.',
    find: `
      select cart.guid::text as subject,
        case when orders.number is null then 'the cart is marked as ordered but has no order'
          when cart.state = 'open' then format('the cart is open, although order %s was created from it', orders.number)
          else format('order %s belongs to a different voucher from its cart', orders.number) end as message
      from cart left join orders on orders.cart_guid = cart.guid
      where (cart.state = 'ordered') <> (orders.number is not null) or orders.voucher_id <> cart.voucher_id`,
  },
  {
    code: 'order-without-history',
    provenBySum: 'histories',
    resolve:
      "Insert an event 'placed' with the time of the order, so that the recipient can follow it.",
    find: `
      select number as subject, 'the order has no event for its placement' as message
      from orders where not exists (
        select from order_event where order_number = orders.number and type = 'placed')`,
  },
  {
    code: 'order-state-differs',
    resolve:
      'The lines are correct. Set the order to the state of its slowest line that was not cancelled.',
    find: `
      select orders.number as subject, format('the order is %s, but its lines are %s', orders.state, told.state) as message
      from open(orders) orders join (
        select order_number, case
            when bool_and(state = 'cancelled') then 'cancelled'
            when bool_or(state = 'placed') then 'placed'
            when bool_or(state = 'released') then 'released'
            when bool_or(state = 'shipped') then 'shipped'
            else 'delivered' end as state
        from open(order_line) line group by order_number
      ) told on told.order_number = orders.number
      where orders.state <> told.state`,
  },
  {
    code: 'digital-not-delivered',
    resolve:
      'The email with the digital gifts bounced. Ask the recipient for another address, and queue it for that address.',
    find: `
      select number as subject, format('its digital gifts could not be emailed to %s', mail.recipient) as message
      from orders join open(mail) mail on template = 'digital-gift' and subject_id = number and mail.state = 'refused'
      where exists (select from order_line where order_number = number
          and delivery_condition = 'digital' and state = 'released'
          and not exists (select from digital_item piece
            where piece.order_number = number and piece.line = order_line.line and piece.sku = order_line.sku))
        and not exists (select from mail sent
          where sent.template = 'digital-gift' and sent.subject_id = number and sent.state = 'sent')`,
  },
  {
    code: 'line-not-settled',
    resolve:
      'A running shop settles these lines within a minute. Check its log for warnings about order lines.',
    find: `
      select number as subject, format('line %s (%s) is still released, but should be delivered', line, delivery_condition)
        as message
      from order_line join orders on number = order_number join channel on channel.id = channel_id
      where order_line.state = 'released' and not exists (
          select from purchase_order_line asked
          where asked.order_number = order_line.order_number and asked.line = order_line.line and asked.state = 'open')
        and not exists (
          select from replacement_offer
          where replacement_offer.order_number = order_line.order_number and replacement_offer.line = order_line.line
            and outcome is null)
        and (
        delivery_condition = 'digital' and not exists (
          select from digital_item piece
          where piece.order_number = number and piece.line = order_line.line and piece.sku = order_line.sku)
        and exists (
          select from mail where template = 'digital-gift' and mail.state = 'sent'
            and subject_id = case round when 0 then number else number || ':' || round end
            and sent_at < now() - interval '1 hour')
        or delivery_condition = 'dropship' and exists (
          select from order_event where order_event.order_number = number
            and type in ('released', 'chosen-again', 'choice-called-off', 'supplier-sent')
          having max(at + make_interval(days => supplier_days)) < now() - interval '1 hour'))`,
  },
  {
    code: 'cancelled-not-returned',
    resolve:
      'Refund the rest: insert a refund entry that ends the capture, or a refund of the payment. Otherwise reopen the order.',
    find: `
      select orders.number as subject,
        format('the order is cancelled, but only %s of %s points and %s of %s cents were refunded',
          coalesce(book.points, 0), points_paid, payment_returned_cents(orders.payment_key), cents_paid) as message,
        points_paid as points, coalesce(book.points, 0) as points_back, cents_paid as cents,
        payment_returned_cents(orders.payment_key) as cents_back
      from open(orders) orders
        left join (select ends_id, sum(points) as points from ledger where kind = 'refund' group by ends_id) book
          on book.ends_id = orders.capture_id
      where orders.state = 'cancelled'
        and (points_paid <> coalesce(book.points, 0) or cents_paid > payment_returned_cents(orders.payment_key))`,
  },
  {
    code: 'cancellation-differs',
    resolve:
      'Ask the warehouse what happened to the gifts. Then correct the order, its lines and this record.',
    find: `
      select orders.number as subject,
        case when undone.order_number is null then 'the order is cancelled, but no cancellation is recorded'
          when orders.state <> 'cancelled' then format('its cancellation is recorded as %s, but the order is %s', undone.kind, orders.state)
          when cart.voucher_id <> orders.voucher_id then 'its gifts were put into the cart of another voucher'
          else 'the recipient cancelled it after it was released' end as message
      from (
          select number from open(orders) orders where state = 'cancelled' union select order_number from order_cancellation
        ) either join orders using (number)
        left join order_cancellation undone on undone.order_number = orders.number
        left join cart on cart.guid = undone.cart_guid
      where (orders.state = 'cancelled') <> (undone.order_number is not null)
        or cart.voucher_id <> orders.voucher_id
        or undone.order_number is not null and undone.kind <> 'fell-away' and exists (
          select from order_event where order_number = orders.number and type = 'released')`,
  },
]
