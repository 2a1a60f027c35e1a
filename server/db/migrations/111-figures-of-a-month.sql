-- The figures of a month are read from these two alone, wherever its orders lie. Decision 058.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table orders, order_line in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;
set local maintenance_work_mem = '256MB';

create index orders_for_figures on orders (channel_id, placed_at) include (number, points_paid, cents_paid);
create index order_line_for_figures on order_line (order_number) include (sku, quantity);
