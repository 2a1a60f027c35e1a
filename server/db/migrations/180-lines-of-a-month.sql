-- The gifts of a month stand together: they are read in one go where they were looked up order by order. In the place of
-- an index of the same size, so that an order costs what it did. Decision 058.

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

create index order_line_of_month on order_line (month, order_number) include (sku, quantity);
drop index order_line_for_figures;
