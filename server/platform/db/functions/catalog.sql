-- Tags, cross-selling and variants are parts of a gift: who changes one of them has changed the gift.
create or replace function parts_of_gift_changed() returns trigger language plpgsql as $$
begin
  update product set brand_id = brand_id where id in (select product_id from touched);
  return null;
end $$;
