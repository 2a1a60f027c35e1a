-- Queues jobs as the package of the queue would. With back-off doubling from five seconds, sixteen tries reach over two days.
create or replace function send_jobs(p_jobs jsonb) returns void language plpgsql as $$
begin
  insert into pgboss.job (name, data, start_after, keep_until, retry_limit, retry_delay, retry_backoff, expire_in, policy)
  select name, data, coalesce("startAfter", now()), coalesce("startAfter", now()) + interval '14 days', 16, 5, true,
    interval '120 seconds', 'standard'
  from jsonb_to_recordset(p_jobs) as job (name text, data jsonb, "startAfter" timestamptz);
end $$;
