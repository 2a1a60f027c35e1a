-- What one colleague asks for and another one has to say yes to, and the points that colleagues give.

-- ── Four eyes ───────────────────────────────────────────────────────────────────────────────────

create table approval (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z-]+\.[a-z-]+$'),
  -- What it is about, and how people call it.
  subject_kind text not null check (subject_kind ~ '^[a-z-]+$'),
  subject_id text not null,
  subject_name text not null,
  channel_id text references channel,
  asked jsonb not null check (jsonb_typeof(asked) = 'object'),
  -- Of what it is about, as it was when somebody asked: what has changed since is looked at again.
  version text not null,
  reason text not null check (reason <> ''),
  asked_by bigint not null references staff,
  asked_at timestamptz not null,
  outcome text check (outcome in ('approved', 'refused', 'withdrawn')),
  decided_by bigint references staff,
  decided_at timestamptz,
  note text not null default '',
  check ((outcome is null) = (decided_by is null) and (outcome is null) = (decided_at is null)),
  -- Whoever asks may take it back, and never decides.
  constraint asked_by_somebody_else check ((outcome = 'withdrawn') = (decided_by = asked_by))
);
-- A second one of the same would be a yes to both.
create unique index one_waiting_approval on approval (kind, subject_kind, subject_id) where outcome is null;
create index on approval (subject_kind, subject_id);
create index on approval (asked_by);

create function approval_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and (old.id, old.kind, old.subject_kind, old.subject_id, old.subject_name, old.channel_id, old.asked,
        old.version, old.reason, old.asked_by, old.asked_at)
      is not distinct from
      (new.id, new.kind, new.subject_kind, new.subject_id, new.subject_name, new.channel_id, new.asked,
        new.version, new.reason, new.asked_by, new.asked_at)
  then
    return new;
  end if;
  raise exception 'approval: what was asked stays, and is decided once' using errcode = 'insufficient_privilege';
end $$;
create trigger approval_stays before update or delete on approval for each row execute function approval_stays();
create trigger approval_no_truncate before truncate on approval for each statement execute function append_only();

-- ── Points that are given ───────────────────────────────────────────────────────────────────────

-- Whoever sells comes by a purse first and waits there, holding nothing yet; who is past it comes to his end.
lock table purse in exclusive mode;
alter table ledger add column if not exists staff_id bigint references staff;

create table points_given (
  id bigint generated always as identity primary key,
  -- The asker's own: the same told twice is given once.
  key uuid not null unique,
  voucher_id bigint not null references purse,
  points integer not null check (points > 0),
  ledger_id bigint not null unique references ledger,
  staff_id bigint not null references staff,
  approval_id bigint unique references approval,
  reason text not null check (reason <> ''),
  at timestamptz not null,
  -- The counter-entry of whoever took them back.
  back_id bigint unique references ledger,
  back_by bigint references staff,
  back_at timestamptz,
  check ((back_id is null) = (back_by is null) and (back_id is null) = (back_at is null))
);
create index on points_given (voucher_id, at);

create function points_given_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.back_id is null and new.back_id is not null
    and (old.id, old.key, old.voucher_id, old.points, old.ledger_id, old.staff_id, old.approval_id, old.reason, old.at)
      is not distinct from
      (new.id, new.key, new.voucher_id, new.points, new.ledger_id, new.staff_id, new.approval_id, new.reason, new.at)
  then
    return new;
  end if;
  raise exception 'points_given: what was given stays, and is taken back once' using errcode = 'insufficient_privilege';
end $$;
create trigger points_given_stay before update or delete on points_given
  for each row execute function points_given_stay();

-- Asked at the commit: both entries are of these points and of this purse, and say who.
create function points_given_are_booked() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger where id = new.ledger_id and kind = 'grant' and points = new.points
      and voucher_id = new.voucher_id and staff_id = new.staff_id
  ) or new.back_id is not null and not exists (
    select from ledger where id = new.back_id and kind = 'expire' and points = new.points
      and voucher_id = new.voucher_id and staff_id = new.back_by
  ) then
    raise exception 'points_given: % is not what the ledger says', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger points_given_are_booked after insert or update on points_given
  deferrable initially deferred for each row execute function points_given_are_booked();
