-- Places an order completely or not at all. The caller holds the locks of balance and cart, has read the cart under
-- them and checked the rules; constraints refuse what the rules missed. Stock is taken in SKU order, as everywhere.
create or replace function place_order(
  p_cart uuid, p_channel text, p_language text, p_at timestamptz, p_until timestamptz, p_total integer,
  p_points integer, p_cents integer, p_payment uuid, p_person jsonb, p_delivery jsonb, p_lines jsonb,
  out new_number text, out new_mail uuid, out next_cart uuid, out points_left integer
) language plpgsql as $$
declare
  holder bigint;
  reservation bigint;
  capture bigint;
  own_month constant date := month_of(p_at);
  goes_to constant text := vat_country(p_delivery, p_channel);
begin
  perform set_config('shop.told_later', 'on', true);
  select ordered.holder, ordered.next_cart into holder, next_cart from order_cart(p_cart, p_language, p_at) ordered;
  -- An order is an activation, even when staff place it for the holder.
  if acting_staff() is not null then
    perform activate_voucher(holder, p_at);
  end if;
  if p_payment is not null then
    select reservation_id into strict reservation from payment where key = p_payment;
  end if;
  select spent.number, spent.capture_id into new_number, capture
    from spend_points(holder, p_points, reservation, p_cart, p_at) spent;
  -- The reservation becomes a movement. The reservation goes first, because reserved units can never exceed the stock
  -- level.
  if p_payment is not null then
    perform settle_payment(p_payment, new_number, p_at);
  end if;
  with placed as (
    insert into orders (number, month, cart_guid, voucher_id, channel_id, language, placed_at, changeable_until,
      total_points, points_paid, cents_paid, capture_id, payment_key, person, delivery)
    values (new_number, own_month, p_cart, holder, p_channel, p_language, p_at, p_until,
      p_total, p_points, p_cents, capture, p_payment, p_person, p_delivery)
  ), lines as (
    insert into order_line (order_number, month, voucher_id, line, spli_id, sku, name, variant, brand, picture,
      delivery_info, delivery_condition, points, quantity, took_stock, vat_country, vat_bp)
    select new_number, own_month, holder, line, spli_id, sku, name, coalesce(variant, ''), brand, picture, delivery_info,
      delivery_condition, points, quantity, took_stock, case when bp is not null then goes_to end, bp
    from jsonb_to_recordset(p_lines) as line (line integer, spli_id text, sku text, name text, variant text,
      brand text, picture text, delivery_info text, delivery_condition text, points integer, quantity integer,
      took_stock boolean)
      -- The same as vat_rate_of(), in this statement's own plan: the function would be planned again for every order.
      left join lateral (
        select bp from article join vat_rate on country = goes_to and class = vat_class
        where article.sku = line.sku and from_date <= vat_day(p_at, p_channel) order by from_date desc limit 1
      ) vat on true
  )
  insert into order_event (order_number, month, voucher_id, type, at)
  values (new_number, own_month, holder, 'placed', p_at);
  perform take_stock(new_number, own_month, holder, p_lines, p_at);
  perform notify_change('voucher', holder::text);
  new_mail := queue_confirmation(new_number, own_month, holder, p_channel, p_language, p_person ->> 'email');
  select available into points_left from voucher_balance where voucher_id = holder;
end $$;

-- A cart without the stock of its gifts.
create or replace function cart_without_stock(p_cart jsonb) returns jsonb language sql immutable as $$
  select jsonb_set(p_cart, '{lines}', coalesce((
    select jsonb_agg(line - 'inStock' order by place)
    from jsonb_array_elements(p_cart -> 'lines') with ordinality as one (line, place)), '[]'))
$$;

-- Places the order of a cart that was read and checked without locks, in one round trip, if the cart is unchanged
-- under the locks and the stock suffices. Otherwise returns nulls and changes nothing.
create or replace function place_as_read(
  p_cart jsonb, p_channel text, p_language text, p_at timestamptz, p_until timestamptz, p_total integer,
  p_points integer, p_delivery jsonb, p_lines jsonb,
  out new_number text, out next_cart uuid, out points_left integer
) language plpgsql as $$
declare
  holder constant bigint := p_cart ->> 'voucherId';
  locked jsonb;
  new_mail uuid;
begin
  locked := lock_cart(holder, (p_cart ->> 'guid')::uuid, true);
  if cart_without_stock(locked) is distinct from cart_without_stock(p_cart) then return; end if;
  if exists (
    select from jsonb_to_recordset(locked -> 'lines') as line (sku text, quantity integer, "inStock" integer)
    group by sku having sum(quantity) > min("inStock")
  ) then return; end if;
  if not exists (
    select from voucher where id = holder and blocked_at is null and (valid_until > p_at) is not false
  ) then return; end if;
  select placed.new_number, placed.new_mail, placed.next_cart, placed.points_left
    into new_number, new_mail, next_cart, points_left
    from place_order((p_cart ->> 'guid')::uuid, p_channel, p_language, p_at, p_until, p_total, p_points, 0, null,
      p_cart -> 'person', p_delivery, p_lines) placed;
  perform send_jobs(order_jobs(new_number, new_mail, p_at, p_until));
