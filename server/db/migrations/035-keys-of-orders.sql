-- Every child of an order carries its order's month and its holder: by the month it is kept, closed and left out; by the
-- holder a database of several machines would lay it. Decision 031.

-- Whoever sells comes by a purse first and waits there, holding nothing yet; who is past it comes to his end. With whatever
-- else there is we step back sooner than the database would call it a circle.
lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table ledger, orders, order_line, order_event, order_cancellation, withdrawal, withdrawal_line, parcel,
        stock_move, mail in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;
set local maintenance_work_mem = '256MB';

-- All there is belongs to one time before the months: said by a default, which is written into no row. What is sold until
-- there are months (036) belongs to it, too.
alter table orders add column month date not null default '2000-01-01';
alter table order_line add column month date not null default '2000-01-01', add column voucher_id bigint;
alter table order_event add column month date not null default '2000-01-01', add column voucher_id bigint;
alter table parcel add column month date not null default '2000-01-01', add column voucher_id bigint;
alter table stock_move add column month date not null default '2000-01-01', add column voucher_id bigint;
alter table mail add column month date not null default '2000-01-01', add column voucher_id bigint;
alter table ledger add column month date not null default '2000-01-01';

-- A child is in the month of its order, for good.
alter table orders add constraint orders_number_month unique (number, month);
alter table order_line drop constraint order_line_order_number_fkey,
  add constraint order_line_of_order foreign key (order_number, month) references orders (number, month);
alter table order_event drop constraint order_event_order_number_fkey,
  add constraint order_event_of_order foreign key (order_number, month) references orders (number, month);
alter table parcel drop constraint parcel_order_number_fkey,
  add constraint parcel_of_order foreign key (order_number, month) references orders (number, month);
alter table stock_move drop constraint stock_move_order_number_fkey,
  add constraint stock_move_of_order foreign key (order_number, month) references orders (number, month)
    deferrable initially deferred;

-- What is not kept by the month is found by it in one look at what lies where.
create index orders_by_month on orders using brin (month);
create index order_line_by_month on order_line using brin (month);
create index ledger_by_month on ledger using brin (month);

-- Whoever does not say whose it is gets it from the order; older rows get it when they are next written, or closed.
create function voucher_of_order() returns trigger language plpgsql as $$
begin
  select voucher_id into new.voucher_id from orders where number = new.order_number;
  return new;
end $$;
create function voucher_of_mail() returns trigger language plpgsql as $$
begin
  if new.template <> 'service-request' then
    select voucher_id into new.voucher_id from orders where number = split_part(new.subject_id, ':', 1);
  elsif new.subject_id ~ '^[0-9]{1,18}$' then
    select voucher_id into new.voucher_id from service_request where id = new.subject_id::bigint;
  end if;
  return new;
end $$;
create trigger order_line_voucher before insert or update on order_line
  for each row when (new.voucher_id is null) execute function voucher_of_order();

-- These are few: they are brought up to date at once.
alter table order_cancellation add column voucher_id bigint;
alter table withdrawal add column voucher_id bigint;
alter table withdrawal_line add column voucher_id bigint;
alter table order_cancellation disable trigger user;
alter table withdrawal disable trigger user;
alter table withdrawal_line disable trigger user;
update order_cancellation set voucher_id = orders.voucher_id from orders where number = order_number;
update withdrawal set voucher_id = orders.voucher_id from orders where orders.number = order_number;
update withdrawal_line set voucher_id = orders.voucher_id from orders where number = order_number;
alter table order_cancellation enable trigger user;
alter table withdrawal enable trigger user;
alter table withdrawal_line enable trigger user;
create trigger order_cancellation_voucher before insert on order_cancellation
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger withdrawal_voucher before insert on withdrawal
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger withdrawal_line_voucher before insert on withdrawal_line
  for each row when (new.voucher_id is null) execute function voucher_of_order();
