-- The money and the VAT of a day.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table payment in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the payments could not be had for a moment: stop what writes to them, then try again';
end $$;

create index payment_by_settling on payment (settled_at) where state = 'paid';
create index refund_by_end on refund (done_at) where state = 'refunded';

-- One day of a channel's clocks: what came by payments, what became of it in the books, and what went back. Each side is
-- read by its own moments, so that the one proves the other. Decision 046.
create function money_of_day(p_day date) returns table (
  provider text, channel_id text, paid bigint, ordered bigint, stray bigint, refunded bigint, charged_back bigint,
  difference bigint
) language sql stable as $$
  with zones as (
    select id, p_day::timestamp at time zone time_zone as begins, (p_day + 1)::timestamp at time zone time_zone as ends
    from channel
  ), came as (
    select payment.provider, voucher.channel_id, sum(payment.cents) as paid,
      sum(payment.cents) filter (where outcome = 'refunded') as stray
    from payment join voucher on voucher.id = payment.voucher_id join zones on zones.id = voucher.channel_id
    where payment.state = 'paid' and settled_at >= p_day::timestamp - interval '1 day'
      and settled_at < p_day::timestamp + interval '2 days' and settled_at >= begins and settled_at < ends
    group by 1, 2
  ), sold as (
    select payment.provider, orders.channel_id, sum(cents_paid) as ordered
    from orders join payment on payment.key = payment_key join zones on zones.id = orders.channel_id
    where placed_at >= p_day::timestamp - interval '1 day' and placed_at < p_day::timestamp + interval '2 days'
      and placed_at >= begins and placed_at < ends
    group by 1, 2
  ), went as (
    select payment.provider, voucher.channel_id, sum(refund.cents) as refunded
    from refund join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
      join zones on zones.id = voucher.channel_id
    where refund.state = 'refunded' and refund.done_at >= begins and refund.done_at < ends
    group by 1, 2
  ), taken as (
    select payment.provider, voucher.channel_id, sum(chargeback.cents) as charged_back
    from chargeback join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
      join zones on zones.id = voucher.channel_id
    where chargeback.at >= begins and chargeback.at < ends
    group by 1, 2
  )
  select provider, channel_id, coalesce(paid, 0), coalesce(ordered, 0), coalesce(stray, 0), coalesce(refunded, 0),
    coalesce(charged_back, 0), coalesce(paid, 0) - coalesce(ordered, 0) - coalesce(stray, 0)
  from came full join sold using (provider, channel_id) full join went using (provider, channel_id)
    full join taken using (provider, channel_id)
$$;

-- Why a day differs: each payment of it whose order says another sum, or none, and each order without its payment.
create function money_differing(p_day date) returns table (channel_id text, payment_key uuid, order_number text, paid integer, ordered integer)
language sql stable as $$
  select voucher.channel_id, payment.key, coalesce(orders.number, payment.order_number), payment.cents, orders.cents_paid
  from payment join voucher on voucher.id = payment.voucher_id join channel on channel.id = voucher.channel_id
    left join orders on orders.payment_key = payment.key
  where payment.state = 'paid' and outcome <> 'refunded'
    and settled_at >= p_day::timestamp at time zone time_zone and settled_at < (p_day + 1)::timestamp at time zone time_zone
    and payment.cents is distinct from orders.cents_paid
  union all
  select orders.channel_id, payment.key, number, payment.cents, cents_paid
  from orders join channel on channel.id = channel_id left join payment on payment.key = payment_key
  where cents_paid > 0 and placed_at >= p_day::timestamp at time zone time_zone
    and placed_at < (p_day + 1)::timestamp at time zone time_zone and payment.state is distinct from 'paid'
$$;

-- The VAT of a day by country and rate: sold, and given back by credits and by orders that were undone.
create function vat_of_day(p_day date) returns table (
  channel_id text, country text, bp integer, cents bigint, vat_cents bigint, cents_back bigint, vat_back bigint
) language sql stable as $$
  with zones as (
    select id, p_day::timestamp at time zone time_zone as begins, (p_day + 1)::timestamp at time zone time_zone as ends
    from channel
  ), moved as (
    select orders.channel_id, vat.country, vat.bp, vat.cents, vat.vat_cents, 0 as cents_back, 0 as vat_back
    from orders join zones on zones.id = orders.channel_id cross join lateral vat_of_order(number) vat
    where cents_paid > 0 and placed_at >= p_day::timestamp - interval '1 day'
      and placed_at < p_day::timestamp + interval '2 days' and placed_at >= begins and placed_at < ends
    union all
    select orders.channel_id, country, bp, 0, 0, credit_vat.cents, vat_cents
    from credit join credit_vat on credit_number = credit.number join orders on orders.number = order_number
      join zones on zones.id = orders.channel_id
    where credit.at >= begins and credit.at < ends
    union all
    select orders.channel_id, vat.country, vat.bp, 0, 0,
      vat.cents - coalesce(back.cents, 0)::integer, vat.vat_cents - coalesce(back.vat_cents, 0)::integer
    from order_cancellation join orders on orders.number = order_number join zones on zones.id = orders.channel_id
      cross join lateral vat_of_order(orders.number) vat
      left join lateral (
        select sum(credit_vat.cents) as cents, sum(credit_vat.vat_cents) as vat_cents
        from credit join credit_vat on credit_number = credit.number
        where order_number = orders.number and credit_vat.country = vat.country and credit_vat.bp = vat.bp) back on true
    where order_cancellation.at >= begins and order_cancellation.at < ends
  )
  select channel_id, country, bp, sum(cents), sum(vat_cents), sum(cents_back), sum(vat_back)
  from moved group by 1, 2, 3
$$;
