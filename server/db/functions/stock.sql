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

create or replace function stock_move_counts() returns trigger language plpgsql as $$
begin
  update stock set on_hand = on_hand + new.quantity where sku = new.sku;
  if not found then
    raise exception 'stock_move: no shelf for %', new.sku using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

-- Sold out, few left, in stock: the steps of domain/stock-status.ts. 500 orders of something that is there
-- by the thousand are no news; a step is, whoever caused it.
create or replace function stock_step(available integer) returns integer language sql immutable as $$
  select case when available <= 0 then 0 when available <= 5 then 1 else 2 end
$$;

create or replace function stock_news() returns trigger language plpgsql as $$
begin
  insert into news (topic, subject) values ('stock', new.sku);
  return null;
end $$;
