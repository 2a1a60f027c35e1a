-- Takes an order number and captures the order's points, either reserving them first or from a payment's reservation.
-- One round trip for the start of every order.
create or replace function spend_points(
  p_voucher bigint, p_points integer, p_reservation bigint, p_cart uuid, p_at timestamptz,
  out number text, out capture_id bigint
) language plpgsql as $$
declare
  reservation bigint := p_reservation;
begin
  number := next_order_number();
  if p_points = 0 then return; end if;
  capture_id := nextval('ledger_id_seq');
  if reservation is not null then
    insert into ledger (id, voucher_id, kind, points, ends_id, cart_guid, order_number, at) overriding system value
    values (capture_id, p_voucher, 'capture', p_points, reservation, p_cart, number, p_at);
    return;
  end if;
  reservation := nextval('ledger_id_seq');
  insert into ledger (id, voucher_id, kind, points, ends_id, cart_guid, order_number, at) overriding system value
  values (reservation, p_voucher, 'reserve', p_points, null, p_cart, null, p_at),
    (capture_id, p_voucher, 'capture', p_points, reservation, p_cart, number, p_at);
end $$;

-- Entries written together are counted together: one balance update per statement, however many entries an order has.
create or replace function ledger_adds_up() returns trigger language plpgsql as $$
declare
  entry ledger;
  ended ledger;
  sums record;
  refunds boolean := false;
begin
  for entry in select * from entries where ends_id is not null loop
    select * into ended from ledger where id = entry.ends_id;
    if ended.voucher_id <> entry.voucher_id then
      raise exception 'ledger: entry % belongs to another voucher', entry.ends_id using errcode = 'check_violation';
    end if;
    if entry.kind in ('capture', 'release') and (ended.kind <> 'reserve' or ended.points <> entry.points) then
      raise exception 'ledger: % must end the whole of a reservation', entry.kind using errcode = 'check_violation';
    end if;
    if entry.kind = 'refund' and ended.kind <> 'capture' then
      raise exception 'ledger: only a capture can be refunded' using errcode = 'check_violation';
    end if;
    refunds := refunds or entry.kind = 'refund';
  end loop;
  -- One balance after the other, by its key: a plan that was made for thousands of entries must not be met by one.
  for sums in
    select voucher_id,
      sum(case kind when 'grant' then points when 'take' then -points else 0 end) as granted,
      sum(case kind when 'reserve' then points when 'capture' then -points when 'release' then -points else 0 end) as reserved,
      sum(case kind when 'capture' then points when 'refund' then -points else 0 end) as spent,
      sum(case kind when 'expire' then points else 0 end) as expired
    from entries group by voucher_id order by voucher_id
  loop
    update voucher_balance set granted = granted + sums.granted, reserved = reserved + sums.reserved,
      spent = spent + sums.spent, expired = expired + sums.expired
    where voucher_id = sums.voucher_id;
  end loop;
  if not refunds then return null; end if;
  -- The updates above lock the balances, so no other transaction adds a refund before the end.
  for entry in select * from entries where kind = 'refund' loop
    if (select sum(refund.points) from ledger refund where refund.ends_id = entry.ends_id and refund.kind = 'refund')
      > (select capture.points from ledger capture where capture.id = entry.ends_id)
    then
      raise exception 'ledger: more refunded than captured' using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $$;

create or replace function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
