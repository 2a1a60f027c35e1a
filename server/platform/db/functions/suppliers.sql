-- What was answered stays answered; what a parcel is found by may be resolved.
create or replace function purchase_line_reply_is_final() returns trigger language plpgsql as $$
begin
  if only_erases(to_jsonb(old), to_jsonb(new), '{reason}') then return new; end if;
  if old.state = 'sent' and new.parcel_code <> ''
    and to_jsonb(new) = to_jsonb(old) || jsonb_build_object('parcel_code', new.parcel_code) then return new; end if;
  if old.state <> 'open' then
    raise exception 'purchase_order_line: was answered already' using errcode = 'check_violation';
  end if;
  return new;
end $$;
