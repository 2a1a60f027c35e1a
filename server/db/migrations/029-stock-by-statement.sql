-- The shelves follow once for all that moves together. The function's later words are in server/db/functions.
-- What moves together is taken from the shelves in the order of the skus, as everybody locks them.
create function stock_moves_count() returns trigger language plpgsql as $$
declare
  shelf record;
begin
  for shelf in select sku, sum(quantity) as quantity from moves group by sku order by sku loop
    update stock set on_hand = on_hand + shelf.quantity where sku = shelf.sku;
    if not found then
      raise exception 'stock_move: no shelf for %', shelf.sku using errcode = 'foreign_key_violation';
    end if;
  end loop;
  return null;
end $$;

drop trigger stock_move_counts on stock_move;
create trigger stock_moves_count after insert on stock_move referencing new table as moves
  for each statement execute function stock_moves_count();
drop function stock_move_counts();
