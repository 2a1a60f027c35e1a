-- What needs a person: one open case a kind and subject, written in the transaction in which something stopped, closed in
-- that in which it goes on. Decision 047.

-- As in 037: sellers wait at the purse, where they hold nothing yet.
lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table payment, refund, chargeback, chargeback_end, release, mail in share row exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the payments could not be had for a moment: stop what writes to them, then try again';
end $$;

create table attention (
  id bigint generated always as identity primary key,
  -- Of domain/attention-kinds.ts, which says whose it is.
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- What it is about, within its kind.
  subject text not null check (subject <> ''),
  -- Cases of one cause are one line: an outage and not each parcel that it holds up.
  cause text not null,
  -- In the words of whoever stopped; without an address of anybody.
  reason text not null default '',
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  channel_id text references channel,
  order_number text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  tries integer not null default 1 check (tries > 0),
  owner_id bigint references staff,
  owned_at timestamptz,
  closed_at timestamptz,
  -- 'mended' and 'closed' by a person, 'gone' by itself.
  outcome text check (outcome in ('mended', 'closed', 'gone')),
  closed_by bigint references staff,
  close_reason text not null default '',
  check ((owner_id is null) = (owned_at is null)),
  check ((closed_at is null) = (outcome is null)),
  check ((closed_by is not null) = (outcome in ('mended', 'closed')) or outcome is null and closed_by is null),
  check (outcome is distinct from 'closed' or close_reason <> '')
);
create unique index attention_open_once on attention (kind, subject) where closed_at is null;
create index attention_open on attention (kind, cause) where closed_at is null;
create index attention_of on attention (kind, subject);
create index attention_closed on attention (closed_at desc) where closed_at is not null;
create index attention_of_order on attention (order_number) where order_number is not null;

-- Says that somebody is needed; told again it counts on.
create function needs_person(
  p_kind text, p_subject text, p_cause text, p_reason text, p_channel text, p_order text, p_detail jsonb, p_at timestamptz
) returns void language sql as $$
  insert into attention as known (kind, subject, cause, reason, channel_id, order_number, detail, first_at, last_at)
  values (p_kind, p_subject, left(p_cause, 300), left(p_reason, 1000), p_channel, p_order, p_detail, p_at, p_at)
  on conflict (kind, subject) where closed_at is null do update
    set tries = known.tries + 1, last_at = greatest(known.last_at, excluded.last_at), reason = excluded.reason,
      cause = excluded.cause, detail = excluded.detail
$$;
create function no_longer_needs(p_kind text, p_subject text, p_at timestamptz) returns void language sql as $$
  update attention set closed_at = p_at, outcome = 'gone'
  where kind = p_kind and subject = p_subject and closed_at is null
$$;
-- What differs between two cases of one cause: numbers and addresses.
create function plain_reason(text) returns text language sql immutable as $$
  select regexp_replace($1, '[^[:space:]<>"(),;:]+@', '…@', 'g')
$$;
create function cause_of(text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(lower($1), '[0-9a-f]{8}-[0-9a-f-]{27}', '#', 'g'), '[0-9]+', '#', 'g')
$$;

create function mail_needs_person() returns trigger language plpgsql as $$
declare
  about constant text := split_part(new.subject_id, ':', 1);
begin
  if new.state = 'refused' then
    perform needs_person('mail-refused', new.id::text,
      split_part(new.recipient, '@', 2) || ' ' || cause_of(plain_reason(coalesce(new.last_error, ''))),
      plain_reason(coalesce(new.last_error, '')), new.channel_id, (select number from orders where number = about),
      jsonb_build_object('template', new.template, 'domain', split_part(new.recipient, '@', 2)), now());
  else
    perform no_longer_needs('mail-refused', new.id::text, now());
  end if;
  return null;
end $$;
create trigger mail_needs_person after update on mail for each row
  when (old.state <> new.state and (old.state = 'refused' or new.state = 'refused'))
  execute function mail_needs_person();

create function refund_needs_person() returns trigger language plpgsql as $$
declare
  paid payment;
begin
  if tg_op = 'INSERT' and new.repeats is not null then
    perform no_longer_needs('refund-failed', new.repeats::text, now());
  end if;
  if new.state in ('failed', 'canceled', 'refused') and new.settled_note is null then
    select * into paid from payment where key = new.payment_key;
    perform needs_person('refund-failed', new.key::text, new.state, '',
      (select channel_id from voucher where id = paid.voucher_id), paid.order_number,
      jsonb_build_object('cents', new.cents, 'state', new.state, 'why', new.reason, 'payment', new.payment_key), now());
  else
    perform no_longer_needs('refund-failed', new.key::text, now());
  end if;
  -- Money without an order needs nobody once all of it is back.
  if new.state = 'refunded' or new.settled_note is not null then
    perform no_longer_needs('stray-payment', key::text, now()) from payment
    where key = new.payment_key and outcome = 'refunded' and cents <= (
      select coalesce(sum(cents), 0) from refund where payment_key = payment.key
        and (state = 'refunded' or settled_note is not null));
  end if;
  return null;
