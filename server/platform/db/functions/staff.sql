-- At least one owner must be able to give access.
create or replace function last_owner_stays() returns trigger language plpgsql as $$
begin
  -- One at a time, or two owners could each leave while the other one is still seen.
  perform pg_advisory_xact_lock(hashtext('an owner stays'));
  if not exists (select from staff where role = 'owner' and left_at is null) then
    raise exception 'staff: the last owner stays' using errcode = 'check_violation', constraint = 'last_owner_stays';
  end if;
  return null;
end $$;
