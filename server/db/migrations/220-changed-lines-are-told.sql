-- A program that mirrors orders hears of another gift in place of one that fell away, and of fewer. Decision 061.
create or replace function line_to_webhooks() returns trigger language plpgsql as $$
declare
  sold orders;
begin
  if not webhooks_want('order.changed') then return null; end if;
  if new.order_number = any(string_to_array(current_setting('giftpoint.orders_told', true), ' ')) then return null; end if;
  select * into strict sold from orders where number = new.order_number;
  -- An order that was cancelled has said so.
  if sold.state = 'cancelled' then return null; end if;
  perform set_config('giftpoint.orders_told',
    concat_ws(' ', nullif(current_setting('giftpoint.orders_told', true), ''), new.order_number), true);
  perform tell_webhooks('order.changed', 'order ' || sold.number, sold.channel_id, order_in_webhooks(sold), now());
  return null;
end $$;

create constraint trigger order_line_changed_to_webhooks after update on order_line deferrable initially deferred
  for each row when (old.sku <> new.sku or old.quantity <> new.quantity or old.state <> new.state and new.state = 'cancelled')
  execute function line_to_webhooks();
