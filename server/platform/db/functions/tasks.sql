-- Creates a task or counts a repetition. A staff member who owns the open tasks of a cause also owns later ones of
-- the same channel.
create or replace function open_task(
  p_kind text, p_subject text, p_cause text, p_reason text, p_channel text, p_order text, p_detail jsonb, p_at timestamptz
) returns void language sql as $$
  insert into task as known (kind, subject, cause, reason, channel_id, order_number, detail, first_at, last_at,
    owner_id, owned_at)
  select p_kind, p_subject, left(p_cause, 300), left(p_reason, 1000), p_channel, p_order, p_detail, p_at, p_at,
    theirs.owner_id, theirs.owned_at
  from (values (1)) one left join (
    select owner_id, owned_at from task
    where kind = p_kind and cause = left(p_cause, 300) and channel_id is not distinct from p_channel
      and closed_at is null and owner_id is not null
    order by owned_at desc, id limit 1) theirs on true
  on conflict (kind, subject) where closed_at is null do update
    set tries = known.tries + 1, last_at = greatest(known.last_at, excluded.last_at), reason = excluded.reason,
      cause = excluded.cause, detail = excluded.detail, owner_id = coalesce(known.owner_id, excluded.owner_id),
      owned_at = coalesce(known.owned_at, excluded.owned_at)
$$;

create or replace function close_task(p_kind text, p_subject text, p_at timestamptz) returns void language sql as $$
  update task set closed_at = p_at, outcome = 'gone'
  where kind = p_kind and subject = p_subject and closed_at is null
$$;

-- What differs between two cases of one cause: numbers and addresses.
create or replace function plain_reason(text) returns text language sql immutable as $$
  select regexp_replace($1, '[^[:space:]<>"(),;:]+@', '…@', 'g')
$$;

create or replace function task_cause(text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(lower($1), '[0-9a-f]{8}-[0-9a-f-]{27}', '#', 'g'), '[0-9]+', '#', 'g')
$$;

create or replace function mail_creates_task() returns trigger language plpgsql as $$
declare
  about constant text := split_part(new.subject_id, ':', 1);
begin
  if new.state = 'refused' then
    perform open_task('mail-refused', new.id::text,
      split_part(new.recipient, '@', 2) || ' ' || task_cause(plain_reason(coalesce(new.last_error, ''))),
      plain_reason(coalesce(new.last_error, '')), new.channel_id, (select number from orders where number = about),
      jsonb_build_object('template', new.template, 'domain', split_part(new.recipient, '@', 2)), now());
  else
    perform close_task('mail-refused', new.id::text, now());
  end if;
  return null;
end $$;

-- A failed refund needs no staff while the complete payment went back in other ways. If part of that fails later, it
-- becomes a task again. Closing the task by hand states how the money was returned, which settles the refund.
create or replace function update_failed_refund_task(p_payment uuid) returns void language plpgsql as $$
declare
  paid payment;
  failed refund;
begin
  select * into paid from payment where key = p_payment;
  for failed in
    select * from refund
    where payment_key = p_payment and state in ('failed', 'canceled', 'refused') and settled_note is null
      and not exists (select from refund again where again.repeats = refund.key)
    order by created_at, key
  loop
    if payment_returned_cents(p_payment) >= paid.cents then
      perform close_task('refund-failed', failed.key::text, now());
    elsif not exists (
      select from task where kind = 'refund-failed' and subject = failed.key::text
        and outcome is distinct from 'gone')
    then
      perform open_task('refund-failed', failed.key::text, failed.state, '',
        (select channel_id from voucher where id = paid.voucher_id), paid.order_number,
        jsonb_build_object('cents', failed.cents, 'state', failed.state, 'why', failed.reason, 'payment', p_payment), now());
    end if;
  end loop;
end $$;

create or replace function refund_creates_task() returns trigger language plpgsql as $$
declare
  paid payment;
begin
  if tg_op = 'INSERT' and new.repeats is not null then
    perform close_task('refund-failed', new.repeats::text, now());
  end if;
  if new.state in ('failed', 'canceled', 'refused') and new.settled_note is null then
    select * into paid from payment where key = new.payment_key;
    perform open_task('refund-failed', new.key::text, new.state, '',
      (select channel_id from voucher where id = paid.voucher_id), paid.order_number,
      jsonb_build_object('cents', new.cents, 'state', new.state, 'why', new.reason, 'payment', new.payment_key), now());
  else
    perform close_task('refund-failed', new.key::text, now());
  end if;
  perform update_failed_refund_task(new.payment_key);
  -- A payment without an order needs no staff once all of its money is refunded.
  if new.state = 'refunded' or new.settled_note is not null then
    perform close_task('unmatched-payment', key::text, now()) from payment
    where key = new.payment_key and outcome = 'refunded' and cents <= (
      select coalesce(sum(cents), 0) from refund where payment_key = payment.key
        and (state = 'refunded' or settled_note is not null));
  end if;
  return null;
end $$;

create or replace function payment_creates_task() returns trigger language plpgsql as $$
begin
  perform open_task('unmatched-payment', new.key::text, new.provider, '',
    (select channel_id from voucher where id = new.voucher_id), null,
    jsonb_build_object('cents', new.cents, 'payment', new.key), now());
  return null;
end $$;

create or replace function chargeback_creates_task() returns trigger language plpgsql as $$
declare
  paid payment;
begin
  if tg_table_name = 'chargeback_end' then
    perform close_task('charged-back', new.chargeback_id, now());
    perform update_failed_refund_task(payment_key) from chargeback where id = new.chargeback_id;
    return null;
  end if;
  select * into paid from payment where key = new.payment_key;
  perform open_task('charged-back', new.id, task_cause(plain_reason(new.reason)), plain_reason(new.reason),
    (select channel_id from voucher where id = paid.voucher_id), paid.order_number,
    jsonb_build_object('cents', new.cents, 'payment', new.payment_key), now());
  perform update_failed_refund_task(new.payment_key);
  return null;
end $$;

create or replace function release_creates_task() returns trigger language plpgsql as $$
begin
  if new.state = 'stopped' then
    perform open_task('release-stopped', new.id::text, new.id::text, coalesce(new.notes ->> 'stopped', ''),
      case when cardinality(new.channels) = 1 then new.channels[1] end, null,
      jsonb_build_object('name', new.name), now());
  else
    perform close_task('release-stopped', new.id::text, now());
  end if;
  return null;
end $$;

-- Erases the reasons of tasks about these orders, the invitations of these recipients, and these refused mails.
create or replace function erase_tasks(p_numbers text[], p_people text[], p_mails text[]) returns void language plpgsql as $$
begin
  update task set reason = '', detail = detail - 'domain' - 'name', close_reason = case when outcome = 'closed' then '–' else '' end
    where order_number = any(p_numbers)
      or kind = 'invitation-bounced' and subject = any(p_people)
      or kind = 'mail-refused' and subject = any(p_mails);
end $$;
