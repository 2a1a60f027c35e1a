create or replace function payment_returned_cents(p_payment uuid) returns integer language sql stable as $$
  select (coalesce((
      select sum(cents) from refund where payment_key = p_payment
        and (state not in ('failed', 'canceled', 'refused') or settled_note is not null)), 0)
    + coalesce((
      select sum(cents) from chargeback where payment_key = p_payment and not exists (
        select from chargeback_end where chargeback_id = chargeback.id and kind = 'reversed')), 0))::integer
$$;

-- What credits, an order that was undone or money without an order left to the bank, and the bank has brought back: so much of
-- it as is still here, was not sent already and is not with a person, who has a refund that failed.
create or replace function reversal_owed_cents(p_payment uuid) returns integer language sql stable as $$
  select greatest(0, least(
    paid.cents - payment_returned_cents(paid.key) - coalesce((
      select sum(cents) from refund where payment_key = paid.key and settled_note is null
        and state in ('failed', 'canceled', 'refused')
        and not exists (select from refund again where again.repeats = refund.key)), 0),
    reversed.cents - sent.cents,
    case when paid.outcome = 'refunded' or sold.state = 'cancelled' then paid.cents
      else coalesce((
        select sum(cents_back - cents_sent) from credit where order_number = sold.number), 0) - sent.cents end
  ))::integer
  from payment paid left join orders sold on sold.number = paid.order_number
    cross join lateral (
      select coalesce(sum(cents), 0) as cents from chargeback join chargeback_end on chargeback_id = chargeback.id
      where payment_key = paid.key and kind = 'reversed') reversed
    cross join lateral (
      select coalesce(sum(cents), 0) as cents from refund
      where payment_key = paid.key and reason = 'reversal' and repeats is null) sent
  where paid.key = p_payment and paid.state = 'paid'
$$;

create or replace function refund_within_payment() returns trigger language plpgsql as $$
declare
  paid payment;
  repeated refund;
begin
  -- The lock makes two refunds of one payment wait for each other.
  select * into paid from payment where key = new.payment_key for update;
  if paid.state <> 'paid' then
    raise exception 'refund: of a payment that is %', paid.state using errcode = 'check_violation';
  end if;
  if new.repeats is not null then
    select * into repeated from refund where key = new.repeats;
    if repeated.payment_key <> new.payment_key or repeated.reason <> new.reason
      or repeated.state not in ('failed', 'canceled', 'refused') or repeated.settled_note is not null
    then
      raise exception 'refund: only what came to nothing is made again' using errcode = 'check_violation';
    end if;
  end if;
  -- A refund made at the provider is a fact; the check of the books reports it.
  if new.reason = 'at-provider' then return new; end if;
  if payment_returned_cents(new.payment_key) + new.cents > paid.cents then
    raise exception 'refund: more than was paid' using errcode = 'check_violation';
  end if;
  if new.reason = 'reversal' and new.repeats is null and new.cents > reversal_owed_cents(new.payment_key) then
    raise exception 'refund: more than is owed of what the bank brought back' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A report may come late or out of order; a refund never goes back to where it was, and one that came to nothing
-- stays so. What was agreed when it was made stays for good.
create or replace function refund_state_advances() returns trigger language plpgsql as $$
declare
  way constant text[] := array['waiting', 'queued', 'pending', 'processing', 'refunded', 'failed'];
begin
  if tg_op = 'DELETE' then
    raise exception 'refund is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if (new.key, new.payment_key, new.cents, new.reason, new.created_at, new.repeats, new.credit_number) is distinct from
    (old.key, old.payment_key, old.cents, old.reason, old.created_at, old.repeats, old.credit_number)
    or old.provider_id is not null and new.provider_id is distinct from old.provider_id
  then
    raise exception 'refund: what was agreed is not changed' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> old.state and (
    old.state in ('failed', 'canceled')
    or old.state = 'refunded' and new.state not in ('failed', 'canceled')
    or old.state <> 'waiting' and new.state in ('waiting', 'refused')
    or array_position(way, new.state) < array_position(way, old.state)
  ) then
    raise exception 'refund: from % to % is no way', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function erase_payments(p_vouchers bigint[]) returns void language plpgsql as $$
begin
  update refund set settled_note = '–' from payment
    where payment.key = payment_key and voucher_id = any(p_vouchers) and settled_note is not null;
  update chargeback_end set note = '–' from chargeback join payment on payment.key = payment_key
    where chargeback.id = chargeback_id and voucher_id = any(p_vouchers) and note <> '';
end $$;

-- A payment has become an order, and no longer reserves stock.
create or replace function settle_payment(p_payment uuid, p_number text, p_at timestamptz) returns void language plpgsql as $$
begin
  update payment set outcome = 'ordered', state = 'paid', order_number = p_number, settled_at = p_at, next_poll_at = null
  where key = p_payment;
  delete from stock_reservation where payment_key = p_payment;
end $$;
