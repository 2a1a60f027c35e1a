-- Each unit of a digital gift is handed out once, and each code to one unit.
create or replace function digital_item_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'digital_item: is kept' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' or (
      select count(*) from digital_item piece
      where piece.order_number = new.order_number and piece.line = new.line and piece.sku = new.sku and state <> 'dropped'
    ) >= (select quantity from order_line where order_number = new.order_number and line = new.line)
    then
      raise exception 'digital_item: more than was ordered' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.state <> 'waiting'
    or (new.order_number, new.voucher_id, new.sku, new.kind, new.asked_at)
      is distinct from (old.order_number, old.voucher_id, old.sku, old.kind, old.asked_at)
  then
    raise exception 'digital_item: is handed out once' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'handed' and new.kind = 'code' then
    update digital_code set state = 'given' where id = new.code_id and sku = new.sku and state = 'free';
    if not found then
      raise exception 'digital_item: code % is not to be had', new.code_id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

create or replace function digital_code_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'digital_code: is kept' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.sku, new.import_id) is distinct from (old.id, old.sku, old.import_id)
    or (new.state <> old.state and (old.state, new.state) not in (
      ('free', 'given'), ('free', 'gone'), ('held', 'free'), ('held', 'gone')))
  then
    raise exception 'digital_code: does not return' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function digital_items_released() returns trigger language plpgsql as $$
declare
  back integer := new.quantity;
  number text;
begin
  if tg_table_name = 'credit_line' then
    -- What was withdrawn was dropped when it was.
    select case when withdrawal_number is null then order_number end into number from credit where credit.number = new.credit_number;
    if number is null then return null; end if;
  else
    number := new.order_number;
  end if;
  update digital_item set state = 'dropped'
  where (order_number, line, unit) in (
    select piece.order_number, piece.line, piece.unit from digital_item piece
    where piece.order_number = number and piece.line = new.line and state = 'waiting'
    order by unit desc limit back
  );
  return null;
end $$;
