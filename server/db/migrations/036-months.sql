-- What only grows is kept by months: a partition each, the first of them all there was before. Decision 031.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table channel in share row exclusive mode;
      lock table ledger, orders, order_line, order_event, parcel, stock_move, mail in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;
set local maintenance_work_mem = '256MB';

-- What counts by itself counts on by a sequence that its partitions share.
do $$
declare
  name text;
  next bigint;
begin
  foreach name in array array['order_event', 'stock_move'] loop
    execute format('select last_value + case when is_called then 1 else 0 end from %I', name || '_id_seq') into next;
    execute format('alter table %I alter column id drop identity', name);
    execute format('create sequence %I start %s', name || '_id_seq', next);
    execute format('alter table %I alter column id set default nextval(%L)', name, name || '_id_seq');
  end loop;
end $$;

alter table order_event drop constraint order_event_pkey, drop constraint order_event_source_id_key;
drop index order_event_order_number_idx;
alter table parcel drop constraint parcel_pkey;
drop trigger stock_moves_count on stock_move;
drop trigger stock_move_append_only on stock_move;
alter table stock_move drop constraint stock_move_pkey;
alter table mail drop constraint mail_pkey, drop constraint mail_template_subject_id_recipient_key;

-- Each table, as it lies, goes below an empty one of its name that has its columns, defaults and checks.
do $$
declare
  name text;
  index text;
begin
  foreach name in array array['order_event', 'parcel', 'stock_move', 'mail'] loop
    execute format('alter table %I rename to %I', name, name || '_before');
    for index in select indexname from pg_indexes where schemaname = 'public' and tablename = name || '_before' loop
      execute format('alter index %I rename to %I', index, replace(index, name, name || '_before'));
    end loop;
    execute format('create table %I (like %I including defaults including constraints) partition by range (month)',
      name, name || '_before');
  end loop;
end $$;
alter sequence order_event_id_seq owned by order_event.id;
alter sequence stock_move_id_seq owned by stock_move.id;

-- ── The history of an order ─────────────────────────────────────────────────────────────────────

alter table order_event
  add primary key (order_number, id, month),
  add constraint order_event_of_order foreign key (order_number, month) references orders (number, month);
-- What the warehouse told is about one order, so that hearing it twice is hearing it twice in one month.
create unique index order_event_source on order_event (source_id, month) where source_id is not null;
create trigger order_event_voucher before insert or update on order_event
  for each row when (new.voucher_id is null) execute function voucher_of_order();

-- ── Parcels ─────────────────────────────────────────────────────────────────────────────────────

alter table parcel
  add primary key (order_number, code, month),
  add constraint parcel_of_order foreign key (order_number, month) references orders (number, month);
create trigger parcel_voucher before insert or update on parcel
  for each row when (new.voucher_id is null) execute function voucher_of_order();

-- ── What left the shelves and came back ─────────────────────────────────────────────────────────

alter table stock_move
  add primary key (id, month),
  add constraint stock_move_sku_fkey foreign key (sku) references stock on delete cascade,
  add constraint stock_move_of_order foreign key (order_number, month) references orders (number, month)
    deferrable initially deferred;
create index on stock_move (sku);
create index on stock_move (order_number) where order_number is not null;
create trigger stock_moves_count after insert on stock_move referencing new table as moves
  for each statement execute function stock_moves_count();
-- Whose it was may be added to what was written before that was kept.
create trigger stock_move_append_only before update on stock_move for each row
  when (old.voucher_id is not null or new.voucher_id is null
    or (old.id, old.sku, old.quantity, old.reason, old.order_number, old.at, old.month)
      is distinct from (new.id, new.sku, new.quantity, new.reason, new.order_number, new.at, new.month))
  execute function append_only();
create trigger stock_move_voucher before insert on stock_move
  for each row when (new.voucher_id is null and new.order_number is not null) execute function voucher_of_order();

-- ── Mails ───────────────────────────────────────────────────────────────────────────────────────

alter table mail
  add primary key (id, month),
  add constraint mail_channel_id_fkey foreign key (channel_id) references channel,
  -- What a mail is about does not move to another month, so that nothing is told twice.
  add constraint mail_told_once unique (template, subject_id, recipient, month);
create index mail_about on mail (split_part(subject_id, ':', 1));
create trigger mail_voucher before insert or update on mail
  for each row when (new.voucher_id is null) execute function voucher_of_mail();

-- ── The months ──────────────────────────────────────────────────────────────────────────────────

alter table order_event attach partition order_event_before for values from (minvalue) to ('2000-02-01');
alter table parcel attach partition parcel_before for values from (minvalue) to ('2000-02-01');
alter table stock_move attach partition stock_move_before for values from (minvalue) to ('2000-02-01');
alter table mail attach partition mail_before for values from (minvalue) to ('2000-02-01');
create table order_event_default partition of order_event default;
create table parcel_default partition of parcel default;
create table stock_move_default partition of stock_move default;
create table mail_default partition of mail default;
-- This month and the next three; make_months() makes the others, as this does.
do $$
declare
  parent text;
  part text;
  first date;
begin
  for ahead in 0 .. 3 loop
    first := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead))::date;
    foreach parent in array array['order_event', 'parcel', 'stock_move', 'mail'] loop
      part := parent || to_char(first, '_YYYY_MM');
      execute format('create table %I (like %I including defaults including constraints)', part, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, first,
        (first + interval '1 month')::date);
    end loop;
  end loop;
end $$;

-- An entry of the ledger is in the month of its own moment, whatever it ends.
create function ledger_month() returns trigger language plpgsql as $$
begin
  new.month := date_trunc('month', new.at at time zone 'UTC');
  return new;
end $$;
create trigger ledger_month before insert on ledger for each row
  when (new.month <> date_trunc('month', new.at at time zone 'UTC')::date) execute function ledger_month();

-- From now on it is the month of the moment, in UTC, unless whoever writes says another.
alter table ledger alter column month set default date_trunc('month', now() at time zone 'UTC')::date;
alter table orders alter column month set default date_trunc('month', now() at time zone 'UTC')::date;
alter table order_line alter column month set default date_trunc('month', now() at time zone 'UTC')::date;
alter table order_event alter column month set default date_trunc('month', now() at time zone 'UTC')::date;
alter table parcel alter column month set default date_trunc('month', now() at time zone 'UTC')::date;
alter table stock_move alter column month set default date_trunc('month', now() at time zone 'UTC')::date;
alter table mail alter column month set default date_trunc('month', now() at time zone 'UTC')::date;
