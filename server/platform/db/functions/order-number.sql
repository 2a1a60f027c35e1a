-- The current timeline of the write-ahead log; every promotion of a standby starts another, with a higher number.
create or replace function wal_timeline() returns integer language sql volatile as $$
  select ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer
$$;

-- Order numbers are never reused, even after data loss. If a promoted standby had not received the last orders, its
-- sequence is behind. So the first number of each timeline is far ahead of the last known one: by more than can be
-- lost, for each timeline in between (a timeline whose orders were all lost leaves no trace of its numbers).
create or replace function next_order_number() returns text language plpgsql as $$
declare
  current integer := wal_timeline();
  before integer;
begin
  if not exists (select from order_number_timeline where timeline = current) then
    select timeline into strict before from order_number_timeline for update;
    if before <> current then
      -- setval is not undone by a rollback; then the step is repeated.
      perform setval('order_number', last_value + 100000 * greatest(1, current - coalesce(nullif(before, 0), current)))
        from order_number;
      update order_number_timeline set timeline = current;
    end if;
  end if;
  return nextval('order_number')::text;
end $$;
