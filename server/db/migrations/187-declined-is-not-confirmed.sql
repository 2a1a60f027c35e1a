-- What was only ever declined was never confirmed; it was taken for that until now.

update purchase_order set confirmed_at = null
where confirmed_at is not null
  and exists (select from purchase_order_line line where line.number = purchase_order.number and line.state = 'declined')
  and not exists (select from purchase_order_line line where line.number = purchase_order.number and line.state = 'sent')
  and not exists (
    select from order_event event
    where event.order_number = purchase_order.order_number
      and event.type = 'supplier-confirmed' and event.description = purchase_order.number);
