-- Days from p_from until before p_to, in each channel's time zone: payments received, their use in the books, and
-- refunds. Each side is read by its own timestamps, so that one verifies the other.
create or replace function payments_between(p_from date, p_to date) returns table (
  provider text, channel_id text, paid bigint, ordered bigint, stray bigint, refunded bigint, charged_back bigint,
  difference bigint
) language sql stable as $$
  with zones as (
    select id, p_from::timestamp at time zone time_zone as begins, p_to::timestamp at time zone time_zone as ends
    from channel
  ), came as (
    select payment.provider, voucher.channel_id, sum(payment.cents) as paid,
      sum(payment.cents) filter (where outcome = 'refunded') as stray
    from payment join voucher on voucher.id = payment.voucher_id join zones on zones.id = voucher.channel_id
    where payment.state = 'paid' and settled_at >= p_from::timestamp - interval '1 day'
      and settled_at < p_to::timestamp + interval '1 day' and settled_at >= begins and settled_at < ends
    group by 1, 2
  ), sold as (
    select payment.provider, orders.channel_id, sum(cents_paid) as ordered
    from orders join payment on payment.key = payment_key join zones on zones.id = orders.channel_id
    where cents_paid > 0 and placed_at >= p_from::timestamp - interval '1 day' and placed_at < p_to::timestamp + interval '1 day'
      and placed_at >= begins and placed_at < ends
    group by 1, 2
  ), went as (
    select payment.provider, voucher.channel_id, sum(refund.cents) as refunded
    from refund join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
      join zones on zones.id = voucher.channel_id
    where refund.state = 'refunded' and refund.done_at >= p_from::timestamp - interval '1 day'
      and refund.done_at < p_to::timestamp + interval '1 day' and refund.done_at >= begins and refund.done_at < ends
    group by 1, 2
  ), taken as (
    -- What the bank took, less what it brought back on these days.
    select payment.provider, voucher.channel_id, sum(moved.cents) as charged_back
    from (
      select payment_key, cents, at from chargeback
      where at >= p_from::timestamp - interval '1 day' and at < p_to::timestamp + interval '1 day'
      union all
      select payment_key, -cents, chargeback_end.at from chargeback_end join chargeback on chargeback.id = chargeback_id
      where kind = 'reversed' and chargeback_end.at >= p_from::timestamp - interval '1 day'
        and chargeback_end.at < p_to::timestamp + interval '1 day'
    ) moved join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
      join zones on zones.id = voucher.channel_id
    where moved.at >= begins and moved.at < ends
    group by 1, 2
  )
  select provider, channel_id, coalesce(paid, 0), coalesce(ordered, 0), coalesce(stray, 0), coalesce(refunded, 0),
    coalesce(charged_back, 0), coalesce(paid, 0) - coalesce(ordered, 0) - coalesce(stray, 0)
  from came full join sold using (provider, channel_id) full join went using (provider, channel_id)
    full join taken using (provider, channel_id)
$$;

create or replace function payments_of_day(p_day date) returns table (
  provider text, channel_id text, paid bigint, ordered bigint, stray bigint, refunded bigint, charged_back bigint,
  difference bigint
) language sql stable as $$
  select * from payments_between(p_day, p_day + 1)
$$;

-- Why a day differs: each payment whose order has another amount or is missing, and each order without its payment.
create or replace function payment_differences(p_day date) returns table (channel_id text, payment_key uuid, order_number text, paid integer, ordered integer)
language sql stable as $$
  select voucher.channel_id, payment.key, coalesce(orders.number, payment.order_number), payment.cents, orders.cents_paid
  from payment join voucher on voucher.id = payment.voucher_id join channel on channel.id = voucher.channel_id
    left join orders on orders.payment_key = payment.key
  where payment.state = 'paid' and outcome <> 'refunded'
    and settled_at >= p_day::timestamp - interval '1 day' and settled_at < p_day::timestamp + interval '2 days'
    and settled_at >= p_day::timestamp at time zone time_zone and settled_at < (p_day + 1)::timestamp at time zone time_zone
    and payment.cents is distinct from orders.cents_paid
  union all
  select orders.channel_id, payment.key, number, payment.cents, cents_paid
  from orders join channel on channel.id = channel_id left join payment on payment.key = payment_key
  where cents_paid > 0 and placed_at >= p_day::timestamp - interval '1 day' and placed_at < p_day::timestamp + interval '2 days'
    and placed_at >= p_day::timestamp at time zone time_zone
    and placed_at < (p_day + 1)::timestamp at time zone time_zone and payment.state is distinct from 'paid'
$$;

