-- Queues jobs in the transaction of the caller. Each names the moment from which it may start.
create or replace function send_jobs(p_jobs jsonb) returns void language plpgsql as $$
begin
  insert into job (name, data, start_after)
  select name, data, "startAfter"
  from jsonb_to_recordset(p_jobs) as sent (name text, data jsonb, "startAfter" timestamptz);
end $$;
