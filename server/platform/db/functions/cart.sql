-- The complete cart as one value, from a row that was just read or locked. Points and units reserved for its own open
-- payment still count as the holder's. In plpgsql, which plans once per connection; an sql function would be planned
-- on each call, which takes longer than running it. It uses the caller's snapshot, so its statements agree.
create or replace function cart_of(mine cart, p_channel text, p_usable integer) returns jsonb language plpgsql stable as $$
declare
  held payment;
  ordered text;
  lines jsonb;
begin
  -- An order is looked for in every month: only where there is one.
  if mine.state = 'ordered' then select number into ordered from orders where cart_guid = mine.guid; end if;
  select * into held from payment where cart_guid = mine.guid and outcome = 'held';
  if held.key is null then
    select jsonb_agg(jsonb_build_object(
        'id', line.id, 'spliId', line.spli_id, 'sku', offer.sku, 'quantity', line.quantity,
        'points', offer.points, 'pointsWhenAdded', line.points_when_added, 'offered', offer.active,
        'inStock', stock.on_hand - stock.reserved) order by line.id)
      into lines
      from cart_line line join offer using (spli_id) left join stock using (sku)
      where line.cart_guid = mine.guid;
  else
    select jsonb_agg(jsonb_build_object(
        'id', line.id, 'spliId', line.spli_id, 'sku', offer.sku, 'quantity', line.quantity,
        'points', offer.points, 'pointsWhenAdded', line.points_when_added, 'offered', offer.active,
        'inStock', stock.on_hand - stock.reserved + coalesce(own.quantity, 0)) order by line.id)
      into lines
      from cart_line line join offer using (spli_id) left join stock using (sku)
        left join stock_reservation own on own.payment_key = held.key and own.sku = offer.sku
      where line.cart_guid = mine.guid;
  end if;
  return jsonb_build_object(
    'guid', mine.guid, 'state', mine.state, 'version', mine.version, 'language', mine.language,
    'person', mine.person, 'delivery', mine.delivery, 'consented', mine.consented_at is not null,
    'voucherId', mine.voucher_id, 'channelId', p_channel, 'available', p_usable,
    'orderNumber', ordered,
    'payment', case when held.key is null then null else jsonb_build_object(
      'key', held.key, 'id', held.id, 'cents', held.cents, 'state', held.state) end,
    'lines', coalesce(lines, '[]'));
end $$;

create or replace function cart_value(p_guid uuid) returns jsonb language plpgsql stable as $$
declare
  mine cart;
  channel text;
  usable integer;
begin
  select * into mine from cart where guid = p_guid;
  if mine.guid is null then return null; end if;
  select voucher.channel_id, voucher_balance.available + voucher_balance.reserved into channel, usable
    from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id where voucher.id = mine.voucher_id;
  return cart_of(mine, channel, usable);
end $$;

-- Locks the balance, then the cart, the sequence used everywhere, and with `p_shelves` the stock of its gifts as
-- well. Returns the cart as it is under these locks. Every statement sees what was committed before it.
create or replace function lock_cart(p_voucher bigint, p_guid uuid, p_shelves boolean) returns jsonb language plpgsql as $$
declare
  mine cart;
  usable integer;
  channel text;
begin
  select available + reserved into usable from voucher_balance where voucher_id = p_voucher for update;
  if p_guid is null then
    select * into mine from cart where voucher_id = p_voucher and state = 'open' for update;
  else
    select * into mine from cart where voucher_id = p_voucher and guid = p_guid for update;
  end if;
  if mine.guid is null then return null; end if;
  if p_shelves then
    perform from stock where sku in (
      select offer.sku from cart_line join offer using (spli_id) where cart_guid = mine.guid
    ) order by sku for update;
  end if;
  select channel_id into channel from voucher where id = p_voucher;
  return cart_of(mine, channel, usable);
end $$;

-- Adds to a cart, or changes or removes one of its lines, and returns the new cart. A refusal changes nothing and
-- returns {"refused": …}. The caller must release a reserved payment first.
create or replace function change_cart(
  p_voucher bigint, p_guid uuid, p_spli text, p_line bigint, p_quantity integer, p_new_line boolean
) returns jsonb language plpgsql as $$
declare
  found_cart cart;
  found_offer offer;
  channel text;
  usable integer;
  touched bigint;
  other_lines integer;
