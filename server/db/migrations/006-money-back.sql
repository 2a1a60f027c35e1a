-- Money that goes back, and money that a bank takes back: kept as the provider tells it, until the provider has
-- ended it.

-- ── Refunds ─────────────────────────────────────────────────────────────────────────────────────

alter table refund drop constraint refund_state_check;
drop index one_refund_of_stray_money;
drop index one_refund_of_undone_order;
alter table refund
  -- A refund that came to nothing is made again as another one; each at most once.
  add column repeats uuid unique references refund,
  -- How a person brought the money back where the provider could not.
  add column settled_note text check (settled_note <> '');

-- What had only been taken by the provider counted as done: it is asked for again.
update refund set
  settled_note = case when state = 'done' and provider_id is null then 'set to done by hand' end,
  done_at = case when state = 'queued' or state = 'done' and provider_id is not null then null
    else coalesce(done_at, created_at) end,
  state = case
    when state = 'queued' and provider_id is null then 'waiting'
    when state in ('queued', 'done') and provider_id is not null then 'queued'
    when provider_id is null then 'refused'
    else 'failed' end;
alter table refund alter column state set default 'waiting';

alter table refund
  -- 'waiting': not with the provider yet. 'refused': it never was, and will not be. Between the two the
  -- provider's own words; only 'refunded' is money that has gone.
  add constraint refund_state check (state in
    ('waiting', 'queued', 'pending', 'processing', 'refunded', 'failed', 'canceled', 'refused')),
  add constraint refund_at_provider check ((provider_id is null) = (state in ('waiting', 'refused'))),
  add constraint refund_ended check (
    (done_at is null) = (state in ('waiting', 'queued', 'pending', 'processing'))),
  add constraint refund_settled_otherwise check (
    settled_note is null or state in ('failed', 'canceled', 'refused'));
create unique index refund_provider_id on refund (provider_id) where provider_id is not null;
-- Money that found no order, and that of an undone one, is given back once; again only where that failed.
create unique index one_refund_of_stray_money on refund (payment_key)
  where reason = 'no-order' and repeats is null;
create unique index one_refund_of_undone_order on refund (payment_key)
  where reason = 'order-undone' and repeats is null;
create index refund_under_way on refund (payment_key)
  where state in ('waiting', 'queued', 'pending', 'processing');

-- News may come late or out of order; a refund never goes back to where it was, and one that came to nothing
-- stays so. What was agreed when it was made stays for good.
create function refund_moves_on() returns trigger language plpgsql as $$
declare
  way constant text[] := array['waiting', 'queued', 'pending', 'processing', 'refunded', 'failed'];
begin
  if tg_op = 'DELETE' then
    raise exception 'refund is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if (new.key, new.payment_key, new.cents, new.reason, new.created_at, new.repeats) is distinct from
    (old.key, old.payment_key, old.cents, old.reason, old.created_at, old.repeats)
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
create trigger refund_moves_on before update or delete on refund
  for each row execute function refund_moves_on();

-- ── Chargebacks ─────────────────────────────────────────────────────────────────────────────────

-- What a holder's bank took back, as the provider told it. A fact for good.
create table chargeback (
  -- The provider's own: heard of twice it is one.
  id text primary key check (id <> ''),
  payment_key uuid not null references payment,
  cents integer not null check (cents > 0),
  reason text not null default '',
  at timestamptz not null,
  heard_at timestamptz not null
);
create index on chargeback (payment_key);
create trigger chargeback_append_only before update or delete on chargeback
  for each row execute function append_only();

-- 'reversed': the provider says that the money is ours again. 'accepted': a person has looked at the loss and
-- leaves it; the note says who and why.
create table chargeback_end (
  chargeback_id text not null references chargeback,
  kind text not null check (kind in ('reversed', 'accepted')),
  note text not null default '',
  at timestamptz not null,
  primary key (chargeback_id, kind),
  check (kind <> 'accepted' or note <> '')
);
create trigger chargeback_end_append_only before update or delete on chargeback_end
  for each row execute function append_only();

-- ── What has gone back of a payment, or will ────────────────────────────────────────────────────

create function money_returned(p_payment uuid) returns integer language sql stable as $$
  select (coalesce((
      select sum(cents) from refund where payment_key = p_payment
        and (state not in ('failed', 'canceled', 'refused') or settled_note is not null)), 0)
    + coalesce((
      select sum(cents) from chargeback where payment_key = p_payment and not exists (
        select from chargeback_end where chargeback_id = chargeback.id and kind = 'reversed')), 0))::integer
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
  -- What was done at the provider has happened, whatever we think of it; the books tell of it.
  if new.reason = 'at-provider' then return new; end if;
  if money_returned(new.payment_key) + new.cents > paid.cents then
    raise exception 'refund: more than was paid' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function cancellation_is_whole() returns trigger language plpgsql as $$
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
  if points <> undone.points_paid or money_returned(undone.payment_key) < undone.cents_paid then
    raise exception 'order_cancellation: of order % not all was given back', new.order_number
      using errcode = 'check_violation';
  end if;
  if exists (select from order_line where order_number = new.order_number and state <> 'cancelled') then
    raise exception 'order_cancellation: order % has lines that are not cancelled', new.order_number
      using errcode = 'check_violation';
  end if;
  if exists (
    select from stock_move where order_number = new.order_number group by sku having sum(quantity) <> 0
  ) then
    raise exception 'order_cancellation: not every gift of order % is back', new.order_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- ── Asking the provider ─────────────────────────────────────────────────────────────────────────

-- Nobody asks the provider about it before: one question at a time, however many processes are knocked at.
alter table payment add column ask_again_at timestamptz not null default '-infinity';
-- Money that came may go back for months: it is looked at from now on.
update payment set next_look_at = now() where state = 'paid' and next_look_at is null;

-- ── What the sandbox remembers of it ────────────────────────────────────────────────────────────

alter table sandbox_refund
  -- null: somebody gave it back at the provider itself.
  alter column key drop not null,
  add column state text not null default 'refunded'
    check (state in ('queued', 'pending', 'processing', 'refunded', 'failed', 'canceled')),
  -- When it moves on by itself; null where it stays until it is moved.
  add column moves_at timestamptz;
alter table sandbox_refund alter column state set default 'queued';

create table sandbox_chargeback (
  id text primary key check (id ~ '^chb_[A-Za-z0-9]+$'),
  payment_id text not null references sandbox_payment (id),
  cents bigint not null check (cents > 0),
  reason text not null default '',
  created_at timestamptz not null,
  reversed_at timestamptz
);
create index on sandbox_chargeback (payment_id);
