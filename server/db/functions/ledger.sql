create or replace function ledger_counts() returns trigger language plpgsql as $$
declare
  ended ledger;
  refunded integer;
begin
  if new.ends_id is not null then
    -- The lock makes two refunds of one capture wait for each other.
    select * into ended from ledger where id = new.ends_id;
    if ended.voucher_id <> new.voucher_id then
      raise exception 'ledger: entry % belongs to another voucher', new.ends_id using errcode = 'check_violation';
    end if;
    if new.kind in ('capture', 'release') and (ended.kind <> 'reserve' or ended.points <> new.points) then
      raise exception 'ledger: % must end the whole of a reservation', new.kind using errcode = 'check_violation';
    end if;
    if new.kind = 'refund' and ended.kind <> 'capture' then
      raise exception 'ledger: only a capture can be refunded' using errcode = 'check_violation';
    end if;
  end if;
  update purse set
    granted = granted + case new.kind when 'grant' then new.points else 0 end,
    reserved = reserved + case new.kind when 'reserve' then new.points when 'capture' then -new.points when 'release' then -new.points else 0 end,
    spent = spent + case new.kind when 'capture' then new.points when 'refund' then -new.points else 0 end,
    expired = expired + case new.kind when 'expire' then new.points else 0 end
  where voucher_id = new.voucher_id;
  if new.kind = 'refund' then
    -- The purse row is locked by the update above, so nobody else adds a refund between here and the end.
    select coalesce(sum(points), 0) into refunded from ledger where ends_id = new.ends_id and kind = 'refund';
    if refunded + new.points > ended.points then
      raise exception 'ledger: more refunded than captured' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

create or replace function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
