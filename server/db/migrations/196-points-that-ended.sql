-- The figure of points that ended is found by its moment, and blocked vouchers without the others. Decision 058.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table voucher in share row exclusive mode;
      lock table ledger in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;
set local maintenance_work_mem = '256MB';

create index ledger_ended_by_moment on ledger (at) where kind = 'expire';
create index voucher_blocked on voucher (id) where blocked_at is not null;