-- The VAT of these days by country and rate: sold, and refunded by credits and undone orders. All orders in one pass;
-- vat_of_order() returns the same for one.
create or replace function vat_between(p_from date, p_to date) returns table (
  channel_id text, country text, bp integer, cents bigint, vat_cents bigint, cents_back bigint, vat_back bigint
) language sql stable as $$
  with zones as (
    select id, p_from::timestamp at time zone time_zone as begins, p_to::timestamp at time zone time_zone as ends
    from channel
  ), sold as (
    select number, orders.channel_id, cents_paid, total_points
    from orders join zones on zones.id = orders.channel_id
    where cents_paid > 0 and placed_at >= p_from::timestamp - interval '1 day'
      and placed_at < p_to::timestamp + interval '1 day' and placed_at >= begins and placed_at < ends
  ), shares as (
    select number, sold.channel_id, vat_country, vat_bp,
      share_of_line(cents_paid, sum(points * quantity) over own, points * quantity, total_points) as share
    from sold join order_line on order_number = number
    window own as (partition by number order by coalesce(split_from, line), line)
  ), rates as (
    select shares.channel_id, vat_country as country, vat_bp as bp, sum(share) as cents,
      vat_within(sum(share)::bigint, vat_bp) as vat_cents
    from shares where vat_bp is not null group by number, shares.channel_id, vat_country, vat_bp having sum(share) > 0
  ), moved as (
    select channel_id, country, bp, cents, vat_cents, 0 as cents_back, 0 as vat_back from rates
    union all
    select orders.channel_id, country, bp, 0, 0, credit_vat.cents, vat_cents
    from credit join credit_vat on credit_number = credit.number join orders on orders.number = order_number
      join zones on zones.id = orders.channel_id
    where credit.at >= p_from::timestamp - interval '1 day' and credit.at < p_to::timestamp + interval '1 day'
      and credit.at >= begins and credit.at < ends
    union all
    select orders.channel_id, vat.country, vat.bp, 0, 0,
      vat.cents - coalesce(back.cents, 0)::integer, vat.vat_cents - coalesce(back.vat_cents, 0)::integer
    from order_cancellation join orders on orders.number = order_number join zones on zones.id = orders.channel_id
      cross join lateral vat_of_order(orders.number) vat
      left join lateral (
        select sum(credit_vat.cents) as cents, sum(credit_vat.vat_cents) as vat_cents
        from credit join credit_vat on credit_number = credit.number
        where order_number = orders.number and credit_vat.country = vat.country and credit_vat.bp = vat.bp) back on true
    where order_cancellation.at >= p_from::timestamp - interval '1 day'
      and order_cancellation.at < p_to::timestamp + interval '1 day'
      and order_cancellation.at >= begins and order_cancellation.at < ends
  )
  select channel_id, country, bp, sum(cents)::bigint, sum(vat_cents)::bigint, sum(cents_back)::bigint, sum(vat_back)::bigint
  from moved group by 1, 2, 3
$$;

create or replace function vat_of_day(p_day date) returns table (
  channel_id text, country text, bp integer, cents bigint, vat_cents bigint, cents_back bigint, vat_back bigint
) language sql stable as $$
  select * from vat_between(p_day, p_day + 1)
$$;

-- The months in a monthly report: its own, and earlier closed months with later changes. Months older than 13 months
-- are skipped: refunds and chargebacks do not come that late.
create or replace function accounting_months_until(p_month date) returns table (of_month date) language sql stable as $$
  select p_month
  union all
  select month from accounting_month where month < p_month and month >= p_month - interval '13 months'
$$;

create or replace function accounting_payment_due(p_month date) returns table (
  of_month date, provider text, channel_id text, paid bigint, ordered bigint, stray bigint, refunded bigint, charged_back bigint
) language sql stable as $$
  select of_month, provider, channel_id, sum(paid)::bigint, sum(ordered)::bigint, sum(stray)::bigint, sum(refunded)::bigint,
    sum(charged_back)::bigint
  from (
    select asked.of_month, now.provider, now.channel_id, now.paid, now.ordered, now.stray, now.refunded, now.charged_back
    from accounting_months_until(p_month) asked
      cross join lateral payments_between(asked.of_month, (asked.of_month + interval '1 month')::date) now
    union all
    select of_month, provider, channel_id, -paid, -ordered, -stray, -refunded, -charged_back
    from accounting_payment join accounting_months_until(p_month) asked using (of_month) where month < p_month
  ) both_sides
  group by 1, 2, 3
  having sum(paid) <> 0 or sum(ordered) <> 0 or sum(stray) <> 0 or sum(refunded) <> 0 or sum(charged_back) <> 0
$$;

create or replace function accounting_vat_due(p_month date) returns table (
  of_month date, channel_id text, country text, bp integer, cents bigint, vat_cents bigint, cents_back bigint, vat_back bigint
) language sql stable as $$
  select of_month, channel_id, country, bp, sum(cents)::bigint, sum(vat_cents)::bigint, sum(cents_back)::bigint,
    sum(vat_back)::bigint
  from (
    select asked.of_month, now.channel_id, now.country, now.bp, now.cents, now.vat_cents, now.cents_back, now.vat_back
    from accounting_months_until(p_month) asked
      cross join lateral vat_between(asked.of_month, (asked.of_month + interval '1 month')::date) now
    union all
    select of_month, channel_id, country, bp, -cents, -vat_cents, -cents_back, -vat_back
    from accounting_vat join accounting_months_until(p_month) asked using (of_month) where month < p_month
  ) both_sides
  group by 1, 2, 3, 4
  having sum(cents) <> 0 or sum(vat_cents) <> 0 or sum(cents_back) <> 0 or sum(vat_back) <> 0
$$;

-- A hash of all rows of a month, in a fixed order.
create or replace function accounting_month_seal(p_month date) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(said, E'\n' order by said collate "C"), ''), 'UTF8')), 'hex')
  from (
    select concat_ws('|', 'money', to_char(of_month, 'YYYY-MM'), provider, channel_id, paid, ordered, stray, refunded, charged_back) as said
    from accounting_payment where month = p_month
    union all
    select concat_ws('|', 'vat', to_char(of_month, 'YYYY-MM'), channel_id, country, bp, cents, vat_cents, cents_back, vat_back)
    from accounting_vat where month = p_month
  ) rows
$$;

create or replace function accounting_month_is_open() returns trigger language plpgsql as $$
begin
  if exists (select from accounting_month where month = new.month) then
    raise exception 'books: % is closed', to_char(new.month, 'YYYY-MM') using errcode = 'check_violation';
  end if;
  return new;
end $$;
