-- What fell away at the desk stayed with its supplier as it had been asked for: open, and in its whole number.

update purchase_order_line asked set state = 'gone', at = now()
from purchase_order purchase, order_line line
where purchase.number = asked.number and asked.state = 'open'
  and line.order_number = asked.order_number and line.line = asked.line
  and (line.round <> purchase.round or line.state = 'cancelled'
    or exists (
      select from choose_again choice
      where choice.order_number = line.order_number and choice.line = line.line and choice.outcome is null));

update purchase_order_line asked set quantity = line.quantity
from order_line line
where asked.state = 'open' and line.order_number = asked.order_number and line.line = asked.line
  and line.quantity < asked.quantity;
