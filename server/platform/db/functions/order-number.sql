-- The line of the write-ahead log that is written now; every promotion of a standby begins another, with a higher number.
create or replace function wal_timeline() returns integer language sql volatile as $$
  select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer
$$;

-- Never twice, whatever was lost. Where a standby was promoted that had not received the last orders, the sequence has
-- gone back with them; so the first number of each line is far ahead of the last that is known: by more than can have
-- been lost, for each line in between (one whose every order was lost has left no trace of what it gave).
create or replace function next_order_number() returns text language plpgsql as $$
declare
  current integer := wal_timeline();
  before integer;
begin
  if not exists (select from order_number_timeline where timeline = current) then
    select timeline into strict before from order_number_timeline for update;
    if before <> current then
      -- Undone by nothing, not even by a rollback: then it is done once more.
      perform setval('order_number', last_value + 100000 * greatest(1, current - coalesce(nullif(before, 0), current)))
        from order_number;
      update order_number_timeline set timeline = current;
    end if;
  end if;
  return nextval('order_number')::text;
end $$;
