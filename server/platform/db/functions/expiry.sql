create or replace function expiry_is_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.reversal_id is null or new.reversal_id = old.reversal_id) and (new.notified or not old.notified)
    and (old.id, old.voucher_id, old.valid_until, old.at, old.points, old.ledger_id, old.claimed, old.rule, old.billed_cents)
      is not distinct from
      (new.id, new.voucher_id, new.valid_until, new.at, new.points, new.ledger_id, new.claimed, new.rule, new.billed_cents)
  then
    return new;
  end if;
  raise exception 'voucher_expiry: what ended stays, and is given back once' using errcode = 'insufficient_privilege';
end $$;

-- Asked at the commit: both entries are of these points and of this balance.
create or replace function expiry_is_booked() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger where id = new.ledger_id and kind = 'expire' and points = new.points and voucher_id = new.voucher_id
  ) or new.reversal_id is not null and not exists (
    select from ledger where id = new.reversal_id and kind = 'grant' and points = new.points and voucher_id = new.voucher_id
  ) then
    raise exception 'voucher_expiry: % is not what the ledger says', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Expires these vouchers, which the caller has locked with their balances: remaining points expire, and reserved
-- points are left for their payment. Returns the vouchers whose points expired.
create or replace function end_vouchers(p_vouchers bigint[], p_at timestamptz)
returns table (expiry_id bigint, voucher_id bigint) language plpgsql as $$
begin
  update voucher set ended_at = p_at where id = any(p_vouchers);
  return query
  with left_over as (
    select voucher_balance.voucher_id, available, voucher.valid_until,
      exists (select from voucher_activation where voucher_activation.voucher_id = voucher_balance.voucher_id) as claimed,
      coalesce(batch.unclaimed_rule, campaign.unclaimed_rule, 'billed') as rule
    from voucher_balance join voucher on voucher.id = voucher_balance.voucher_id join voucher_batch batch on batch.id = batch_id
      left join campaign on campaign.id = campaign_id
    where voucher_balance.voucher_id = any(p_vouchers) and available > 0
      and not exists (select from voucher_expiry where voucher_expiry.voucher_id = voucher_balance.voucher_id and reversal_id is null)
  ), booked as (
    insert into ledger (voucher_id, kind, points, note, at)
    select left_over.voucher_id, 'expire', available, 'its end has come', p_at from left_over order by 1
    returning id, ledger.voucher_id
  )
  insert into voucher_expiry (voucher_id, valid_until, at, points, ledger_id, claimed, rule, billed_cents)
  select left_over.voucher_id, left_over.valid_until, p_at, available, booked.id, claimed, rule,
    case when claimed or rule = 'billed' then available * 500 when rule = 'half' then available * 500 / 2 else 0 end
  from left_over join booked on booked.voucher_id = left_over.voucher_id
  returning voucher_expiry.id, voucher_expiry.voucher_id;
end $$;

-- Gives back what ended, where a voucher has another end than the one that was booked. The caller holds the balances.
create or replace function restore_expired_points(p_vouchers bigint[], p_at timestamptz, p_staff bigint) returns integer
language plpgsql as $$
declare
  given integer := 0;
begin
  update voucher set ended_at = null where id = any(p_vouchers) and valid_until > p_at;
  with left_open as (
    select voucher_expiry.id, voucher_expiry.voucher_id, points
    from voucher_expiry join voucher on voucher.id = voucher_expiry.voucher_id
    where voucher_expiry.voucher_id = any(p_vouchers) and reversal_id is null and voucher.valid_until > p_at
      and anonymised_at is null
  ), booked as (
    insert into ledger (voucher_id, kind, points, note, staff_id, at)
    select left_open.voucher_id, 'grant', left_open.points, 'its end was moved', p_staff, p_at from left_open order by 1
    returning id, ledger.voucher_id
  ), noted as (
    update voucher_expiry set reversal_id = booked.id, reversed_at = p_at, reversed_by = p_staff
    from left_open join booked on booked.voucher_id = left_open.voucher_id where voucher_expiry.id = left_open.id
    returning voucher_expiry.points
  )
  select coalesce(sum(points), 0) into given from noted;
  return given;
end $$;