end $$;

-- The jobs after an order: its mail, and its submission once it can no longer be changed.
create or replace function order_jobs(p_number text, p_mail uuid, p_at timestamptz, p_until timestamptz)
  returns jsonb language sql stable as $$
  select jsonb_build_array(
    jsonb_build_object('name', 'send-mail', 'data', jsonb_build_object('id', p_mail), 'startAfter', p_at),
    jsonb_build_object('name', 'submit-order', 'data', jsonb_build_object('number', p_number), 'startAfter', p_until))
$$;

-- Checked at commit, when everything must be complete: no order is undone partially.
create or replace function cancellation_is_complete() returns trigger language plpgsql as $$
declare
  undone orders;
  points integer;
begin
  select * into undone from orders where number = new.order_number;
  select coalesce(sum(ledger.points), 0) into points from ledger
    where ends_id = undone.capture_id and kind = 'refund';
  if undone.state <> 'cancelled' then
    raise exception 'order_cancellation: order % is %', new.order_number, undone.state
      using errcode = 'check_violation';
  end if;
  -- What a bank took back is back as well.
  if points <> undone.points_paid or payment_returned_cents(undone.payment_key) < undone.cents_paid then
    raise exception 'order_cancellation: of order % not all was given back', new.order_number
      using errcode = 'check_violation';
  end if;
  if exists (select from order_line where order_number = new.order_number and state <> 'cancelled') then
    raise exception 'order_cancellation: order % has lines that are not cancelled', new.order_number
      using errcode = 'check_violation';
  end if;
  if exists (
    select from stock_movement where order_number = new.order_number and reason in ('order', 'cancel')
    group by sku having sum(quantity) <> 0
  ) then
    raise exception 'order_cancellation: not every gift of order % is back', new.order_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function withdrawal_within_line() returns trigger language plpgsql as $$
declare
  bought integer;
  withdrawn integer;
begin
  -- The lock makes two withdrawals from one line wait for each other.
  select quantity into bought from order_line
    where order_number = new.order_number and line = new.line and state <> 'cancelled' for update;
  select coalesce(sum(quantity), 0) into withdrawn from withdrawal_line
    where order_number = new.order_number and line = new.line;
  if bought is null or withdrawn + new.quantity > bought then
    raise exception 'withdrawal_line: more than was ordered' using errcode = 'check_violation';
  end if;
  if not exists (
    select from withdrawal where number = new.withdrawal_number and order_number = new.order_number
  ) then
    raise exception 'withdrawal_line: line of another order' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Checked at commit: the amount of a receipt equals that of its lines and does not exceed the amount paid.
create or replace function withdrawal_adds_up() returns trigger language plpgsql as $$
declare
  lines integer;
begin
  select coalesce(sum(order_line.points * withdrawal_line.quantity), 0) into lines
    from withdrawal_line join order_line using (order_number, line)
    where withdrawal_number = new.number;
  if lines <> new.points then
    raise exception 'withdrawal: % is of % points, its lines of %', new.number, new.points, lines
      using errcode = 'check_violation';
  end if;
  if exists (
    select from withdrawal join orders on orders.number = order_number
    where order_number = new.order_number group by orders.number
    having sum(points_to_credit) > points_paid or sum(cents_to_credit) > cents_paid
  ) then
    raise exception 'withdrawal: of order % more would be given back than was paid', new.order_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function withdrawal_is_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.order_number, new.place, new.key, new.points, new.points_to_credit, new.cents_to_credit, new.at)
      is not distinct from
      (old.order_number, old.place, old.key, old.points, old.points_to_credit, old.cents_to_credit, old.at)
    and new.email in (old.email, '') and new.reason in (old.reason, '')
  then
    return new;
  end if;
  raise exception 'withdrawal is append-only' using errcode = 'insufficient_privilege';
end $$;

-- Erases who these orders, which lie in these months, were for. The country stays.
create or replace function erase_orders(p_numbers text[], p_months date[]) returns void language plpgsql as $$
begin
  update orders set person = erase_words(person, '{}'), delivery = erase_words(delivery, '{kind,country}')
    where number = any(p_numbers);
  -- Descriptions from outside; the shop's own ones name only gifts, parcels and credits.
  update order_event set description = ''
    where order_number = any(p_numbers) and month = any(p_months) and description <> '' and type not in (
      'withdrawn', 'credited', 'fell-away', 'chosen-again', 'choice-points-back', 'choice-default', 'choice-called-off',
      'choice-reminded', 'supplier-asked', 'supplier-confirmed', 'supplier-sent', 'supplier-declined', 'parcel-sent',
      'parcel-delivered', 'parcel-lost', 'parcel-refused');
  update order_note set body = '–' where order_number = any(p_numbers);
  delete from order_tag where order_number = any(p_numbers);
  update replacement_offer set note = '' where order_number = any(p_numbers);
end $$;
