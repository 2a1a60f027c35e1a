-- What a checkout does step by step, each step sent once: who waits for a lock waits for no message in between.

-- Locks the purse and then the cart, in the one order that everybody uses, with `p_shelves` the shelves of its
-- gifts as well; answers the cart as it is once they are held. Every statement sees what was committed before it.
create function lock_cart(p_voucher bigint, p_guid uuid, p_shelves boolean) returns jsonb language plpgsql as $$
declare
  mine uuid;
begin
  perform from purse where voucher_id = p_voucher for update;
  if p_guid is null then
    select guid into mine from cart where voucher_id = p_voucher and state = 'open' for update;
  else
    select guid into mine from cart where voucher_id = p_voucher and guid = p_guid for update;
  end if;
  if mine is null then return null; end if;
  if p_shelves then
    perform from stock where sku in (
      select offer.sku from cart_line join offer using (spli_id) where cart_guid = mine
    ) order by sku for update;
  end if;
  return cart_value(mine);
end $$;

-- Saves who and where in a cart that nobody has touched since it was read at this version and that no payment
-- is under way for; answers the cart as it is then, or null, without a change.
create function save_contact(
  p_voucher bigint, p_guid uuid, p_version integer, p_person jsonb, p_delivery jsonb, p_offered jsonb,
  p_consented boolean, p_language text
) returns jsonb language plpgsql as $$
declare
  mine uuid;
begin
  perform from purse where voucher_id = p_voucher for update;
  select guid into mine from cart
    where voucher_id = p_voucher and guid = p_guid and state = 'open' and version = p_version for update;
  if mine is null then return null; end if;
  if exists (select from payment where cart_guid = mine and outcome = 'held') then return null; end if;
  update cart set
    version = version + 1, changed_at = now(), language = p_language, person = p_person, delivery = p_delivery,
    offered = coalesce(p_offered, offered),
    consented_at = case when p_consented then coalesce(consented_at, now()) end
  where guid = mine;
  return cart_value(mine);
end $$;

-- All of an order or nothing. The caller holds the locks of purse and cart, has read the cart under them and
-- asked the rules; the constraints refuse what the rules should have. Shelves are taken in the order of the
-- skus, as everybody locks them.
create function place_order(
  p_cart uuid, p_channel text, p_language text, p_at timestamptz, p_until timestamptz, p_total integer,
  p_points integer, p_cents integer, p_payment uuid, p_person jsonb, p_delivery jsonb, p_lines jsonb,
  out new_number text, out new_mail uuid, out next_cart uuid, out points_left integer
) language plpgsql as $$
declare
  holder bigint;
  reservation bigint;
  capture bigint;
begin
  select voucher_id into strict holder from cart where guid = p_cart;
  if p_payment is not null then
    select reservation_id into strict reservation from payment where key = p_payment;
  end if;
  select spent.number, spent.capture_id into new_number, capture
    from spend_points(holder, p_points, reservation, p_cart, p_at) spent;
  insert into orders (number, cart_guid, voucher_id, channel_id, language, placed_at, changeable_until,
    total_points, points_paid, cents_paid, capture_id, payment_key, person, delivery)
  values (new_number, p_cart, holder, p_channel, p_language, p_at, p_until,
    p_total, p_points, p_cents, capture, p_payment, p_person, p_delivery);
  insert into order_line (order_number, line, spli_id, sku, name, brand, picture, delivery_info,
    delivery_condition, points, quantity, took_stock)
  select new_number, line, spli_id, sku, name, brand, picture, delivery_info,
    delivery_condition, points, quantity, took_stock
  from jsonb_to_recordset(p_lines) as line (line integer, spli_id text, sku text, name text, brand text,
    picture text, delivery_info text, delivery_condition text, points integer, quantity integer,
    took_stock boolean);
  insert into order_event (order_number, type, at) values (new_number, 'placed', p_at);
  update cart set state = 'ordered', changed_at = p_at where guid = p_cart;
  insert into cart (voucher_id, language) values (holder, p_language) returning guid into next_cart;
  if p_payment is not null then
    update payment set outcome = 'ordered', state = 'paid', order_number = new_number, settled_at = p_at,
      next_look_at = null
    where key = p_payment;
    delete from stock_reservation where payment_key = p_payment;
  end if;
  insert into stock_move (sku, quantity, reason, order_number, at)
  select sku, -sum(quantity), 'order', new_number, p_at
  from jsonb_to_recordset(p_lines) as line (sku text, quantity integer, took_stock boolean)
  where took_stock group by sku order by sku;
  insert into mail (template, subject_id, channel_id, language, recipient)
  values ('order-confirmation', new_number, p_channel, p_language, p_person ->> 'email')
  returning id into new_mail;
  insert into news (topic, subject) values ('voucher', holder::text);
  select available into points_left from purse where voucher_id = holder;
end $$;

-- Which transaction wrote a piece of news: whoever remembers the oldest that was under way when he last looked
-- finds all that has been committed since, and reads nothing twice but what was under way.
alter table news add column written_by xid8 not null default pg_current_xact_id();
create index on news (written_by);
