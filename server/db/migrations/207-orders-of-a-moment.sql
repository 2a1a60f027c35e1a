-- What figures ask of an order stands in the index of moments: of a day or a month, or of all that came since, no order
-- itself is read. In the place of the index that said the moment alone. Decision 058.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table orders in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the orders could not be had for a moment: stop what writes to them, then try again';
end $$;
set local maintenance_work_mem = '256MB';

create index orders_of_moment on orders (placed_at, (number::bigint)) include (number, voucher_id, channel_id, points_paid, cents_paid);
drop index orders_by_moment;
