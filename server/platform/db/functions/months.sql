-- Months are in UTC, whatever a channel's time zone.
create or replace function month_of(at timestamptz) returns date language sql immutable parallel safe as $$
  select date_trunc('month', at at time zone 'UTC')::date
$$;

-- A row written without its holder gets the holder of its order.
create or replace function voucher_of_order() returns trigger language plpgsql as $$
begin
  select voucher_id into new.voucher_id from orders where number = new.order_number;
  return new;
end $$;

create or replace function voucher_of_mail() returns trigger language plpgsql as $$
begin
  if new.template <> 'service-request' then
    select voucher_id into new.voucher_id from orders where number = split_part(new.subject_id, ':', 1);
  elsif new.subject_id ~ '^[0-9]{1,18}$' then
    select voucher_id into new.voucher_id from service_request where id = new.subject_id::bigint;
  end if;
  return new;
end $$;

-- Creates the monthly partitions from p_from on ahead of time. The first caller does it; if a table stays locked, the
-- next caller tries again, and rows meanwhile go to the default partition. A month with rows in the default partition
-- stays there. Runs with the rights of the tables' owner, because the shop's role cannot create tables.
create or replace function create_month_partitions(p_from date, p_count integer) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  parent text;
  part text;
  first date;
  made integer := 0;
  strays boolean;
begin
  if not pg_try_advisory_xact_lock(7134204) then return 0; end if;
  for ahead in 0 .. p_count - 1 loop
    first := (p_from + make_interval(months => ahead))::date;
    foreach parent in array array['order_event', 'parcel', 'parcel_line', 'stock_movement', 'mail'] loop
      part := parent || to_char(first, '_YYYY_MM');
      continue when to_regclass(part) is not null;
      perform set_config('lock_timeout', '300ms', true);
      execute format('select exists (select from %I where month >= %L and month < %L)', parent || '_default', first,
        first + interval '1 month') into strays;
      continue when strays;
      execute format('create table %I (like %I including defaults including constraints)', part, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, first,
        (first + interval '1 month')::date);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- A ledger entry belongs to the month of its own time, whatever entry it ends.
create or replace function ledger_month() returns trigger language plpgsql as $$
begin
  new.month := date_trunc('month', new.at at time zone 'UTC');
  return new;
end $$;

-- For rows whose month may be closed. Closing a month holds its lock exclusively until the commit, and writes share
-- it: a write either commits first and is counted, or is refused.
create or replace function month_is_open() returns trigger language plpgsql as $$
declare
  asked date := case tg_op when 'INSERT' then new.month else old.month end;
begin
  perform pg_advisory_xact_lock_shared(7134205, asked - date '2000-01-01');
  if exists (select from closed_month_hash where month = asked) then
    raise exception '%: the month % is closed', tg_table_name, to_char(asked, 'YYYY-MM')
      using errcode = 'object_not_in_prerequisite_state', hint = 'open_month() opens it';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function closed_month_is_immutable() returns trigger language plpgsql as $$
begin
  raise exception '%: a row stays in its month', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Reopens a closed month in the caller's transaction, with the reason; false if it is not closed.
create or replace function open_month(p_month date, p_why text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7134205, p_month - date '2000-01-01');
  with broken as (delete from closed_month_hash where month = p_month returning *)
  insert into closed_month_reopening (month, version, why, contents)
  select month, version, p_why, contents from broken;
  return found;
end $$;
