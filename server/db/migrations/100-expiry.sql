-- Points end with their voucher: an entry of the ledger, once, with what was agreed about those that nobody claimed.
-- Decision 059.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table channel, voucher_batch, voucher in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

-- Of a batch's own: null is what its campaign says.
alter table voucher_batch add column unclaimed_rule text check (unclaimed_rule in ('billed', 'not-billed', 'half'));
-- Whether those whose points ended are told so by mail.
alter table channel add column expiry_notice boolean not null default true;
-- When its end was booked; null again where it has another end since.
alter table voucher add column ended_at timestamptz;
-- Those whose end has come and is not booked, and those that were given another one since.
create index voucher_to_end on voucher (valid_until) where ended_at is null and valid_until < 'infinity';
create index voucher_ended on voucher (valid_until) where ended_at is not null;

create table voucher_expiry (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  -- The end that it is about, and when it was booked.
  valid_until timestamptz not null,
  at timestamptz not null,
  points integer not null check (points > 0),
  ledger_id bigint not null unique references ledger,
  -- Whether anybody ever came in with it, and what was agreed for where nobody did.
  claimed boolean not null,
  rule text not null check (rule in ('billed', 'not-billed', 'half')),
  -- Of five euros a point: what is claimed is billed whole.
  billed_cents integer not null,
  -- Somebody was told by mail.
  told boolean not null default false,
  -- The counter-entry, where the voucher was given another end.
  back_id bigint unique references ledger,
  back_at timestamptz,
  back_by bigint references staff,
  check ((back_id is null) = (back_at is null)),
  check (back_by is null or back_id is not null),
  check (billed_cents = case when claimed or rule = 'billed' then points * 500 when rule = 'half' then points * 500 / 2 else 0 end)
);
-- An end is booked once until it is taken back.
create unique index one_open_expiry on voucher_expiry (voucher_id) where back_id is null;
create index on voucher_expiry (voucher_id);
create index on voucher_expiry (at desc, id desc);

create function expiry_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.back_id is null or new.back_id = old.back_id) and (new.told or not old.told)
    and (old.id, old.voucher_id, old.valid_until, old.at, old.points, old.ledger_id, old.claimed, old.rule, old.billed_cents)
      is not distinct from
      (new.id, new.voucher_id, new.valid_until, new.at, new.points, new.ledger_id, new.claimed, new.rule, new.billed_cents)
  then
    return new;
  end if;
  raise exception 'voucher_expiry: what ended stays, and is given back once' using errcode = 'insufficient_privilege';
end $$;
create trigger expiry_stays before update or delete on voucher_expiry for each row execute function expiry_stays();

-- Asked at the commit: both entries are of these points and of this purse.
create function expiry_is_booked() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger where id = new.ledger_id and kind = 'expire' and points = new.points and voucher_id = new.voucher_id
  ) or new.back_id is not null and not exists (
    select from ledger where id = new.back_id and kind = 'grant' and points = new.points and voucher_id = new.voucher_id
  ) then
    raise exception 'voucher_expiry: % is not what the ledger says', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger expiry_is_booked after insert or update on voucher_expiry
  deferrable initially deferred for each row execute function expiry_is_booked();
