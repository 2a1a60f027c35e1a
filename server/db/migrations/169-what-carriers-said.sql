-- What a carrier said last of a parcel: what it repeats is no news, also after a colleague put it right.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table parcel in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the parcels could not be had for a moment: stop what writes to them, then try again';
end $$;

alter table parcel
  add column told text not null default 'sent' check (told in ('sent', 'delivered', 'lost', 'refused'));