begin
  -- Balance before cart, as everywhere: a payment being reconciled may wait for both.
  select available + reserved into usable from voucher_balance where voucher_id = p_voucher for update;
  if p_guid is null then
    select * into found_cart from cart where voucher_id = p_voucher and state = 'open' for update;
  else
    select * into found_cart from cart where voucher_id = p_voucher and guid = p_guid for update;
  end if;
  if found_cart.guid is null then return '{"refused": "no-such-cart"}'; end if;
  if found_cart.state = 'ordered' then return '{"refused": "cart-ordered"}'; end if;
  if exists (select from payment where cart_guid = found_cart.guid and outcome = 'held') then
    return jsonb_build_object('held', found_cart.guid);
  end if;
  select channel_id into channel from voucher where id = p_voucher;

  if p_line is not null then
    if p_quantity = 0 then
      -- A removal that arrives twice has had its effect the first time.
      delete from cart_line where id = p_line and cart_guid = found_cart.guid;
    else
      update cart_line line set quantity = p_quantity, points_when_added = offer.points
      from offer where offer.spli_id = line.spli_id and line.id = p_line and line.cart_guid = found_cart.guid
      returning line.id into touched;
      if touched is null then return '{"refused": "no-such-line"}'; end if;
    end if;
  else
    select * into found_offer from offer where channel_id = channel and spli_id = p_spli;
    if found_offer.spli_id is null then return '{"refused": "no-such-gift"}'; end if;
    if p_quantity = 0 then
      delete from cart_line where cart_guid = found_cart.guid and spli_id = p_spli;
    else
      if not found_offer.active then return '{"refused": "no-such-gift"}'; end if;
      select count(*) filter (where spli_id <> p_spli or own_line or p_new_line) into other_lines
      from cart_line where cart_guid = found_cart.guid;
      if other_lines >= 100 then return '{"refused": "too-many-lines"}'; end if;
      if p_new_line then
        insert into cart_line (cart_guid, spli_id, quantity, points_when_added, own_line)
        values (found_cart.guid, p_spli, p_quantity, found_offer.points, true) returning id into touched;
      else
        insert into cart_line as line (cart_guid, spli_id, quantity, points_when_added)
        values (found_cart.guid, p_spli, p_quantity, found_offer.points)
        on conflict (cart_guid, spli_id) where not own_line do update
          set quantity = least(line.quantity + excluded.quantity, 1000), points_when_added = excluded.points_when_added
          -- The check on quantity would stop it too, but without the shop's error code.
          where line.quantity + excluded.quantity <= 999
        returning id into touched;
        if touched is null then return '{"refused": "too-many"}'; end if;
      end if;
    end if;
  end if;

  update cart set version = version + 1, changed_at = now() where guid = found_cart.guid returning * into found_cart;
  return cart_of(found_cart, channel, usable) || jsonb_build_object('touched', touched);
end $$;

-- Saves contact and delivery in a cart if it still has this version and no open payment; returns whether it did. The
-- balance lock is also the first lock of a new payment.
create or replace function keep_contact(
  p_voucher bigint, p_guid uuid, p_version integer, p_person jsonb, p_delivery jsonb, p_offered jsonb,
  p_consented boolean, p_language text
) returns boolean language plpgsql as $$
begin
  perform from voucher_balance where voucher_id = p_voucher for update;
  update cart set
    version = version + 1, changed_at = now(), language = p_language, person = p_person, delivery = p_delivery,
    offered = coalesce(p_offered, offered),
    consented_at = case when p_consented then coalesce(consented_at, now()) end
  where voucher_id = p_voucher and guid = p_guid and state = 'open' and version = p_version
    and not exists (select from payment where cart_guid = p_guid and outcome = 'held');
  return found;
end $$;

-- The login that opens a session creates the first cart. A staff session in the holder's place does not count as an
-- activation.
create or replace function cart_activates_voucher() returns trigger language plpgsql as $$
begin
  if acting_staff() is not null then return null; end if;
  if not exists (select from voucher_activation where voucher_id = new.voucher_id) then
    perform activate_voucher(new.voucher_id,
      coalesce((select min(created_at) from session where voucher_id = new.voucher_id), new.changed_at));
  end if;
  return null;
end $$;

-- The holder's open cart, created when there is none. A cart being created by another transaction is found on the
-- second try.
create or replace function open_cart(
  p_voucher bigint, p_language text, out cart_guid uuid, out pieces integer, out is_new boolean
) language plpgsql as $$
begin
  pieces := 0;
  loop
    select cart.guid into cart_guid from cart where voucher_id = p_voucher and state = 'open';
    if found then
      select coalesce(sum(quantity), 0) into pieces from cart_line line where line.cart_guid = open_cart.cart_guid;
      is_new := false;
      return;
    end if;
    insert into cart (voucher_id, language) values (p_voucher, p_language)
      on conflict (voucher_id) where state = 'open' do nothing returning guid into cart_guid;
    if found then
      is_new := true;
      return;
    end if;
  end loop;
end $$;

create or replace function erase_carts(p_vouchers bigint[]) returns void language plpgsql as $$
begin
  update cart set person = null, delivery = null, offered = '[]' where voucher_id = any(p_vouchers);
end $$;

-- Orders a cart; its holder gets an empty one.
create or replace function order_cart(
  p_cart uuid, p_language text, p_at timestamptz, out holder bigint, out next_cart uuid
) language plpgsql as $$
begin
  update cart set state = 'ordered', changed_at = p_at where guid = p_cart returning voucher_id into strict holder;
  insert into cart (voucher_id, language) values (holder, p_language) returning guid into next_cart;
end $$;
