-- Stores an event for the webhooks that subscribe to its kind, or nothing. Runs in the transaction of the change, so
-- the facts are those of that moment: columns under their names, and none with personal data. webhook-payload.ts
-- creates the payload from them when the event is delivered. An older process may deliver an event of a newer
-- function: columns are only added.
create or replace function tell_webhooks(
  p_kind text, p_subject text, p_channel text, p_facts jsonb, p_at timestamptz
) returns void language plpgsql as $$
declare
  event bigint;
begin
  if not exists (
    select from webhook_endpoint where state = 'on' and p_kind = any(kinds)
      and (channels is null or p_channel = any(channels)))
  then
    return;
  end if;
  insert into webhook_event (kind, subject, channel_id, facts, at)
  values (p_kind, p_subject, p_channel, p_facts, p_at) returning id into event;
  insert into webhook_delivery (endpoint_id, event_id, subject, due_at)
  select id, event, p_subject, p_at from webhook_endpoint
  where state = 'on' and p_kind = any(kinds) and (channels is null or p_channel = any(channels));
end $$;

-- Whether any webhook subscribes to the kind. Checked before the facts are read.
create or replace function webhook_wanted(p_kind text) returns boolean language sql stable as $$
  select exists (select from webhook_endpoint where state = 'on' and p_kind = any(kinds))
$$;

-- Contains neither the holder nor the address. It also omits the voucher, so that voucher events and order events
-- cannot be linked.
create or replace function order_facts(p_order orders) returns jsonb language sql stable as $$
  select jsonb_build_object('number', p_order.number, 'state', p_order.state, 'placed_at', p_order.placed_at,
    'total_points', p_order.total_points, 'points_paid', p_order.points_paid, 'cents_paid', p_order.cents_paid,
    'delivery_kind', p_order.delivery ->> 'kind',
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line, 'sku', sku, 'quantity', quantity, 'points', points,
        'state', state) order by line), '[]') from order_line where order_number = p_order.number))
$$;

create or replace function channel_of_order(p_number text) returns text language sql stable as $$
  select channel_id from orders where number = p_number
$$;

create or replace function order_to_webhooks() returns trigger language plpgsql as $$
declare
  kind constant text := 'order.' || case when tg_op = 'UPDATE' and new.state = old.state then 'changed' else new.state end;
begin
  if not webhook_wanted(kind) then return null; end if;
  perform tell_webhooks(kind, 'order ' || new.number, new.channel_id, order_facts(new),
    case when tg_op = 'INSERT' then new.placed_at else now() end);
  return null;
end $$;

-- Another gift in place of one that fell away, or fewer of them: once for all lines of an order, as they are in the end.
create or replace function line_to_webhooks() returns trigger language plpgsql as $$
declare
  sold orders;
begin
  if not webhook_wanted('order.changed') then return null; end if;
  if new.order_number = any(string_to_array(current_setting('giftpoint.orders_told', true), ' ')) then return null; end if;
  select * into strict sold from orders where number = new.order_number;
  -- A cancelled order has sent its own event.
  if sold.state = 'cancelled' then return null; end if;
  perform set_config('giftpoint.orders_told',
    concat_ws(' ', nullif(current_setting('giftpoint.orders_told', true), ''), new.order_number), true);
  perform tell_webhooks('order.changed', 'order ' || sold.number, sold.channel_id, order_facts(sold), now());
  return null;
end $$;

create or replace function parcel_to_webhooks() returns trigger language plpgsql as $$
declare
  kind constant text := 'parcel.' || new.state;
begin
  if not webhook_wanted(kind) then return null; end if;
  perform tell_webhooks(kind, 'order ' || new.order_number, channel_of_order(new.order_number),
    jsonb_build_object('order_number', new.order_number, 'code', new.code, 'carrier', new.carrier, 'state', new.state,
      'sent_at', new.sent_at, 'delivered_at', new.delivered_at), now());
  return null;
end $$;

create or replace function credit_to_webhooks() returns trigger language plpgsql as $$
begin
  if not webhook_wanted('credit.booked') then return null; end if;
  perform tell_webhooks('credit.booked', 'order ' || new.order_number, channel_of_order(new.order_number),
    jsonb_build_object('number', new.number, 'order_number', new.order_number, 'kind', new.kind, 'points', new.points,
      'points_back', new.points_back, 'cents_back', new.cents_back, 'cents_sent', new.cents_sent), now());
  return null;
end $$;

create or replace function refund_to_webhooks() returns trigger language plpgsql as $$
declare
  kind constant text := case when new.state = 'refunded' then 'credit.refunded' else 'credit.refund_failed' end;
  sold text;
begin
  if not webhook_wanted(kind) then return null; end if;
  select order_number into sold from credit where number = new.credit_number;
  perform tell_webhooks(kind, 'order ' || sold, channel_of_order(sold),
    jsonb_build_object('credit_number', new.credit_number, 'order_number', sold, 'cents', new.cents, 'state', new.state),
    now());
  return null;
end $$;

create or replace function voucher_to_webhooks() returns trigger language plpgsql as $$
declare
  kind constant text := case
    when tg_op = 'INSERT' then 'voucher.created'
    when old.blocked_at is null and new.blocked_at is not null then 'voucher.blocked'
    when old.blocked_at is not null and new.blocked_at is null then 'voucher.unblocked'
    else 'voucher.dates_changed' end;
begin
  if not webhook_wanted(kind) then return null; end if;
  perform tell_webhooks(kind, 'voucher ' || new.id, new.channel_id,
    jsonb_build_object('id', new.id, 'batch_id', new.batch_id, 'blocked_at', new.blocked_at,
      'valid_from', new.valid_from, 'valid_until', new.valid_until), now());
  return null;
end $$;

create or replace function code_to_webhooks() returns trigger language plpgsql as $$
declare
  whose voucher;
begin
  if not webhook_wanted('voucher.code_replaced') then return null; end if;
  select * into whose from voucher where id = new.voucher_id;
  perform tell_webhooks('voucher.code_replaced', 'voucher ' || whose.id, whose.channel_id,
    jsonb_build_object('id', whose.id, 'batch_id', whose.batch_id), now());
  return null;
end $$;

create or replace function points_to_webhooks() returns trigger language plpgsql as $$
declare
  kind constant text := case
    when tg_table_name = 'ledger' then 'voucher.points_expired'
    when tg_op = 'INSERT' then 'voucher.points_granted'
    else 'voucher.points_withdrawn' end;
  whose voucher;
begin
  if not webhook_wanted(kind) then return null; end if;
  select * into whose from voucher where id = new.voucher_id;
  perform tell_webhooks(kind, 'voucher ' || whose.id, whose.channel_id,
    jsonb_build_object('id', whose.id, 'batch_id', whose.batch_id, 'points', new.points), now());
  return null;
end $$;
