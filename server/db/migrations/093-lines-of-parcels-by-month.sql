-- What lies in a parcel is kept by months as the parcel is, and says whose it is. Decision 031.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table orders, order_line, parcel, parcel_line in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

alter table parcel_line rename to parcel_line_before;
alter table parcel_line_before rename constraint parcel_line_pkey to parcel_line_before_pkey;
alter index parcel_line_order_number_line_idx rename to parcel_line_before_idx;

create table parcel_line (
  order_number text not null,
  month date not null,
  voucher_id bigint,
  code text not null,
  line integer not null,
  quantity integer not null check (quantity > 0),
  primary key (order_number, code, line, month),
  constraint parcel_line_of_order foreign key (order_number, month) references orders (number, month),
  constraint parcel_line_of_line foreign key (order_number, line) references order_line
) partition by range (month);
create index on parcel_line (order_number, line);
create table parcel_line_default partition of parcel_line default;
do $$
declare
  first date;
begin
  for ahead in 0 .. 3 loop
    first := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead))::date;
    execute format('create table %I partition of parcel_line for values from (%L) to (%L)',
      'parcel_line' || to_char(first, '_YYYY_MM'), first, (first + interval '1 month')::date);
  end loop;
end $$;

insert into parcel_line (order_number, month, voucher_id, code, line, quantity)
  select order_number, orders.month, orders.voucher_id, code, line, quantity
  from parcel_line_before join orders on number = order_number;
drop table parcel_line_before;

create trigger parcel_within_line before insert or update on parcel_line
  for each row execute function parcel_within_line();
create trigger parcel_line_voucher before insert or update on parcel_line
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger month_open_for_more before insert on parcel_line for each row
  when (new.month < current_date - 62) execute function month_is_open();
create trigger month_open_for_change before update or delete on parcel_line for each row
  when (old.month < current_date - 62) execute function month_is_open();
create trigger month_stays before update on parcel_line for each row
  when (new.month <> old.month) execute function month_stays();

-- A month that was closed meanwhile is closed anew, with them in it: as open_month() does, which may not be there yet.
with broken as (
  delete from month_seal where month in (select month from parcel_line) returning *
)
insert into month_opening (month, version, why, contents)
  select month, version, 'the lines of its parcels are kept with it', contents from broken;
