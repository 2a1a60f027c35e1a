-- Partitions by month, and closed months: nothing in a closed month changes, and its totals are stored. Decision 003.

create table closed_month_hash (
  month date primary key check (month = date_trunc('month', month)),
  -- Counts the seals of this month. A file of an earlier seal does not belong to this one.
  version integer not null check (version > 0),
  sealed_at timestamptz not null default now(),
  -- By table: its columns at that time, the number of rows, and the sum of their hashes.
  contents jsonb not null check (jsonb_typeof(contents) = 'object'),
  -- The totals of the books for this month, by name.
  sums jsonb not null check (jsonb_typeof(sums) = 'object')
);

-- Each time that a closed month was opened again, with the reason.
create table closed_month_reopening (
  id bigint generated always as identity primary key,
  month date not null,
  version integer not null,
  why text not null check (why <> ''),
  contents jsonb not null,
  at timestamptz not null default now(),
  unique (month, version)
);

-- Triggers

create trigger closed_month_hash_stays before update on closed_month_hash for each row execute function append_only();
create trigger closed_month_reopening_append_only before update or delete on closed_month_reopening
  for each row execute function append_only();

-- Tables with one partition per month. The default partition takes rows of months that have none yet.
do $$
declare
  parent text;
begin
  foreach parent in array array['order_event', 'parcel', 'parcel_line', 'stock_movement', 'mail'] loop
    execute format('create table %I partition of %I default', parent || '_default', parent);
  end loop;
end $$;
-- Later months are created by the running shop.
select create_month_partitions(month_of(now()), 4);

-- The shop closes a month at the earliest one month after its end, so recent rows need no check.
do $$
declare
  name text;
begin
  foreach name in array array[
    'ledger', 'orders', 'order_line', 'order_event', 'parcel', 'parcel_line', 'stock_movement', 'mail'
  ] loop
    execute format('create trigger month_open_for_more before insert on %I for each row
      when (new.month < current_date - 62) execute function month_is_open()', name);
    execute format('create trigger month_open_for_change before update or delete on %I for each row
      when (old.month < current_date - 62) execute function month_is_open()', name);
    execute format('create trigger closed_month_is_immutable before update on %I for each row
      when (new.month <> old.month) execute function closed_month_is_immutable()', name);
  end loop;
end $$;
