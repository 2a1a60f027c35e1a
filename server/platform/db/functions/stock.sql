create or replace function stock_reservation_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stock set reserved = reserved + new.quantity where sku = new.sku;
    return new;
  elsif tg_op = 'DELETE' then
    update stock set reserved = reserved - old.quantity where sku = old.sku;
    return old;
  end if;
  raise exception 'stock_reservation is never updated' using errcode = 'insufficient_privilege';
end $$;

-- Movements made together take the stock in SKU order, as everywhere.
create or replace function stock_moves_count() returns trigger language plpgsql as $$
declare
  total record;
begin
  for total in select sku, sum(quantity) as quantity from moves group by sku order by sku loop
    update stock set on_hand = on_hand + total.quantity where sku = total.sku;
    if not found then
      raise exception 'stock_movement: no stock row for %', total.sku using errcode = 'foreign_key_violation';
    end if;
  end loop;
  return null;
end $$;

-- Sold out, few left, in stock: the steps of domain/inventory/stock-status.ts. A change within a step sends no event,
-- even for 500 orders; a change of step always does.
create or replace function stock_step(available integer) returns integer language sql immutable as $$
  select case when available <= 0 then 0 when available <= 5 then 1 else 2 end
$$;

-- The lines of an order take their stock.
create or replace function take_stock(p_number text, p_month date, p_voucher bigint, p_lines jsonb, p_at timestamptz)
returns void language plpgsql as $$
begin
  insert into stock_movement (sku, quantity, reason, order_number, month, voucher_id, at)
  select sku, -sum(quantity), 'order', p_number, p_month, p_voucher, p_at
  from jsonb_to_recordset(p_lines) as line (sku text, quantity integer, took_stock boolean)
  where took_stock group by sku order by sku;
end $$;
