-- Answered at most once, and then it stays as it is.
create or replace function replacement_offer_ends_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_erases(to_jsonb(old), to_jsonb(new), '{note}') then return new; end if;
  if tg_op = 'DELETE' or old.outcome is not null
    or (new.id, new.order_number, new.voucher_id, new.line, new.place, new.cause, new.started_at, new.until, new.former)
      is distinct from
      (old.id, old.order_number, old.voucher_id, old.line, old.place, old.cause, old.started_at, old.until, old.former)
  then
    raise exception 'replacement_offer: is answered once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
-- Checked at commit: the line has the other gift at the same price, or is credited completely by this answer.
create or replace function replacement_offer_is_complete() returns trigger language plpgsql as $$
declare
  kept order_line;
begin
  -- What has ended is not looked at again: the line may have had another fate since.
  if old.outcome is not null then return null; end if;
  if new.outcome not in ('other-gift', 'points-back', 'default') then return null; end if;
  select * into kept from order_line where order_number = new.order_number and line = new.line;
  if kept.points <> (new.former ->> 'points')::integer or kept.quantity <> (new.former ->> 'quantity')::integer then
    raise exception 'replacement_offer: line % of % costs what it did not', new.line, new.order_number
      using errcode = 'check_violation';
  end if;
  if new.outcome = 'other-gift' then
    if kept.state = 'cancelled' or not exists (
      select from order_event where order_number = new.order_number and month = kept.month
        and type = 'chosen-again' and source_id = 'chosen ' || new.id)
    then
      raise exception 'replacement_offer: nobody is told of the other gift of %', new.order_number
        using errcode = 'check_violation';
    end if;
  elsif kept.state <> 'cancelled' or not exists (
    select from credit join credit_line on credit_number = credit.number
    where credit.number = new.credit_number and credit.replacement_offer_id = new.id and line = new.line
      and quantity = kept.quantity)
  then
    raise exception 'replacement_offer: line % of % is not credited whole', new.line, new.order_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