end $$;
create trigger refund_made after insert on refund for each row
  when (new.repeats is not null or new.state in ('refunded', 'failed', 'canceled', 'refused'))
  execute function refund_needs_person();
create trigger refund_needs_person after update on refund for each row
  when (old.state <> new.state or old.settled_note is distinct from new.settled_note)
  execute function refund_needs_person();

create function payment_needs_person() returns trigger language plpgsql as $$
begin
  perform needs_person('stray-payment', new.key::text, new.provider, '',
    (select channel_id from voucher where id = new.voucher_id), null,
    jsonb_build_object('cents', new.cents, 'payment', new.key), now());
  return null;
end $$;
create trigger payment_needs_person after update on payment for each row
  when (new.outcome = 'refunded' and old.outcome <> 'refunded')
  execute function payment_needs_person();

create function chargeback_needs_person() returns trigger language plpgsql as $$
declare
  paid payment;
begin
  if tg_table_name = 'chargeback_end' then
    perform no_longer_needs('charged-back', new.chargeback_id, now());
    return null;
  end if;
  select * into paid from payment where key = new.payment_key;
  perform needs_person('charged-back', new.id, cause_of(plain_reason(new.reason)), plain_reason(new.reason),
    (select channel_id from voucher where id = paid.voucher_id), paid.order_number,
    jsonb_build_object('cents', new.cents, 'payment', new.payment_key), now());
  return null;
end $$;
create trigger chargeback_needs_person after insert on chargeback for each row execute function chargeback_needs_person();
create trigger chargeback_needs_nobody after insert on chargeback_end for each row
  execute function chargeback_needs_person();

create function release_needs_person() returns trigger language plpgsql as $$
begin
  if new.state = 'stopped' then
    perform needs_person('release-stopped', new.id::text, new.id::text, coalesce(new.notes ->> 'stopped', ''),
      case when cardinality(new.channels) = 1 then new.channels[1] end, null,
      jsonb_build_object('name', new.name), now());
  else
    perform no_longer_needs('release-stopped', new.id::text, now());
  end if;
  return null;
end $$;
create trigger release_needs_person after update on release for each row
  when (old.state <> new.state and (old.state = 'stopped' or new.state = 'stopped'))
  execute function release_needs_person();

-- What had stopped before this was written down.
insert into attention (kind, subject, cause, reason, channel_id, order_number, detail, first_at, last_at)
select 'refund-failed', refund.key::text, refund.state, '', voucher.channel_id, payment.order_number,
  jsonb_build_object('cents', refund.cents, 'state', refund.state, 'why', refund.reason, 'payment', refund.payment_key),
  coalesce(done_at, refund.created_at), coalesce(done_at, refund.created_at)
from refund join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
where refund.state in ('failed', 'canceled', 'refused') and settled_note is null
  and not exists (select from refund again where again.repeats = refund.key);
insert into attention (kind, subject, cause, reason, channel_id, order_number, detail, first_at, last_at)
select 'charged-back', chargeback.id, cause_of(plain_reason(reason)), plain_reason(reason), voucher.channel_id,
  payment.order_number, jsonb_build_object('cents', chargeback.cents, 'payment', payment_key), at, at
from chargeback join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
where not exists (select from chargeback_end where chargeback_id = chargeback.id);
insert into attention (kind, subject, cause, reason, channel_id, detail, first_at, last_at)
select 'release-stopped', id::text, id::text, coalesce(notes ->> 'stopped', ''),
  case when cardinality(channels) = 1 then channels[1] end, jsonb_build_object('name', name), made_at, made_at
from release where state = 'stopped';
insert into attention (kind, subject, cause, reason, channel_id, order_number, detail, first_at, last_at)
select 'mail-refused', mail.id::text, split_part(recipient, '@', 2) || ' ' || cause_of(plain_reason(coalesce(last_error, ''))),
  plain_reason(coalesce(last_error, '')), mail.channel_id, orders.number,
  jsonb_build_object('template', template, 'domain', split_part(recipient, '@', 2)), created_at, created_at
from mail left join orders on number = split_part(subject_id, ':', 1) where mail.state = 'refused';

-- Each night the books are asked, by whichever process comes first.
create table nightly_check (
  day date primary key,
  began_at timestamptz not null,
  ended_at timestamptz,
  findings integer check (findings >= 0)
);
