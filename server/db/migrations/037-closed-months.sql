-- A month that has come to rest is closed: nothing in it is written any more, and what it adds up to is kept, so that a
-- check counts on without reading it. Decision 031.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table ledger, orders, order_line, order_event, parcel, stock_move, mail in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

-- Months come back from files of their own, in whatever order their entries end each other.
alter table ledger alter constraint ledger_ends_id_fkey deferrable initially immediate;

create table month_seal (
  month date primary key check (month = date_trunc('month', month)),
  -- Counts the seals of this month: a file of an earlier one is not this one's.
  version integer not null check (version > 0),
  sealed_at timestamptz not null default now(),
  -- By table: its columns at that time, how many rows, and the sum of their hashes.
  contents jsonb not null check (jsonb_typeof(contents) = 'object'),
  -- What the books add up in this month, by name.
  sums jsonb not null check (jsonb_typeof(sums) = 'object')
);
create trigger month_seal_stays before update on month_seal for each row execute function append_only();

-- Each time that a seal was broken, and why.
create table month_opening (
  id bigint generated always as identity primary key,
  month date not null,
  version integer not null,
  why text not null check (why <> ''),
  contents jsonb not null,
  at timestamptz not null default now(),
  unique (month, version)
);
create trigger month_opening_append_only before update or delete on month_opening
  for each row execute function append_only();

-- Asked of rows whose month may be closed. Whoever closes one holds its lock alone until that is committed, and whoever
-- writes to one shares it until he has committed: the one either comes first and is counted, or is refused.
create function month_is_open() returns trigger language plpgsql as $$
declare
  asked date := case tg_op when 'INSERT' then new.month else old.month end;
begin
  perform pg_advisory_xact_lock_shared(7134205, asked - date '2000-01-01');
  if exists (select from month_seal where month = asked) then
    raise exception '%: the month % is closed', tg_table_name, to_char(asked, 'YYYY-MM')
      using errcode = 'object_not_in_prerequisite_state', hint = 'open_month() opens it';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create function month_stays() returns trigger language plpgsql as $$
begin
  raise exception '%: a row stays in its month', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- No month is closed before it has been over for a month, so rows of this one and the last are not asked about.
do $$
declare
  name text;
begin
  foreach name in array array['ledger', 'orders', 'order_line', 'order_event', 'parcel', 'stock_move', 'mail'] loop
    execute format('create trigger month_open_for_more before insert on %I for each row
      when (new.month < current_date - 62) execute function month_is_open()', name);
    execute format('create trigger month_open_for_change before update or delete on %I for each row
      when (old.month < current_date - 62) execute function month_is_open()', name);
    execute format('create trigger month_stays before update on %I for each row
      when (new.month <> old.month) execute function month_stays()', name);
  end loop;
end $$;
